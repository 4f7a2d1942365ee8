import { assert, describe, it } from "@effect/vitest"
import type { GivenSettings } from "@florin/core/cards/AcquirerConnector"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { connector } from "../src/Settings.js"
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
  ] as const)("with SOURCES=%s has the fake say its numbers: %s", ([SOURCES, areSaid]) =>
    Effect.gen(function* () {
      const chosen = SOURCES === undefined ? {} : { SOURCES }
      const { cards } = yield* startFake({ notificationUrl: "http://127.0.0.1:1/", given: given(chosen) })
      const [first] = cards
      assert.strictEqual(first, `${areSaid ? "4242 4242 4242 4242, " : ""}pm_card_visa  is approved`)
      assert.strictEqual(/\d{4} \d/.test(cards.join("\n")), areSaid)
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
