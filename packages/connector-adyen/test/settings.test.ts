import { assert, describe, it } from "@effect/vitest"
import type { GivenSettings } from "@florin/core/cards/AcquirerConnector"
import { charge } from "@florin/testing/acquirers/AcquirerRequests"
import { serve } from "@florin/testing/parties/Loopback"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { connector } from "../src/Settings.js"
import { startFake } from "../src/Testing.js"

const given = (settings: Readonly<Record<string, string>>): GivenSettings => ({
  text: (name) => settings[name],
  secret: (name) => (settings[name] === undefined ? undefined : Redacted.make(settings[name]))
})

const whole = { API_KEY: "key", MERCHANT_ACCOUNT: "Shop", HMAC_KEYS: `${"0A".repeat(32)}, ${"0B".repeat(32)}` }

const card = { number: Redacted.make("4111111111111111"), holder: "Jane Doe", expMonth: 3, expYear: 2030 }

describe("Adyen by settings alone", () => {
  it.each([
    [{}, ["API_KEY", "MERCHANT_ACCOUNT", "HMAC_KEYS"]],
    [whole, []],
    [{ ...whole, HMAC_KEYS: "yes-please" }, ["HMAC_KEYS"]],
    [{ ...whole, HMAC_KEYS: " , " }, ["HMAC_KEYS"]],
    [{ ...whole, API_KEY: "yes please" }, ["API_KEY"]],
    [{ ...whole, MERCHANT_ACCOUNT: "yes please" }, ["MERCHANT_ACCOUNT"]],
    [{ ...whole, LIVE_PREFIX: "https://yes-please" }, ["LIVE_PREFIX"]],
    [{ ...whole, BASE_URL: "http://yes-please.example" }, ["BASE_URL"]],
    [{ ...whole, MULTICAPTURE: "yes-please", SOURCES: "constructor" }, ["MULTICAPTURE", "SOURCES"]],
    [{ ...whole, SOURCES: "card, token", THREE_D_SECURE: "native", MULTICAPTURE: "true" }, []]
  ] as ReadonlyArray<readonly [Record<string, string>, ReadonlyArray<string>]>)(
    "%j: %j cannot be used, and none is repeated",
    (settings, names) => {
      const faults = Either.match(connector.fromSettings(given(settings), 4), {
        onLeft: (all) => all,
        onRight: () => []
      })
      assert.deepStrictEqual(
        faults.map(({ name }) => name),
        [...names]
      )
      assert.notMatch(JSON.stringify(faults), /yes.please/)
      const known = connector.settings.map(({ name }) => name)
      assert.includeMembers(known, [...names])
    }
  )

  it.scopedLive("D54: charges at the fake that is started beside a server, which tells where it is told to", () =>
    Effect.gen(function* () {
      const received: Array<string> = []
      const receiver = yield* serve(({ body }) =>
        Effect.sync(() => ({ status: received.push(body) > 0 ? 200 : 500, body: "[accepted]" }))
      )
      const fake = yield* startFake({ notificationUrl: receiver.url })
      assert.include(fake.cards.join("\n"), "4111 1111 1111 1111")
      const { make } = Either.getOrThrow(connector.fromSettings(given(fake.settings), 17))
      const acquirer = yield* make
      assert.deepInclude(acquirer, { gatewayId: 17, simulated: true })
      assert.strictEqual(
        (yield* acquirer.perform(yield* charge("authorization", card, { amount: 1000 })))._tag,
        "Approved"
      )
      yield* Effect.repeat(Effect.sleep("5 millis"), { until: () => received.length > 0 })
      assert.include(received[0], "AUTHORISATION")
    })
  )
})
