// The contract against Stripe's test mode, by one command: `STRIPE_API_KEY=sk_test_… npm run test:live`. Without a key it says
// that it is not tried.
import { type AcquirerUnderTest, acquirerSuite, type SuiteCards } from "@florin/testing/acquirers/AcquirerSuite"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import * as Stripe from "../src/Stripe.js"
import { token } from "./internal/underTest.js"

const apiKey = process.env.STRIPE_API_KEY
const isLive = process.env.FLORIN_LIVE === "1" && apiKey !== undefined

const tokens: SuiteCards = { approvingToken: token("visa"), decliningToken: token("visa_chargeDeclined") }

const open = (key: string) =>
  Effect.map(
    Stripe.make({ apiKey: key, inFlightWindow: "5 seconds" }),
    (acquirer): AcquirerUnderTest => ({
      acquirer,
      isLive: true
    })
  )

/** Keys of live mode move money: they are never used. */
const isOfTestMode = (key: string): boolean => /^(?:sk|rk)_test_/.test(key)

describe(`D55 Stripe's test mode${isLive ? "" : " is not tried: STRIPE_API_KEY or FLORIN_LIVE is not set"}`, () => {
  it.each([
    ["sk_test_1", true],
    ["rk_test_1", true],
    ["sk_live_1", false],
    ["pk_test_1", false],
    ...(isLive ? ([[apiKey, true]] as const) : [])
  ] as const)("takes a secret key of test mode, and no other: %#", (key, expected) => {
    assert.strictEqual(isOfTestMode(key), expected)
  })
})

if (isLive && isOfTestMode(apiKey)) {
  const patient: typeof it = ((name: string, body: () => Promise<void>) => it(name, body, 120_000)) as never
  acquirerSuite({ describe, it: patient }, "Stripe's test mode, by tokens", open(apiKey), tokens)
}
