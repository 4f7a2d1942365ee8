// The contract against Stripe's test mode, by one command: `STRIPE_API_KEY=sk_test_… FLORIN_LIVE=1 npm run test:live`.
import { type AcquirerUnderTest, acquirerSuite, type SuiteCards } from "@florin/testing/acquirers/AcquirerSuite"
import * as Effect from "effect/Effect"
import { describe, it } from "vitest"
import * as Stripe from "../src/Stripe.js"
import { token } from "./internal/underTest.js"

const apiKey = process.env.STRIPE_API_KEY
const isLive = process.env.FLORIN_LIVE === "1" && apiKey !== undefined

const tokens: SuiteCards = { approvingToken: token("visa"), decliningToken: token("visa_chargeDeclined") }

const open = (key: string) =>
  Effect.map(Stripe.make({ apiKey: key, inFlightWindow: "5 seconds" }), (acquirer): AcquirerUnderTest => ({ acquirer }))

describe("Stripe's test mode", () => {
  it("is tried with a key of test mode, and of no other", ({ expect }) => {
    expect(isLive ? apiKey : "sk_test_").toMatch(/^(?:sk|rk)_test_/)
  })
})

if (isLive && /^(?:sk|rk)_test_/.test(apiKey)) {
  acquirerSuite({ describe, it }, "Stripe's test mode, by tokens", open(apiKey), tokens)
}
