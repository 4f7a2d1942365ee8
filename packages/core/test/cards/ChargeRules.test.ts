import * as ChargeRules from "@florin/core/card-operations/ChargeRules"
import { noReport } from "@florin/core/cards/AcquirerReport"
import * as CardNumber from "@florin/core/cards/CardNumber"
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

const factsOfRules = {
  shop: shopWith().id,
  type: "authorization",
  amount: Amount.make(1000),
  currency: "EUR",
  brand: "visa",
  bin: "42000000",
  issuerCountry: null,
  customerCountry: null,
  ipCountry: null,
  contracts: [],
  test: false
} as const

const skipped: RoutingDecision = { status: "skipped", gateways: null }
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
      shop: { threeDSecure: true },
      charge: { skipThreeDSecureVerification: true },
      expected: "skip_three_d_secure_verification is not allowed"
    },
    {
      name: "skip, not allowed, of a shop without 3-D Secure",
      charge: { skipThreeDSecureVerification: true },
      expected: undefined
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
      name: "force, allowed, of a shop with 3-D Secure",
      shop: { allowForceThreeDSecure: true, threeDSecure: true },
      charge: { forceThreeDSecureVerification: true },
      isAvailable: true,
      expected: undefined
    },
    {
      name: "both flags, and neither is allowed",
      charge: { forceThreeDSecureVerification: true, skipThreeDSecureVerification: true },
      expected: "force_three_d_secure_verification is not allowed"
    },
    {
      name: "both flags, and only force is allowed",
      shop: { allowForceThreeDSecure: true, threeDSecure: true },
      charge: { forceThreeDSecureVerification: true, skipThreeDSecureVerification: true },
      expected: "skip_three_d_secure_verification is not allowed"
    },
    {
      name: "both flags, false",
      charge: { forceThreeDSecureVerification: false, skipThreeDSecureVerification: false },
      expected: undefined
    },
    {
      name: "expired_at a millisecond ago",
      charge: { expiredAt: later(-1) },
      expected: "expired_at must be in the future"
    },
    {
      name: "recurring without a code",
      charge: { creditCard: withoutCode, additionalData: { contract: ["recurring"] } },
      expected: undefined
    },
    {
      name: "oneclick and credit without a code, strict",
      shop: { strictContracts: true },
      charge: { creditCard: withoutCode, additionalData: { contract: ["oneclick", "credit"] } },
      expected: undefined
    },
    {
      name: "no contract and no code, strict",
      shop: { strictContracts: true },
      charge: { creditCard: withoutCode },
      expected: undefined
    },
    {
      name: "recurring with a saved card, strict",
      shop: { strictContracts: true },
      charge: { creditCard: token, additionalData: { contract: ["recurring"] } },
      expected: undefined
    },
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
      shop: { threeDSecure: true },
      charge: { skipThreeDSecureVerification: true, expiredAt: now },
      expected: "skip_three_d_secure_verification is not allowed"
    }
  ] as const)("$name: $expected", (row) => {
    const refused = ChargeRules.refusal({
      shop: shopWith("shop" in row ? row.shop : {}),
      charge: charge("charge" in row ? (row.charge as Partial<ChargeRules.Charge>) : {}),
      now,
      isAvailable: "isAvailable" in row
    })
    assert.strictEqual(refused?.message.replace(/\.$/, ""), row.expected)
  })
})

describe("of several faults", () => {
  const faults = [
    { fault: "force", charge: { forceThreeDSecureVerification: true } },
    { fault: "skip", charge: { skipThreeDSecureVerification: true } },
    { fault: "expired_at", charge: { expiredAt: now } },
    { fault: "verification_value", charge: { additionalData: { contract: ["recurring"] } } },
    { fault: "exp_year", charge: {} }
  ] as const

  // Source: D16, expired_at, D14, D5; each fault together with all later ones.
  it.each(faults.map(({ fault }, index) => ({ fault, index })))("$fault is told before what follows it", (row) => {
    const together = faults.slice(row.index).map(({ charge }) => charge)
    const wanted = Object.assign({ creditCard: { ...withoutCode, expMonth: 2 } }, ...together)
    const shop = shopWith({ strictContracts: true, threeDSecure: true })
    const refused = ChargeRules.refusal({ shop, charge: charge(wanted), now, isAvailable: false })
    assert.include(refused?.errors[0]?.path.at(-1), row.fault)
    assert.strictEqual(refused?.errors.length, 1)
  })
})

// Source: Authorization request, skip and force; D16: each only if the shop may use it; force overrides skip.
describe("the 3-D Secure flags, with a 3-D Secure server", () => {
  const noSkip = "skip_three_d_secure_verification is not allowed"
  const noForce = "force_three_d_secure_verification is not allowed"

  it.each([
    { of: "none", may: [false, false], neither: "optional", skip: noSkip, force: noForce, both: noForce },
    { of: "skip", may: [true, false], neither: "optional", skip: "none", force: noForce, both: noForce },
    { of: "force", may: [false, true], neither: "optional", skip: noSkip, force: "mandatory", both: noSkip },
    { of: "both", may: [true, true], neither: "optional", skip: "none", force: "mandatory", both: "mandatory" }
  ] as const)(
    "Authorization request | skip_three_d_secure_verification, force_three_d_secure_verification: a shop that may use $of (D16)",
    ({ may: [allowSkipThreeDSecure, allowForceThreeDSecure], of: _, ...expected }) => {
      const shop = shopWith({ threeDSecure: true, allowSkipThreeDSecure, allowForceThreeDSecure })
      const requested = (flags: Partial<ChargeRules.Charge>) => {
        const known = facts({ shop, charge: charge(flags), isAvailable: true })
        const refused = ChargeRules.refusal(known)
        return refused?.message ?? authenticationOf(known)
      }
      const [skip, force] = [{ skipThreeDSecureVerification: true }, { forceThreeDSecureVerification: true }]
      const no = { skipThreeDSecureVerification: false, forceThreeDSecureVerification: false }
      assert.strictEqual(requested({}), "optional")
      assert.deepStrictEqual(
        {
          neither: requested(no),
          skip: requested(skip),
          force: requested(force),
          both: requested({ ...skip, ...force })
        },
        expected
      )
    }
  )
})

/** Whether the customer is authenticated. */
const authenticationOf = (known: ChargeRules.ChosenAcquirerFacts): string => {
  const { initial, draft } = Either.getOrThrow(ChargeRules.plan(known))
  const { authentication } = draft
  assert.strictEqual(initial.effects.includes("authenticate"), authentication !== undefined)
  if (authentication === undefined) return "none"
  return authentication.forced ? "mandatory" : "optional"
}

const facts = (changes: Partial<ChargeRules.ChosenAcquirerFacts> = {}): ChargeRules.ChosenAcquirerFacts => ({
  shop: shopWith(),
  charge: charge(),
  now,
  isAvailable: false,
  kind: "authorization",
  card: { saved: savedCard(), isNew: true, hasCode: true, shown: shownCard },
  routing: skipped,
  gatewayId: 1,
  ...changes
})

const secure = { shop: shopWith({ threeDSecure: true }), isAvailable: true }

describe("what an acquirer that authenticates customers is asked for", () => {
  const shop = shopWith({ threeDSecure: true, allowForceThreeDSecure: true, allowSkipThreeDSecure: true })
  const force = charge({ forceThreeDSecureVerification: true })

  // Source: D53, "whether it authenticates the customer itself".
  it.each<readonly [string, Partial<ChargeRules.ChosenAcquirerFacts>, "wanted" | "forced" | undefined]>([
    ["an ordinary charge", {}, "wanted"],
    ["a forced one", { charge: force }, "forced"],
    ["one that skips it", { charge: charge({ skipThreeDSecureVerification: true }) }, undefined],
    ["one that rules force", { routing: { ...skipped, threeDSecure: "force" } }, "forced"],
    ["one for which rules skip it", { charge: force, routing: { ...skipped, threeDSecure: "skip" } }, undefined],
    ["one that a server authenticates", { isAvailable: true }, undefined],
    ["one without such an acquirer", { isAuthenticating: false }, undefined],
    ["a renewal", { isUnattended: true }, undefined],
    ["one of a shop without 3-D Secure", { shop: shopWith() }, undefined],
    [
      "a later one of a recurring contract",
      {
        card: { saved: savedCard({ contracts: ["recurring"] }), isNew: false, hasCode: false, shown: shownCard },
        charge: charge({ creditCard: token })
      },
      undefined
    ]
  ])("D53: for %s: %s", (_, changes, expected) => {
    const known = facts({ shop, isAuthenticating: true, ...changes })
    assert.strictEqual(Either.getOrThrow(ChargeRules.plan(known)).draft.authenticate, expected)
    assert.strictEqual(ChargeRules.wantedOf(known).isForced, expected === "forced")
  })

  it.each([
    { isAuthenticating: true, expected: undefined },
    { isAuthenticating: false, expected: "force_three_d_secure_verification is not available" }
  ])("D53: forced where an acquirer authenticates, $isAuthenticating, is refused: $expected", (row) => {
    const { expected, isAuthenticating } = row
    const refused = ChargeRules.refusal({ shop, charge: force, now, isAvailable: false, isAuthenticating })
    assert.strictEqual(refused?.message, expected)
  })
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
    { name: "with 3-D Secure", changes: secure, expected: "pending null authenticate" },
    {
      name: "with 3-D Secure that rules skip",
      changes: { ...secure, routing: { ...skipped, threeDSecure: "skip" } },
      expected: "pending null ask-acquirer"
    },
    {
      name: "declined by rules, without an acquirer and with 3-D Secure",
      changes: { ...secure, routing: { ...skipped, status: "failed" }, gatewayId: undefined },
      expected: "failed routing-rules notify"
    },
    {
      name: "without an acquirer and with 3-D Secure",
      changes: { ...secure, gatewayId: undefined },
      expected: "failed no-acquirer notify"
    },
    {
      name: "with rules that let it pass",
      changes: { routing: { ...skipped, status: "successful" } },
      expected: "pending null ask-acquirer"
    }
  ] as const)("$name: $expected", ({ changes, expected }) => {
    const { initial } = Either.getOrThrow(ChargeRules.plan(facts(changes)))
    assert.strictEqual([initial.status, String(initial.reason), ...initial.effects].join(" "), expected)
  })

  // Source: additional_data members, contract and card_on_file.initiator: nobody is there to be authenticated. D16.
  it.each([
    { name: "a new card", card: {}, expected: "optional" },
    { name: "a token", card: { isNew: false }, expected: "optional" },
    { name: "a later charge", card: { isNew: false, hasCode: false, has: ["recurring"] }, expected: "none" },
    { name: "a later charge with a code", card: { isNew: false, has: ["recurring"] }, expected: "optional" },
    { name: "a card on file", card: { isNew: false, hasCode: false, has: ["card_on_file"] }, expected: "none" },
    {
      name: "a card on file, used by the customer",
      card: { isNew: false, hasCode: false, has: ["card_on_file"] },
      cardOnFile: { initiator: "customer" },
      expected: "optional"
    },
    {
      name: "a later charge that rules authenticate",
      card: { isNew: false, hasCode: false, has: ["recurring"] },
      routing: "force",
      expected: "mandatory"
    }
  ] as const)("additional_data members | contract: D16: $name is authenticated: $expected", (row) => {
    const { has = [], ...given } = row.card as { readonly has?: ReadonlyArray<"recurring" | "card_on_file"> }
    const card = { saved: savedCard({ contracts: has }), isNew: true, hasCode: true, shown: shownCard, ...given }
    const routing = "routing" in row ? { ...skipped, threeDSecure: row.routing } : skipped
    const additionalData = "cardOnFile" in row ? { cardOnFile: row.cardOnFile } : {}
    const creditCard = card.isNew ? data : token
    const known = facts({ ...secure, card, routing, charge: charge({ creditCard, additionalData }) })
    assert.strictEqual(authenticationOf(known), row.expected)
  })

  // Source: D14, D19.
  it.each([
    { contracts: [], strict: false, code: false, expected: null },
    { contracts: [], strict: true, code: true, expected: "credit_card.token is not allowed for this operation" },
    { contracts: ["recurring"], strict: true, code: false, expected: "recurring" },
    { contracts: ["card_on_file"], strict: true, code: false, expected: null },
    { contracts: ["oneclick"], strict: false, code: true, expected: null },
    { contracts: ["oneclick"], strict: false, code: false, expected: "credit_card.verification_value can't be blank" },
    {
      contracts: ["credit"],
      strict: true,
      code: true,
      expected: "credit_card.token is not allowed for this operation"
    },
    {
      contracts: [],
      strict: true,
      code: false,
      expected: "credit_card.token is not allowed for this operation"
    },
    { contracts: ["credit"], strict: false, code: false, expected: null },
    { contracts: [], strict: false, code: true, expected: null },
    { contracts: ["oneclick"], strict: true, code: true, expected: null },
    { contracts: ["oneclick"], strict: true, code: false, expected: "credit_card.verification_value can't be blank" },
    {
      contracts: ["oneclick", "credit"],
      strict: true,
      code: false,
      expected: "credit_card.verification_value can't be blank"
    },
    { contracts: ["oneclick", "recurring"], strict: false, code: false, expected: "recurring" },
    { contracts: ["oneclick", "card_on_file"], strict: true, code: false, expected: null }
  ] as const)(
    "additional_data members | contract: D14, D19: a token with $contracts, strict $strict, code $code: $expected",
    (row) => {
      const plan = ChargeRules.plan(
        facts({
          shop: shopWith({ strictContracts: row.strict }),
          charge: charge({ creditCard: token }),
          card: { saved: savedCard({ contracts: row.contracts }), isNew: false, hasCode: row.code, shown: shownCard }
        })
      )
      const reply = Either.match(plan, {
        onLeft: ({ message }) => message,
        onRight: ({ draft }) => draft.recurringType ?? null
      })
      assert.strictEqual(reply, row.expected)
    }
  )

  it("D14: a new card is saved with it, a saved one is not saved again", () => {
    const saved = (isNew: boolean) =>
      Either.getOrThrow(
        ChargeRules.plan(facts({ card: { saved: savedCard(), isNew, hasCode: true, shown: shownCard } }))
      ).besides
    assert.deepStrictEqual(saved(true), [{ _tag: "InsertCard", card: savedCard() }])
    assert.strictEqual(saved(false), undefined)
  })

  // Source: Transaction, recurring_type; D19: `initial` when the contract is set up, `recurring` for charges on it.
  it.each([
    { asks: [], has: [], isNew: true, expected: null },
    { asks: ["recurring"], has: ["recurring"], isNew: true, expected: "initial" },
    { asks: ["oneclick"], has: ["oneclick"], isNew: true, expected: null },
    { asks: [], has: ["recurring"], isNew: false, expected: "recurring" },
    { asks: ["recurring"], has: ["recurring"], isNew: false, expected: "recurring" },
    { asks: ["recurring"], has: ["credit"], isNew: false, expected: "initial" },
    { asks: [], has: ["card_on_file"], isNew: false, expected: null }
  ] as const)(
    "Transaction | recurring_type: asking for $asks, of a card with $has, new $isNew: $expected (D19)",
    (row) => {
      const card = { saved: savedCard({ contracts: row.has }), isNew: row.isNew, hasCode: true, shown: shownCard }
      const requested = charge({ additionalData: { contract: row.asks } })
      assert.strictEqual(
        Either.getOrThrow(ChargeRules.plan(facts({ charge: requested, card }))).draft.recurringType,
        row.expected
      )
    }
  )
})

describe("what is written of a charge", () => {
  // Source: D3, D9: absent fields take their defaults; everything except the card and the order is kept for the echo.
  it("D9: of one that says no more than it must", () => {
    const { draft } = Either.getOrThrow(ChargeRules.plan(facts({ gatewayId: undefined })))
    assert.deepStrictEqual(draft, {
      amount: Amount.make(1000),
      currency: Currency.make("EUR"),
      description: "An order",
      test: false,
      language: "en",
      type: "authorization",
      details: {},
      expiredAt: null,
      card: shownCard,
      recurringType: null,
      routing: "skipped",
      report: noReport,
      gatewayId: null
    })
  })

  it.each(["authorization", "payment", "tokenization"] as const)("D9: of %s that says everything", (kind) => {
    const details = {
      duplicateCheck: false,
      dynamicBillingDescriptor: "SHOP*1",
      notificationUrl: "https://shop.example/hook",
      verificationUrl: "https://shop.example/check",
      returnUrl: "https://shop.example/back",
      skipThreeDSecureVerification: true,
      forceThreeDSecureVerification: false,
      threeDSecure: { advanced: true },
      customer: { email: "jane@example.com" },
      billingAddress: { city: "Riga" },
      additionalData: { receiptText: ["Thank you"] }
    }
    const order = { trackingId: "order-1", language: "ru", test: true, expiredAt: later(1) }
    const fired = { name: "rule 3", action: { kind: "acquirers", gateways: [7] } } as const
    const decision = { facts: factsOfRules, rules: [fired] }
    const routing: RoutingDecision = { status: "successful", gateways: [7], decision }
    const given = facts({ kind, charge: charge({ ...details, ...order }), routing, gatewayId: 7 })
    const { initial, draft } = Either.getOrThrow(ChargeRules.plan(given))
    assert.deepStrictEqual(draft, {
      ...order,
      amount: Amount.make(1000),
      currency: Currency.make("EUR"),
      description: "An order",
      type: kind,
      details,
      card: shownCard,
      recurringType: null,
      routing: "successful",
      routed: decision,
      report: null,
      gatewayId: 7
    })
    assert.strictEqual(initial.detail, "rule 3")
  })
})
