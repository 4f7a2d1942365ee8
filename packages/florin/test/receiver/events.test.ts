import * as SubscriptionMachine from "@florin/core/subscriptions/SubscriptionMachine"
import { verify, type WebhookEvent } from "florin/receiver"
import { assert, describe, it } from "vitest"
import { message, now, payment, secret } from "./internal/signing.js"

/** Its transaction, as far as types do not matter. */
const transactionOf = (event: WebhookEvent, type: "card" | "transfer"): object => {
  assert.strictEqual(event.type, type)
  return "transaction" in event ? event.transaction : {}
}

const read = (document: unknown): Promise<WebhookEvent> => verify(secret, message({ document }), { now: () => now })

const transfer = (members: object = {}) => payment({ method_type: "sbp", ...members })
/** Source: D49. */
const unpaid = { token: "f00d", status: "error", message: "Token is expired.", tracking_id: "order-42" }
const subscription = { event: "renewed.subscription", id: "sbs_1", state: "active" }

describe("an event (D33)", () => {
  it.each(["authorization", "payment", "tokenization", "capture", "void", "refund", "credit", "payout"])(
    "of a card is a transaction of type %s",
    async (type) => {
      const event = await read(payment({ type, credit_card: { exp_month: 12, last_4: "0000" } }))
      assert.deepInclude(transactionOf(event, "card"), {
        type,
        card: { expMonth: 12, last4: "0000" }
      })
    }
  )

  it.each(["payment", "refund", "payout", "proof"])("of a transfer is a transaction of type %s", async (type) => {
    const event = await read(transfer({ type }))
    assert.deepInclude(transactionOf(event, "transfer"), { type, methodType: "sbp" })
  })

  it.each(["incomplete", "pending", "successful", "failed", "expired"])("tells of the status %s", async (status) => {
    assert.strictEqual((await read(payment({ status }))).type, "card")
    assert.strictEqual((await read(transfer({ status, method_type: "sbp_data" }))).type, "transfer")
  })

  const events = new Set(SubscriptionMachine.machine.rows.flatMap(({ effects }) => effects))
  events.delete("schedule")

  it.each([...events])("of a subscription is %s (D26)", async (event) => {
    const reported = await read({ ...subscription, event, plan: { billing_cycles: 3 } })
    assert.strictEqual(reported.subject, "sbs_1")
    assert.deepStrictEqual(reported.type === "subscription" && [reported.event, reported.subscription], [
      event,
      { id: "sbs_1", state: "active", plan: { billingCycles: 3 } }
    ] as never)
  })

  it.each(["redirecting", "trial", "active", "failed_attempt", "error", "failed", "canceled", "expired"])(
    "of a subscription tells of the state %s",
    async (state) => {
      assert.strictEqual((await read({ ...subscription, state })).type, "subscription")
    }
  )

  it("names what was sent along with a charge as hosts do, and keeps what was with a subscription", async () => {
    const event = await read(payment({ additional_data: { card_on_file: { initiator: "customer" } } }))
    assert.deepInclude(transactionOf(event, "card"), { additionalData: { cardOnFile: { initiator: "customer" } } })
    const sent = { additional_data: { order_no: { a_b: 1 } } }
    const reported = await read({ event: "renewed.subscription", id: "sbs_1", state: "active", ...sent })
    assert.deepInclude(reported.type === "subscription" ? reported.subscription : reported, {
      additionalData: sent.additional_data
    })
  })

  it("of a customer is what they may use, under the shop's own names (D66)", async () => {
    const features = { export: true, max_users: 5 }
    const customer = { id: "cst_1" }
    const subscriptions = [{ id: "sbs_1", features, until: null }]
    const { id: _, ...reported } = await read({ event: "entitlements.changed", customer, features, subscriptions })
    const entitlements = { customer, features, subscriptions }
    assert.deepStrictEqual(reported, { type: "entitlements", subject: "cst_1", sequence: 7, entitlements } as never)
  })

  it("of a checkout is that nobody has paid its order (D49)", async () => {
    const sent = { order_no: { a_b: 1 } }
    const { id: _, ...reported } = await read({ ...unpaid, additional_data: sent })
    const { token, status, message } = unpaid
    const checkout = { token, status, message, trackingId: "order-42", additionalData: sent }
    assert.deepStrictEqual(reported, { type: "checkout", subject: "f00d", sequence: 7, checkout } as never)
  })

  it.each<[object, string]>([
    [{ type: "authorization" }, "held"],
    [{ type: "authorization", message: "The hold was released" }, "released"],
    [{ type: "authorization", status: "failed" }, "failed"],
    [{ type: "payment" }, "paid"],
    [{ type: "payment", status: "incomplete" }, "action_required"],
    [{ type: "payment", status: "expired" }, "expired"],
    [{ type: "capture" }, "captured"],
    [{ type: "void" }, "released"],
    [{ type: "refund" }, "refunded"],
    [{ type: "refund", status: "failed" }, "refund_failed"],
    [{ type: "refund", status: "pending" }, "begun"],
    [{ type: "payout" }, "paid_out"],
    [{ type: "tokenization" }, "saved"],
    [{ type: "payment", method_type: "sbp" }, "paid"],
    [{ type: "proof", method_type: "sbp_data", status: "failed" }, "proof_declined"]
  ])("means to a shop, of %j, %s", async (members, meaning) => {
    const event = await read({ transaction: { uid: "a", status: "successful", ...members } })
    assert.strictEqual(Reflect.get(event, "means"), meaning)
  })

  it("may have members that this version does not know", async () => {
    const event = await read({ ...payment({ network_token: { expires_at: null } }), api_version: 3 })
    assert.deepInclude(transactionOf(event, "card"), { networkToken: { expiresAt: null } })
  })

  it("keeps members with dangerous names to itself", async () => {
    const event = await read(`{"transaction":{"uid":"a","type":"payment","status":"failed","__proto__":{"amount":1}}}`)
    assert.notProperty({}, "amount")
    assert.isUndefined(event.type === "card" && event.transaction.amount)
  })
})

const uid = payment().transaction.uid
const id = "msg_0195519a-5c00-7000-8000-000000000001_7"

describe("an event that this version does not know (D33)", () => {
  it.each([
    { what: "a new type", document: payment({ type: "chargeback" }), subject: uid },
    { what: "a type that every object has", document: payment({ type: "toString" }), subject: uid },
    { what: "a new status", document: payment({ status: "disputed" }), subject: uid },
    { what: "a new method", document: transfer({ method_type: "sepa" }), subject: uid },
    { what: "a card's type of a transfer", document: transfer({ type: "capture" }), subject: uid },
    { what: "no uid", document: { transaction: { type: "payment", status: "failed" } }, subject: id },
    {
      what: "a new event of a subscription",
      document: { ...subscription, event: "paused.subscription" },
      subject: "sbs_1"
    },
    { what: "a new state of a subscription", document: { ...subscription, state: "paused" }, subject: "sbs_1" },
    { what: "a subscription without an event", document: { id: "sbs_1", state: "active" }, subject: "sbs_1" },
    { what: "entitlements of nobody", document: { event: "entitlements.changed", features: {} }, subject: id },
    {
      what: "entitlements without features",
      document: { event: "entitlements.changed", customer: { id } },
      subject: id
    },
    { what: "a new status of a checkout", document: { ...unpaid, status: "disputed" }, subject: id },
    { what: "a checkout without a token", document: { ...unpaid, token: null }, subject: id },
    { what: "a list of transactions", document: { transaction: [payment()] }, subject: id },
    { what: "another document", document: { dispute: { opened_at: "now" } }, subject: id },
    { what: "nothing", document: {}, subject: id }
  ])("has the type unknown and the document as it was sent: $what", async ({ document, subject }) => {
    assert.deepStrictEqual(await read(document), { id, sequence: 7, type: "unknown", subject, document })
  })
})
