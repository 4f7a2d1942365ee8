import { assert, describe, it } from "@effect/vitest"
import type { GivenSettings } from "@florin/core/cards/AcquirerConnector"
import { serve } from "@florin/testing/parties/Loopback"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import * as Checkout from "../src/Checkout.js"
import { connector } from "../src/Settings.js"
import { startFake } from "../src/Testing.js"
import { charged, word } from "./internal/opened.js"

const given = (settings: Readonly<Record<string, string>>): GivenSettings => ({
  text: (name) => settings[name],
  secret: (name) => (settings[name] === undefined ? undefined : Redacted.make(settings[name]))
})

const configured = (settings: Readonly<Record<string, string>>) =>
  Either.getOrThrow(connector.fromSettings(given(settings), 17))

describe("Checkout.com by settings alone", () => {
  it("refuses each setting by its name, and never repeats it", () => {
    const faulty: ReadonlyArray<readonly [Readonly<Record<string, string>>, ReadonlyArray<string>]> = [
      [{}, ["API_KEY"]],
      [{ THREE_D_SECURE: "yes-please", CARD_NUMBERS: "yes-please" }, ["API_KEY", "THREE_D_SECURE", "CARD_NUMBERS"]],
      [{ API_KEY: "pk_sbox_yes-please" }, ["API_KEY"]],
      [{ API_KEY: "sk_sbox_1", BASE_URL: "http://yes-please.example" }, ["BASE_URL"]],
      [{ API_KEY: "sk_sbox_1", WEBHOOK_AUTHORIZATION: "yes-please" }, ["WEBHOOK_AUTHORIZATION"]],
      [{ API_KEY: "sk_sbox_1", SIGNATURE_KEY: "yes please" }, ["SIGNATURE_KEY"]],
      [{ API_KEY: "sk_sbox_1", PROCESSING_CHANNEL_ID: "yes-please" }, ["PROCESSING_CHANNEL_ID"]]
    ]
    for (const [settings, names] of faulty) {
      const faults = Either.getOrThrow(Either.flip(connector.fromSettings(given(settings), 5)))
      assert.deepStrictEqual(
        faults.map(({ name }) => name),
        names
      )
      assert.notMatch(JSON.stringify(faults), /yes.please/)
    }
  })

  it("names all settings that it reads", () => {
    const read: Array<string> = []
    const reading: GivenSettings = {
      text: (name) => void read.push(name),
      secret: (name) => (read.push(name) > 0 ? Redacted.make("sk_sbox_1") : undefined)
    }
    assert.isTrue(Either.isRight(connector.fromSettings(reading, 5)))
    assert.sameMembers(
      [...new Set(read)],
      connector.settings.map(({ name }) => name)
    )
  })

  it.scopedLive("D54: charges at the fake that is started beside a server, which tells where it is told to", () =>
    Effect.gen(function* () {
      const received: Array<string> = []
      const receiver = yield* serve(({ body }) => Effect.sync(() => ({ status: received.push(body) > 0 ? 200 : 500 })))
      const fake = yield* startFake({ notificationUrl: receiver.url })
      assert.include(fake.cards.join("\n"), "4242 4242 4242 4242  Visa: is approved")
      const { check, make } = configured({ ...fake.settings, THREE_D_SECURE: "false", CARD_NUMBERS: "true" })
      assert.isUndefined(yield* check!)
      const acquirer = yield* make
      assert.strictEqual(acquirer.gatewayId, 17)
      assert.strictEqual(word(yield* acquirer.perform(yield* charged("authorization"))), "Approved")
      yield* Effect.repeat(Effect.sleep("5 millis"), { until: () => received.length > 0 })
      assert.include(received[0], "payment_approved")
    })
  )

  it.scopedLive("says what is wrong with the credentials", () =>
    Effect.gen(function* () {
      const { settings } = yield* startFake({ notificationUrl: "http://127.0.0.1:1" })
      const proxy = yield* serve(() => Effect.succeed({ status: 200, body: [] }))
      const checked = (change: object) => configured({ ...settings, ...change }).check!
      assert.strictEqual(yield* checked({ API_KEY: "sk_sbox_other" }), "refuses the API key (401)")
      assert.strictEqual(yield* checked({ BASE_URL: proxy.url }), "answers a question with 200")
      assert.match((yield* checked({ BASE_URL: "http://127.0.0.1:1" })) ?? "", /^cannot be reached/)
    })
  )

  it.scopedLive("takes tokens only where it is set so, and sends no card", () =>
    Effect.gen(function* () {
      const { settings } = yield* startFake({ notificationUrl: "http://127.0.0.1:1" })
      const acquirer = yield* configured({ ...settings, CARD_NUMBERS: "false" }).make
      assert.deepStrictEqual(acquirer.capabilities?.sources, ["token"])
      assert.strictEqual(word(yield* acquirer.perform(yield* charged("authorization"))), "Declined not-allowed")
    })
  )
})

const known =
  "apiKey, baseUrl, allowHttp, signatureKeys, webhookAuthorization, processingChannelId, threeDSecure, cardNumbers, descriptorCity, gatewayId, name, callLimit, connectLimit, inFlightWindow, connections, keyLife, certificates"
const good = { apiKey: "sk_sbox_1" }
const [key, keys, header, channel] = [
  "apiKey must be a secret key: sk_…",
  "signatureKeys must be the signature keys of the webhook",
  "webhookAuthorization must be the webhook's authorization header key, beside a signature key",
  "processingChannelId must be the id of a processing channel: pc_…"
]

describe("Options of a host without types", () => {
  it.each<readonly [options: unknown, message: string]>([
    [{ ...good, signatureKey: "hidden" }, `signatureKey is not an option: there are ${known}`],
    [{ ...good, "sk-hidden": 1 }, `options has a member that is no option: there are ${known}`],
    [undefined, `options must be an object with ${known}`],
    [{}, key],
    [{ apiKey: undefined }, key],
    [{ apiKey: null }, key],
    [{ apiKey: 5 }, key],
    [{ apiKey: {} }, key],
    [{ apiKey: ["sk_sbox_hidden"] }, key],
    [{ apiKey: Redacted.make(undefined) }, key],
    [{ ...good, signatureKeys: null }, keys],
    [{ ...good, signatureKeys: ["key", undefined] }, keys],
    [{ ...good, signatureKeys: [["hidden"]] }, keys],
    [{ ...good, signatureKeys: "key", webhookAuthorization: 5 }, header],
    [{ ...good, processingChannelId: ["pc_hidden"] }, channel],
    [{ ...good, baseUrl: {} }, "baseUrl must be https://<host>[:<port>][/<path>]"],
    [{ ...good, allowHttp: "false" }, "allowHttp must be true or false"],
    [{ ...good, threeDSecure: "false" }, "threeDSecure must be true or false"],
    [{ ...good, cardNumbers: "false" }, "cardNumbers must be true or false"],
    [{ ...good, descriptorCity: 5 }, "descriptorCity must be a text"],
    [{ ...good, gatewayId: 0 }, "gatewayId must be a whole number from 1"],
    [{ ...good, name: 5 }, "name must be a text"],
    [{ ...good, keyLife: "24 h" }, 'keyLife must be a duration, such as "25 seconds"'],
    [{ ...good, callLimit: "25 secnds" }, 'callLimit must be a duration above 0, such as "25 seconds"'],
    [{ ...good, connectLimit: {} }, 'connectLimit must be a duration above 0, such as "25 seconds"'],
    [{ ...good, inFlightWindow: "hidden" }, 'inFlightWindow must be a duration, such as "25 seconds"'],
    [{ ...good, connections: "5" }, "connections must be a whole number from 1"],
    [{ ...good, certificates: ["hidden.pem"] }, "certificates must be a list of certificates in PEM"]
  ])("%j are refused: %s", (options, message) => {
    const refusal = Effect.runSync(Effect.flip(Effect.scoped(Checkout.make(options as Checkout.Options))))
    assert.instanceOf(refusal, Checkout.CheckoutRefused)
    assert.strictEqual(refusal.message, message)
    assert.notInclude(`${JSON.stringify(refusal)} ${refusal.stack}`, "hidden")
    assert.throws(() => Checkout.checkout(options as Checkout.Options), Checkout.CheckoutRefused, message)
  })

  it("that are undefined are those by default", () => {
    const absent = Object.fromEntries(known.split(", ").map((name) => [name, undefined]))
    const { capabilities, gatewayId, name, notifications } = Checkout.checkout({ ...absent, ...good } as never)
    assert.deepStrictEqual([gatewayId, name, notifications], [5, "Checkout.com", undefined])
    assert.deepInclude(capabilities, { sources: ["card", "token"], authenticates: true })
  })
})
