import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { IdempotencyKey } from "../../idempotency/IdempotencyStore.js"
import { Entropy } from "../../ids/Entropy.js"
import { makeNotificationId, makeTransactionUid } from "../../ids/Ids.js"
import * as Accepting from "../../operations/Accepting.js"
import { InvalidRequest } from "../../request/InvalidRequest.js"
import { Routing } from "../../routing/Routing.js"
import type { Shop } from "../../shops/Shop.js"
import * as Reads from "../../store/Reads.js"
import type { Write } from "../../store/Write.js"
import { ThreeDSecure } from "../../three-d-secure/ThreeDSecure.js"
import type { ChildRequest, RefundRequest } from "../../transactions/ChildRequest.js"
import { TransactionDocuments } from "../../transactions/TransactionStore.js"
import type { AcquirerCard, AcquirerService } from "../Acquirer.js"
import type { SavedCard } from "../CardStore.js"
import * as ChargeRules from "../ChargeRules.js"
import * as ChildRules from "../ChildRules.js"
import * as PayoutRules from "../PayoutRules.js"
import type { Asking } from "./asking.js"
import * as permissions from "./permissions.js"
import * as Resolving from "./resolving.js"

/** `test` never reaches a real acquirer; with the sandbox alone everything goes to it. Source: D39. */
export const eligible = (acquirers: ReadonlyArray<AcquirerService>, test: boolean): ReadonlyArray<AcquirerService> => {
  const simulated = acquirers.filter((acquirer) => acquirer.simulated)
  const real = acquirers.filter((acquirer) => !acquirer.simulated)
  return test || real.length === 0 ? simulated : real
}

type Refused = { readonly plan: Either.Either<never, InvalidRequest> }

const refused = (error: InvalidRequest): Refused => ({ plan: Either.left(error) })

/** A saved card with more contracts than it had. */
interface CardRead {
  readonly saved: SavedCard | undefined
}

/** What a charge reads besides what every acceptance does: a saved card whose contracts grow. */
const addedContracts = (contracts: SavedCard["contracts"], { saved }: CardRead): ReadonlyArray<Write> => {
  if (saved === undefined || contracts.length === 0) return []
  const all = Array.from(new Set([...saved.contracts, ...contracts]))
  return all.length === saved.contracts.length ? [] : [{ _tag: "ReplaceCard", card: { ...saved, contracts: all } }]
}

/** Making the commits that accept: everything that needs no read is made here, before the unit of work. */
export const make = Effect.fnUntraced(function* ({ acquirers }: Asking) {
  const { resolve, shown } = yield* Resolving.make
  const routing = yield* Routing
  const server = yield* ThreeDSecure
  const entropy = yield* Entropy
  const documents = yield* TransactionDocuments
  const newUid = yield* makeTransactionUid
  const newNotificationId = yield* makeNotificationId
  const newFence = () => entropy(6).reduce((sum, byte) => sum * 256 + byte, 0)

  const requestOf = (
    shop: Shop,
    key: IdempotencyKey | undefined,
    now: DateTime.Utc,
    what: Pick<Accepting.Request, "name" | "type" | "amount" | "repeats">
  ): Accepting.Request => ({
    ...what,
    shop,
    key,
    now,
    uid: newUid(now.epochMillis),
    fence: newFence(),
    notification: newNotificationId(now.epochMillis),
    encode: documents.encode
  })

  const gatewayOf = (charge: ChargeRules.Charge, gateways: ReadonlyArray<number> | null): number | undefined => {
    const excluded = charge.additionalData?.excludedGateways ?? []
    const candidates = eligible(acquirers, charge.test ?? false).filter(
      ({ gatewayId }) => !excluded.includes(gatewayId)
    )
    // The rules' order, where they name one, and not that of the acquirers.
    const ordered = gateways?.flatMap((id) => candidates.filter(({ gatewayId }) => gatewayId === id)) ?? candidates
    return ordered[0]?.gatewayId
  }

  const none = {} as Reads.Reads<CardRead>

  const unacceptable = (request: Accepting.Request, plan: Refused["plan"]) =>
    Accepting.operation(request, none, () => plan)

  const charge = Effect.fnUntraced(function* (
    shop: Shop,
    kind: ChargeRules.ChargeKind,
    request: ChargeRules.Charge,
    key: IdempotencyKey | undefined,
    now: DateTime.Utc
  ) {
    const what = { name: "accept-charge", type: kind, amount: request.amount } as const
    const verification = permissions.threeDSecureDecision(server, shop, request)
    const asked = { shop, charge: request, now, verification }
    const early = ChargeRules.refusal(asked)
    const contracts = ChargeRules.contractsOf(request)
    const card = early ?? (yield* resolve(shop, request.creditCard, contracts, now))
    if (card instanceof InvalidRequest) {
      const { plan } = refused(card)
      return { accept: unacceptable(requestOf(shop, key, now, { ...what, repeats: undefined }), plan), card: undefined }
    }
    const { amount, currency, test = false } = request
    const decision = routing.decide({ shop, type: kind, amount, currency, card: card.saved.facts, test })
    const { isNew, saved, securityCode } = card
    const plan = ChargeRules.plan({
      ...asked,
      kind,
      card: { saved, isNew, hasCode: securityCode !== undefined, shown: shown(card) },
      routing: decision,
      gatewayId: gatewayOf(request, decision.gateways)
    })
    const repeats = { on: saved.stamp, check: request.duplicateCheck ?? true }
    const more: Reads.Reads<CardRead> =
      isNew || contracts.length === 0 ? none : { saved: Reads.card(shop.id, saved.token) }
    const accept = Accepting.operation(requestOf(shop, key, now, { ...what, repeats }), more, (facts) =>
      Either.map(plan, (plan) => ({ ...plan, besides: addedContracts(contracts, facts) }))
    )
    return { accept, card: Resolving.forAcquirer(card) as AcquirerCard | undefined }
  })

  const child = (
    shop: Shop,
    kind: ChildRules.ChildKind,
    request: ChildRequest | RefundRequest,
    key: IdempotencyKey | undefined,
    now: DateTime.Utc
  ) => {
    const repeats = { on: request.parentUid, check: request.duplicateCheck ?? true }
    const reads = {
      parent: Reads.transaction(shop.id, request.parentUid),
      totals: Reads.parentTotals(shop.id, request.parentUid)
    }
    return Accepting.operation(
      requestOf(shop, key, now, { name: "accept-child", type: kind, amount: request.amount, repeats }),
      reads,
      ChildRules.plan(kind, request)
    )
  }

  const payout = Effect.fnUntraced(function* (
    shop: Shop,
    wanted: PayoutRules.Payout,
    key: IdempotencyKey | undefined,
    now: DateTime.Utc
  ) {
    const { amount, duplicateCheck, test } = wanted.request
    const what = { name: "accept-pay-out", type: wanted.type, amount } as const
    const { card: input, path } = PayoutRules.cardOf(wanted)
    const card = PayoutRules.refusal(wanted, now) ?? (yield* resolve(shop, input, [], now, path))
    if (card instanceof InvalidRequest) {
      const { plan } = refused(card)
      return { accept: unacceptable(requestOf(shop, key, now, { ...what, repeats: undefined }), plan), card: undefined }
    }
    const { isNew, saved } = card
    const gatewayId = eligible(acquirers, test ?? false)[0]?.gatewayId
    const plan = PayoutRules.plan({ shop, payout: wanted, card: { saved, isNew, shown: shown(card) }, gatewayId })
    const repeats = { on: saved.stamp, check: duplicateCheck ?? true }
    const accept = Accepting.operation(requestOf(shop, key, now, { ...what, repeats }), none, () => plan)
    return { accept, card: Resolving.forAcquirer(card) as AcquirerCard | undefined }
  })

  return { charge, child, payout }
})
