/** The ledger of a scripted acquirer: what it did, from its own view and by rules of its own. */
import type { AcquirerRequest } from "@florin/core/cards/Acquirer"
import type { DeclineReason } from "@florin/core/cards/DeclineReason"

export type Kind = "authorization" | "payment" | "tokenization" | "capture" | "void" | "refund" | "payout"

/** What was asked under a key, and what was said to it for good. */
export interface Entry {
  readonly key: string
  readonly kind: Kind
  readonly amount: number
  readonly currency: string
  readonly parent: string | undefined
  /** Why it was declined; undefined when it was approved. */
  readonly declined: DeclineReason | undefined
  /** It was declined because there was not so much left. */
  readonly excessive: boolean
}

/** What the acquirer makes of a request that its own rules allow. */
export type Verdict = "approve" | DeclineReason

export interface AcquirerLedger {
  readonly entries: ReadonlyMap<string, Entry>
  /** Writes a request down and answers its entry; a key that is known changes nothing. */
  readonly enter: (request: AcquirerRequest, verdict: Verdict) => Entry
  /** What approved movements of a kind took of the movement under this key. */
  readonly taken: (key: string, kind: Kind) => number
  /** How much of the movement under this key still has its effect. */
  readonly standing: (key: string) => number
}

const kindOf = (request: AcquirerRequest): Kind => {
  switch (request._tag) {
    case "Charge":
      return request.kind
    case "Capture":
      return "capture"
    case "Void":
      return "void"
    case "Refund":
      return "refund"
    case "Payout":
      return "payout"
  }
}

const parentOf = (request: AcquirerRequest): string | undefined =>
  request._tag === "Charge" || request._tag === "Payout" ? undefined : request.parent

export const make = (): AcquirerLedger => {
  const entries = new Map<string, Entry>()

  const taken = (key: string, kind: Kind): number => {
    let sum = 0
    for (const entry of entries.values()) {
      if (entry.parent === key && entry.kind === kind && entry.declined === undefined) sum += entry.amount
    }
    return sum
  }

  /** What is left for a movement of this kind; none when it does not follow such a parent at all. */
  const left = (kind: Kind, parent: Entry): number | undefined => {
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

  const judge = (kind: Kind, amount: number, parentKey: string | undefined, verdict: Verdict) => {
    const refused = (excessive: boolean) => ({ declined: "not-allowed" as const, excessive })
    if (parentKey !== undefined) {
      const parent = entries.get(parentKey)
      if (parent === undefined || parent.declined !== undefined) return refused(false)
      const rest = left(kind, parent)
      if (rest === undefined) return refused(false)
      if (amount > rest) return refused(true)
    }
    return { declined: verdict === "approve" ? undefined : verdict, excessive: false }
  }

  return {
    entries,
    enter: (request, verdict) => {
      const known = entries.get(request.key)
      if (known !== undefined) return known
      const [kind, parent] = [kindOf(request), parentOf(request)]
      const { amount, currency, key } = request
      const entry: Entry = { key, kind, amount, currency, parent, ...judge(kind, amount, parent, verdict) }
      entries.set(key, entry)
      return entry
    },
    taken,
    standing: (key) => {
      const entry = entries.get(key)
      return entry === undefined || entry.declined !== undefined ? 0 : entry.amount - taken(key, "void")
    }
  }
}

/** Whether a request asks for what stands under its key. */
export const asksFor = (request: AcquirerRequest, entry: Entry): boolean =>
  entry.kind === kindOf(request) &&
  entry.amount === request.amount &&
  entry.currency === request.currency &&
  entry.parent === parentOf(request)
