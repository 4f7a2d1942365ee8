import { assert, describe, it } from "@effect/vitest"
import type { GivenSettings } from "@florin/core/cards/AcquirerConnector"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { connector } from "../src/Settings.js"
import * as Stripe from "../src/Stripe.js"
import { startFake } from "../src/Testing.js"
import { tokenCharge } from "./internal/underTest.js"

const given = (settings: Readonly<Record<string, string>>): GivenSettings => ({
  text: (name) => settings[name],
  secret: (name) => (settings[name] === undefined ? undefined : Redacted.make(settings[name]))
})

describe("Settings of Stripe", () => {
  it.each([
    [{}, ["API_KEY"]],
    [{ API_KEY: "a" }, ["API_KEY"]],
    [{ API_KEY: "sk_test_1", WEBHOOK_SECRET: "a" }, ["WEBHOOK_SECRET"]],
    [{ API_KEY: "sk_test_1", WEBHOOK_SECRET: "whsec_a, whsec_b" }, []],
    [{ API_KEY: "sk_test_1", SOURCES: "cards" }, ["SOURCES"]],
    [{ API_KEY: "sk_test_1", SOURCES: "card,token", MULTICAPTURE: "yes" }, ["MULTICAPTURE"]],
    [{ SOURCES: "constructor", MULTICAPTURE: "1" }, ["API_KEY", "SOURCES", "MULTICAPTURE"]],
    [{ API_KEY: "sk_test_1", BASE_URL: "http://stripe.example" }, ["BASE_URL"]],
    [{ API_KEY: "sk_test_1", BASE_URL: "http://127.0.0.1:1", MULTICAPTURE: "true" }, []]
  ] as ReadonlyArray<readonly [Record<string, string>, ReadonlyArray<string>]>)(
    "%j: %j cannot be used",
    (settings, names) => {
      const faults = Either.match(connector.fromSettings(given(settings), 3), {
        onLeft: (all) => all,
        onRight: () => []
      })
      assert.deepStrictEqual(
        faults.map(({ name }) => name),
        [...names]
      )
      for (const { name } of faults)
        assert.include(
          connector.settings.map((one) => one.name),
          name
        )
    }
  )

  it.scoped("of the fake make an acquirer that charges", () =>
    Effect.gen(function* () {
      const { cards, settings, url } = yield* startFake({ notificationUrl: "http://127.0.0.1:1/" })
      assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
      assert.include(cards.join("\n"), "4242 4242 4242 4242")
      const { make } = Either.getOrThrow(connector.fromSettings(given(settings), 7))
      const acquirer = yield* make
      assert.deepInclude(acquirer, { gatewayId: 7, simulated: true })
      const request = yield* tokenCharge("payment", "visa", { amount: 1000 })
      assert.strictEqual((yield* acquirer.perform(request))._tag, "Approved")
    })
  )

  it.scoped.each([
    [undefined, true],
    ["card", true],
    ["card,token", true],
    ["token", false]
  ] as const)("with SOURCES=%s has the fake say its numbers: %s", ([SOURCES, areStated]) =>
    Effect.gen(function* () {
      const chosen = SOURCES === undefined ? {} : { SOURCES }
      const { cards } = yield* startFake({ notificationUrl: "http://127.0.0.1:1/", given: given(chosen) })
      const [first] = cards
      assert.strictEqual(first, `${areStated ? "4242 4242 4242 4242, " : ""}pm_card_visa  is approved`)
      assert.strictEqual(/\d{4} \d/.test(cards.join("\n")), areStated)
    })
  )

  it.scoped.each([
    ["sk_test_fake", undefined],
    ["sk_test_another", "refuses FLORIN_STRIPE_API_KEY"]
  ] as const)("with the key %s are checked without a payment: %s", ([API_KEY, expected]) =>
    Effect.gen(function* () {
      const { settings } = yield* startFake({ notificationUrl: "http://127.0.0.1:1/" })
      const { check } = Either.getOrThrow(connector.fromSettings(given({ ...settings, API_KEY }), 3))
      assert.strictEqual(yield* check!, expected)
    })
  )

  it.scoped("of a Stripe that is not there are said to have no answer", () =>
    Effect.gen(function* () {
      const settings = given({ API_KEY: "sk_test_1", BASE_URL: "http://127.0.0.1:1" })
      const { check } = Either.getOrThrow(connector.fromSettings(settings, 3))
      assert.strictEqual(yield* check!, "did not answer")
    })
  )
})

const known =
  "there are apiKey, webhookSecret, gatewayId, name, callLimit, connectLimit, inFlightWindow, connections, publishableKey, sources, multicapture, baseUrl"
const key = "apiKey must begin with sk_test_, sk_live_, rk_test_ or rk_live_"
const secret = "webhookSecret must begin with whsec_"
const good = { apiKey: "sk_test_1" }
const wiped = Redacted.make("sk_test_1")
Redacted.unsafeWipe(wiped)

describe("Options of a host without types", () => {
  it.each<readonly [options: unknown, message: string]>([
    [{ ...good, webhookSecrett: "whsec_hidden" }, `webhookSecrett is not an option: ${known}`],
    [{ ...good, webhookSecrett: undefined }, `webhookSecrett is not an option: ${known}`],
    [{ apikey: "sk_test_hidden" }, `apikey is not an option: ${known}`],
    [{ ...good, "whsec-hidden": 1 }, `options has a member that is no option: ${known}`],
    [undefined, `options must be an object with ${known.replace("there are ", "")}`],
    ["sk_test_hidden", `options must be an object with ${known.replace("there are ", "")}`],
    [{}, key],
    [{ apiKey: undefined }, key],
    [{ apiKey: null }, key],
    [{ apiKey: 5 }, key],
    [{ apiKey: {} }, key],
    [{ apiKey: ["sk_test_hidden"] }, key],
    [{ apiKey: Redacted.make(undefined) }, key],
    [{ apiKey: Redacted.make(["sk_test_hidden"]) }, key],
    [{ apiKey: wiped }, key],
    [{ ...good, webhookSecret: null }, secret],
    [{ ...good, webhookSecret: ["whsec_1", undefined] }, secret],
    [{ ...good, webhookSecret: ["whsec_1", {}] }, secret],
    [{ ...good, publishableKey: ["pk_test_1"] }, "publishableKey must begin with pk_test_ or pk_live_"],
    [{ ...good, publishableKey: "hidden" }, "publishableKey must begin with pk_test_ or pk_live_"],
    [{ ...good, baseUrl: 5 }, "baseUrl must be https://<host>[:<port>][/<path>]"],
    [{ ...good, gatewayId: "3" }, "gatewayId must be a whole number from 1"],
    [{ ...good, name: 5 }, "name must be a text"],
    [{ ...good, sources: "card" }, "sources must be a list of card, token or both"],
    [{ ...good, sources: ["hidden"] }, "sources must be a list of card, token or both"],
    [{ ...good, multicapture: "false" }, "multicapture must be true or false"],
    [{ ...good, callLimit: "25 secnds" }, 'callLimit must be a duration above 0, such as "25 seconds"'],
    [{ ...good, connectLimit: "hidden" }, 'connectLimit must be a duration above 0, such as "25 seconds"'],
    [{ ...good, inFlightWindow: null }, 'inFlightWindow must be a duration, such as "25 seconds"'],
    [{ ...good, connections: "5" }, "connections must be a whole number from 1"]
  ])("%j are refused: %s", (options, message) => {
    const refusal = Effect.runSync(Effect.flip(Effect.scoped(Stripe.make(options as Stripe.Options))))
    assert.instanceOf(refusal, Stripe.StripeRefused)
    assert.strictEqual(refusal.message, message)
    assert.notInclude(`${JSON.stringify(refusal)} ${refusal.stack}`, "hidden")
    assert.throws(() => Stripe.stripe(options as Stripe.Options), Stripe.StripeRefused, message)
  })

  it("that are undefined are those by default", () => {
    const names = known.replace("there are ", "").split(", ")
    const absent = Object.fromEntries(names.map((name) => [name, undefined]))
    const { capabilities, fields, gatewayId, name, notifications } = Stripe.stripe({ ...absent, ...good } as never)
    assert.deepStrictEqual([gatewayId, name, capabilities?.sources], [3, "Stripe", ["token"]])
    assert.deepStrictEqual([fields, notifications], [undefined, undefined])
  })
})
