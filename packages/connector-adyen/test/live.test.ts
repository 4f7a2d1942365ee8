/**
 * Against Adyen's test environment, with keys from the environment: see the README. Without them, against the fake, so that
 * it is known to run.
 */
import { it } from "@effect/vitest"
import { acquirerSuite } from "@florin/testing/acquirers/AcquirerSuite"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { assert, describe } from "vitest"
import * as Adyen from "../src/Adyen.js"
import * as AdyenFake from "../src/testing/AdyenFake.js"
import { card, charge, child, quietly, referenceOf, word } from "./internal/shop.js"
import * as Webhooks from "./internal/webhooks.js"

const {
  FLORIN_LIVE,
  FLORIN_LIVE_ADYEN_API_KEY,
  FLORIN_LIVE_ADYEN_HMAC_KEY,
  FLORIN_LIVE_ADYEN_MERCHANT_ACCOUNT,
  FLORIN_LIVE_ADYEN_WEBHOOK_PORT
} = process.env

/** Another vendor may be tried alone. */
const isLive = FLORIN_LIVE === "1" && FLORIN_LIVE_ADYEN_API_KEY !== undefined

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

const where = isLive ? "live" : "as the fake; FLORIN_LIVE_ADYEN_API_KEY or FLORIN_LIVE is not set"

describe(`D55 Adyen ${where}`, () => {
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

/**
 * The suite by cards. What follows a charge is only received at first, and its outcome is told: to
 * `FLORIN_LIVE_ADYEN_WEBHOOK_PORT` of this machine, to which a tunnel leads what the account's webhook sends.
 */
const opened = Effect.gen(function* () {
  const port = Number(FLORIN_LIVE_ADYEN_WEBHOOK_PORT ?? 0)
  const received = yield* Webhooks.listening(isLive ? port : 0, isLive ? "1 minute" : "10 seconds")
  const fake = isLive ? undefined : yield* AdyenFake.make()
  yield* fake?.notify(received.url) ?? Effect.void
  const options = fake
    ? {
        apiKey: fake.apiKey,
        baseUrl: fake.baseUrl,
        merchantAccount: fake.merchantAccount,
        hmacKeys: fake.hmacKey,
        inFlightWindow: "100 millis" as const
      }
    : { ...(yield* settings), inFlightWindow: "20 seconds" as const }
  const made = yield* Adyen.make(options)
  return {
    acquirer: {
      ...made,
      capabilities: { ...made.capabilities, sources: ["card"] as const },
      perform: (request: Parameters<typeof made.perform>[0]) =>
        Effect.tap(quietly(made.perform(request)), (answer) =>
          answer._tag === "Accepted" ? received.answered(request.key, answer.reference) : Effect.void
        ),
      status: (...about: Parameters<typeof made.status>) => quietly(made.status(...about))
    },
    ...{ answersQuestions: false, trustsReferences: true, voidsWhole: true, isLive: true },
    settle: fake?.settle ?? Effect.void,
    notifications: {
      sentAbout: received.sentAbout,
      forged: Webhooks.forging(fake?.hmacKey ?? Redacted.make(FLORIN_LIVE_ADYEN_HMAC_KEY ?? ""))
    }
  }
})

if (FLORIN_LIVE === "1") {
  const patient: typeof it = ((name: string, body: () => Promise<void>) => it(name, body, 300_000)) as never
  const cards = { approvingCard: tested, decliningCard: { ...tested, holder: "NOT_ENOUGH_BALANCE" } }
  acquirerSuite({ describe, it: patient }, `Adyen ${where}`, opened, cards, ["acceptances", "notifications"])
}
