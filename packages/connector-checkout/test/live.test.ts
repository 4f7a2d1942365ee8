// Against the vendor's test environment, with keys from the environment: `npm run test:live` in this package.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Checkout from "../src/Checkout.js"
import { aboutOf, asked, card, charged, following, settled, word } from "./internal/opened.js"

/** What a person has to set, and how it becomes an option. */
const variables = {
  CHECKOUT_SECRET_KEY: "apiKey",
  CHECKOUT_BASE_URL: "baseUrl",
  CHECKOUT_PROCESSING_CHANNEL_ID: "processingChannelId"
} as const

const optionsOf = (env: Readonly<Record<string, string | undefined>>): Checkout.Options => {
  const { CHECKOUT_SECRET_KEY: apiKey = "" } = env
  if (!apiKey.startsWith("sk_sbox_"))
    throw new Error("CHECKOUT_SECRET_KEY must be a key of the test environment: sk_sbox_…")
  const given = Object.entries(variables).flatMap(([name, option]) =>
    env[name] === undefined ? [] : [[option, env[name]]]
  )
  return { threeDSecure: false, ...(Object.fromEntries(given) as unknown as Checkout.Options) }
}

const visa = card("Jane Doe", { securityCode: Redacted.make("100") })

const connected = Effect.suspend(() => Checkout.make(optionsOf(process.env)))

const patient = { until: (answer: { readonly _tag: string }) => answer._tag === "Approved", times: 20 } as const

const live = () => {
  const minute = 60_000

  it.scopedLive(
    "holds, captures in parts and releases the rest",
    () =>
      Effect.gen(function* () {
        const acquirer = yield* connected
        const hold = yield* charged("authorization", { amount: 1000 }, visa)
        const approval = yield* acquirer.perform(hold)
        assert.strictEqual(word(approval), "Approved")
        for (const [kind, amount] of [
          ["Capture", 600],
          ["Void", 400]
        ] as const) {
          const request = yield* following(kind, hold, approval, amount)
          const answer = yield* acquirer.perform(request)
          const status = Effect.zipRight(Effect.sleep("2 seconds"), asked(acquirer, request, answer))
          assert.strictEqual((yield* Effect.repeat(status, patient))._tag, "Approved", kind)
        }
      }),
    minute
  )

  it.scopedLive(
    "answers the same to the same key, finds it by the key alone, and knows nothing of another",
    () =>
      Effect.gen(function* () {
        const acquirer = yield* connected
        const payment = yield* charged("payment", { amount: 1000 }, visa)
        const first = yield* acquirer.perform(payment)
        assert.deepStrictEqual(yield* acquirer.perform(payment), first)
        const status = Effect.zipRight(Effect.sleep("2 seconds"), acquirer.status(payment.key, aboutOf(payment)))
        assert.strictEqual((yield* Effect.repeat(status, patient))._tag, "Approved")
        const other = yield* charged("payment")
        assert.strictEqual((yield* acquirer.status(other.key, aboutOf(other)))._tag, "NotFound")
      }),
    minute
  )

  it.scopedLive(
    "declines, checks a card, and sends a customer to 3-D Secure",
    () =>
      Effect.gen(function* () {
        const acquirer = yield* connected
        // The vendor's test environment declines amounts that end in 05 (20005).
        assert.strictEqual(
          word(yield* settled(acquirer, yield* charged("payment", { amount: 1205 }, visa))),
          "Declined do-not-honour"
        )
        assert.strictEqual(
          word(yield* settled(acquirer, yield* charged("tokenization", { amount: 0 }, visa))),
          "Approved"
        )
        const secure = yield* Checkout.make({ ...optionsOf(process.env), threeDSecure: true })
        assert.strictEqual(
          word(yield* secure.perform(yield* charged("payment", { amount: 1000 }, visa))),
          "ActionNeeded"
        )
      }),
    minute
  )
}

describe("The vendor's test environment", () => {
  it("is never met with a live key, and the variable is named", () => {
    for (const env of [{}, { CHECKOUT_SECRET_KEY: "sk_live" }])
      assert.throws(() => optionsOf(env), "CHECKOUT_SECRET_KEY")
    const env = { CHECKOUT_SECRET_KEY: "sk_sbox_1", CHECKOUT_BASE_URL: "https://a.api.sandbox.checkout.com" }
    assert.deepInclude(optionsOf(env), { apiKey: "sk_sbox_1", baseUrl: env.CHECKOUT_BASE_URL })
  })

  if (process.env.FLORIN_LIVE === "1") live()
})
