/** What tries of cards are counted by, and those that are still open. Source: D42, D47. */
import * as BrakeRules from "@florin/core/brake/BrakeRules"
import type { TransactionUid } from "@florin/core/ids/Ids"
import type { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import * as Effect from "effect/Effect"
import type { Limits } from "../../HttpSettings.js"

/** The transaction of a try. */
export interface Tried {
  readonly uid: TransactionUid
  readonly status: TransactionStatus
}

/** The status of a transaction; undefined: it cannot be read now. */
export type StatusOf = (uid: TransactionUid) => Effect.Effect<TransactionStatus | undefined>

/** By the status of the transaction; undefined: it is not known yet, and the try keeps its place. */
const outcomeOf = (status: TransactionStatus | undefined): BrakeRules.TryOutcome | undefined => {
  switch (status) {
    case "successful":
      return "succeeded"
    case "failed":
    case "expired":
      return "failed"
    case "pending":
    case "incomplete":
    case undefined:
      return undefined
  }
}

/** Who tries. */
export interface Party {
  readonly page: string
  /** Undefined: nobody knows where it comes from, and nothing but the page limits it. */
  readonly address: string | undefined
  readonly share: string
}

/** So many parties and open tries are known; of more, those that were seen first are forgotten. */
const known = 10_000

/** The tries of many parties. Those that are forgotten have none. */
class Counts {
  private readonly tries = new Map<string, BrakeRules.TryCounts>()

  constructor(private readonly limit: BrakeRules.TriesPerHour) {}

  get(name: string, now: number): BrakeRules.TryCounts {
    return BrakeRules.decayedTries(this.tries.get(name) ?? BrakeRules.noTries(now), this.limit, now)
  }

  begin(name: string, now: number): void {
    const tries = BrakeRules.begun(this.get(name, now))
    if (!this.tries.has(name) && this.tries.size === known) this.tries.delete(this.tries.keys().next().value as string)
    this.tries.set(name, tries)
  }

  leftForBank(name: string, now: number): void {
    if (this.tries.has(name)) this.tries.set(name, BrakeRules.leftForBank(this.get(name, now)))
  }

  end(name: string, outcome: BrakeRules.TryOutcome, now: number, wasAtBank = false): void {
    if (!this.tries.has(name)) return
    const tries = BrakeRules.ended(this.get(name, now), outcome, this.limit, wasAtBank)
    // What was seen last is forgotten last.
    this.tries.delete(name)
    if (!BrakeRules.isForgotten(tries)) this.tries.set(name, tries)
  }
}

/** No transaction is looked up again so soon. Unit: milliseconds. */
const pause = 5000

/** The most look-ups for one customer who would have to wait. */
const mostLookUps = 100

interface OpenTry {
  readonly party: Party
  /** It counts as a part on its page. */
  readonly isAtBank: boolean
  readonly since: number
  lookedUpAt: number
}

/**
 * What every try is counted by: its page, its address, and its address on its page.
 *
 * A try whose customer is at the bank, or whose outcome nobody knows, counts as one that may fail; on the page, which many
 * customers use at once, the first ones of each address that are at the bank count as a part. What became of a try is
 * looked up when somebody could be held up by it: then it does not matter where, by whom and in which process it ended.
 */
export class Tallies {
  private readonly addresses: Counts
  private readonly pages: Counts
  private readonly shares: Counts
  private readonly open = new Map<TransactionUid, OpenTry>()

  constructor(
    private readonly limits: Limits["brake"],
    readonly now: () => number,
    private readonly statusOf: StatusOf
  ) {
    this.addresses = new Counts(limits.triesPerAddress)
    this.pages = new Counts(limits.triesPerPage)
    this.shares = new Counts(limits.triesPerPage)
  }

  verdictOf(party: Party): BrakeRules.TryVerdict {
    return this.judge(party, BrakeRules.onPage)
  }

  private judge({ address, page, share }: Party, onPage: typeof BrakeRules.onPage): BrakeRules.TryVerdict {
    const { triesPerAddress, triesPerPage } = this.limits
    const now = this.now()
    const there = onPage(this.pages.get(page, now), this.shares.get(share, now), triesPerPage)
    if (there._tag !== "Free" || address === undefined) return there
    return BrakeRules.atAddress(this.addresses.get(address, now), triesPerAddress)
  }

  begin({ address, page, share }: Party): void {
    const now = this.now()
    this.pages.begin(page, now)
    this.shares.begin(share, now)
    if (address !== undefined) this.addresses.begin(address, now)
  }

  end({ address, page, share }: Party, outcome: BrakeRules.TryOutcome, wasAtBank = false): void {
    const now = this.now()
    this.pages.end(page, outcome, now, wasAtBank)
    this.shares.end(share, outcome, now)
    if (address !== undefined) this.addresses.end(address, outcome, now)
  }

  /** Ends a try by its transaction, or keeps its place. */
  endBy(party: Party, { status, uid }: Tried): void {
    // The same transaction is no second try.
    const outcome = this.open.has(uid) ? "neither" : outcomeOf(status)
    if (outcome === undefined) this.keep(uid, party, status === "incomplete")
    else this.end(party, outcome)
  }

  private keep(uid: TransactionUid, party: Party, hasLeft: boolean): void {
    const [first] = this.open.keys()
    if (this.open.size === known && first !== undefined) this.close(first, "failed")
    const now = this.now()
    // Those who come from nowhere may all be one.
    const isAtBank =
      hasLeft && party.address !== undefined && BrakeRules.isLikelyPaid(this.shares.get(party.share, now))
    if (isAtBank) this.pages.leftForBank(party.page, now)
    this.open.set(uid, { party, isAtBank, since: now, lookedUpAt: Number.NEGATIVE_INFINITY })
  }

  private mayBeHeldUp(party: Party): boolean {
    return this.judge(party, BrakeRules.onPageAtMost)._tag !== "Free"
  }

  /** Looks up what became of open tries, as long as somebody may be held up by them. */
  readonly lookUp = (party: Party): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (!this.mayBeHeldUp(party)) return Effect.void
      return Effect.iterate(this.inTheWayOf(party), {
        while: (rest) => rest.length > 0 && this.mayBeHeldUp(party),
        body: ([uid, ...rest]) => Effect.as(uid === undefined ? Effect.void : this.lookUpOne(uid), rest)
      })
    })

  private inTheWayOf({ address, page }: Party): ReadonlyArray<TransactionUid> {
    const due = this.now() - pause
    const found: Array<TransactionUid> = []
    for (const [uid, { lookedUpAt, party }] of this.open) {
      if (lookedUpAt > due || (party.page !== page && (address === undefined || party.address !== address))) continue
      if (found.push(uid) === mostLookUps) break
    }
    return found
  }

  private lookUpOne(uid: TransactionUid): Effect.Effect<void> {
    const one = this.open.get(uid)
    if (one === undefined) return Effect.void
    one.lookedUpAt = this.now()
    // The next look-up begins with others.
    this.open.delete(uid)
    this.open.set(uid, one)
    return Effect.map(this.statusOf(uid), (status) => {
      const outcome = outcomeOf(status)
      if (outcome !== undefined) this.close(uid, outcome)
    })
  }

  private close(uid: TransactionUid, outcome: BrakeRules.TryOutcome): void {
    const one = this.open.get(uid)
    if (one === undefined) return
    this.open.delete(uid)
    this.end(one.party, BrakeRules.outcomeThatCounts(outcome, this.now() - one.since), one.isAtBank)
  }
}
