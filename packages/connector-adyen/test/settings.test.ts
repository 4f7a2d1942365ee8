import { assert, describe, it } from "@effect/vitest"
import type { GivenSettings } from "@florin/core/cards/AcquirerConnector"
import { charge } from "@florin/testing/acquirers/AcquirerRequests"
import { serve } from "@florin/testing/parties/Loopback"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import * as Adyen from "../src/Adyen.js"
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

const known =
  "apiKey, merchantAccount, hmacKeys, livePrefix, baseUrl, allowHttp, gatewayId, name, callLimit, connectLimit, inFlightWindow, connections, sources, multicapture, threeDSecure, certificates"
const good = { apiKey: "key", merchantAccount: "Shop", hmacKeys: "0A".repeat(32) }
const [key, account, keys] = [
  "apiKey must be the API key that the Customer Area shows",
  "merchantAccount must be the name of a merchant account",
  "hmacKeys must be HMAC keys of 64 hexadecimal digits"
]

describe("Options of a host without types", () => {
  it.each<readonly [options: unknown, message: string]>([
    [{ ...good, hmacKey: "hidden" }, `hmacKey is not an option: there are ${known}`],
    [{ ...good, "AQE+hidden": 1 }, `options has a member that is no option: there are ${known}`],
    [null, `options must be an object with ${known}`],
    [{}, key],
    [{ ...good, apiKey: undefined }, key],
    [{ ...good, apiKey: null }, key],
    [{ ...good, apiKey: 5 }, key],
    [{ ...good, apiKey: {} }, key],
    [{ ...good, apiKey: Redacted.make(undefined) }, key],
    [{ apiKey: "hidden" }, account],
    [{ ...good, merchantAccount: 5 }, account],
    [{ ...good, merchantAccount: ["hidden"] }, account],
    [{ ...good, hmacKeys: undefined }, keys],
    [{ ...good, hmacKeys: null }, keys],
    [{ ...good, hmacKeys: [] }, keys],
    [{ ...good, hmacKeys: [good.hmacKeys, undefined] }, keys],
    [{ ...good, hmacKeys: [[good.hmacKeys]] }, keys],
    [{ ...good, livePrefix: null }, "livePrefix must be the prefix of the live endpoints, without a host"],
    [{ ...good, livePrefix: 5 }, "livePrefix must be the prefix of the live endpoints, without a host"],
    [{ ...good, baseUrl: null }, "baseUrl must be https://<host>[:<port>][/<path>]"],
    [{ ...good, allowHttp: "false" }, "allowHttp must be true or false"],
    [{ ...good, gatewayId: "4" }, "gatewayId must be a whole number from 1"],
    [{ ...good, name: 5 }, "name must be a text"],
    [{ ...good, sources: "card" }, "sources must be a list of card, token or both"],
    [{ ...good, sources: ["hidden"] }, "sources must be a list of card, token or both"],
    [{ ...good, sources: [] }, "sources must be a list of card, token or both"],
    [{ ...good, multicapture: 1 }, "multicapture must be true or false"],
    [{ ...good, threeDSecure: "hidden" }, "threeDSecure must be redirect or native"],
    [{ ...good, callLimit: "25 secnds" }, 'callLimit must be a duration above 0, such as "25 seconds"'],
    [{ ...good, connectLimit: 0 }, 'connectLimit must be a duration above 0, such as "25 seconds"'],
    [{ ...good, inFlightWindow: "hidden" }, 'inFlightWindow must be a duration, such as "25 seconds"'],
    [{ ...good, connections: "5" }, "connections must be a whole number from 1"],
    [{ ...good, certificates: "hidden.pem" }, "certificates must be a list of certificates in PEM"]
  ])("%j are refused: %s", (options, message) => {
    const refusal = Effect.runSync(Effect.flip(Effect.scoped(Adyen.make(options as Adyen.Options))))
    assert.instanceOf(refusal, Adyen.AdyenRefused)
    assert.strictEqual(refusal.message, message)
    assert.notInclude(`${JSON.stringify(refusal)} ${refusal.stack}`, "hidden")
    assert.throws(() => Adyen.adyen(options as Adyen.Options), Adyen.AdyenRefused, message)
  })

  it("that are undefined are those by default", () => {
    const absent = Object.fromEntries(known.split(", ").map((name) => [name, undefined]))
    const { capabilities, gatewayId, name, simulated } = Adyen.adyen({ ...absent, ...good } as never)
    assert.deepStrictEqual([gatewayId, name, simulated], [4, "Adyen", true])
    assert.deepInclude(capabilities, { captures: "one", sources: ["card", "token"] })
  })
})
