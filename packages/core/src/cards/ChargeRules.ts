/**
 * The rule by which a charge is accepted: permissions, routing, and how its transaction begins.
 *
 * @since 0.2.0
 */
import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Machine from "../machine/Machine.js"
import type { Amount } from "../money/Amount.js"
import type { Currency } from "../money/Currency.js"
import type { Beginning, Draft, Plan } from "../operations/Accepting.js"
import type { InvalidRequest } from "../request/InvalidRequest.js"
import type { RoutingDecision } from "../routing/Routing.js"
import type { Shop } from "../shops/Shop.js"
import type { ThreeDSecureDecision } from "../three-d-secure/ThreeDSecure.js"
import type { ShownCard, Transaction } from "../transactions/Transaction.js"
import type { CardInput, ChargeDetails, Contract } from "./CardRequest.js"
import type { SavedCard } from "./CardStore.js"
import * as ChargeMachine from "./ChargeMachine.js"
import * as permissions from "./internal/permissions.js"

/**
 * An authorization, payment or tokenization as it comes from the merchant.
 *
 * @since 0.2.0
 * @category models
 */
export interface Charge extends ChargeDetails {
  readonly amount: Amount
  readonly currency: Currency
  readonly description: string
  readonly trackingId?: string
  readonly language?: string
  readonly test?: boolean
  readonly expiredAt?: DateTime.Utc
  readonly creditCard: CardInput
}

/**
 * @since 0.2.0
 * @category models
 */
export type ChargeKind = "authorization" | "payment" | "tokenization"

/**
 * What is known before the card is.
 *
 * @since 0.2.0
 * @category models
 */
export interface RequestFacts {
  readonly shop: Shop
  readonly charge: Charge
  readonly now: DateTime.Utc
  readonly verification: ThreeDSecureDecision
}

/**
 * The rest: the card, and where the charge would go.
 *
 * @since 0.2.0
 * @category models
 */
export interface CardFacts extends RequestFacts {
  readonly kind: ChargeKind
  readonly card: {
    readonly saved: SavedCard
    readonly isNew: boolean
    readonly hasCode: boolean
    readonly shown: ShownCard
  }
  readonly routing: RoutingDecision
  /** The acquirer that is asked first; none where there is none. */
  readonly gatewayId: number | undefined
}

/**
 * What a request is refused for whatever its card is, in order of precedence.
 *
 * @since 0.2.0
 * @category deciding
 */
export const refusal = ({ charge, now, shop, verification }: RequestFacts): InvalidRequest | undefined =>
  permissions.first(
    () => permissions.threeDSecureFlags(shop, charge, verification),
    () => permissions.expiresLater(charge.expiredAt, now),
    () => permissions.codeForContract(shop, contractsOf(charge), charge.creditCard),
    () => permissions.notExpired("credit_card", charge.creditCard, now)
  )

/**
 * The contracts that a request asks for.
 *
 * @since 0.2.0
 * @category queries
 */
export const contractsOf = (charge: Charge): ReadonlyArray<Contract> => charge.additionalData?.contract ?? []

const entry = ({ gatewayId, routing }: CardFacts): Pick<Beginning, "trigger" | "reason"> => {
  if (routing.status === "failed") return { trigger: "RulesDeclined", reason: "routing-rules" }
  if (gatewayId === undefined) return { trigger: "NoAcquirer", reason: "no-acquirer" }
  return { trigger: "Accepted", reason: null }
}

const begin = (facts: CardFacts): Beginning => {
  const { reason, trigger } = entry(facts)
  const { charge, now, routing, verification } = facts
  // The machine's first rows always apply; a refusal here is our mistake.
  const { effects, next } = Either.getOrThrow(
    Machine.decide(ChargeMachine.machine, "none", trigger, {
      now,
      expiredAt: charge.expiredAt ?? null,
      threeDSecureNeeded: verification === "needed",
      checksRejected: false
    })
  )
  return { trigger, status: next as Transaction["status"], effects, reason, detail: routing.explanation }
}

const recurringType = ({ card, charge }: CardFacts): Transaction["recurringType"] => {
  if (!card.isNew && card.saved.contracts.includes("recurring")) return "recurring"
  return contractsOf(charge).includes("recurring") ? "initial" : null
}

const draftOf = (facts: CardFacts): Draft => {
  const { card, charge, gatewayId, kind, routing } = facts
  const { amount, creditCard: _, currency, description, expiredAt, language, test, trackingId, ...details } = charge
  return {
    amount,
    currency,
    description,
    ...(trackingId === undefined ? {} : { trackingId }),
    test: test ?? false,
    language: language ?? "en",
    type: kind,
    details,
    expiredAt: expiredAt ?? null,
    card: card.shown,
    recurringType: recurringType(facts),
    routing: routing.status,
    gatewayId: gatewayId ?? null
  }
}

/**
 * What is written for a charge, or what its card is refused for.
 *
 * @since 0.2.0
 * @category deciding
 */
export const plan = (facts: CardFacts): Either.Either<Plan, InvalidRequest> => {
  const { card, shop } = facts
  const refused = card.isNew ? undefined : permissions.tokenUse(shop, card.saved.contracts, card.hasCode)
  if (refused !== undefined) return Either.left(refused)
  return Either.right({
    draft: draftOf(facts),
    beginning: begin(facts),
    card: card.isNew ? card.saved : undefined
  })
}
