import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { claim } from "../../idempotency/Claiming.js"
import type { IdempotencyKey } from "../../idempotency/IdempotencyStore.js"
import * as Machine from "../../machine/Machine.js"
import type { Amount } from "../../money/Amount.js"
import type { Currency } from "../../money/Currency.js"
import { Routing, type RoutingDecision } from "../../routing/Routing.js"
import type { Shop } from "../../shops/Shop.js"
import type { Transaction } from "../../transactions/Transaction.js"
import { type AcquirerCard, AcquirerRequest, type AcquirerService, Acquirers } from "../Acquirer.js"
import type { CardInput, ChargeDetails, Contract } from "../CardRequest.js"
import * as ChargeMachine from "../ChargeMachine.js"
import { accept, type Beginning } from "./acceptance.js"
import { forAcquirer, type HeldCard, hold, keep, shown } from "./holding.js"
import * as permissions from "./permissions.js"

/** An authorization, payment or tokenization as it comes from the merchant. */
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

export type ChargeKind = "authorization" | "payment" | "tokenization"

/** `test` never reaches a real acquirer; with the sandbox alone everything goes to it. Source: D39. */
export const eligible = (acquirers: ReadonlyArray<AcquirerService>, test: boolean): ReadonlyArray<AcquirerService> => {
  const simulated = acquirers.filter((acquirer) => acquirer.simulated)
  const real = acquirers.filter((acquirer) => !acquirer.simulated)
  return test || real.length === 0 ? simulated : real
}

const route = Effect.fnUntraced(function* (shop: Shop, type: ChargeKind, charge: Charge, card: HeldCard) {
  const rules = yield* Routing
  const { amount, currency, test = false } = charge
  const decision = rules.decide({ shop, type, amount, currency, card: card.saved.facts, test })
  const excluded = charge.additionalData?.excludedGateways ?? []
  const { gateways } = decision
  const candidates = eligible(yield* Acquirers, test).filter(({ gatewayId }) => !excluded.includes(gatewayId))
  // The rules' order, where they name one, and not that of the acquirers.
  const ordered = gateways?.flatMap((id) => candidates.filter(({ gatewayId }) => gatewayId === id)) ?? candidates
  return { decision, acquirer: ordered[0] }
})

const entry = (
  decision: RoutingDecision,
  acquirer: AcquirerService | undefined
): Pick<Beginning, "trigger" | "reason"> => {
  if (decision.status === "failed") return { trigger: "RulesDeclined", reason: "routing-rules" }
  if (acquirer === undefined) return { trigger: "NoAcquirer", reason: "no-acquirer" }
  return { trigger: "Accepted", reason: null }
}

const begin = (facts: ChargeMachine.Facts, decision: RoutingDecision, acquirer: AcquirerService | undefined) => {
  const { reason, trigger } = entry(decision, acquirer)
  return Effect.map(Machine.decide(ChargeMachine.machine, "none", trigger, facts), ({ effects, next }): Beginning => {
    const status = next as Transaction["status"]
    return { trigger, status, effects, reason, detail: decision.explanation }
  })
}

const recurringType = (contracts: ReadonlyArray<Contract>, card: HeldCard): Transaction["recurringType"] => {
  if (!card.isNew && card.saved.contracts.includes("recurring")) return "recurring"
  return contracts.includes("recurring") ? "initial" : null
}

const split = (charge: Charge) => {
  const { amount, creditCard, currency, description, expiredAt, language, test, trackingId, ...details } = charge
  const order = {
    amount,
    currency,
    description,
    ...(trackingId === undefined ? {} : { trackingId }),
    test: test ?? false,
    language: language ?? "en"
  }
  return { creditCard, details, expiredAt, order }
}

/** Accepts a charge: everything is checked, decided and written in the one unit of work this runs in. */
export const acceptCharge = Effect.fnUntraced(function* (
  shop: Shop,
  type: ChargeKind,
  charge: Charge,
  key: IdempotencyKey | undefined
) {
  const now = yield* DateTime.now
  yield* claim(shop.id, key, now)
  const { creditCard, details, expiredAt, order } = split(charge)
  const contracts = charge.additionalData?.contract ?? []
  const verification = yield* permissions.threeDSecure(shop, details)
  yield* permissions.expiresLater(expiredAt, now)
  yield* permissions.codeForContract(shop, contracts, creditCard)
  yield* permissions.notExpired("credit_card", creditCard, now)
  const card = yield* hold(shop, creditCard, contracts)
  if (!card.isNew) {
    yield* permissions.tokenUse(shop, card.saved.contracts, card.securityCode !== undefined)
  }
  const { acquirer, decision } = yield* route(shop, type, charge, card)
  const threeDSecureNeeded = verification === "needed"
  const facts = { now, expiredAt: expiredAt ?? null, threeDSecureNeeded, checksRejected: false }
  const beginning = yield* begin(facts, decision, acquirer)
  const accepted = yield* accept(
    shop,
    {
      ...order,
      type,
      details,
      expiredAt: expiredAt ?? null,
      card: yield* shown(card),
      recurringType: recurringType(contracts, card),
      routing: decision.status,
      gatewayId: acquirer?.gatewayId ?? null
    },
    beginning,
    { on: card.saved.stamp, check: details.duplicateCheck ?? true },
    now,
    key
  )
  yield* keep(card, contracts)
  return { accepted, card: forAcquirer(card) }
})

/** What the acquirer is asked for an accepted charge. */
export const chargeRequest = (kind: ChargeKind, transaction: Transaction, card: AcquirerCard): AcquirerRequest => {
  const { acquirerKey: key, amount, currency } = transaction
  return AcquirerRequest.Charge({ key, kind, amount, currency, card, transaction })
}
