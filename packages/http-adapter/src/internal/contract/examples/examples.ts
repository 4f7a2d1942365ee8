/**
 * Example requests and answers for the contract. Answers are encoded by the same code as real ones, when the document
 * is first requested.
 */
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { CardTransaction, CardTransactionType } from "@florin/core/cards/CardTransaction"
import type { Decision } from "@florin/core/cards/RoutingRules"
import type { Notification } from "@florin/core/notifications/Notification"
import * as Explanation from "@florin/core/routing/Explanation"
import * as Documents from "@florin/wire/Documents"
import * as Errors from "@florin/wire/Errors"
import * as Explanations from "@florin/wire/Explanations"
import * as Movements from "@florin/wire/Movements"
import * as Notices from "@florin/wire/Notices"
import * as DateTime from "effect/DateTime"

/** What a route takes and answers; absent where that is not JSON. */
export interface Example {
  readonly request?: unknown
  readonly answer?: unknown
  /** Refusals by status, where they have another form than those of the route's group. */
  readonly refused?: Readonly<Record<string, unknown>>
}

const uid = "0190b6a0-5c3f-7a4e-9d2b-1f0c6e8a7b35" as CardTransaction["uid"]
const parentUid = "0190b6a0-4b21-7c55-8a10-94d3f7e2c601" as CardTransaction["uid"]
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

const order = { amount: 1995, currency: "EUR", description: "Order 42", tracking_id: "order-42" }
const customer = { ip: "203.0.113.7", email: "jane@example.com" }

/** Source: D10, D11. */
const requests: Readonly<Record<CardTransactionType, object>> = {
  authorization: { ...order, credit_card: card, customer },
  payment: { ...order, credit_card: { token }, customer },
  tokenization: { ...order, amount: 0, credit_card: card, additional_data: { contract: ["recurring"] } },
  capture: { parent_uid: parentUid, amount: 1995 },
  void: { parent_uid: parentUid, amount: 1995 },
  refund: { parent_uid: parentUid, amount: 500, reason: "Returned goods" },
  credit: { ...order, credit_card: { token } },
  payout: { ...order, recipient_credit_card: card, recipient: customer }
}

const shown: NonNullable<CardTransaction["card"]> = {
  facts: { brand: "visa", first1: "4", last4: "0000", bin: "420000", bin8: "42000000" },
  holder: "Jane Doe",
  expMonth: 12,
  expYear: 2036,
  stamp: "8d5e07c2b41f9a36".repeat(4) as never,
  token: token as never,
  product: null,
  issuerCountry: null,
  issuerName: null,
  tokenProvider: null
}

const transaction = (type: CardTransactionType, more: Partial<CardTransaction>): CardTransaction => ({
  shop: "shop" as CardTransaction["shop"],
  uid,
  type,
  status: "successful",
  reason: null,
  amount: order.amount as CardTransaction["amount"],
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
  ...more
})

const charged = { description: order.description, card: shown }
const bought = { ...charged, details: { customer } }

const transactions: Readonly<Record<CardTransactionType, CardTransaction>> = {
  authorization: transaction("authorization", bought),
  payment: transaction("payment", bought),
  tokenization: transaction("tokenization", {
    ...charged,
    amount: 0 as CardTransaction["amount"],
    details: { additionalData: { contract: ["recurring"] } },
    recurringType: "initial"
  }),
  capture: transaction("capture", { parentUid }),
  void: transaction("void", { parentUid }),
  refund: transaction("refund", {
    parentUid,
    amount: 500 as CardTransaction["amount"],
    refundReason: "Returned goods"
  }),
  credit: transaction("credit", charged),
  payout: transaction("payout", { ...charged, recipient: customer })
}

const documentOf = (type: CardTransactionType) =>
  Documents.toDocument(transactions[type], { baseUrl: "https://pay.example" })

const operation = (type: CardTransactionType): Example => ({
  request: { request: requests[type] },
  answer: documentOf(type)
})

const notification: Notification = {
  shop: "shop" as Notification["shop"],
  id: "msg_0190b6a0-5d10-7b2c-a4e8-6c1d9f3b2a70_2" as Notification["id"],
  subject: uid,
  sequence: 2,
  url: "https://shop.example/florin",
  body: "",
  status: "delivered",
  attempts: 1,
  lastResult: "200",
  createdAt: approvedAt,
  updatedAt: approvedAt
}

const done = (message: string, more: object = {}) => ({ response: { message, ...more } })

const movement = {
  id: "1",
  kind: "authorization",
  amount: order.amount,
  currency: order.currency,
  reference: uid,
  at: "2035-03-01T12:00:00.412Z"
}

/** The examples, by route. */
export const examples = (): Readonly<Record<string, Example>> => {
  const authorization = documentOf("authorization")
  return {
    authorize: operation("authorization"),
    pay: operation("payment"),
    tokenize: operation("tokenization"),
    capture: operation("capture"),
    void: operation("void"),
    refund: operation("refund"),
    credit: operation("credit"),
    payOut: operation("payout"),
    find: { answer: authorization },
    findByTrackingId: { answer: { transactions: [authorization.transaction] } },
    explain: { answer: explained() },
    listMovements: {
      answer: Movements.listOf([transactions.authorization, transactions.capture])
    },
    renotify: { answer: done("Notification has been sent") },
    recover: { answer: done(`Transaction ${uid} was updated`) },
    listNotifications: { answer: { notifications: [Notices.toDocument(notification)] } },
    resendNotification: { answer: done("Notification has been sent") },
    resendExhausted: { answer: done("Notifications have been sent", { sent: 3 }) },
    readClock: { answer: { now: "2035-03-01T12:00:00.000Z", follow: true } },
    moveClock: { request: { advance: "P1M" }, answer: { now: "2035-04-01T12:00:00.000Z", ran: 2 } },
    ledger: { answer: { movements: [movement] } },
    openapi: { answer: { openapi: "3.1.0" } },
    live: { answer: { status: "ok" } },
    ready: { answer: { status: "ok" } },
    // The rest of the document is not read.
    receiveNotification: { request: { transaction: { tracking_id: uid } } }
  }
}

const routed: Decision = {
  facts: {
    shop: "shop" as CardTransaction["shop"],
    type: "authorization",
    amount: order.amount as CardTransaction["amount"],
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

const explained = (): unknown => {
  const explanation = Explanation.of({ ...transactions.authorization, routing: "successful", routed })
  return explanation === undefined ? undefined : Explanations.toDocument(explanation)
}

const bodyOf = ({ body }: Errors.ErrorReply): unknown => JSON.parse(body)

const requestId = "5f1c0b7a9e3d42688c7d0e15"

/** Example bodies of refusals and failures, by status. Source: D4. */
export const refused = (): Readonly<Record<string, unknown>> => ({
  "400": bodyOf(Errors.invalidRequest([{ path: ["credit_card", "token"], sentence: "does not exist" }])),
  "401": bodyOf(Errors.unauthorized),
  "404": bodyOf(Errors.notFound),
  "409": bodyOf(Errors.idempotencyInFlight),
  "413": bodyOf(Errors.tooLarge),
  "415": bodyOf(Errors.unsupportedMediaType),
  "422": bodyOf(Errors.idempotencyMismatch),
  "429": bodyOf(Errors.tooManyRequests(Errors.retryAfterSeconds)),
  "431": { message: "Request Header Fields Too Large" },
  "500": bodyOf(Errors.internalError(requestId)),
  "503": bodyOf(Errors.unavailable(requestId))
})
