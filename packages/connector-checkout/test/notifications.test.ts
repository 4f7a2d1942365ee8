import { createHmac } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import type { IncomingNotification } from "@florin/core/cards/AcquirerNotifications"
import { serve } from "@florin/testing/parties/Loopback"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Notifications from "../src/internal/notifications.js"
import type { SignedNotification, Telling } from "../src/Testing.js"
import { card, charged, following, opened, settled } from "./internal/opened.js"
import { captured, declined as declinedExample, dispute, voided } from "./internal/published.js"

const incoming = ({ body, headers }: SignedNotification): IncomingNotification => ({
  header: (name) => headers[name],
  body: Buffer.from(body, "utf8")
})

const key = "a signature key of the account"
const signing = { signatureKeys: [Redacted.make(key)], authorization: Redacted.make("agreed") }

const sign = (body: string, by = key) => createHmac("sha256", by).update(body).digest("hex")

const receive = (body: string, headers: Readonly<Record<string, string>>, accepted: Notifications.Signing = signing) =>
  Effect.runSync(Notifications.make(accepted).receive({ header: (name) => headers[name], body: Buffer.from(body) }))

const text = JSON.stringify(captured)

describe("A webhook", () => {
  it.each<readonly [name: string, headers: Readonly<Record<string, string>>, expected: string]>([
    ["with signature and header", { "cko-signature": sign(text), authorization: "agreed" }, "Genuine"],
    [
      "with its signature in capitals",
      { "cko-signature": sign(text).toUpperCase(), authorization: "agreed" },
      "Genuine"
    ],
    ["without a signature", { authorization: "agreed" }, "NotGenuine"],
    ["with an empty signature", { "cko-signature": "", authorization: "agreed" }, "NotGenuine"],
    [
      "with another account's signature",
      { "cko-signature": sign(text, "of another"), authorization: "agreed" },
      "NotGenuine"
    ],
    [
      "with the signature of another body",
      { "cko-signature": sign(`${text} `), authorization: "agreed" },
      "NotGenuine"
    ],
    ["without the agreed header", { "cko-signature": sign(text) }, "NotGenuine"],
    ["with another header", { "cko-signature": sign(text), authorization: "agreed " }, "NotGenuine"]
  ])("%s is %s", (_, headers, expected) => {
    assert.strictEqual(receive(text, headers)._tag, expected)
  })

  it("is genuine under each of the keys while one takes over from another, and no header is wanted where none is agreed on", () => {
    const both = { signatureKeys: [Redacted.make("newer"), Redacted.make(key)] }
    for (const by of ["newer", key]) {
      assert.strictEqual(receive(text, { "cko-signature": sign(text, by) }, both)._tag, "Genuine")
    }
  })

  it.each<readonly [name: string, body: string, expected: string]>([
    ["no JSON", "{", "Unreadable"],
    ["no event", "[]", "Unreadable"],
    ["an event without data", JSON.stringify({ type: "payment_captured" }), "Unreadable"],
    ["an event without a payment", JSON.stringify({ type: "payment_captured", data: { id: "../x" } }), "Unreadable"],
    ["a dispute", JSON.stringify(dispute), "Genuine"],
    ["an event that nobody knows", JSON.stringify({ type: "constructor", data: {} }), "Genuine"]
  ])("that is genuine and %s is %s", (_, body, expected) => {
    const notification = receive(body, { "cko-signature": sign(body), authorization: "agreed" })
    assert.strictEqual(notification._tag, expected)
    if (notification._tag === "Genuine") assert.isEmpty(notification.outcomes)
  })

  it.each([
    ["a void that the vendor made by itself", { ...voided, data: { ...voided.data, trigger: "automatic" } }],
    [
      "an approval in part",
      { ...captured, type: "payment_approved", data: { ...captured.data, response_code: "10010" } }
    ]
  ])("about %s decides no operation of ours", (_, event) => {
    const body = JSON.stringify(event)
    const notification = receive(body, { "cko-signature": sign(body), authorization: "agreed" })
    assert.deepStrictEqual(notification._tag === "Genuine" && notification.outcomes, [])
  })

  it.each<readonly [amount: unknown, currency: string, moved: object]>([
    [10_000, "EUR", { amount: 10_000, currency: "EUR" }],
    [10_000, "CLP", { amount: 100, currency: "CLP" }],
    [10_050, "CLP", { currency: "CLP" }],
    [0, "EUR", {}],
    [10_000, "XYZ", {}]
  ])("of %s %s says what was moved, in our minor units", (amount, currency, moved) => {
    const body = JSON.stringify({ ...captured, data: { ...captured.data, amount, currency } })
    const notification = receive(body, { "cko-signature": sign(body), authorization: "agreed" })
    const { key, reference, status, ...rest } =
      (notification._tag === "Genuine" && notification.outcomes[0]) || assert.fail()
    assert.deepStrictEqual([key, reference !== undefined, status._tag], ["ORD-5023-4E89", true, "Approved"])
    assert.deepStrictEqual(rest as object, moved)
  })

  it("in the published form names the operation and how it ended", () => {
    const outcomes = [captured, voided, declinedExample].map((event) => {
      const body = JSON.stringify(event)
      const notification = receive(body, { "cko-signature": sign(body), authorization: "agreed" })
      const [one] = notification._tag === "Genuine" ? notification.outcomes : []
      return [one?.key, one?.reference, one?.status._tag]
    })
    assert.deepStrictEqual(outcomes, [
      ["ORD-5023-4E89", "pay_waji5li3mqtetnaor77xmow4bq/act_gse7gcrhleuedmzhq25n3mhweq", "Approved"],
      ["ORD-5023-4E89", "pay_pttrzqqc7pduvau7bk2tgi2nly/act_goluc2z6x5ruplxcxrvrexvkyy", "Approved"],
      ["ORD-5023-4E89", "pay_awlo4m4phelezkhsj4egc6d35q/act_rzy3fxofo3lufmjzaismfzjiae", "Declined"]
    ])
  })
})

/** What the connector reads in all webhooks of a fake. */
const reported = Effect.fnUntraced(function* ({ acquirer, fake }: Effect.Effect.Success<ReturnType<typeof opened>>) {
  const read = yield* Effect.forEach(yield* fake.notifications, (one) => acquirer.notifications!.receive(incoming(one)))
  return read.flatMap((one) => (one._tag === "Genuine" ? one.outcomes : assert.fail(one._tag)))
})

describe("What the fake's webhooks say", () => {
  it.scopedLive("is what was answered, and what is answered to a question", () =>
    Effect.gen(function* () {
      const both = yield* opened()
      const { acquirer } = both
      const hold = yield* charged("authorization")
      const approval = yield* acquirer.perform(hold)
      const steps = [
        hold,
        yield* following("Capture", hold, approval, 600),
        yield* following("Void", hold, approval, 400)
      ]
      const answers = yield* Effect.forEach(steps, (step) => settled(acquirer, step))
      const check = yield* charged("tokenization", { amount: 0 })
      const refusal = yield* charged("payment", { amount: 1000 }, card("STOLEN"))
      const more = yield* Effect.forEach([check, refusal], acquirer.perform)
      const outcomes = yield* reported(both)
      assert.deepStrictEqual(
        outcomes.map(({ key, status }) => [key, { ...status } as object]),
        [...steps, check, refusal].map(({ key }, index) => [key, { ...[...answers, ...more][index]! } as object])
      )
    })
  )

  it.scopedLive("comes never, before the answer, twice or once, as it is dialled, and again until it is taken", () =>
    Effect.gen(function* () {
      const received: Array<string> = []
      let status = 200
      const receiver = yield* serve(({ body }) =>
        Effect.sync(() => {
          received.push(body)
          return { status }
        })
      )
      const { acquirer, fake } = yield* opened()
      yield* fake.subscribe(receiver.url)
      const after = Effect.fnUntraced(function* (telling: Telling) {
        yield* fake.tell(telling)
        yield* acquirer.perform(yield* charged("authorization"))
      })
      const until = (count: number) =>
        Effect.repeat(Effect.sleep("5 millis"), { until: () => received.length >= count }).pipe(
          Effect.zipRight(Effect.sync(() => assert.lengthOf(received, count)))
        )
      yield* after("never")
      yield* after("before-the-answer")
      assert.lengthOf(received, 1)
      yield* after("twice")
      yield* until(3)
      assert.strictEqual(received[1], received[2])
      status = 503
      yield* after("once")
      yield* until(4)
      status = 200
      yield* Effect.repeat(fake.redeliver, { until: () => received.length === 5 })
      assert.strictEqual(received[3], received[4])
    })
  )
})
