/**
 * Against the vendor's test environment, with keys from the environment: see the README. Without them, against the fake, so
 * that it is known to run.
 */
import { assert, describe, it } from "@effect/vitest"
import { acquirerSuite } from "@florin/testing/acquirers/AcquirerSuite"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Checkout from "../src/Checkout.js"
import * as CheckoutFake from "../src/Testing.js"
import { aboutOf, card, charged, following, quietly, requested, word } from "./internal/opened.js"

type Environment = Readonly<Record<string, string | undefined>>

/** Another vendor may be tried alone. */
const isLive = ({ FLORIN_LIVE, FLORIN_LIVE_CHECKOUT_API_KEY }: Environment): boolean =>
  FLORIN_LIVE === "1" && FLORIN_LIVE_CHECKOUT_API_KEY !== undefined

/** What a person sets. Errors: names the variable, and never repeats it. */
const settingsOf = (env: Environment): Checkout.Options => {
  const apiKey = env.FLORIN_LIVE_CHECKOUT_API_KEY ?? ""
  if (!apiKey.startsWith("sk_sbox_"))
    throw new Error("FLORIN_LIVE_CHECKOUT_API_KEY must be one of the test environment")
  const baseUrl = env.FLORIN_LIVE_CHECKOUT_BASE_URL
  const processingChannelId = env.FLORIN_LIVE_CHECKOUT_PROCESSING_CHANNEL_ID
  return {
    apiKey,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(processingChannelId === undefined ? {} : { processingChannelId })
  }
}

const settings = isLive(process.env)
  ? Effect.sync(() => settingsOf(process.env))
  : Effect.map(CheckoutFake.make(), ({ secretKey, url }): Checkout.Options => ({ apiKey: secretKey, baseUrl: url }))

const connected = (threeDSecure = false) =>
  Effect.flatMap(settings, (options) => Checkout.make({ ...options, threeDSecure, inFlightWindow: "20 seconds" }))

const visa = card("Jane Doe", { securityCode: Redacted.make("100") })

/** How long the vendor takes to decide what it has accepted, and to list what it has answered. */
const patience = isLive(process.env) ? "5 seconds" : "1 millis"

/** A charge that is declined: there by its amount (its page "Response code testing"), here by its holder. */
const refused = isLive(process.env)
  ? charged("payment", { amount: 1205 }, visa)
  : charged("payment", { amount: 1205 }, card("DECLINE"))

const where = isLive(process.env) ? "live" : "as the fake; FLORIN_LIVE_CHECKOUT_API_KEY or FLORIN_LIVE is not set"

describe(`D55: Checkout.com ${where}`, () => {
  it.scopedLive("holds, captures in parts and releases the rest", () =>
    Effect.gen(function* () {
      const acquirer = yield* connected()
      const hold = yield* charged("authorization", { amount: 1000 }, visa)
      const approval = yield* acquirer.perform(hold)
      assert.strictEqual(word(approval), "Approved")
      for (const [kind, amount] of [
        ["Capture", 600],
        ["Void", 400]
      ] as const) {
        const request = yield* following(kind, hold, approval, amount)
        const answer = yield* acquirer.perform(request)
        yield* Effect.sleep(patience)
        assert.strictEqual(word(yield* requested(acquirer, request, answer)), "Approved", kind)
      }
    })
  )

  it.scopedLive("answers the same to the same key, finds it by the key alone, and knows nothing of another", () =>
    Effect.gen(function* () {
      const acquirer = yield* connected()
      const payment = yield* charged("payment", { amount: 1000 }, visa)
      const first = yield* acquirer.perform(payment)
      assert.deepStrictEqual(yield* acquirer.perform(payment), first)
      yield* Effect.sleep(patience)
      assert.strictEqual(word(yield* acquirer.status(payment.key, aboutOf(payment))), "Approved")
      const other = yield* charged("payment")
      assert.strictEqual(word(yield* acquirer.status(other.key, aboutOf(other))), "NotFound")
    })
  )

  it.scopedLive("declines, checks a card, and sends a customer to 3-D Secure", () =>
    Effect.gen(function* () {
      const acquirer = yield* connected()
      assert.strictEqual(word(yield* acquirer.perform(yield* refused)), "Declined do-not-honour")
      const check = yield* charged("tokenization", { amount: 0 }, visa)
      assert.strictEqual(word(yield* acquirer.perform(check)), "Approved")
      const secure = yield* connected(true)
      assert.strictEqual(word(yield* secure.perform(yield* charged("payment", { amount: 1000 }, visa))), "ActionNeeded")
    })
  )

  it("is never met with a live key, and the variable is named", () => {
    for (const key of [undefined, "sk_of_the_live_account"]) {
      assert.throws(() => settingsOf({ FLORIN_LIVE_CHECKOUT_API_KEY: key }), "FLORIN_LIVE_CHECKOUT_API_KEY must be")
    }
    const url = "https://a.api.sandbox.checkout.com"
    const env = { FLORIN_LIVE_CHECKOUT_API_KEY: "sk_sbox_1", FLORIN_LIVE_CHECKOUT_BASE_URL: url }
    assert.deepStrictEqual(settingsOf(env), { apiKey: "sk_sbox_1", baseUrl: url })
  })
})

// The suite by cards, without what needs the vendor's other side. A number that its test environment declines is on the page
// "Test cards" of its documents.
const { FLORIN_LIVE_CHECKOUT_DECLINING_CARD: declining } = process.env

if (isLive(process.env)) {
  describe("Checkout.com's test environment", () => {
    it("is tried with a card that it declines, in FLORIN_LIVE_CHECKOUT_DECLINING_CARD", () => {
      assert.match(declining ?? "", /^\d{12,19}$/)
    })
  })
  const open = Effect.map(connected(), (acquirer) => ({
    acquirer: {
      ...acquirer,
      capabilities: { ...acquirer.capabilities, sources: ["card"] as const },
      perform: (request: Parameters<typeof acquirer.perform>[0]) => quietly(acquirer.perform(request)),
      status: (...requested: Parameters<typeof acquirer.status>) => quietly(acquirer.status(...requested))
    },
    settle: Effect.sleep(patience),
    isLive: true
  }))
  const cards = { approvingCard: visa, decliningCard: card("Jane Doe", { number: Redacted.make(declining ?? "") }) }
  acquirerSuite(
    { describe, it: (name, body) => it(name, body, 300_000) },
    "Checkout.com's test environment",
    open,
    cards
  )
}
