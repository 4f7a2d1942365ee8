/** Random facts for the rules of charges, captures and refunds: requests, and what is read for them. */

import * as CardNumber from "@florin/core/cards/CardNumber"
import type { SavedCard } from "@florin/core/cards/CardStore"
import * as ChargeRules from "@florin/core/cards/ChargeRules"
import * as ChildRules from "@florin/core/cards/ChildRules"
import { AcquirerKey, CardStamp, CardToken, NotificationId, ShopId, TransactionUid } from "@florin/core/ids/Ids"
import type { Renewal } from "@florin/core/jobs/Lease"
import type { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import * as Accepting from "@florin/core/operations/Accepting"
import type { InvalidRequest } from "@florin/core/request/InvalidRequest"
import { Shop } from "@florin/core/shops/Shop"
import * as Reads from "@florin/core/store/Reads"
import type { ShownCard, Transaction } from "@florin/core/transactions/Transaction"
import * as Documents from "@florin/wire/Documents"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** A number from 0 to below `below`, the same ones for the same seed. */
export type Draw = (below: number) => number

/** Source: Marsaglia, "Xorshift RNGs", 2003: the 32-bit generator with the shifts 13, 17, 5. */
export const drawing = (seed: number): Draw => {
  let state = seed | 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    // The lower bits are the weaker ones.
    return (state >>> 8) % below
  }
}

const now = DateTime.unsafeMake("2026-03-02T09:00:00.000Z")
const millis = now.epochMillis
const uids = Array.from({ length: 1000 }, (_, number) =>
  TransactionUid.make(`0190b6a0-0000-7000-8000-${String(number).padStart(12, "0")}`)
)
const parent = uids[1]!

const flags = [false, true]
const shops = flags.flatMap((strictContracts) =>
  flags.flatMap((mayChoose) =>
    flags.map((isTold) =>
      Shop.make({
        id: ShopId.make("shop"),
        name: "Shop",
        threeDSecure: mayChoose,
        allowSkipThreeDSecure: mayChoose,
        allowForceThreeDSecure: mayChoose,
        strictContracts,
        holdPeriod: Duration.days(7),
        ...(isTold ? { notificationUrl: "https://shop.example/hook" } : {})
      })
    )
  )
)

const number = Option.getOrThrow(CardNumber.parse("4200000000000000"))
const token = CardToken.make("a".repeat(64))
const stamp = CardStamp.make("b".repeat(64))
const contracts = [[], ["recurring"], ["oneclick"], ["credit"], ["card_on_file", "oneclick"]] as const

const saved = contracts.map(
  (contracts): SavedCard => ({
    shop: ShopId.make("shop"),
    token,
    stamp,
    number: { keyId: "k1", sealed: "sealed" },
    facts: number.facts,
    holder: "Jane Doe",
    expMonth: 12,
    expYear: 2035,
    contracts,
    createdAt: now
  })
)

const unknown = { product: null, issuerCountry: null, issuerName: null, tokenProvider: null }
const shownCard: ShownCard = {
  ...{ facts: number.facts, holder: "Jane Doe", expMonth: 12, expYear: 2035, stamp, token },
  ...unknown
}

const currency = Currency.make("EUR")
const amounts = Array.from({ length: 1001 }, (_, amount) => amount as Amount)
const keys = [undefined, undefined, undefined, { key: "order-1", fingerprint: "a" }]
const records = [
  undefined,
  { fingerprint: "a", claimedAt: millis, answer: { status: 200, body: "{}" } },
  { fingerprint: "a", claimedAt: millis, answer: undefined },
  { fingerprint: "b", claimedAt: millis, answer: undefined }
]

const notification = NotificationId.make("msg_0190b6a0-0000-7000-8000-0000000000ff")
const encode = (transaction: Transaction) => Documents.encode(transaction, { baseUrl: "https://pay.example" })
const renewal: Renewal = { owner: "one", writes: [], committed: () => undefined }

const one = <A>(draw: Draw, of: ReadonlyArray<A>): A => of[draw(of.length)]!
const oneIn = (draw: Draw, chances: number): boolean => draw(chances) === 0

const requestOf = (
  draw: Draw,
  name: Accepting.Request["name"],
  type: Accepting.Request["type"],
  amount: Amount,
  on: CardStamp | TransactionUid
): Accepting.Request => ({
  name,
  type,
  amount,
  repeats: { on, check: true },
  shop: one(draw, shops),
  key: one(draw, keys),
  now,
  uid: one(draw, uids),
  fence: draw(1_000_000),
  notification,
  encode
})

const factsOf = (draw: Draw): Accepting.Facts => ({
  key: one(draw, records),
  duplicate: oneIn(draw, 20) ? uids[7] : undefined
})

const instants = [undefined, undefined, undefined, now, DateTime.add(now, { hours: 1 })]
const years = [2025, 2026, 2027, 2030]

const cardOf = (draw: Draw): ChargeRules.Charge["creditCard"] => {
  const securityCode = oneIn(draw, 3) ? {} : { securityCode: Redacted.make("123") }
  return oneIn(draw, 2)
    ? { _tag: "CardToken", token, ...securityCode }
    : { _tag: "CardData", number, expMonth: 1 + draw(12), expYear: one(draw, years), ...securityCode }
}

const chargeOf = (draw: Draw): ChargeRules.Charge => {
  const expiredAt = one(draw, instants)
  return {
    amount: one(draw, amounts),
    currency,
    description: "An order",
    trackingId: `order-${draw(1000)}`,
    creditCard: cardOf(draw),
    ...(expiredAt === undefined ? {} : { expiredAt }),
    ...(oneIn(draw, 10) ? { forceThreeDSecureVerification: true } : {}),
    ...(oneIn(draw, 10) ? { skipThreeDSecureVerification: true } : {}),
    ...(oneIn(draw, 4) ? { additionalData: { contract: one(draw, contracts) } } : {})
  }
}

const verifications = ["not-used", "not-needed", "not-needed", "needed"] as const
const routings = [
  { status: "skipped", gateways: null, explanation: null },
  { status: "successful", gateways: [1, 2], explanation: "rule 2" },
  { status: "successful", gateways: [1, 2], explanation: "rule 3" },
  { status: "failed", gateways: null, explanation: "rule 1" }
] as const

const kinds = ["authorization", "payment", "tokenization"] as const

/** An authorization, payment or tokenization, to be decided. */
export const charge = (draw: Draw) => {
  const kind = one(draw, kinds)
  const wanted = chargeOf(draw)
  const request = requestOf(draw, "accept-charge", kind, wanted.amount, stamp)
  const asked = { shop: request.shop, charge: wanted, now, verification: one(draw, verifications) }
  const { creditCard } = wanted
  const isNew = creditCard._tag === "CardData"
  const card = { saved: one(draw, saved), isNew, hasCode: creditCard.securityCode !== undefined, shown: shownCard }
  const gatewayId = oneIn(draw, 10) ? undefined : 1 + draw(2)
  const planned = { ...asked, kind, card, routing: one(draw, routings), gatewayId }
  const facts = factsOf(draw)
  const plan = () => {
    const refused = ChargeRules.refusal(asked)
    return refused === undefined ? ChargeRules.plan(planned) : Either.left(refused)
  }
  return () => Accepting.operation(request, {}, plan).operation(renewal).decide(facts)
}

const key = AcquirerKey.make(parent)
const types = ["authorization", "capture", "payment"] as const
const statuses = ["successful", "successful", "successful", "successful", "pending", "failed"] as const

/** Charges and captures that something may follow. */
const parents = types.flatMap((type) =>
  statuses.flatMap((status) =>
    [null, null, now].map(
      (closedAt): Transaction => ({
        ...{ shop: ShopId.make("shop"), uid: parent, type, status, reason: null, amount: amounts[1000]!, currency },
        ...{ test: false, language: "en", trackingId: "order-1", details: {}, recurringType: null, routing: "skipped" },
        ...{ gatewayId: 1, acquirerKey: key, report: null, createdAt: now, updatedAt: now, paidAt: now, closedAt },
        ...{ expiredAt: null, settledAt: null, manuallyCorrectedAt: null, version: 2 }
      })
    )
  )
)
const followed = {
  capture: parents.filter(({ type }) => type === "authorization"),
  void: parents.filter(({ type }) => type === "authorization"),
  refund: parents.filter(({ type }) => type !== "authorization")
}

/** A capture, void or refund, to be decided. */
export const child = (kind: ChildRules.ChildKind) => (draw: Draw) => {
  const wanted = { parentUid: parent, amount: amounts[1 + draw(1000)]!, reason: "Goods came back" }
  const request = requestOf(draw, "accept-child", kind, wanted.amount, parent)
  const [captured, voided, refunded] = [one(draw, amounts), amounts[draw(200)]!, one(draw, amounts)]
  const reads = {
    parent: Reads.transaction(request.shop.id, parent),
    totals: Reads.parentTotals(request.shop.id, parent)
  }
  const facts = {
    ...factsOf(draw),
    parent: oneIn(draw, 10) ? one(draw, parents) : one(draw, followed[kind]),
    totals: { captured, voided, refunded, pending: draw(3) }
  }
  const plan = ChildRules.plan(kind, wanted)
  return () =>
    Accepting.operation<ChildRules.ChildFacts, InvalidRequest>(request, reads, plan).operation(renewal).decide(facts)
}
