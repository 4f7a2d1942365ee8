import { assert, describe, it } from "@effect/vitest"
import type { AcquirerNotification, IncomingNotification } from "@florin/core/cards/AcquirerNotifications"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { signatureOf } from "../src/internal/notifications.js"
import type { StripeFake } from "../src/Testing.js"
import { following, referenceOf, start, tokenCharge } from "./internal/underTest.js"

const sent = (body: string, signature: string | undefined): IncomingNotification => ({
  header: (name) => (name === "stripe-signature" ? signature : undefined),
  body: new TextEncoder().encode(body)
})

/** What each thing that was said moves: an outcome of another amount is not believed by these. */
const amounts = (notification: AcquirerNotification) =>
  notification._tag === "Genuine"
    ? notification.outcomes.map(({ amount, currency, status }) => `${status._tag} ${amount} ${currency}`)
    : notification._tag

/** Key and outcome of each thing that was said. */
const gist = (notification: AcquirerNotification) =>
  notification._tag === "Genuine"
    ? notification.outcomes.map(({ key, status }) => `${key} ${status._tag}`)
    : notification._tag

const all = (fake: StripeFake, receive: (incoming: IncomingNotification) => Effect.Effect<AcquirerNotification>) =>
  Effect.forEach(fake.webhooks, ({ body, headers, type }) =>
    Effect.map(receive(sent(body, headers["stripe-signature"])), (one) => [type, gist(one)] as const)
  )

const started = Effect.fnUntraced(function* () {
  const under = yield* start()
  const { notifications } = under.acquirer
  assert.isDefined(notifications)
  return { ...under, receive: notifications.receive }
})

describe("What Stripe tells", () => {
  it.scoped("of a hold, its capture, the refund of that, and of a void", () =>
    Effect.gen(function* () {
      const { acquirer, fake, receive } = yield* started()
      const hold = yield* tokenCharge("authorization", "visa", { amount: 1000 })
      const reference = referenceOf(yield* acquirer.perform(hold))
      const capture = yield* following("Capture", { key: hold.key, reference, kind: "authorization" }, { amount: 1000 })
      yield* acquirer.perform(capture)
      const refund = yield* following("Refund", { key: capture.key, reference, kind: "capture" }, { amount: 400 })
      yield* acquirer.perform(refund)
      const other = yield* tokenCharge("authorization", "visa", { amount: 700 })
      const parent = {
        key: other.key,
        reference: referenceOf(yield* acquirer.perform(other)),
        kind: "authorization"
      } as const
      const taken = yield* following("Void", parent, { amount: 700 })
      yield* acquirer.perform(taken)
      assert.deepStrictEqual(yield* all(fake, receive), [
        ["payment_intent.amount_capturable_updated", [`${hold.key} Approved`]],
        ["payment_intent.succeeded", [`${hold.key} Approved`, `${capture.key} Approved`]],
        ["refund.created", [`${refund.key} Approved`]],
        ["payment_intent.amount_capturable_updated", [`${other.key} Approved`]],
        // Without its charge it cannot be told whether a canceled hold was approved: it is left as it was.
        ["payment_intent.canceled", [`${other.key} Unknown`, `${taken.key} Approved`]]
      ])
      const moved = yield* Effect.forEach(fake.webhooks, ({ body, headers }) =>
        Effect.map(receive(sent(body, headers["stripe-signature"])), amounts)
      )
      assert.deepStrictEqual(moved, [
        ["Approved 1000 EUR"],
        ["Approved 1000 EUR", "Approved 1000 EUR"],
        ["Approved 400 EUR"],
        ["Approved 700 EUR"],
        ["Unknown 700 EUR", "Approved 700 EUR"]
      ])
    })
  )

  it.scoped.each([
    [
      "a payment, of what was taken",
      { florin_kind: "payment" },
      { amount: 1000, amount_received: 400 },
      "Approved 400 EUR"
    ],
    [
      "a hold, of what it held",
      { florin_kind: "authorization" },
      { amount: 1000, amount_received: 400 },
      "Approved 1000 EUR"
    ],
    ["yen, which have no decimals", {}, { amount: 1995, currency: "jpy" }, "Approved 1995 JPY"],
    ["krónur, which Stripe counts in hundredths", {}, { amount: 199500, currency: "isk" }, "Approved 1995 ISK"],
    ["a part of a króna, which is no amount of ours", {}, { amount: 199550, currency: "isk" }, "Unknown undefined ISK"],
    ["a currency that is none of ours", {}, { amount: 1995, currency: "xxx" }, "Approved undefined XXX"]
  ] as const)("of %s", ([, metadata, more, expected]) =>
    Effect.gen(function* () {
      const { fake, receive } = yield* started()
      const object = { ...intentOf({ florin_key: "key-1", ...metadata }), ...more }
      const content = body({ type: "payment_intent.succeeded", data: { object } })
      assert.deepStrictEqual(amounts(yield* receive(sent(content, fake.signatureOf(content)))), [expected])
    })
  )

  it.scoped.each([
    ["chargeDeclined", ["Declined"]],
    ["authenticationRequired", ["ActionNeeded"]],
    ["florinProcessing", ["Accepted"]]
  ] as const)("of a charge of %s is %s", ([name, expected]) =>
    Effect.gen(function* () {
      const { acquirer, fake, receive } = yield* started()
      const request = yield* tokenCharge("payment", name, { amount: 1000 })
      yield* acquirer.perform(request)
      const words = (yield* all(fake, receive)).map(([, says]) => says)
      assert.deepStrictEqual(
        words,
        expected.map((tag) => [`${request.key} ${tag}`])
      )
    })
  )

  it.scoped("of checks", () =>
    Effect.gen(function* () {
      const { acquirer, fake, receive } = yield* started()
      const request = yield* tokenCharge("tokenization", "visa", { amount: 0 })
      yield* acquirer.perform(request)
      assert.deepStrictEqual(yield* all(fake, receive), [["setup_intent.succeeded", [`${request.key} Approved`]]])
    })
  )
})

const body = (more: object = {}): string =>
  JSON.stringify({
    id: "evt_1",
    object: "event",
    type: "charge.dispute.created",
    created: 0,
    livemode: false,
    data: { object: { id: "dp_1", object: "dispute" } },
    ...more
  })

describe("A signature", () => {
  it.scoped.each([
    ["of now", 0, "Genuine"],
    ["as old as it may be", 300, "Genuine"],
    ["older", 301, "NotGenuine"],
    ["as far ahead as it may be", -300, "Genuine"],
    ["further ahead", -301, "NotGenuine"]
  ] as const)("%s: %s seconds old, is %s", ([, age, expected]) =>
    Effect.gen(function* () {
      const { fake, receive } = yield* started()
      yield* TestClock.adjust("1 hour")
      const signature = fake.signatureOf(body(), { at: 3600 - age })
      assert.strictEqual((yield* receive(sent(body(), signature)))._tag, expected)
    })
  )

  it.scoped("may be made with any of several secrets, while they are rotated", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start({ webhookSecret: ["whsec_new", "whsec_old"] })
      for (const [secret, expected] of [
        ["whsec_new", "Genuine"],
        ["whsec_old", "Genuine"],
        ["whsec_other", "NotGenuine"]
      ] as const) {
        const signature = fake.signatureOf(body(), { secret })
        const incoming = sent(body(), signature)
        assert.strictEqual((yield* acquirer.notifications!.receive(incoming))._tag, expected)
      }
    })
  )

  it.each([
    ["t=1,v1=ab", { at: 1, signatures: ["ab"] }],
    ["t=1,v1=ab,v1=cd,v0=ef", { at: 1, signatures: ["ab", "cd"] }],
    [" t=1, v1=ab", { at: 1, signatures: ["ab"] }],
    ["", undefined],
    ["t=1", undefined],
    ["v1=ab", undefined],
    ["t=,v1=ab", undefined],
    ["t=-1,v1=ab", undefined],
    ["t=1e3,v1=ab", undefined],
    ["t=1,v0=ab", undefined]
  ] as const)("%j is %j", (header, expected) => {
    assert.deepStrictEqual(
      signatureOf(header),
      expected === undefined ? undefined : { ...expected, signatures: [...expected.signatures] }
    )
  })
})

describe("What is signed as it should be", () => {
  it.scoped.each([
    ["a dispute", body(), []],
    ["an event of live mode, at a key of test mode", body({ livemode: true }), []],
    ["an event of a connected account", body({ account: "acct_1" }), []],
    ["an intent that is none of ours", body({ type: "payment_intent.succeeded", data: { object: intentOf({}) } }), []],
    ["an intent that cannot be read", body({ type: "payment_intent.succeeded" }), "Unreadable"],
    ["no event", "{}", "Unreadable"],
    ["no JSON", "<html>", "Unreadable"]
  ] as const)("and is %s changes nothing", ([, content, expected]) =>
    Effect.gen(function* () {
      const { fake, receive } = yield* started()
      const notification = yield* receive(sent(content, fake.signatureOf(content)))
      assert.deepStrictEqual(gist(notification), expected as string | Array<string>)
    })
  )
})

function intentOf(metadata: Record<string, string>): object {
  return {
    ...{
      id: "pi_1",
      object: "payment_intent",
      status: "succeeded",
      amount: 1,
      amount_capturable: 0,
      amount_received: 1
    },
    ...{ currency: "eur", created: 0, metadata, latest_charge: "ch_1" }
  }
}

describe("Webhooks over HTTP", () => {
  it.scoped.each([
    ["once", 1],
    ["twice", 2],
    ["never", 0],
    ["before-answer", 1]
  ] as const)("arrive %s: %s times", ([telling, times]) =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start()
      fake.dials.telling = telling
      const request = yield* tokenCharge("payment", "visa", { amount: 1000 })
      yield* acquirer.perform(request)
      assert.lengthOf(fake.webhooks, times)
    })
  )
})
