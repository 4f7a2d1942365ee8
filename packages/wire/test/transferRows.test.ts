// One line for each member of the interface's tables about instant bank transfers.
import { assert, describe, it } from "@effect/vitest"
import * as Confirmation from "@florin/core/transfer-operations/Confirmation"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as Either from "effect/Either"
import * as Confirmations from "../src/Confirmations.js"
import * as Documents from "../src/Documents.js"
import * as TransferRequests from "../src/TransferRequests.js"
import { parentUid } from "./internal/samples.js"
import { at, uid } from "./internal/transactions.js"

const base: Transfer = {
  shop: "shop-1" as Transfer["shop"],
  uid: uid as Transfer["uid"],
  type: "payment",
  method: "sbp_data",
  status: "successful",
  reason: null,
  amount: 100_000 as Transfer["amount"],
  currency: "RUB" as Transfer["currency"],
  description: "Order 17",
  trackingId: "order-17",
  test: true,
  language: "ru",
  details: { customer: { ip: "203.0.113.7" as never, email: "jane@example.com" as never } },
  gatewayId: 7,
  acquirerKey: uid as Transfer["acquirerKey"],
  report: { refId: "bank-1", message: "Credited" },
  order: { payload: null, account: "+79990000000", mark: "A17", bank: "Bank" },
  payBy: at("2029-01-02T03:19:05.006Z"),
  evidence: [],
  createdAt: at("2029-01-02T03:04:05.006Z"),
  updatedAt: at("2029-01-02T03:04:06.999Z"),
  paidAt: at("2029-01-02T03:04:06.000Z"),
  expiredAt: null,
  closedAt: null,
  settledAt: null,
  manuallyCorrectedAt: at("2029-01-03T00:00:00.000Z"),
  version: 3
}

const documentOf = (changes: Partial<Transfer> = {}): Record<string, unknown> =>
  JSON.parse(Documents.encode({ ...base, ...changes }, { baseUrl: "https://pay.example" })).transaction

const member = (document: Record<string, unknown>, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document)

type Row = readonly [path: string, expected: unknown]

const common: ReadonlyArray<Row> = [
  ["uid", uid],
  ["status", "successful"],
  ["amount", 100_000],
  ["currency", "RUB"],
  ["description", "Order 17"],
  ["created_at", "2029-01-02T03:04:05Z"],
  ["updated_at", "2029-01-02T03:04:06Z"],
  ["receipt_url", `https://pay.example/receipts/${uid}`],
  ["tracking_id", "order-17"],
  ["test", true],
  ["language", "ru"],
  ["message", "Credited"],
  ["manually_corrected_at", "2029-01-03T00:00:00Z"],
  ["customer", { ip: "203.0.113.7", email: "jane@example.com", device_id: null, birth_date: null }]
]

const outcome = { status: "successful", gateway_id: 7, ref_id: "bank-1", message: "Credited" }

describe("a payment to a phone number", () => {
  it.each<Row>([
    ...common,
    ["type", "payment"],
    ["method_type", "sbp_data"],
    ["payment", outcome],
    [
      "sbp_data",
      {
        type: "sbp_data",
        mark: "A17",
        target_card: "+79990000000",
        bank_type: "Bank",
        expired_at: "2029-01-02T03:19:05Z"
      }
    ],
    ["additional_data", { payment_method: { type: "alternative" } }],
    ["gateway", { iframe: false }]
  ])("Payment response for `sbp_data` | %s: is what is stored", (path, expected) => {
    assert.deepStrictEqual(member(documentOf(), path), expected)
  })

  it("Conventions | Timestamps of instant bank-transfer responses: have no milliseconds, and are in UTC", () => {
    const shown = [...JSON.stringify(documentOf()).matchAll(/"(\d{4}-\d\d-\d\dT[^"]*)"/g)].map(([, text]) => text ?? "")
    assert.isAtLeast(shown.length, 5)
    for (const text of shown) assert.match(text, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)
  })
})

describe("a payment by code", () => {
  it("Payment response for `sbp` | form.action: is the page with the code", () => {
    const document = documentOf({ method: "sbp", payBy: null })
    assert.strictEqual(member(document, "form.action"), `https://pay.example/transfers/${uid}`)
  })
})

describe("a payout", () => {
  const recipient = { account: "+79990000000", bankCode: "100000000004" }
  const payout = documentOf({ type: "payout", method: "sbp", payBy: null, order: null, recipient })

  it.each<Row>([
    ...common,
    ["type", "payout"],
    ["method_type", "sbp"],
    ["payout", { ...outcome, bank_code: "100000000004" }],
    ["sbp", { type: "sbp" }],
    ["additional_data.payment_method.type", "alternative"]
  ])("Payout response | %s: is what is stored", (path, expected) => {
    assert.deepStrictEqual(member(payout, path), expected)
  })

  it("Payout response | billing_address: has every member, also where none was sent", () => {
    const address = member(payout, "billing_address") as object
    assert.sameMembers(Object.keys(address), [
      ...["first_name", "last_name", "address", "country", "city", "zip", "state", "phone"]
    ])
    assert.deepStrictEqual(new Set(Object.values(address)), new Set([null]))
  })
})

describe("the last proof of a payment", () => {
  const proof = { uid: parentUid as Transfer["uid"], status: "failed", message: "No such payment", count: 2 } as const
  const document = documentOf({ proof })

  it.each<Row>([
    ["ref_id", parentUid],
    ["gateway_id", 7],
    ["status", "failed"],
    ["message", "No such payment"]
  ])("`proof` object in status query responses | %s: is what is stored", (path, expected) => {
    assert.deepStrictEqual(member(document, `proof.${path}`), expected)
  })
})

describe("a confirmation", () => {
  const requested = at("2029-01-02T03:04:07.500Z")
  const answer = JSON.parse(JSON.stringify(Confirmations.toDocument(Confirmation.resultOf(base, requested))))

  it.each<Row>([
    ["parent_uid", uid],
    ["type", "confirm"],
    ["message", "Confirm was successfully processed"],
    ["created_at", "2029-01-02T03:04:07+00:00"],
    ["amount", 100_000],
    ["currency", "RUB"]
  ])("Confirm response | %s: is what was found", (path, expected) => {
    assert.deepStrictEqual(member(answer, `response.${path}`), expected)
  })

  it.each([
    [{ skip_duplicate_check: true }, true],
    [{ skip_duplicate_check: false }, false],
    [{}, undefined]
  ])("Confirm request | skip_duplicate_check: of %j is %s", (body, expected) => {
    assert.strictEqual(Either.getOrThrow(TransferRequests.confirm(body)).skipDuplicateCheck, expected)
  })
})

const order = { amount: 100_000, currency: "RUB", description: "Order 17", return_url: "https://shop.example" }

const reply = (read: Either.Either<unknown, { readonly message: string }>): string =>
  Either.match(read, { onLeft: ({ message }) => message, onRight: () => "taken" })

describe("a request", () => {
  const pay = (method: unknown) => reply(TransferRequests.payment({ request: { ...order, method } }))

  it.each([
    [{ type: "sbp" }, "taken"],
    [{ type: "SBP" }, "method.type is invalid"],
    [{ channel: "SBP" }, "method.type can't be blank"]
  ])("Payment request additions for method `sbp` | type: of %j is %s", (method, expected) => {
    assert.match(pay(method), new RegExp(`^${expected}`))
  })

  it.each([
    [{ type: "sbp_data", channel: "SBP" }, "taken"],
    [{ type: "sbp-data", channel: "SBP" }, "method.type is invalid"],
    [undefined, "method can't be blank"],
    ["sbp_data", "method is invalid"]
  ])("Payment request additions for method `sbp_data` | method, type: of %j is %s", (method, expected) => {
    assert.match(pay(method), new RegExp(`^${expected}`))
  })

  const recipient = { account_number: "+79990000000", bank_code: "100000000004" }

  it.each([
    [{ type: "sbp", ...recipient }, "taken"],
    [{ type: "sbp_data", ...recipient }, "method.type is invalid"],
    [recipient, "method.type can't be blank"],
    [undefined, "method can't be blank"]
  ])("Payout request | method, type: of %j is %s", (method, expected) => {
    assert.match(reply(TransferRequests.payout({ request: { ...order, method } })), new RegExp(`^${expected}`))
  })
})
