import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import type * as Schema from "effect/Schema"
import * as Decisions from "../src/internal/decisions.js"
import * as Documents from "../src/internal/documents.js"
import * as Published from "./internal/published.js"

const read = <A, I>(schema: Schema.Schema<A, I>, document: unknown): A =>
  Either.getOrThrow(Documents.reading(schema)(JSON.stringify(document)))

const decisionOf = (document: object) => Decisions.ofCreated(read(Documents.Payment, document))

const word = (conclusion: ReturnType<typeof decisionOf>): string =>
  Either.match(conclusion, { onLeft: ({ because }) => because, onRight: ({ _tag }) => _tag })

describe("The published documents", () => {
  it("D55: are decoded", () => {
    read(Documents.Payment, Published.authorized)
    read(Documents.Payment, Published.pending)
    read(Documents.Payment, Published.details)
    read(Documents.PaymentList, { limit: 10, skip: 0, total_count: 1, data: [Published.details] })
    read(Documents.Actions, Published.actions)
    read(Documents.Accepted, Published.accepted)
    read(Documents.Refusal, Published.refusal)
    read(Documents.Event, Published.captured)
    read(Documents.EventData, Published.captured.data)
  })

  it("of an approval give report, card, network's id and token", () => {
    const decision = Either.getOrThrow(decisionOf(Published.authorized))
    assert.deepNestedInclude(decision, {
      _tag: "Approved",
      "report.authCode": "770687",
      "report.bankCode": "10000",
      "report.rrn": "909913440644",
      "report.refId": "pay_mbabizu24mvu3mela5njyhpit4",
      "report.avsResult": "S",
      "report.cvcResult": "Y",
      networkTransactionId: "638284745624527",
      "token.provider": "checkout",
      "token.customer": "cus_udst2tfldj6upmye2reztkmm4i"
    })
    assert.deepStrictEqual(decision._tag === "Approved" && decision.card, {
      ...{ brand: "visa", bin: "424242", last4: "4242", expMonth: 9, expYear: 2026 }
    })
  })

  it("of a payment with its actions say the same of it as its answer would", () => {
    const payment = read(Documents.Payment, Published.details)
    const actions = read(Documents.Actions, Published.actions)
    assert.deepNestedInclude(Either.getOrThrow(Decisions.ofPayment(payment, actions)), {
      _tag: "Approved",
      "report.authCode": "643381",
      "report.rrn": "909913440644"
    })
  })

  it.each<readonly [name: string, change: object, expected: string]>([
    ["pending with an address", Published.pending, "ActionNeeded"],
    ["pending without one", { ...Published.pending, _links: {} }, "Accepted"],
    ["a verified card", { status: "Card Verified", amount: 0 }, "Approved"],
    ["declined", { status: "Declined", approved: false, response_code: "20051" }, "Declined"],
    ["declined and approved", { status: "Declined" }, "the payment contradicts itself"],
    ["refused and authorized", { approved: false }, "the payment contradicts itself"],
    ["approved in part", { response_code: "10010" }, "a part was approved, which nothing asked for"],
    [
      "of a status that nobody knows",
      { approved: null, status: "New" },
      "its status says nothing of the authorization"
    ],
    ["canceled", { approved: null, status: "Canceled" }, "Declined"],
    ["expired", { approved: null, status: "Expired" }, "Declined"]
  ])("%s is %s", (_, change, expected) => {
    assert.strictEqual(word(decisionOf({ ...Published.authorized, ...change })), expected)
  })

  it.each<readonly [name: string, schema: Schema.Schema<never, unknown>, document: unknown]>(
    (
      [
        ["a payment without an id", Documents.Payment, { status: "Authorized" }],
        ["a payment whose id is a path", Documents.Payment, { id: "../x", status: "Authorized" }],
        ["a payment whose approval is a word", Documents.Payment, { ...Published.authorized, approved: "yes" }],
        [
          "a payment that leads to a script",
          Documents.Payment,
          { ...Published.pending, _links: { redirect: { href: "javascript:alert(1)" } } }
        ],
        ["a list without data", Documents.PaymentList, {}],
        ["an action without a type", Documents.Actions, [{ id: "act_1" }]],
        ["an acceptance without an action", Documents.Accepted, { reference: "1" }]
      ] as const
    ).map(([name, schema, document]) => [name, schema as unknown as Schema.Schema<never, unknown>, document] as const)
  )("%s is none", (_, schema, document) => {
    assert.isTrue(Either.isLeft(Documents.reading(schema)(JSON.stringify(document))))
  })

  it("of another form are read as far as they decide something", () => {
    const odd = { response_code: "4242424242424242", auth_code: 7, source: null, processing: null, balances: {} }
    const decision = Either.getOrThrow(decisionOf({ ...Published.authorized, ...odd }))
    assert.deepNestedInclude(decision, { _tag: "Approved", "report.bankCode": null, "report.authCode": null })
  })

  it("of a soft decline decide nothing while the vendor tries again with 3-D Secure", () => {
    const payment = read(Documents.Payment, Published.pending)
    const soft = { id: "act_1", type: "Authorization", approved: false, response_code: "20154" }
    assert.strictEqual(Either.getOrThrow(Decisions.ofPayment(payment, [soft]))._tag, "ActionNeeded")
    const again = { ...read(Documents.Payment, Published.authorized), approved: undefined }
    const done = { id: "act_2", type: "Authorization", approved: true, response_code: "10000" }
    assert.strictEqual(Either.getOrThrow(Decisions.ofPayment(again, [done, soft]))._tag, "Approved")
  })
})
