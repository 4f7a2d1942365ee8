/** Why a charge went where it went. */
import type * as DateTime from "effect/DateTime"
import type { Lacking } from "../cards/AcquirerCapabilities.js"
import { isCharge } from "../cards/CardChange.js"
import type { CardTransaction } from "../cards/CardTransaction.js"
import type { DeclineReason } from "../cards/DeclineReason.js"
import type * as RoutingRules from "../cards/RoutingRules.js"
import type { TransactionUid } from "../ids/Ids.js"
import { lastCharge } from "../transaction-base/TransactionBase.js"

/** One acquirer that was asked, was to be asked, or was passed over. */
export interface ConsideredAcquirer {
  readonly gatewayId: number | null
  /**
   * `skipped`: its circuit breaker was open, or it lacks what the charge needs, and the next one was asked instead.
   * `passed-on`: it could not process the charge, and the next one was asked.
   */
  readonly result: "skipped" | "passed-on" | CardTransaction["status"]
  readonly reason: DeclineReason | null
  /** What one that was skipped lacks; null: nothing. */
  readonly lacks: Lacking | null
  readonly at: DateTime.Utc
}

export interface Explanation {
  readonly uid: TransactionUid
  /** What the rules looked at. */
  readonly facts: RoutingRules.RoutingFacts
  /** The rules that fired, in their order. */
  readonly rules: RoutingRules.RulesDecision["rules"]
  readonly threeDSecure: "not-asked" | "optional" | "mandatory"
  /** In the order in which they were considered; none where rules declined or there is no acquirer. */
  readonly acquirers: ReadonlyArray<ConsideredAcquirer>
}

/** The facts of a charge for which there were no rules. */
const factsOf = (transaction: CardTransaction, type: RoutingRules.RoutingFacts["type"]): RoutingRules.RoutingFacts => {
  const { amount, card, currency, details, shop, test } = transaction
  return {
    shop,
    type,
    amount,
    currency,
    test,
    brand: card?.facts.brand ?? null,
    bin: card?.facts.bin8 ?? card?.facts.bin ?? null,
    issuerCountry: card?.issuerCountry ?? null,
    customerCountry: details.billingAddress?.country ?? null,
    ipCountry: null,
    contracts: details.additionalData?.contract ?? []
  }
}

const verificationOf = ({ authentication }: CardTransaction): Explanation["threeDSecure"] => {
  if (authentication === undefined) return "not-asked"
  return authentication.forced ? "mandatory" : "optional"
}

/** Those that were passed over before an attempt. */
const skippedAt = ({ skipped = [] }: CardTransaction, attempt: number): ReadonlyArray<ConsideredAcquirer> =>
  skipped
    .filter((one) => one.attempt === attempt)
    .map(({ at, gatewayId, lacks = null }) => ({ gatewayId, result: "skipped", reason: null, lacks, at }))

const consideredOf = (transaction: CardTransaction): ReadonlyArray<ConsideredAcquirer> => {
  const { gatewayId } = lastCharge(transaction)
  const { paidAt, passedOn = [], reason, status, updatedAt } = transaction
  const before = passedOn.map((one): ConsideredAcquirer => ({ ...one, result: "passed-on", lacks: null }))
  const isNone = gatewayId === null || reason === "routing-rules" || reason === "no-acquirer"
  // An approval is not dated anew by a capture or a hold that lapses.
  const at = status === "successful" ? (paidAt ?? updatedAt) : updatedAt
  const tried = isNone ? before : [...before, { gatewayId, result: status, reason, lacks: null, at }]
  const all = tried.flatMap((one, index) => [...skippedAt(transaction, index + 1), one])
  return reason === "no-acquirer" ? [...all, ...skippedAt(transaction, tried.length + 1)] : all
}

/**
 * The explanation of how a charge was routed. Undefined for other transactions, which follow a charge or have no rules.
 * Source: D17.
 */
export const of = (transaction: CardTransaction): Explanation | undefined => {
  const { routed, type, uid } = transaction
  if (!isCharge(type)) return undefined
  return {
    uid,
    facts: routed?.facts ?? factsOf(transaction, type),
    rules: routed?.rules ?? [],
    threeDSecure: verificationOf(transaction),
    acquirers: consideredOf(transaction)
  }
}
