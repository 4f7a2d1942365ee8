import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import type Stripe from "stripe"
import * as Documents from "../src/internal/documents.js"
import { ofIntent, ofRefund, ofSetup } from "../src/internal/words.js"

/** What Stripe documents can be read: this does not compile where a document of the SDK does not fit. */
export const intent = (one: Stripe.PaymentIntent): typeof Documents.Intent.Encoded => ({
  ...one,
  customer: one.customer as string | null,
  payment_method: one.payment_method as string | null,
  latest_charge: one.latest_charge as string | null,
  next_action: one.next_action,
  last_payment_error: one.last_payment_error as typeof Documents.StripeError.Encoded | null
})
export const refund = (one: Stripe.Refund): typeof Documents.Refund.Encoded => one
export const charge = (one: Stripe.Charge): typeof Documents.Charge.Encoded => one
export const booked = (one: Stripe.BalanceTransaction): typeof Documents.Booked.Encoded => one

// In the shape of the fixtures of Stripe's public OpenAPI description: made-up ids and values.
const fixtures = {
  intent: {
    id: "pi_1Pgafy2eZvKYlo2Cz2Wj1Hxx",
    object: "payment_intent",
    amount: 1099,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: "pi_1Pgafy2eZvKYlo2Cz2Wj1Hxx_secret_x",
    confirmation_method: "automatic",
    created: 1234567890,
    currency: "usd",
    customer: null,
    description: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: {},
    next_action: null,
    payment_method: null,
    payment_method_types: ["card"],
    setup_future_usage: null,
    status: "requires_payment_method"
  },
  setup: {
    id: "seti_1PgafyB7WZ01zgkWSKxPZqGi",
    object: "setup_intent",
    created: 1234567890,
    customer: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    payment_method: null,
    payment_method_types: ["card"],
    status: "requires_payment_method",
    usage: "off_session"
  },
  refund: {
    id: "re_1Pgag12eZvKYlo2C4bWhgCAA",
    object: "refund",
    amount: 100,
    balance_transaction: null,
    charge: "ch_1Pgag12eZvKYlo2CqGZZ8YYY",
    created: 1234567890,
    currency: "usd",
    destination_details: { card: { reference_status: "pending", type: "refund" }, type: "card" },
    metadata: {},
    payment_intent: "pi_1GszsK2eZvKYlo2CfhZyoZLp",
    reason: null,
    receipt_number: null,
    status: "succeeded"
  }
}

const decline = {
  charge: "ch_1",
  code: "card_declined",
  decline_code: "insufficient_funds",
  doc_url: "https://docs.example/card-declined",
  message: "Your card has insufficient funds.",
  network_decline_code: "51",
  payment_method: {
    id: "pm_1",
    object: "payment_method",
    billing_details: { address: null, email: null, name: "Jenny Rosen", phone: null },
    card: { brand: "visa", checks: null, exp_month: 8, exp_year: 2030, funding: "credit", last4: "9995" },
    type: "card"
  },
  type: "card_error"
}

const redirect = { type: "redirect_to_url", redirect_to_url: { return_url: null, url: "https://hooks.example/3ds" } }

const word = (changes: object): string => {
  const read = Either.flatMap(Documents.read(Documents.Intent)({ ...fixtures.intent, ...changes }), ofIntent)
  return Either.match(read, { onLeft: ({ because }) => because, onRight: ({ _tag }) => _tag })
}

describe("An intent in Stripe's shape", () => {
  it.each([
    ["that nothing was tried with", {}, "it has an intent that was never tried"],
    ["that is declined", { last_payment_error: decline }, "Declined"],
    ["that is held", { status: "requires_capture", latest_charge: "ch_1" }, "Approved"],
    ["that is taken", { status: "succeeded", latest_charge: "ch_1" }, "Approved"],
    ["that is worked on", { status: "processing" }, "Accepted"],
    ["that asks for the customer", { status: "requires_action", next_action: redirect }, "ActionNeeded"],
    [
      "that asks for Stripe's own script",
      { status: "requires_action", next_action: { type: "use_stripe_sdk", use_stripe_sdk: {} } },
      "it asks for an action that is no redirect"
    ],
    [
      "that leads to no web address",
      { status: "requires_action", next_action: { ...redirect, redirect_to_url: { url: "javascript:alert(1)" } } },
      "it asks for an action that is no redirect"
    ],
    ["that is canceled before it was tried", { status: "canceled" }, "Declined"],
    [
      "that is canceled, with a charge that is not shown",
      { status: "canceled", latest_charge: "ch_1" },
      "it was canceled"
    ],
    ["of a state to come", { status: "a_new_one" }, "its intent is in a state that Stripe does not document"],
    ["without an amount", { amount: undefined }, "the answer is not what Stripe documents"]
  ])("%s is %j: %s", (_, changes, expected) => {
    assert.strictEqual(word(changes), expected)
  })

  it("that is declined says why, to the merchant and in the bank's code", () => {
    const read = Either.flatMap(
      Documents.read(Documents.Intent)({ ...fixtures.intent, last_payment_error: decline }),
      ofIntent
    )
    assert.deepInclude(Either.getOrThrow(read), {
      reason: "funds",
      card: { brand: "visa", last4: "9995", expMonth: 8, expYear: 2030, holder: "Jenny Rosen" }
    })
  })
})

describe("A check and a refund in Stripe's shape", () => {
  it.each([
    [{ status: "succeeded", payment_method: "pm_1", customer: "cus_1" }, "Approved"],
    [{ last_setup_error: decline }, "Declined"],
    [{ status: "requires_action", next_action: redirect }, "ActionNeeded"],
    [{ status: "processing" }, "Accepted"],
    [{ status: "canceled" }, "Declined"]
  ])("of %j is %s", (changes, expected) => {
    const read = Either.flatMap(Documents.read(Documents.Setup)({ ...fixtures.setup, ...changes }), ofSetup)
    assert.strictEqual(Either.getOrThrow(read)._tag, expected)
  })

  it.each([
    [{}, "Approved"],
    [{ status: "pending" }, "Accepted"],
    [{ status: "requires_action" }, "Accepted"],
    [{ status: "failed", failure_reason: "lost_or_stolen_card" }, "Declined"],
    [{ status: "canceled" }, "Declined"]
  ])("refunded %j is %s", (changes, expected) => {
    const read = Either.flatMap(Documents.read(Documents.Refund)({ ...fixtures.refund, ...changes }), ofRefund)
    assert.strictEqual(Either.getOrThrow(read)._tag, expected)
  })

  it("can be read in each state that the SDK knows", () => {
    const states: ReadonlyArray<Stripe.PaymentIntent.Status> = ["succeeded", "processing", "requires_capture"]
    for (const status of states)
      assert.notStrictEqual(word({ status }), "its intent is in a state that Stripe does not document")
  })
})
