import * as CardNumber from "@florin/core/cards/CardNumber"
import * as ChargeRules from "@florin/core/cards/ChargeRules"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import type { RoutingDecision } from "@florin/core/routing/Routing"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { later, now, savedCard, shopWith, shownCard } from "../samples.js"

const number = Option.getOrThrow(CardNumber.parse("4200000000000000"))
const data = { _tag: "CardData", number, expMonth: 3, expYear: 2026, securityCode: Redacted.make("123") } as const
const token = { _tag: "CardToken", token: savedCard().token } as const

const charge = (changes: Partial<ChargeRules.Charge> = {}): ChargeRules.Charge => ({
  amount: Amount.make(1000),
  currency: Currency.make("EUR"),
  description: "An order",
  creditCard: data,
  ...changes
})

const skipped: RoutingDecision = { status: "skipped", gateways: null, explanation: null }
const { securityCode: _, ...withoutCode } = data

describe("what a charge is refused for before its card is known", () => {
  // Source: D16 (flags), expired_at, D14 (contracts), the card's expiry; in this order of precedence.
  it.each([
    { name: "nothing", expected: undefined },
    {
      name: "force, not allowed",
      charge: { forceThreeDSecureVerification: true },
      expected: "force_three_d_secure_verification is not allowed"
    },
    {
      name: "skip, not allowed",
      charge: { skipThreeDSecureVerification: true },
      expected: "skip_three_d_secure_verification is not allowed"
    },
    {
      name: "force, allowed, and nothing to do it with",
      shop: { allowForceThreeDSecure: true },
      charge: { forceThreeDSecureVerification: true },
      expected: "force_three_d_secure_verification is not available"
    },
    {
      name: "skip, allowed",
      shop: { allowSkipThreeDSecure: true },
      charge: { skipThreeDSecureVerification: true },
      expected: undefined
    },
    { name: "expired_at now", charge: { expiredAt: now }, expected: "expired_at must be in the future" },
    { name: "expired_at in a millisecond", charge: { expiredAt: later(1) }, expected: undefined },
    {
      name: "recurring without a code, strict",
      shop: { strictContracts: true },
      charge: { creditCard: withoutCode, additionalData: { contract: ["recurring"] } },
      expected: "credit_card.verification_value can't be blank"
    },
    {
      name: "recurring with a code, strict",
      shop: { strictContracts: true },
      charge: { additionalData: { contract: ["recurring"] } },
      expected: undefined
    },
    {
      name: "an expired card",
      charge: { creditCard: { ...data, expMonth: 2 } },
      expected: "credit_card.exp_year Invalid. Format should be: yyyy. Date is expired"
    },
    {
      name: "two faults: the flag first",
      charge: { skipThreeDSecureVerification: true, expiredAt: now },
      expected: "skip_three_d_secure_verification is not allowed"
    }
  ] as const)("$name: $expected", (row) => {
    const refused = ChargeRules.refusal({
      shop: shopWith("shop" in row ? row.shop : {}),
      charge: charge("charge" in row ? (row.charge as Partial<ChargeRules.Charge>) : {}),
      now,
      verification: "not-used"
    })
    assert.strictEqual(refused?.message.replace(/\.$/, ""), row.expected)
  })
})

const facts = (changes: Partial<ChargeRules.CardFacts> = {}): ChargeRules.CardFacts => ({
  shop: shopWith(),
  charge: charge(),
  now,
  verification: "not-used",
  kind: "authorization",
  card: { saved: savedCard(), isNew: true, hasCode: true, shown: shownCard },
  routing: skipped,
  gatewayId: 1,
  ...changes
})

describe("how a charge begins", () => {
  // Source: States and transitions, the authorization rows; D6 (F.2011), D16, D17.
  it.each([
    { name: "with an acquirer", changes: {}, expected: "pending null ask-acquirer" },
    { name: "without one", changes: { gatewayId: undefined }, expected: "failed no-acquirer notify" },
    {
      name: "declined by rules, with an acquirer",
      changes: { routing: { ...skipped, status: "failed" } },
      expected: "failed routing-rules notify"
    },
    { name: "with 3-D Secure needed", changes: { verification: "needed" }, expected: "incomplete null watch-expiry" }
  ] as const)("$name: $expected", ({ changes, expected }) => {
    const { beginning } = Either.getOrThrow(ChargeRules.plan(facts(changes)))
    assert.strictEqual([beginning.status, String(beginning.reason), ...beginning.effects].join(" "), expected)
  })

  // Source: D14, D19.
  it.each([
    { contracts: [], strict: false, code: false, expected: null },
    { contracts: [], strict: true, code: true, expected: "credit_card.token is not allowed for this operation" },
    { contracts: ["recurring"], strict: true, code: false, expected: "recurring" },
    { contracts: ["card_on_file"], strict: true, code: false, expected: null },
    { contracts: ["oneclick"], strict: false, code: true, expected: null },
    { contracts: ["oneclick"], strict: false, code: false, expected: "credit_card.verification_value can't be blank" },
    { contracts: ["credit"], strict: true, code: true, expected: "credit_card.token is not allowed for this operation" }
  ] as const)("D14, D19: a token with $contracts, strict $strict, code $code: $expected", (row) => {
    const plan = ChargeRules.plan(
      facts({
        shop: shopWith({ strictContracts: row.strict }),
        charge: charge({ creditCard: token }),
        card: { saved: savedCard({ contracts: row.contracts }), isNew: false, hasCode: row.code, shown: shownCard }
      })
    )
    const said = Either.match(plan, {
      onLeft: ({ message }) => message,
      onRight: ({ draft }) => draft.recurringType ?? null
    })
    assert.strictEqual(said, row.expected)
  })

  it("D14: a new card is saved with it, a saved one is not saved again", () => {
    const saved = (isNew: boolean) =>
      Either.getOrThrow(
        ChargeRules.plan(facts({ card: { saved: savedCard(), isNew, hasCode: true, shown: shownCard } }))
      ).card
    assert.deepStrictEqual(saved(true), savedCard())
    assert.strictEqual(saved(false), undefined)
  })
})
