/**
 * The brake against trying cards, as the routes of customers use it. Source: D42, D47.
 *
 * What it counts is kept by the process, and is gone with it. In the store each try would be a commit more, and addresses
 * of customers would be kept for no other reason. A deployment of several processes allows its limits as many times.
 */
import * as BrakeRules from "@florin/core/brake/BrakeRules"
import { Transactions } from "@florin/core/queries/Transactions"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { HttpSettings, type Limits } from "../../HttpSettings.js"
import * as Admission from "./admission.js"
import type { Exchange, Reply } from "./exchange.js"
import { isInside, originOf } from "./network.js"
import { type Party, type StatusOf, Tallies, type Tried } from "./tallies.js"

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

/** The page of all that anyone can order of a shop by its public key. */
export const guestsOf = (shop: string | undefined): string => `guests of ${shop}`

/** A try of a card. */
export interface Try<A, E, R> {
  /** What is limited beside the address: a page that anyone may pay on again and again. */
  readonly page: string
  readonly work: Effect.Effect<A, E, R>
  /** The transaction of the try; undefined: nothing was sent. */
  readonly triedBy: (done: A) => Effect.Effect<Tried | undefined, E, R>
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

/** So many customers wait for their turn, shared by the addresses that they come from. */
const waiting = 100

/** No customer waits longer for a turn: a browser and its reader would give up. Unit: milliseconds. */
const longestWait = 2 * BrakeRules.longestStep

/** Whoever leaves in the middle may have had it charged: that counts as failed. A try counts while it waits for its turn. */
const counted = <A, E, R>(
  tallies: Tallies,
  party: Party,
  { triedBy, work }: Try<A, E, R>,
  turn: Effect.Effect<void> = Effect.void
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    let end: Tried | BrakeRules.TryOutcome = "neither"
    const became = (one: typeof end): void => {
      end = one
    }
    tallies.begin(party)
    return turn.pipe(
      Effect.zipRight(Effect.sync(() => became("failed"))),
      Effect.zipRight(work),
      Effect.tapError(() => Effect.sync(() => became("neither"))),
      Effect.tap((done) => Effect.map(triedBy(done), (tried) => became(tried ?? "neither"))),
      Effect.ensuring(
        Effect.sync(() => (typeof end === "string" ? tallies.end(party, end) : tallies.endBy(party, end)))
      )
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

export const of = (
  limits: Limits["brake"],
  now: () => number,
  statusOf: StatusOf,
  clock: Clock.Clock = machineClock
) => {
  const { proxies } = limits
  const tallies = new Tallies(limits, now, statusOf)
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
      Effect.suspend(() => {
        const { page } = one
        const address = originOf(incoming, proxies)
        const party: Party = { page, address, share: `${page} ${address}` }
        return Effect.zipRight(
          tallies.lookUp(party),
          Effect.suspend((): Effect.Effect<A | Braked, E, R> => {
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
        )
      })
  })
}

export const make = Effect.gen(function* () {
  const { unsafeNow } = yield* MonotonicClock
  const { brake } = yield* HttpSettings
  const { findPublic } = yield* Transactions
  const statusOf: StatusOf = (uid) =>
    findPublic(uid).pipe(
      Effect.map(({ status }) => status),
      Effect.catchAll(() => Effect.succeed(undefined))
    )
  return of(brake, unsafeNow, statusOf)
})
