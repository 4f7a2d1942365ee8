import { createRequire } from "node:module"
import type { AcquirerNotification } from "@florin/core/cards/AcquirerNotifications"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { receive } from "../src/internal/notices.js"
import { signature } from "../src/internal/signing.js"
import type { NotificationItem } from "../src/internal/vendor.js"
import { word } from "./internal/shop.js"

const key = Redacted.make("44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056")
// CommonJS, which says itself what its default is.
const { default: HmacValidator } = createRequire(import.meta.url)(
  "@adyen/api-library/lib/src/utils/hmacValidator.js"
) as {
  readonly default: new () => { readonly calculateHmac: (one: object, key: string) => string }
}

const older = Redacted.make("D".repeat(64))
const settings = { hmacKeys: [key], merchantAccount: "FlorinTest" }
const charge = "0190a000-0000-7000-8000-000000000001"
const other = "0190a000-0000-7000-8000-000000000002"

const item = (rest: Partial<NotificationItem> = {}): NotificationItem => ({
  amount: { value: 1000, currency: "EUR" },
  eventCode: "AUTHORISATION",
  eventDate: "2026-11-27T01:00:00+01:00",
  merchantAccountCode: "FlorinTest",
  merchantReference: charge,
  paymentMethod: "visa",
  pspReference: "QFQTPCQ8HXSKGK82",
  reason: "",
  success: "true",
  ...rest
})

const signed = (one: NotificationItem, by = key): NotificationItem => ({
  ...one,
  additionalData: { ...one.additionalData, hmacSignature: signature(one, by) }
})

const bodyOf = (...items: ReadonlyArray<NotificationItem>): Uint8Array =>
  Buffer.from(
    JSON.stringify({ live: "false", notificationItems: items.map((one) => ({ NotificationRequestItem: one })) })
  )

const received = (body: Uint8Array, keys = settings.hmacKeys): AcquirerNotification =>
  receive({ ...settings, hmacKeys: keys }, { header: () => undefined, body })

/** As key, reference and status. */
const words = (notification: AcquirerNotification): ReadonlyArray<string> =>
  notification._tag === "Genuine"
    ? notification.outcomes.map(
        ({ hasFailedSince, key, reference, status }) =>
          `${key ?? "-"} ${reference ?? "-"} ${hasFailedSince === true ? "failed since" : word(status)}`
      )
    : [notification._tag]

const modified = (eventCode: NotificationItem["eventCode"], rest: Partial<NotificationItem> = {}) =>
  item({ eventCode, originalReference: "QFQTPCQ8HXSKGK82", pspReference: "NC6HT9CRT65ZGN82", ...rest })

const failed = { success: "false", reason: "Insufficient balance on payment" } as const

const events = [
  ["an approval", item(), [`${charge} QFQTPCQ8HXSKGK82 Approved`]],
  [
    "a refusal, with its reason",
    item({ success: "false", reason: "Not enough balance" }),
    [`${charge} QFQTPCQ8HXSKGK82 Declined funds`]
  ],
  [
    "a page that nobody came back from",
    item({ eventCode: "OFFER_CLOSED" }),
    [`${charge} QFQTPCQ8HXSKGK82 Declined authentication-failed`]
  ],
  [
    "a capture, by both references",
    modified("CAPTURE", { merchantReference: `${other}.capture` }),
    [`${other} QFQTPCQ8HXSKGK82/NC6HT9CRT65ZGN82 Approved`]
  ],
  [
    "a capture under the payment's reference, which says nothing of the payment",
    modified("CAPTURE"),
    ["- QFQTPCQ8HXSKGK82/NC6HT9CRT65ZGN82 Approved"]
  ],
  [
    "a capture that was not done",
    modified("CAPTURE", { ...failed, merchantReference: `${other}.capture` }),
    [`${other} QFQTPCQ8HXSKGK82/NC6HT9CRT65ZGN82 Declined not-allowed`]
  ],
  [
    "a capture that failed later",
    modified("CAPTURE_FAILED"),
    ["- QFQTPCQ8HXSKGK82/NC6HT9CRT65ZGN82 Declined not-allowed", `${charge} - failed since`]
  ],
  [
    "a payment's own capture that was not made",
    modified("CAPTURE", failed),
    ["- QFQTPCQ8HXSKGK82/NC6HT9CRT65ZGN82 Declined not-allowed", `${charge} - failed since`]
  ],
  [
    "a capture of ours that failed later",
    modified("CAPTURE_FAILED", { merchantReference: `${other}.capture` }),
    [`${other} QFQTPCQ8HXSKGK82/NC6HT9CRT65ZGN82 Declined not-allowed`]
  ],
  [
    "a cancel",
    modified("CANCELLATION", { merchantReference: `${other}.void` }),
    [`${other} NC6HT9CRT65ZGN82 Approved`]
  ],
  ["a cancel by our reference, which is the payment's", modified("TECHNICAL_CANCEL"), ["- NC6HT9CRT65ZGN82 Approved"]],
  [
    "a reversal",
    modified("CANCEL_OR_REFUND", { merchantReference: `${other}.void` }),
    [`${other} NC6HT9CRT65ZGN82 Approved`]
  ],
  ["a refund", modified("REFUND", { merchantReference: `${other}.refund` }), [`${other} NC6HT9CRT65ZGN82 Approved`]],
  [
    "a refund that voids a capture",
    modified("REFUND", { merchantReference: `${other}.void` }),
    [`${other} NC6HT9CRT65ZGN82 Approved`]
  ],
  ["a refund that was not done", modified("REFUND", failed), ["- NC6HT9CRT65ZGN82 Declined not-allowed"]],
  ["a refund that failed later", modified("REFUND_FAILED"), ["- NC6HT9CRT65ZGN82 Declined not-allowed"]],
  ["a refund that came back", modified("REFUNDED_REVERSED"), ["- NC6HT9CRT65ZGN82 Declined not-allowed"]],
  ["a dispute: about no operation", modified("CHARGEBACK"), []],
  ["a report: about no operation", item({ eventCode: "REPORT_AVAILABLE" }), []],
  ["an event of next year: about no operation", item({ eventCode: "NEW" as "EXPIRE" }), []]
] as const

describe("D57 Adyen's notifications", () => {
  it.each(events)("%s", (_, one, expected) => {
    expect(words(received(bodyOf(signed(one))))).toEqual(expected)
  })

  it("replies what Adyen wants to read", () => {
    expect(received(bodyOf(signed(item())))).toMatchObject({ _tag: "Genuine", reply: "[accepted]" })
  })

  it("says what is known of the card and of the authorization", () => {
    const additionalData = {
      authCode: "044925",
      avsResultRaw: "4",
      cardSummary: "1111",
      cvcResultRaw: "M",
      expiryDate: "3/2030",
      networkTxReference: "MCC123456",
      paymentMethod: "visa",
      "tokenization.shopperReference": "shopper-1",
      "tokenization.storedPaymentMethodId": "M5N7TQ4TG5PFWR50"
    }
    const notification = received(bodyOf(signed(item({ additionalData }))))
    expect(notification).toMatchObject({
      outcomes: [
        {
          status: {
            _tag: "Approved",
            report: { authCode: "044925", refId: "QFQTPCQ8HXSKGK82", avsResult: "4", cvcResult: "M" },
            card: { brand: "visa", last4: "1111", expMonth: 3, expYear: 2030 },
            networkTransactionId: "MCC123456",
            token: { provider: "adyen", customer: "shopper-1" }
          }
        }
      ]
    })
  })

  it.each([
    ["a charge", item(), { amount: 1000, currency: "EUR" }],
    [
      "a charge in Adyen's decimals",
      item({ amount: { value: 1000, currency: "ISK" } }),
      { amount: 10, currency: "ISK" }
    ],
    ["a check of a card, which is of nothing", item({ amount: { value: 0, currency: "EUR" } }), {}],
    [
      "a part that was captured",
      modified("CAPTURE", { amount: { value: 1, currency: "EUR" } }),
      { amount: 1, currency: "EUR" }
    ],
    ["a refund", modified("REFUND"), { amount: 1000, currency: "EUR" }],
    ["a cancel, which has the payment's", modified("CANCELLATION"), {}]
  ] as const)("says how much was moved: %s", (_, one, expected) => {
    const notification = received(bodyOf(signed(one)))
    const { amount, currency } = notification._tag === "Genuine" ? notification.outcomes[0]! : {}
    expect(JSON.parse(JSON.stringify({ amount, currency }))).toEqual(expected)
  })

  it("signs as Adyen's library does", () => {
    const one = item({ originalReference: "NC6HT9CRT65ZGN82" })
    expect(signature(one, key)).toBe(new HmacValidator().calculateHmac(one, Redacted.value(key)))
  })

  it("knows the example of Adyen's documentation", () => {
    const one = item({
      pspReference: "7914073381342284",
      merchantAccountCode: "TestMerchant",
      merchantReference: "TestPayment-1407325143704",
      amount: { value: 1130, currency: "EUR" }
    })
    expect(signature(one, key)).toBe("coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=")
  })

  it("takes each of several keys while one is exchanged", () => {
    for (const by of [key, older]) {
      expect(received(bodyOf(signed(item(), by)), [key, older])._tag).toBe("Genuine")
    }
  })

  it("reads several items, and none where one is forged", () => {
    const [first, second] = [signed(item()), signed(modified("CHARGEBACK"))]
    expect(words(received(bodyOf(first, second)))).toHaveLength(1)
    expect(received(bodyOf(first, { ...second, pspReference: "FORGED0000000000" }))._tag).toBe("NotGenuine")
  })

  it.each([
    ["no signature", item()],
    ["an empty signature", item({ additionalData: { hmacSignature: "" } })],
    ["another account's key", signed(item(), older)],
    ["another amount", { ...signed(item()), amount: { value: 1, currency: "EUR" } }],
    ["another currency", { ...signed(item()), amount: { value: 1000, currency: "JPY" } }],
    ["another payment", { ...signed(item()), merchantReference: other }],
    ["another outcome", { ...signed(item({ success: "false" })), success: "true" as const }],
    ["another event", { ...signed(item()), eventCode: "CAPTURE" as const }],
    ["another reference", { ...signed(item()), pspReference: "NC6HT9CRT65ZGN82" }],
    ["another parent", { ...signed(modified("CAPTURE")), originalReference: "NC6HT9CRT65ZGN82" }],
    ["another merchant account", { ...signed(item()), merchantAccountCode: "Other" }]
  ] as const)("takes nothing with %s", (_, one) => {
    expect(received(bodyOf(one))._tag).toBe("NotGenuine")
  })

  it("takes a genuine one of another merchant account for nothing of ours", () => {
    const notification = received(bodyOf(signed(item({ merchantAccountCode: "Other" }))))
    expect(notification).toEqual({ _tag: "Genuine", outcomes: [], reply: "[accepted]" })
  })

  // The members are joined with colons: what another account's operator types into a reference could move the borders.
  it("takes a member with a colon for nothing", () => {
    expect(words(received(bodyOf(signed(item({ merchantReference: `${charge}:1000:EUR` })))))).toEqual([])
  })

  it.each([
    ["nothing", ""],
    ["no JSON", "<html>"],
    ["no items", '{"live":"false","notificationItems":[]}'],
    ["an item without an amount", '{"notificationItems":[{"NotificationRequestItem":{"pspReference":"A"}}]}']
  ])("takes %s for nothing genuine", (_, text) => {
    expect(received(Buffer.from(text))._tag).toBe("NotGenuine")
  })
})
