/** What the examples of the contract are about: cards, transactions, notifications. Real code encodes them. */
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { CardTransaction, CardTransactionType } from "@florin/core/cards/CardTransaction"
import type { RulesDecision } from "@florin/core/cards/RoutingRules"
import type { Notification } from "@florin/core/notifications/Notification"
import * as Explanation from "@florin/core/routing/Explanation"
import type { Transaction } from "@florin/core/transactions/Transaction"
import * as DateTime from "effect/DateTime"
import * as Documents from "../Documents.js"
import * as Explanations from "../Explanations.js"

export const shop = "shop" as CardTransaction["shop"]
export const uid = "0190b6a0-5c3f-7a4e-9d2b-1f0c6e8a7b35" as CardTransaction["uid"]
export const parentUid = "0190b6a0-4b21-7c55-8a10-94d3f7e2c601" as CardTransaction["uid"]
export const base = { baseUrl: "https://pay.example" }
const token = "3f9c1a7be0d24586".repeat(4)
const acceptedAt = DateTime.unsafeMake("2035-03-01T12:00:00.000Z")
const approvedAt = DateTime.unsafeMake("2035-03-01T12:00:00.412Z")

/** A card of the sandbox. */
export const card = {
  number: "4200000000000000",
  verification_value: "123",
  holder: "Jane Doe",
  exp_month: "12",
  exp_year: "2036"
}

/** The same as it is kept. */
export const keptCard: NonNullable<CardTransaction["card"]> = {
  facts: { brand: "visa", first1: "4", last4: "0000", bin: "420000", bin8: "42000000" },
  holder: card.holder,
  expMonth: 12,
  expYear: 2036,
  stamp: "8d5e07c2b41f9a36".repeat(4) as never,
  token: token as never,
  product: null,
  issuerCountry: null,
  issuerName: null,
  tokenProvider: null
}

const order = { amount: 1995, currency: "EUR", description: "Order 42", tracking_id: "order-42" }
const customer = { ip: "203.0.113.7", email: "jane@example.com" }
const amountOf = (amount: number) => amount as CardTransaction["amount"]

/** Source: D10, D11. */
export const requests: Readonly<Record<CardTransactionType, object>> = {
  authorization: { ...order, credit_card: card, customer },
  payment: { ...order, credit_card: { token }, customer },
  tokenization: { ...order, amount: 0, credit_card: card, additional_data: { contract: ["recurring"] } },
  capture: { parent_uid: parentUid, amount: 1995 },
  void: { parent_uid: parentUid, amount: 1995 },
  refund: { parent_uid: parentUid, amount: 500, reason: "Returned goods" },
  credit: { ...order, credit_card: { token } },
  payout: { ...order, recipient_credit_card: card, recipient: customer }
}

const charged = { description: order.description, card: keptCard }
const bought = { ...charged, details: { customer } }

/** What a transaction of a type has beside the members of all. */
const own: Readonly<Record<CardTransactionType, Partial<CardTransaction>>> = {
  authorization: bought,
  payment: bought,
  tokenization: {
    ...charged,
    amount: amountOf(0),
    details: { additionalData: { contract: ["recurring"] } },
    recurringType: "initial"
  },
  capture: { parentUid },
  void: { parentUid },
  refund: { parentUid, amount: amountOf(500), refundReason: "Returned goods" },
  credit: charged,
  payout: { ...charged, recipient: customer }
}

export const transaction = (type: CardTransactionType, more: Partial<CardTransaction> = {}): CardTransaction => ({
  shop,
  uid,
  type,
  status: "successful",
  reason: null,
  amount: amountOf(order.amount),
  currency: order.currency as CardTransaction["currency"],
  test: false,
  language: "en",
  // What undoes a transaction does not have its tracking id.
  ...(type === "void" || type === "refund" ? {} : { trackingId: order.tracking_id }),
  details: {},
  recurringType: null,
  routing: "skipped",
  gatewayId: 1,
  acquirerKey: uid as string as CardTransaction["acquirerKey"],
  report: { ...noReport, authCode: "654321", bankCode: "05", rrn: "999", refId: "777888" },
  createdAt: acceptedAt,
  updatedAt: approvedAt,
  paidAt: approvedAt,
  expiredAt: null,
  closedAt: null,
  settledAt: null,
  manuallyCorrectedAt: null,
  version: 2,
  ...own[type],
  ...more
})

/** The document of a transaction, in the type of its operation. */
export const documentOf = <Document>(shown: Transaction): Document => Documents.toDocument(shown, base) as Document

export const notification: Notification = {
  shop,
  id: "msg_0190b6a0-5d10-7b2c-a4e8-6c1d9f3b2a70_2" as Notification["id"],
  subject: uid,
  sequence: 2,
  url: "https://shop.example/florin",
  body: "",
  status: "delivered",
  attempts: 1,
  lastResult: "200",
  tries: [{ at: approvedAt, milliseconds: 84, result: "200" }],
  createdAt: approvedAt,
  updatedAt: approvedAt
}

export const ledgerMovement = {
  id: "1",
  kind: "authorization",
  amount: order.amount,
  currency: order.currency,
  reference: uid,
  at: "2035-03-01T12:00:00.412Z"
}

const routed: RulesDecision = {
  facts: {
    shop,
    type: "authorization",
    amount: amountOf(order.amount),
    currency: order.currency,
    brand: "visa",
    bin: "42000000",
    issuerCountry: null,
    customerCountry: "DE",
    ipCountry: null,
    contracts: [],
    test: false
  },
  rules: [{ name: "euro cards", action: { kind: "acquirers", gateways: [1, 2] } }]
}

export const explanation = () =>
  Explanations.toDocument(Explanation.of(transaction("authorization", { routing: "successful", routed }))!)
