/**
 * The brake against trying cards, as the routes of customers use it. Source: D42, D47.
 *
 * What it counts is kept by the process, and is gone with it. In the store each try would be a commit more, and addresses
 * of customers would be kept for no other reason. A deployment of several processes allows its limits as many times.
 */
import * as BrakeRules from "@florin/core/brake/BrakeRules"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import type { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { HttpSettings, type Limits } from "../../HttpSettings.js"
import * as Admission from "./admission.js"
import type { Exchange, Reply } from "./exchange.js"
import { isInside, originOf } from "./network.js"

/** A try that does not begin. */
export class Braked {
  readonly _tag = "Braked"
  /** When the customer may try again. Unit: seconds, whole. */
  readonly retryAfter: number
  constructor(milliseconds: number) {
    this.retryAfter = Math.ceil(milliseconds / 1000)
  }
}

/** Says when to try again. */
export const after =
  ({ retryAfter }: Braked) =>
  (reply: Reply): Reply => ({ ...reply, headers: { ...reply.headers, "retry-after": String(retryAfter) } })

/** By the transaction of the try. One without an outcome was sent. */
export const outcomeOf = (status: TransactionStatus | undefined): BrakeRules.TryOutcome => {
  switch (status) {
    case "successful":
      return "succeeded"
    case "incomplete":
    case undefined:
      return "neither"
    case "pending":
    case "failed":
    case "expired":
      return "failed"
  }
}

/** The page of all that anyone can order of a shop by its public key. */
export const guestsOf = (shop: string | undefined): string => `guests of ${shop}`

/** A try of a card. */
export interface Try<A, E, R> {
  /** What is limited beside the address: a page that anyone may pay on again and again. */
  readonly page: string
  readonly work: Effect.Effect<A, E, R>
  readonly outcomeOf: (done: A) => Effect.Effect<BrakeRules.TryOutcome, E, R>
}

export class Brake extends Context.Tag("@florin/http-adapter/internal/Brake")<
  Brake,
  {
    /** Does the work, at once or after a wait for its turn, unless too many tries have failed. */
    readonly attempt: <A, E, R>(
      exchange: Pick<Exchange, "incoming">,
      one: Try<A, E, R>
    ) => Effect.Effect<A | Braked, E, R>
  }
>() {}

/** So many parties are known; of more, those that were seen first are forgotten. */
const known = 10_000

/** So many customers wait for their turn, shared by the addresses that they come from. */
const waiting = 100

/** No customer waits longer for a turn: a browser and its reader would give up. Unit: milliseconds. */
const longestWait = 2 * BrakeRules.longestStep

/** The tries of many parties. Those that are forgotten have none. */
class Counts {
  private readonly tries = new Map<string, BrakeRules.Tries>()

  constructor(private readonly limit: BrakeRules.TriesPerHour) {}

  get(name: string, now: number): BrakeRules.Tries {
    return BrakeRules.aged(this.tries.get(name) ?? BrakeRules.untried(now), this.limit, now)
  }

  begin(name: string, now: number): void {
    const tries = BrakeRules.begun(this.get(name, now))
    if (!this.tries.has(name) && this.tries.size === known) this.tries.delete(this.tries.keys().next().value as string)
    this.tries.set(name, tries)
  }

  end(name: string, outcome: BrakeRules.TryOutcome, now: number): void {
    if (!this.tries.has(name)) return
    const tries = BrakeRules.ended(this.get(name, now), outcome, this.limit)
    // What was seen last is forgotten last.
    this.tries.delete(name)
    if (!BrakeRules.isForgotten(tries)) this.tries.set(name, tries)
  }
}

interface Party {
  readonly page: string
  /** Undefined: nobody knows where it comes from, and nothing but the page limits it. */
  readonly address: string | undefined
  readonly share: string
}

/** What every try is counted by: its page, its address, and its address on its page. */
class Tallies {
  private readonly addresses: Counts
  private readonly pages: Counts
  private readonly shares: Counts

  constructor(
    private readonly limits: Limits["brake"],
    readonly now: () => number
  ) {
    this.addresses = new Counts(limits.triesPerAddress)
    this.pages = new Counts(limits.triesPerPage)
    this.shares = new Counts(limits.triesPerPage)
  }

  verdictOf({ address, page, share }: Party): BrakeRules.TryVerdict {
    const { triesPerAddress, triesPerPage } = this.limits
    const now = this.now()
    const there = BrakeRules.onPage(this.pages.get(page, now), this.shares.get(share, now), triesPerPage)
    if (there._tag !== "Free" || address === undefined) return there
    return BrakeRules.atAddress(this.addresses.get(address, now), triesPerAddress)
  }

  begin({ address, page, share }: Party): void {
    const now = this.now()
    this.pages.begin(page, now)
    this.shares.begin(share, now)
    if (address !== undefined) this.addresses.begin(address, now)
  }

  end({ address, page, share }: Party, outcome: BrakeRules.TryOutcome): void {
    const now = this.now()
    this.pages.end(page, outcome, now)
    this.shares.end(share, outcome, now)
    if (address !== undefined) this.addresses.end(address, outcome, now)
  }
}

/** Whoever leaves in the middle may have had it charged: that counts as failed. A try counts while it waits for its turn. */
const counted = <A, E, R>(
  tallies: Tallies,
  party: Party,
  { outcomeOf, work }: Try<A, E, R>,
  turn: Effect.Effect<void> = Effect.void
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    let outcome: BrakeRules.TryOutcome = "neither"
    const became = (one: BrakeRules.TryOutcome): void => {
      outcome = one
    }
    tallies.begin(party)
    return turn.pipe(
      Effect.zipRight(Effect.sync(() => became("failed"))),
      Effect.zipRight(work),
      Effect.tap((done) => Effect.map(outcomeOf(done), became)),
      Effect.tapError(() => Effect.sync(() => became("neither"))),
      Effect.ensuring(Effect.sync(() => tallies.end(party, outcome)))
    )
  })

// Customers are timed by the machine's clock, wherever the sandbox's clock stands.
const machineClock = Clock.make()

/** The turns of those who are slowed, one after the other at each address. */
class Turns {
  private readonly room = Admission.shared(waiting)
  private readonly last = new Map<string, number>()

  constructor(private readonly clock: Clock.Clock) {}

  /** Until the turn. Unit: milliseconds. */
  waitAt(address: string, apart: number, now: number): number {
    return Math.max(now, this.last.get(address) ?? 0) + apart - now
  }

  /** Waits for the turn; undefined: there is no place to wait, or it would take too long. */
  take(address: string, wait: number, now: number): Effect.Effect<void> | undefined {
    if (wait > longestWait || !this.room.enter(address)) return undefined
    const turn = now + wait
    this.last.set(address, turn)
    return Effect.sleep(wait).pipe(
      Effect.withClock(this.clock),
      Effect.ensuring(
        Effect.sync(() => {
          this.room.leave(address)
          if (this.last.get(address) === turn) this.last.delete(address)
        })
      )
    )
  }
}

const hint =
  "Tries of cards are refused at an address of an inner network. If a proxy has that address, say how many proxies stand before this process (setting `proxies`), so that its customers are told apart"

export const of = (limits: Limits["brake"], now: () => number, clock: Clock.Clock = machineClock) => {
  const { proxies } = limits
  const tallies = new Tallies(limits, now)
  const turns = new Turns(clock)
  let isHinted = false

  const braked = ({ address }: Party, wait: number): Effect.Effect<Braked> => {
    const one = new Braked(Math.max(wait, 1000))
    if (isHinted || proxies > 0 || address === undefined || !isInside(address)) return Effect.succeed(one)
    isHinted = true
    return Effect.as(Effect.logWarning(hint), one)
  }

  const inTurn = <A, E, R>(party: Party, one: Try<A, E, R>, apart: number): Effect.Effect<A | Braked, E, R> => {
    const { address = "" } = party
    const at = now()
    const wait = turns.waitAt(address, apart, at)
    const turn = turns.take(address, wait, at)
    return turn === undefined ? braked(party, wait) : counted(tallies, party, one, turn)
  }

  return Brake.of({
    attempt: <A, E, R>({ incoming }: Pick<Exchange, "incoming">, one: Try<A, E, R>) =>
      Effect.suspend((): Effect.Effect<A | Braked, E, R> => {
        const { page } = one
        const address = originOf(incoming, proxies)
        const party: Party = { page, address, share: `${page} ${address}` }
        const verdict = tallies.verdictOf(party)
        switch (verdict._tag) {
          case "Free":
            return counted(tallies, party, one)
          case "Slowed":
            return inTurn(party, one, verdict.wait)
          case "Refused":
            return braked(party, verdict.wait)
        }
      })
  })
}

export const make = Effect.gen(function* () {
  const { unsafeNow } = yield* MonotonicClock
  const { brake } = yield* HttpSettings
  return of(brake, unsafeNow)
})
