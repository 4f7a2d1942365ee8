import { assert, describe, it } from "@effect/vitest"
import type { AcquirerRequest } from "@florin/core/cards/Acquirer"
import { ChargeDetails } from "@florin/core/cards/CardRequest"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { charge, child, newKey, payOut } from "@florin/testing/acquirers/AcquirerRequests"
import * as Requests from "@florin/wire/Requests"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { card, connected, payment, quietly, word } from "./internal/asking.js"
import { answers, approves } from "./internal/behaviours.js"
import { type Behaviour, hostile, type Received } from "./internal/hostile.js"
import { authorization } from "./internal/otherGateway.js"
import { shelf } from "./internal/shelf.js"

/** The requests that reached the other side, in order. */
const received = (
  requests: ReadonlyArray<AcquirerRequest>,
  options: { readonly get?: Behaviour; readonly notificationUrl?: string } = {}
) =>
  Effect.gen(function* () {
    const other = yield* hostile(approves, options.get)
    const { notificationUrl } = options
    const acquirer = yield* connected(other.port, notificationUrl === undefined ? {} : { notificationUrl })
    const answers = yield* Effect.forEach(requests, acquirer.perform)
    return { answers: answers.map(word), received: other.received, posts: other.posts() }
  }).pipe(quietly)

const bodyOf = (received: Received | undefined) => JSON.parse(received?.body ?? "{}").request

const sentCard = { number: "4200000000000000", holder: "Jane Doe", exp_month: "02", exp_year: "2099" }
const sentCode = { verification_value: "739" }

/** The details that concern the other gateway. */
const forAcquirers = {
  dynamic_billing_descriptor: "SHOP*ORDER",
  customer: { ip: "192.0.2.1", email: "jane@example.com", device_id: "d-1", taxpayer_id: "T1" },
  billing_address: { first_name: "Jane", country: "US", state: "NY", zip: "10001" },
  travel: { airline: { agency_code: "A1", legs: [{ airline_code: "BA", departure_date_time: "2030-01-01T10:00:00" }] } }
}
const additionalData = {
  contract: ["recurring"] as const,
  card_on_file: { initiator: "customer" as const },
  avs_cvc_verification: { cvc_verification: { reject_codes: ["N"] } }
}

/** A request with all members, as our own gateway stores it. */
const details = Schema.decodeSync(ChargeDetails)({
  ...forAcquirers,
  duplicate_check: true,
  notification_url: "https://shop.example/hook",
  verification_url: "https://shop.example/verify",
  return_url: "https://shop.example/back",
  skip_three_d_secure_verification: true,
  additional_data: {
    ...additionalData,
    receipt_text: ["Thank you"],
    browser: { language: "en" },
    excluded_gateways: [7],
    wallet: { params: { session: "s" } }
  }
})

describe("What the other gateway is sent", () => {
  it.scopedLive("for a charge: what concerns an acquirer, under our key", () =>
    Effect.gen(function* () {
      for (const kind of ["authorization", "payment", "tokenization"] as const) {
        const request = yield* charge(kind, card, { amount: 1000, details })
        const { answers, posts } = yield* received([request])
        assert.deepStrictEqual(answers, ["Approved"])
        assert.strictEqual(posts[0]?.path, `/transactions/${kind}s`)
        assert.deepStrictEqual(bodyOf(posts[0]), {
          amount: 1000,
          currency: "EUR",
          description: "An order",
          tracking_id: `${request.key};${kind} 1000 EUR`,
          duplicate_check: false,
          language: "en",
          test: true,
          return_url: `https://shop.example/process/${request.key}`,
          ...forAcquirers,
          additional_data: additionalData,
          credit_card: { ...sentCard, ...sentCode }
        })
      }
    })
  )

  it.scopedLive("for a charge without details, holder or security code: neither", () =>
    Effect.gen(function* () {
      const { holder: _holder, securityCode: _code, ...bare } = card
      const { posts } = yield* received([yield* charge("payment", bare, { amount: 1000 })])
      const { additional_data, billing_address, credit_card, customer } = bodyOf(posts[0])
      assert.deepStrictEqual(
        [additional_data, billing_address, customer, credit_card],
        [{}, undefined, undefined, { number: "4200000000000000", exp_month: "02", exp_year: "2099" }]
      )
    })
  )

  // The other gateway doesn't know the token of a credit. A security code would be gone in a repetition.
  it.scopedLive.each(["credit", "payout"] as const)("for a %s: a payout to the card", (kind) =>
    Effect.gen(function* () {
      const request = yield* payOut(kind, card, { amount: 300 })
      const recipient: Partial<CardTransaction> = {
        recipient: { email: "jane@example.com" },
        recipientBillingAddress: { city: "Riga" }
      }
      const requested = { ...request, transaction: { ...request.transaction, ...recipient } }
      const { posts } = yield* received([requested])
      assert.strictEqual(posts[0]?.path, "/transactions/payouts")
      assert.deepStrictEqual(
        { ...bodyOf(posts[0]) },
        {
          amount: 300,
          currency: "EUR",
          description: "An order",
          tracking_id: `${request.key};payout 300 EUR`,
          duplicate_check: false,
          language: "en",
          test: true,
          recipient: { email: "jane@example.com" },
          recipient_billing_address: { city: "Riga" },
          recipient_credit_card: sentCard
        }
      )
    })
  )

  const decoders = {
    authorization: Requests.authorization,
    payment: Requests.payment,
    tokenization: Requests.tokenization
  }
  it.scopedLive.each(["authorization", "payment", "tokenization"] as const)(
    "for a %s is what a gateway reads",
    (kind) =>
      Effect.gen(function* () {
        const { posts } = yield* received([yield* charge(kind, card, { amount: 1000, details })])
        assert.isTrue(Either.isRight(decoders[kind](JSON.parse(posts[0]!.body))))
      })
  )

  it.scopedLive("carries our credentials and, to be told to it once, our key (D2, D13)", () =>
    Effect.gen(function* () {
      const request = yield* payment
      const { posts } = yield* received([request])
      const { accept, authorization: sent, "content-type": type, requestid } = posts[0]!.headers
      assert.deepStrictEqual(
        [accept, sent, type, requestid],
        ["application/json", authorization, "application/json", request.key]
      )
    })
  )

  it.scopedLive("names our address for webhooks where there is one", () =>
    Effect.gen(function* () {
      const notificationUrl = "https://ours.example/hook"
      const { posts } = yield* received([yield* payment], { notificationUrl })
      assert.strictEqual(bodyOf(posts[0]).notification_url, notificationUrl)
    })
  )
})

describe("What follows a charge", () => {
  const parent = (type: string) => (key: string) => ({
    uid: "theirs",
    type,
    status: "successful",
    amount: 1000,
    currency: "EUR",
    tracking_id: `${key};${type} 1000 EUR`,
    [type]: { status: "successful" }
  })

  // A void of captured money is a refund (D10).
  const cases = [
    { kind: "Capture", of: "authorization", becomes: "capture", more: {} },
    { kind: "Void", of: "authorization", becomes: "void", more: {} },
    { kind: "Void", of: "payment", becomes: "refund", more: { reason: "Void" } },
    { kind: "Void", of: "capture", becomes: "refund", more: { reason: "Void" } },
    { kind: "Refund", of: "payment", becomes: "refund", more: { reason: "Refund" } },
    { kind: "Refund", of: "capture", becomes: "refund", more: { reason: "Refund" } }
  ] as const
  it.scopedLive.each(cases)("$kind of a $of is a $becomes of what has our key there", ({ becomes, kind, more, of }) =>
    Effect.gen(function* () {
      const key = yield* newKey
      const request = yield* child(kind, key, { amount: 400 })
      const got = yield* received([request], { get: shelf([parent(of)(key)]) })
      const [one, other, last, ...rest] = got.received.map(({ method, path }) => `${method} ${path}`)
      assert.sameMembers(
        [one, other],
        [`GET /v2/transactions/tracking_id/${request.key}`, `GET /v2/transactions/tracking_id/${key}`]
      )
      assert.deepStrictEqual([last, ...rest], [`POST /transactions/${becomes}s`])
      assert.deepStrictEqual(bodyOf(got.posts[0]), {
        parent_uid: "theirs",
        amount: 400,
        tracking_id: `${request.key};${becomes} 400 EUR of theirs`,
        duplicate_check: false,
        ...more
      })
      assert.deepStrictEqual(got.answers, ["Approved"])
    })
  )

  it.scopedLive.each(cases)("D33a: $kind of a $of asks for its webhook, unless a capture has it anyway", (row) =>
    Effect.gen(function* () {
      const notificationUrl = "https://ours.example/hook"
      const key = yield* newKey
      const request = yield* child(row.kind, key, { amount: 400 })
      const got = yield* received([request], { get: shelf([parent(row.of)(key)]), notificationUrl })
      const expected = row.becomes === "capture" ? undefined : notificationUrl
      assert.strictEqual(bodyOf(got.posts[0]).notification_url, expected)
    })
  )

  const lookUps = [
    // D40: an unknown key decides nothing.
    { name: "nothing is found", get: answers(200, { transactions: [] }), expected: "NotSent" },
    { name: "the question fails", get: answers(500), expected: "NotSent" },
    { name: "the question is refused", get: answers(401), expected: "NotSent" },
    { name: "the answer is no list", get: answers(200, "{}"), expected: "NotSent" }
  ]
  it.scopedLive.each(lookUps)("is not sent when the parent is looked for and $name", ({ expected, get }) =>
    Effect.gen(function* () {
      const request = yield* child("Capture", yield* newKey, { amount: 400 })
      const got = yield* received([request], { get })
      assert.deepStrictEqual([got.answers, got.posts.length], [[expected], 0])
    })
  )
})
