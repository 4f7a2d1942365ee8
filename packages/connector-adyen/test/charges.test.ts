import { describe, it } from "@effect/vitest"
import { AcquirerKey } from "@florin/core/ids/Ids"
import { charge as requested } from "@florin/testing/acquirers/AcquirerRequests"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { assert } from "vitest"
import { bodyOf } from "../src/internal/charges.js"
import { type Settings, settingsOf } from "../src/internal/settings.js"
import { type Charge, card } from "./internal/shop.js"

const settings = (threeDSecure: Settings["threeDSecure"] = "redirect"): Settings =>
  ({ merchantAccount: "FlorinTest", threeDSecure }) as Settings

const key = AcquirerKey.make("0190a000-0000-7000-8000-000000000001")

const charge = (change: (request: Charge) => object, kind: Charge["kind"] = "authorization") =>
  Effect.map(
    requested(kind, card(), { amount: 1050, key }),
    (request) => ({ ...request, returnUrl: "https://pay.example/process/1/return", ...change(request) }) as Charge
  )

const token = (value: string, customer?: string) => ({
  source: "token",
  token: { provider: "adyen", value: Redacted.make(value), ...(customer === undefined ? {} : { customer }) }
})

const component = {
  type: "scheme",
  encryptedCardNumber: "adyenjs_0_1_25$A",
  encryptedExpiryMonth: "adyenjs_0_1_25$B",
  encryptedExpiryYear: "adyenjs_0_1_25$C",
  encryptedSecurityCode: "adyenjs_0_1_25$D",
  holderName: "Jane Doe"
}

const details = (given: object) => (request: Charge) => ({ transaction: { ...request.transaction, details: given } })

const proof = { transStatus: "Y", eci: "05", cavv: "AAAB", cavvAlgorithm: null, xid: "ds-1", message: null }

const authenticated = (challenge: object | null) => (request: Charge) => ({
  transaction: { ...request.transaction, authentication: { version: 2, proof, challenge } }
})

const redirect = { threeDSRequestData: { nativeThreeDS: "disabled" } }

const cases: ReadonlyArray<
  readonly [name: string, change: (request: Charge) => object, expected: object, kind?: Charge["kind"]]
> = [
  [
    "an authorization waits for its captures",
    () => ({}),
    {
      merchantAccount: "FlorinTest",
      reference: key,
      amount: { value: 1050, currency: "EUR" },
      returnUrl: "https://pay.example/process/1/return",
      channel: "Web",
      shopperInteraction: "Ecommerce",
      additionalData: { manualCapture: "true" },
      paymentMethod: {
        type: "scheme",
        number: "4111111111111111",
        expiryMonth: "03",
        expiryYear: "2099",
        cvc: "737",
        holderName: "Jane Doe"
      },
      authenticationData: redirect
    }
  ],
  ["a payment is captured at once", () => ({}), { captureDelayHours: 0 }, "payment"],
  [
    "a check is of no amount",
    () => ({}),
    { amount: { value: 0, currency: "EUR" }, recurringProcessingModel: "CardOnFile" },
    "tokenization"
  ],
  [
    "the first charge of a card that is kept",
    (request) => ({ onFile: "first", ...details({ additionalData: { contract: ["recurring"] } })(request) }),
    { shopperInteraction: "Ecommerce", recurringProcessingModel: "Subscription" }
  ],
  [
    "a renewal of it, by its number and the network's id",
    (request) => ({
      onFile: "again",
      initiatedBy: "merchant",
      networkTransactionId: "MCC123",
      ...details({ additionalData: { contract: ["recurring"] } })(request)
    }),
    {
      shopperInteraction: "ContAuth",
      recurringProcessingModel: "Subscription",
      authenticationData: { attemptAuthentication: "never" },
      paymentMethod: { number: "4111111111111111", networkPaymentReference: "MCC123" }
    }
  ],
  [
    "a charge of a saved card without its customer, on no schedule",
    () => ({ onFile: "again", initiatedBy: "merchant" }),
    { shopperInteraction: "ContAuth", recurringProcessingModel: "UnscheduledCardOnFile" }
  ],
  [
    "a stored payment method of its shopper",
    () => ({ ...token("M5N7TQ4TG5PFWR50", "shopper-1"), onFile: "again" }),
    {
      paymentMethod: { type: "scheme", storedPaymentMethodId: "M5N7TQ4TG5PFWR50" },
      shopperReference: "shopper-1",
      shopperInteraction: "ContAuth",
      recurringProcessingModel: "CardOnFile"
    }
  ],
  ["encrypted fields, once", () => token(JSON.stringify(component)), { paymentMethod: component }],
  [
    "encrypted fields, stored for a shopper of their own",
    () => ({ ...token(JSON.stringify(component)), onFile: "first" }),
    { paymentMethod: component, storePaymentMethod: true, shopperReference: key }
  ],
  [
    "encrypted fields, stored for a shopper that is known",
    () => ({ ...token(JSON.stringify(component), "shopper-1"), onFile: "first" }),
    { storePaymentMethod: true, shopperReference: "shopper-1" }
  ],
  [
    "all that a component says, without what it must not say",
    () =>
      token(
        JSON.stringify({
          paymentMethod: { ...component, number: "4111111111111111", cvc: "737" },
          browserInfo: { userAgent: "A" },
          origin: "https://shop.example",
          merchantAccount: "Other",
          amount: { value: 1, currency: "EUR" }
        })
      ),
    {
      paymentMethod: component,
      browserInfo: { userAgent: "A" },
      origin: "https://shop.example",
      merchantAccount: "FlorinTest",
      amount: { value: 1050, currency: "EUR" }
    }
  ],
  [
    "3-D Secure that was done elsewhere, without a challenge",
    authenticated(null),
    {
      mpiData: { cavv: "AAAB", eci: "05", dsTransID: "ds-1", directoryResponse: "Y", threeDSVersion: "2.2.0" },
      authenticationData: { attemptAuthentication: "never" }
    }
  ],
  [
    "3-D Secure that was done elsewhere, with one",
    authenticated({ version: 2 }),
    { mpiData: { directoryResponse: "C", authenticationResponse: "Y" } }
  ],
  [
    "a charge that skips 3-D Secure",
    details({ skipThreeDSecureVerification: true }),
    { authenticationData: { attemptAuthentication: "never" } }
  ],
  [
    "a charge that forces it",
    details({ forceThreeDSecureVerification: true }),
    { authenticationData: { attemptAuthentication: "always", ...redirect } }
  ],
  [
    "the buyer",
    details({
      customer: { email: "jane@example.com", ip: "192.0.2.1" },
      dynamicBillingDescriptor: "SHOP*ORDER<1>",
      billingAddress: {
        firstName: "Jane",
        lastName: "Doe",
        country: "US",
        city: "Denver",
        state: "CO",
        zip: "96002",
        address: "1st Street",
        phone: "+1 555 0100"
      }
    }),
    {
      shopperEmail: "jane@example.com",
      shopperIP: "192.0.2.1",
      shopperStatement: "SHOP*ORDER 1",
      shopperName: { firstName: "Jane", lastName: "Doe" },
      telephoneNumber: "+15550100",
      billingAddress: {
        street: "1st Street",
        houseNumberOrName: "N/A",
        city: "Denver",
        country: "US",
        postalCode: "96002",
        stateOrProvince: "CO"
      }
    }
  ]
]

/** As it travels. */
const sent = (request: Charge, by = settings()): Record<string, unknown> =>
  JSON.parse(JSON.stringify(bodyOf(request, by) ?? {})) as Record<string, unknown>

describe("D57 a charge in Adyen's words", () => {
  it.effect.each(cases)("%s", ([, change, expected, kind]) =>
    Effect.map(charge(change, kind), (request) => {
      const body = sent(request)
      for (const [name, value] of Object.entries(expected)) {
        if (name === "paymentMethod" && "networkPaymentReference" in value)
          assert.deepInclude(body[name] as object, value)
        else if (name === "mpiData") assert.deepInclude(body[name] as object, value)
        else assert.deepStrictEqual(body[name], value, name)
      }
    })
  )

  it.effect("is the same each time", () =>
    Effect.map(
      charge(() => ({})),
      (request) => assert.deepStrictEqual(sent(request), sent(request))
    )
  )

  it.effect("asks for native 3-D Secure only where the host wants it, with the way back", () =>
    Effect.map(
      charge(() => ({})),
      (request) => {
        const body = sent(request, settings("native"))
        assert.deepStrictEqual(body["authenticationData"], { threeDSRequestData: { nativeThreeDS: "preferred" } })
        assert.deepStrictEqual(body["threeDS2RequestData"], { notificationURL: request.returnUrl })
      }
    )
  )

  it.effect.each([
    ["a token that is no JSON", () => token("tok_visa {")],
    ["encrypted fields without a card", () => token(JSON.stringify({ type: "scheme" }))],
    ["a card number in the place of encrypted fields", () => token(JSON.stringify({ number: "4111111111111111" }))],
    ["an amount that it cannot express", () => ({ currency: "IDR" })]
  ] as const)("does not ask for %s", ([, change]) =>
    Effect.map(charge(change), (request) => assert.isUndefined(bodyOf(request, settings())))
  )
})

describe("D54 the settings of a host", () => {
  const complete = {
    apiKey: "AQEyhmfxK...",
    merchantAccount: "FlorinTest",
    hmacKeys: "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056"
  }

  it.each([
    ["nothing else", {}, "https://checkout-test.adyen.com/v71", true],
    [
      "the prefix of the live endpoints",
      { livePrefix: "1797a841fbb37ca7-AdyenDemo" },
      "https://1797a841fbb37ca7-AdyenDemo-checkout-live.adyenpayments.com/checkout/v71",
      false
    ],
    ["the fake", { baseUrl: "http://127.0.0.1:8080/v71" }, "http://127.0.0.1:8080/v71", true],
    [
      "a proxy, which may be live",
      { baseUrl: "https://proxy.example/adyen/v71" },
      "https://proxy.example/adyen/v71",
      false
    ]
  ] as const)("with %s", (_, rest, baseUrl, isTest) => {
    const settings = settingsOf({ ...complete, ...rest })
    assert.deepInclude(settings._tag === "Right" ? settings.right : {}, { baseUrl, isTest })
  })

  it.each([
    ["apiKey", { apiKey: "with a space" }],
    ["merchantAccount", { merchantAccount: "" }],
    ["hmacKeys", { hmacKeys: "secret-that-is-not-hexadecimal" }],
    ["hmacKeys", { hmacKeys: [] }],
    ["livePrefix", { livePrefix: "https://prefix.example" }],
    ["baseUrl", { baseUrl: "http://proxy.example" }]
  ] as const)("refuses a wrong %s, and never repeats it", (setting, wrong) => {
    const refused = settingsOf({ ...complete, ...wrong })
    assert.strictEqual(refused._tag === "Left" ? refused.left.setting : undefined, setting)
    const [value] = Object.values(wrong)
    if (typeof value === "string" && value !== "")
      assert.notInclude(String(refused._tag === "Left" && refused.left), value)
  })
})
