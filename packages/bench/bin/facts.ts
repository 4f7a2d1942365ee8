import { writesOf } from "@florin/core/card-operations/CardWrites"
/** Random facts for the rules of charges, captures and refunds: requests, and what is read for them. */

import * as ChargeRules from "@florin/core/card-operations/ChargeRules"
import * as ChildRules from "@florin/core/card-operations/ChildRules"
import * as CardNumber from "@florin/core/cards/CardNumber"
import type { SavedCard } from "@florin/core/cards/CardStore"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import * as Reads from "@florin/core/commits/Reads"
import type { Renewal } from "@florin/core/due-work/Lease"
import { AcquirerKey, CardStamp, CardToken, NotificationId, ShopId, TransactionUid } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import * as AcceptanceRules from "@florin/core/operations/AcceptanceRules"
import type { InvalidRequest } from "@florin/core/request/InvalidRequest"
import { Shop } from "@florin/core/shops/Shop"
import type { Transaction } from "@florin/core/transactions/Transaction"
import type { Random } from "@florin/testing/parties/Random"
import * as Documents from "@florin/wire/Documents"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

const now = DateTime.unsafeMake("2026-03-02T09:00:00.000Z")
const millis = now.epochMillis
const uids = Array.from({ length: 1000 }, (_, number) =>
  TransactionUid.make(`0190b6a0-0000-7000-8000-${String(number).padStart(12, "0")}`)
)
const parent = uids[1]!

const shop = ShopId.make("shop")
const flags = [false, true]
const shops = flags.flatMap((strictContracts) =>
  flags.flatMap((may) =>
    flags.map((hasReceiver) =>
      Shop.make({
        ...{ id: shop, name: "Shop", strictContracts, holdPeriod: Duration.days(7) },
        ...{ threeDSecure: may, allowSkipThreeDSecure: may, allowForceThreeDSecure: may },
        ...(hasReceiver ? { notificationUrl: "https://shop.example/hook" } : {})
      })
    )
  )
)

const number = Option.getOrThrow(CardNumber.parse("4200000000000000"))
const contracts = [[], ["recurring"], ["oneclick"], ["credit"], ["card_on_file", "oneclick"]] as const
const token = CardToken.make("a".repeat(64))
const stamp = CardStamp.make("b".repeat(64))
const card = { token, stamp, facts: number.facts, holder: "Jane Doe", expMonth: 12, expYear: 2035 }
const shown = { ...card, product: null, issuerCountry: null, issuerName: null, tokenProvider: null }
const saved = contracts.map(
  (contracts): SavedCard => ({ ...card, shop, number: { keyId: "k1", sealed: "sealed" }, contracts, createdAt: now })
)

const currency = Currency.make("EUR")
const amount = (least: number, most: number, draw: Random): Amount => draw.between(least, most) as Amount
const keys = [undefined, undefined, undefined, { key: "order-1", fingerprint: "a" }]
const records = [
  undefined,
  { fingerprint: "a", claimedAt: millis, answer: { document: "{}" } },
  { fingerprint: "a", claimedAt: millis, answer: undefined },
  { fingerprint: "b", claimedAt: millis, answer: undefined }
]

const notification = NotificationId.make("msg_0190b6a0-0000-7000-8000-0000000000ff")
const encode = (transaction: Transaction) => Documents.encode(transaction, { baseUrl: "https://pay.example" })
const renewal: Renewal = { owner: "one", writes: [], committed: () => undefined }

const window = { after: now.epochMillis - 30_000, until: now.epochMillis + 5000 }

const requestOf = (
  draw: Random,
  name: AcceptanceRules.Request["name"],
  type: AcceptanceRules.Request["type"],
  amount: Amount,
  on: CardStamp | TransactionUid
): AcceptanceRules.Request => ({
  // Without spreads: an object that begins with one is slower to read than those that a gateway makes.
  name,
  type,
  amount,
  repeats: { on, check: true },
  shop: draw.pick(shops),
  key: draw.pick(keys),
  now,
  window,
  uid: draw.pick(uids),
  fence: draw.between(0, 999_999),
  notification,
  encode,
  writesOf
})

const factsOf = (draw: Random): AcceptanceRules.AcceptanceFacts => ({
  key: draw.pick(records),
  duplicate: draw.chance(1 / 20) ? uids[7] : undefined
})

const cardOf = (draw: Random): ChargeRules.Charge["creditCard"] => {
  const securityCode = draw.chance(1 / 3) ? {} : { securityCode: Redacted.make("123") }
  if (draw.chance(1 / 2)) return { _tag: "CardToken", token, ...securityCode }
  const expires = { expMonth: draw.between(1, 12), expYear: draw.pick([2025, 2026, 2027, 2030]) }
  return { _tag: "CardData", number, ...expires, ...securityCode }
}

const instants = [undefined, undefined, undefined, now, DateTime.add(now, { hours: 1 })]

const chargeOf = (draw: Random): ChargeRules.Charge => {
  const expiredAt = draw.pick(instants)
  return {
    amount: amount(0, 1000, draw),
    currency,
    description: "An order",
    trackingId: `order-${draw.between(0, 999)}`,
    creditCard: cardOf(draw),
    ...(expiredAt === undefined ? {} : { expiredAt }),
    ...(draw.chance(1 / 10) ? { forceThreeDSecureVerification: true } : {}),
    ...(draw.chance(1 / 10) ? { skipThreeDSecureVerification: true } : {}),
    ...(draw.chance(1 / 4) ? { additionalData: { contract: draw.pick(contracts) } } : {})
  }
}

const routings = [
  { status: "skipped", gateways: null },
  { status: "successful", gateways: [1, 2] },
  { status: "successful", gateways: [1, 2] },
  { status: "failed", gateways: null }
] as const

/** An authorization, payment or tokenization, to be decided. */
export const charge = (draw: Random) => {
  const kind = draw.pick(["authorization", "payment", "tokenization"] as const)
  const wanted = chargeOf(draw)
  const request = requestOf(draw, "accept-charge", kind, wanted.amount, stamp)
  const requested = { shop: request.shop, charge: wanted, now, isAvailable: draw.chance(3 / 4) }
  const { creditCard } = wanted
  const hasCode = "securityCode" in creditCard && creditCard.securityCode !== undefined
  const card = { saved: draw.pick(saved), isNew: creditCard._tag === "CardData", hasCode, shown }
  const gatewayId = draw.chance(1 / 10) ? undefined : draw.between(1, 2)
  const planned = { ...requested, kind, card, routing: draw.pick(routings), gatewayId }
  const facts = factsOf(draw)
  const plan = () => {
    const refused = ChargeRules.refusal(requested)
    return refused === undefined ? ChargeRules.plan(planned) : Either.left(refused)
  }
  return () => AcceptanceRules.acceptanceCommit(request, {}, plan).operation(renewal).decide(facts)
}

const types = ["authorization", "capture", "payment"] as const
const statuses = ["successful", "successful", "successful", "successful", "pending", "failed"] as const

/** Charges and captures that something may follow. */
const parents = types.flatMap((type) =>
  statuses.flatMap((status) =>
    [null, null, now].map(
      (closedAt): CardTransaction => ({
        ...{ shop, uid: parent, type, status, reason: null, amount: 1000 as Amount, currency, test: false },
        ...{ language: "en", trackingId: "order-1", details: {}, recurringType: null, routing: "skipped" },
        ...{ gatewayId: 1, acquirerKey: AcquirerKey.make(parent), report: null, version: 2, manuallyCorrectedAt: null },
        ...{ createdAt: now, updatedAt: now, paidAt: now, closedAt, expiredAt: null, settledAt: null }
      })
    )
  )
)
const authorizations = parents.filter(({ type }) => type === "authorization")
const followed = {
  ...{ capture: authorizations, void: authorizations },
  refund: parents.filter(({ type }) => type !== "authorization")
}

/** A capture, void or refund, to be decided. */
export const child = (kind: ChildRules.ChildKind) => (draw: Random) => {
  const wanted = { parentUid: parent, amount: amount(1, 1000, draw), reason: "Goods came back" }
  const request = requestOf(draw, "accept-child", kind, wanted.amount, parent)
  const reads = {
    parent: Reads.cardTransaction(request.shop.id, parent),
    totals: Reads.parentTotals(request.shop.id, parent)
  }
  const [captured, voided, refunded] = [amount(0, 1000, draw), amount(0, 199, draw), amount(0, 1000, draw)]
  const facts = {
    ...factsOf(draw),
    parent: draw.pick(draw.chance(1 / 10) ? parents : followed[kind]),
    totals: { captured, voided, refunded, pending: draw.between(0, 2) }
  }
  const plan = ChildRules.plan(kind, wanted)
  return () =>
    AcceptanceRules.acceptanceCommit<ChildRules.ChildFacts, InvalidRequest, CardTransaction>(request, reads, plan)
      .operation(renewal)
      .decide(facts)
}
