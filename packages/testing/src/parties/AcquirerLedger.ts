/** The ledger of an acquirer: what it did, from its own view and by rules of its own. */
import { type AcquirerRequest, isTokenRequest } from "@florin/core/cards/Acquirer"
import type { CardTransactionType } from "@florin/core/cards/CardTransaction"
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
import type { Movement as Listed, MovementKind, Period } from "@florin/core/money/Movement"
import * as DateTime from "effect/DateTime"

/** What an acquirer is asked for, without the card: plain data, which may travel over a wire. */
export interface Movement {
  /** The key that makes it idempotent. */
  readonly key: string
  readonly kind: CardTransactionType
  /** Unit: minor units. */
  readonly amount: number
  readonly currency: string
  /** The key of the charge or capture that it follows. */
  readonly parent?: string | undefined
  /** What its request says is the reference of that. */
  readonly parentReference?: string | undefined
  /** Its source is a provider's token. */
  readonly isByToken?: boolean
  /** The merchant's `tracking_id`, where the request carries one. */
  readonly intent?: string | undefined
}

/** What was asked under a key, and what was decided about it for good. */
export interface Entry extends Movement {
  /** Why it was declined; undefined when it was approved. */
  readonly declined: DeclineReason | undefined
  /** It was declined because less than its amount was left. */
  readonly excessive: boolean
  /** It took back what had not been decided, and so moved nothing. */
  readonly isEmpty?: boolean
  /** When it came. Unit: milliseconds since 1970. */
  readonly at: number
}

/** What the acquirer makes of a movement that its own rules allow. */
export type Verdict = "approve" | DeclineReason

export interface AcquirerLedger {
  readonly entries: ReadonlyMap<string, Entry>
  /** Enters a movement and answers its entry; a key that is known changes nothing. */
  readonly enter: (movement: Movement, verdict: Verdict, at: number) => Entry
  /** Enters that a movement was taken back before it was decided. */
  readonly takeBack: (taking: Movement, undecided: Movement, at: number) => Entry
  /** What approved movements of a kind took of the movement under this key. */
  readonly taken: (key: string, kind: CardTransactionType) => number
  /** How much of the movement under this key still has its effect. */
  readonly progress: (key: string) => number
  /** How much is still held by the authorization under this key. */
  readonly held: (key: string) => number
  /** Removes what was declined under this key: the next request under it is decided anew. */
  readonly forget: (key: string) => void
}

export interface Options {
  /** A capture gives back what it leaves of its authorization. Default: false. */
  readonly releases?: boolean
}

export const movementOf = (request: AcquirerRequest): Movement => {
  const { amount, currency, key } = request
  const source = isTokenRequest(request) ? { isByToken: true } : {}
  switch (request._tag) {
    case "Charge":
      return { key, kind: request.kind, amount, currency, intent: request.transaction.trackingId, ...source }
    // Whether the card was saved before is nothing to the acquirer.
    case "Payout":
      return { key, kind: "payout", amount, currency, intent: request.transaction.trackingId, ...source }
    case "Capture":
    case "Void":
    case "Refund":
      return {
        key,
        amount,
        currency,
        parent: request.parent,
        kind: request._tag.toLowerCase() as CardTransactionType,
        ...(request.parentReference === null ? {} : { parentReference: request.parentReference })
      }
  }
}

/** Whether a movement asks for what stands under its key. */
export const asksFor = (movement: Movement, entry: Movement): boolean =>
  (["kind", "amount", "currency", "parent"] as const).every((name) => movement[name] === entry[name])

/** Whether it moved money. */
export const moves = ({ declined, isEmpty, kind }: Entry): boolean =>
  declined === undefined && isEmpty !== true && kind !== "tokenization"

/** The money that entries have moved in a period, oldest first. Unit of `at`: milliseconds since 1970. */
export const movedIn = (entries: Iterable<Entry>, { from, to }: Period): ReadonlyArray<Listed> =>
  Array.from(entries)
    .filter((entry) => {
      const isWithin = entry.at >= from.epochMillis && entry.at < to.epochMillis
      return isWithin && moves(entry)
    })
    .map(({ amount, at, currency, key, kind }) => ({
      key: AcquirerKey.make(key),
      kind: kind as MovementKind,
      amount: Amount.make(amount),
      currency: currency as Currency,
      at: DateTime.unsafeMake(at)
    }))
    .sort((one, other) => one.at.epochMillis - other.at.epochMillis)

/** An empty ledger. */
export const make = ({ releases = false }: Options = {}): AcquirerLedger => {
  const entries = new Map<string, Entry>()

  const taken = (key: string, kind: CardTransactionType): number => {
    let sum = 0
    for (const entry of entries.values()) {
      if (entry.parent === key && entry.kind === kind && entry.declined === undefined) sum += entry.amount
    }
    return sum
  }

  /** What is left for a movement of this kind; undefined when it does not follow such a parent at all. */
  const left = (kind: CardTransactionType, parent: Entry): number | undefined => {
    const voided = taken(parent.key, "void")
    if (parent.kind === "authorization") {
      return kind === "refund" ? undefined : parent.amount - taken(parent.key, "capture") - voided
    }
    if (parent.kind !== "payment" && parent.kind !== "capture") return undefined
    const rest = parent.amount - voided - taken(parent.key, "refund")
    if (kind === "refund") return rest
    // Taking a charge back is all or nothing.
    return kind === "void" ? (rest === parent.amount ? rest : 0) : undefined
  }

  /** A capture has given back all that it left. */
  const isReleased = (hold: Entry): boolean => releases && taken(hold.key, "capture") > 0

  const judge = ({ amount, kind, parent: parentKey }: Movement, verdict: Verdict) => {
    const refused = (excessive: boolean) => ({ declined: "not-allowed" as const, excessive })
    if (parentKey !== undefined) {
      const parent = entries.get(parentKey)
      if (parent === undefined || parent.declined !== undefined) return refused(false)
      const rest = left(kind, parent)
      if (rest === undefined) return refused(false)
      if (amount > rest) return refused(true)
      if (parent.kind === "authorization" && isReleased(parent)) return refused(false)
    }
    return { declined: verdict === "approve" ? undefined : verdict, excessive: false }
  }

  return {
    entries,
    enter: (movement, verdict, at) => {
      const known = entries.get(movement.key)
      if (known !== undefined) return known
      const entry: Entry = { ...movement, ...judge(movement, verdict), at }
      entries.set(movement.key, entry)
      return entry
    },
    takeBack: (taking, undecided, at) => {
      entries.set(undecided.key, { ...undecided, declined: "order-expired", excessive: false, at })
      const entry: Entry = { ...taking, declined: undefined, excessive: false, isEmpty: true, at }
      entries.set(taking.key, entry)
      return entry
    },
    taken,
    progress: (key) => {
      const entry = entries.get(key)
      return entry === undefined || entry.declined !== undefined ? 0 : entry.amount - taken(key, "void")
    },
    held: (key) => {
      const entry = entries.get(key)
      if (entry?.kind !== "authorization" || entry.declined !== undefined || isReleased(entry)) return 0
      return entry.amount - taken(key, "capture") - taken(key, "void")
    },
    forget: (key) => {
      if (entries.get(key)?.declined !== undefined) entries.delete(key)
    }
  }
}
