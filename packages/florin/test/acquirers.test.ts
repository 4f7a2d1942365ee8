// The providers of FLORIN_ACQUIRERS, with the connector of a provider that exists here only.
import { type AcquirerService, AcquirerStatus } from "@florin/core/cards/Acquirer"
import type { AcquirerConnector, StartFake } from "@florin/core/cards/AcquirerConnector"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"
import * as Acquirers from "../src/cli/commands/doctorAcquirers.js"
import * as Connectors from "../src/cli/server/connectors.js"
import * as Settings from "../src/cli/settings.js"
import { banner } from "../src/cli/text/banner.js"

const secret = "sk_test_0f6c1d7be2a94c53"

const service = (gatewayId: number, name: string): AcquirerService => ({
  gatewayId,
  name,
  simulated: false,
  inFlightWindow: Duration.zero,
  capabilities: { captures: "one", credits: false },
  perform: () => Effect.never,
  status: () => Effect.succeed(AcquirerStatus.Unknown())
})

const connector = (name: string, gatewayId: number): AcquirerConnector => ({
  name,
  gatewayId,
  settings: [
    { name: "API_KEY", meaning: "the secret key of the account" },
    { name: "BASE_URL", meaning: "where the provider is" },
    { name: "SOURCES", meaning: "what is charged" }
  ],
  fromSettings: (given, id) => {
    const [key, url] = [given.secret("API_KEY"), given.text("BASE_URL")]
    const faults = [
      ...(key === undefined ? [{ name: "API_KEY", expected: "is needed: the secret key of the account" }] : []),
      ...(url?.startsWith("ftp:") ? [{ name: "BASE_URL", expected: "must be an address" }] : [])
    ]
    if (faults.length > 0) return Either.left(faults)
    if (given.text("SOURCES") === "wrong") return Either.left([{ name: "SOURCES", expected: "must be card or token" }])
    const check = Effect.succeed(url === "http://wrong" ? "refuses its API_KEY" : undefined)
    return Either.right({ make: Effect.succeed(service(id, `${name} at ${url ?? "home"}`)), check })
  }
})

const startFake: StartFake = ({ notificationUrl }) =>
  Effect.succeed({
    settings: { API_KEY: secret, BASE_URL: `http://fake?tells=${notificationUrl}` },
    usual: { SOURCES: "card,token" },
    url: "http://fake",
    cards: ["4242 4242 4242 4242  is approved"]
  })

const ids: Readonly<Record<string, number>> = { stripe: 3, adyen: 4, checkout: 5 }

const packages: Connectors.Packages = {
  settings: async (name) => ({ connector: connector(name, ids[name]!) }),
  testing: async () => ({ startFake })
}

const within = <A, E>(environment: Record<string, string>, effect: Effect.Effect<A, E>) =>
  Effect.runPromise(
    Effect.withConfigProvider(Effect.either(effect), ConfigProvider.fromMap(new Map(Object.entries(environment))))
  )

const chosen = (text: string): ReadonlyArray<Connectors.ChosenConnector> => Either.getOrThrow(Connectors.parsed(text))

describe("FLORIN_ACQUIRERS", () => {
  it.each([
    ["", ""],
    [" , ", ""],
    ["stripe", "stripe"],
    [" stripe ,adyen", "stripe adyen"],
    ["checkout-fake,stripe-fake", "checkout(fake) stripe(fake)"],
    ["stripe,stripe", "names stripe twice"],
    ["stripe,stripe-fake", "names stripe twice"],
    ["stripe,adyen-fake", "must name either providers or fakes of them, not both"],
    ["strype", ": did you mean stripe?"],
    ["stripe-fak", ": did you mean stripe-fake?"],
    ["nordbank", "must be some of stripe, stripe-fake, adyen, adyen-fake, checkout, checkout-fake, separated by commas"]
  ])("D54: %j is %j", (text, expected) => {
    const found = Either.match(Connectors.parsed(text), {
      onLeft: (sentence) => sentence,
      onRight: (all) => all.map(({ isFake, name }) => (isFake ? `${name}(fake)` : name)).join(" ")
    })
    assert.strictEqual(found, expected)
  })

  // A provider charges for real, and a fake never does.
  it.each([
    [{}, true],
    [{ FLORIN_ACQUIRERS: "stripe" }, false],
    [{ FLORIN_ACQUIRERS: "stripe", FLORIN_SANDBOX: "off" }, false],
    [
      { FLORIN_ACQUIRERS: "stripe", FLORIN_SANDBOX: "on" },
      "FLORIN_ACQUIRERS names providers for FLORIN_SANDBOX=off: in the sandbox everything is simulated"
    ],
    [{ FLORIN_ACQUIRERS: "stripe-fake" }, true],
    [{ FLORIN_ACQUIRERS: "stripe-fake", FLORIN_SANDBOX: "on" }, true],
    [
      { FLORIN_ACQUIRERS: "stripe-fake", FLORIN_SANDBOX: "off" },
      "FLORIN_ACQUIRERS names fakes for FLORIN_SANDBOX=on: without it cards are charged for real"
    ]
  ] as const)("D55: with %j the sandbox is on: %s", async (environment, expected) => {
    const found = await within(environment, Settings.load(Settings.sandbox))
    assert.strictEqual(Either.isRight(found) ? found.right : found.left.message, expected)
  })

  const made = async (text: string, environment: Record<string, string>) =>
    Either.match(await within(environment, Connectors.loadAll(chosen(text), packages)), {
      onLeft: ({ lines }) => lines,
      onRight: (all) => all.map(({ gatewayId, name }) => `${name} ${gatewayId}`)
    })

  const stripe = { FLORIN_STRIPE_API_KEY: secret }
  const both = { ...stripe, FLORIN_ADYEN_API_KEY: secret }

  it.each<readonly [string, string, Record<string, string>, ReadonlyArray<string>]>([
    ["a provider", "stripe", stripe, ["stripe 3"]],
    ["two, in their order", "adyen,stripe", both, ["adyen 4", "stripe 3"]],
    ["an id of one's own", "stripe", { ...stripe, FLORIN_STRIPE_GATEWAY_ID: "30" }, ["stripe 30"]],
    ["an empty id", "stripe", { ...stripe, FLORIN_STRIPE_GATEWAY_ID: "" }, ["stripe 3"]],
    [
      "an id of 0",
      "stripe",
      { ...stripe, FLORIN_STRIPE_GATEWAY_ID: "0" },
      ["FLORIN_STRIPE_GATEWAY_ID must be a whole number from 1 to 999999999"]
    ],
    [
      "an id that another has",
      "stripe,adyen",
      { ...both, FLORIN_ADYEN_GATEWAY_ID: "3" },
      ["FLORIN_ADYEN_GATEWAY_ID must not be 3, which another acquirer has"]
    ],
    [
      "an empty key, and no other provider's",
      "stripe,adyen",
      { FLORIN_STRIPE_API_KEY: "", FLORIN_STRIPE_BASE_URL: "ftp://x" },
      [
        "FLORIN_STRIPE_API_KEY is needed: the secret key of the account",
        "FLORIN_STRIPE_BASE_URL must be an address",
        "FLORIN_ADYEN_API_KEY is needed: the secret key of the account"
      ]
    ],
    ["a fake, which needs none", "stripe-fake", {}, ["stripe 3"]]
  ])("D54: %s", async (_, text, environment, expected) => {
    const lines = await made(text, environment)
    assert.deepStrictEqual(lines, expected)
    assert.notInclude(lines.join(), secret)
  })

  it("D54: a package that is not installed is named, with what installs it", async () => {
    const gone: Connectors.Packages = {
      ...packages,
      settings: () => import("@florin/connector-stripe-that-is-not-here/Settings" as string)
    }
    const named: Connectors.Packages = {
      ...packages,
      settings: async () => {
        throw Object.assign(new Error("Cannot find package '@florin/connector-stripe' imported from here"), {
          code: "ERR_MODULE_NOT_FOUND"
        })
      }
    }
    const found = await within({}, Connectors.loadAll(chosen("stripe"), named))
    const message = Either.isLeft(found) ? found.left.message : ""
    assert.match(message, /^FLORIN_ACQUIRERS cannot be used: .*FLORIN_ACQUIRERS=stripe/)
    assert.match(message, /@florin\/connector-stripe@0\.1/)
    const closed: Connectors.Packages = {
      ...packages,
      settings: async () => {
        throw Object.assign(new Error("Package subpath './Settings' is not defined"), {
          code: "ERR_PACKAGE_PATH_NOT_EXPORTED"
        })
      }
    }
    const old = await within({}, Connectors.loadAll(chosen("adyen"), closed))
    assert.match(Either.isLeft(old) ? old.left.message : "", /@florin\/connector-adyen is not made for it/)
    // Another module that is missing is the connector's own fault.
    const other = await Effect.runPromiseExit(Connectors.loadAll(chosen("stripe"), gone))
    assert.strictEqual(other._tag, "Failure")
  })

  it("D55: a fake is reached by its own settings, and is given where it tells of outcomes", async () => {
    const one = await within(
      {},
      Effect.flatMap(Connectors.loadAll(chosen("stripe-fake"), packages), ([fake]) =>
        Effect.scoped(Connectors.besideServer(fake!, "https://pay.example"))
      )
    )
    const { acquirer, notice } = Either.getOrThrow(one)
    assert.strictEqual(acquirer.gatewayId, 3)
    assert.strictEqual(acquirer.name, "stripe at http://fake?tells=https://pay.example/acquirers/3/notifications")
    assert.deepStrictEqual(notice, {
      name: "stripe",
      url: "http://fake",
      cards: ["4242 4242 4242 4242  is approved"]
    })
  })

  it.each([
    [{}, undefined],
    [{ FLORIN_STRIPE_SOURCES: "token", FLORIN_STRIPE_API_KEY: "sk_live_1" }, undefined],
    [{ FLORIN_STRIPE_SOURCES: "wrong" }, "FLORIN_STRIPE_SOURCES must be card or token"]
  ])("D55: a fake takes what the user chooses, and no key of an account: %j", async (environment, expected) => {
    const one = await within(
      environment,
      Effect.flatMap(Connectors.loadAll(chosen("stripe-fake"), packages), ([fake]) =>
        Effect.scoped(Connectors.besideServer(fake!, "https://pay.example"))
      )
    )
    assert.strictEqual(Either.isLeft(one) ? one.left.message : undefined, expected)
  })

  it.each([
    ["stripe-fake", {}, { number: "4242424242424242", securityCode: "123" }],
    ["stripe-fake", { FLORIN_STRIPE_SOURCES: "token" }, { token: "pm_card_visa" }],
    ["adyen-fake", {}, { number: "4111111111111111", securityCode: "737" }],
    ["checkout-fake", {}, { number: "6011111111111117", securityCode: "100" }],
    ["checkout-fake,stripe-fake", {}, { number: "6011111111111117", securityCode: "100" }],
    ["", {}, undefined]
  ])("D55: what the first command of a server with %j charges, with %j", async (text, environment, expected) => {
    const loaded = await within(environment, Connectors.loadAll(chosen(text)))
    assert.deepStrictEqual(Connectors.exampleOf(Either.getOrThrow(loaded)), expected)
  })

  it.each([
    [
      "http://right",
      "ok",
      "stripe at http://right, gateway 3: takes card numbers; one capture of an authorization; no credits"
    ],
    ["http://wrong", "failure", "stripe at http://wrong, gateway 3: refuses its API_KEY"]
  ])("D54: florin doctor asks the provider at %s, and says what it can: %s", async (url, verdict, says) => {
    const environment = { ...stripe, FLORIN_STRIPE_BASE_URL: url, FLORIN_SANDBOX: "off", FLORIN_KEYS: "ring.json" }
    const checks = Effect.gen(function* () {
      const settings = yield* Settings.read
      const providers = yield* Connectors.loadAll(chosen("stripe"), packages)
      const real = { ...settings, providers }
      return { lines: yield* Acquirers.checks(real), text: banner(real, "http://here", Option.none(), []) }
    })
    const { lines, text } = Either.getOrThrow(await within(environment, checks))
    assert.deepStrictEqual(
      lines.map((line) => [line.verdict, line.says]),
      [[verdict, says]]
    )
    assert.include(text, "The sandbox is off: cards are charged through stripe.")
    assert.notInclude(JSON.stringify(lines) + text, secret)
  })
})
