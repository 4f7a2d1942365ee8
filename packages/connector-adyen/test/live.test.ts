/**
 * Against Adyen's test environment, with keys from the environment: see the README. Without them, against the fake, so that
 * it is known to run.
 */
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { assert, describe } from "vitest"
import * as Adyen from "../src/Adyen.js"
import * as AdyenFake from "../src/testing/AdyenFake.js"
import { card, charge, child, quietly, referenceOf, word } from "./internal/shop.js"

const { FLORIN_LIVE, FLORIN_LIVE_ADYEN_API_KEY, FLORIN_LIVE_ADYEN_HMAC_KEY, FLORIN_LIVE_ADYEN_MERCHANT_ACCOUNT } =
  process.env

const isLive = FLORIN_LIVE === "1"

const settings = Effect.gen(function* () {
  if (isLive) {
    return {
      apiKey: FLORIN_LIVE_ADYEN_API_KEY ?? "",
      merchantAccount: FLORIN_LIVE_ADYEN_MERCHANT_ACCOUNT ?? "",
      hmacKeys: FLORIN_LIVE_ADYEN_HMAC_KEY ?? "0".repeat(64)
    }
  }
  const { apiKey, baseUrl, hmacKey, merchantAccount } = yield* AdyenFake.make()
  return { apiKey, baseUrl, merchantAccount, hmacKeys: hmacKey }
})

const acquirer = Effect.flatMap(settings, Adyen.make)

// Adyen's test cards expire in March 2030.
const tested = card("4111111111111111", { expYear: 2030 })

describe(`D55 Adyen ${isLive ? "live" : "as the fake"}`, () => {
  it.live("approves, answers the same to the same key, and receives what follows", () =>
    Effect.gen(function* () {
      const { perform } = yield* acquirer
      const request = yield* charge("authorization", tested)
      const first = yield* perform(request)
      assert.strictEqual(word(first), "Approved")
      assert.strictEqual(referenceOf(yield* perform(request)), referenceOf(first))
      const capture = yield* child("Capture", request, referenceOf(first))
      assert.strictEqual(word(yield* perform(capture)), "Accepted")
    }).pipe(Effect.scoped)
  )

  it.live.each([
    ["CARD_EXPIRED", "Declined card-expired"],
    ["CVC_DECLINED", "Declined security-code"],
    ["NOT_ENOUGH_BALANCE", "Declined funds"]
  ] as const)("declines %s: %s", ([holder, expected]) =>
    Effect.gen(function* () {
      const { perform } = yield* acquirer
      assert.strictEqual(word(yield* perform(yield* charge("payment", { ...tested, holder }))), expected)
    }).pipe(Effect.scoped, quietly)
  )

  it.live("needs the customer of a card that is asked for 3-D Secure", () =>
    Effect.gen(function* () {
      const { perform } = yield* acquirer
      const request = yield* charge("payment", card("4212345678901237", { expYear: 2030 }))
      assert.strictEqual(word(yield* perform(request)), "ActionNeeded")
    }).pipe(Effect.scoped)
  )
})
