import { undecided } from "@florin/core/card-operations/ChildRules"
import * as PayoutRules from "@florin/core/card-operations/PayoutRules"
import * as CardNumber from "@florin/core/cards/CardNumber"
import type { CardPayoutRequest, CreditRequest } from "@florin/core/cards/CardRequest"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"
import { now, savedCard, shopWith, shownCard } from "../samples.js"

const number = Option.getOrThrow(CardNumber.parse("4200000000000000"))
const data = { _tag: "CardData", number, expMonth: 3, expYear: 2026 } as const
const token = { _tag: "CardToken", token: savedCard().token } as const
const order = { amount: Amount.make(1000), currency: Currency.make("EUR"), description: "Winnings" }

const credit = (changes: Partial<CreditRequest> = {}): PayoutRules.Payout => ({
  type: "credit",
  request: { ...order, creditCard: token, ...changes }
})
const payout = (changes: Partial<CardPayoutRequest> = {}): PayoutRules.Payout => ({
  type: "payout",
  request: { ...order, recipientCreditCard: data, ...changes }
})

describe("what a payout is refused for before its card is known", () => {
  const expired = "recipient_credit_card.exp_year Invalid. Format should be: yyyy. Date is expired"

  // Source: D5, "Date is expired"; the month counts to its end. The expiry of a saved card is not checked.
  it.each([
    { name: "a payout to a card of this month", payout: payout(), expected: undefined },
    {
      name: "a payout to a card of last month",
      payout: payout({ recipientCreditCard: { ...data, expMonth: 2 } }),
      expected: expired
    },
    {
      name: "a payout to a card of last year",
      payout: payout({ recipientCreditCard: { ...data, expMonth: 12, expYear: 2025 } }),
      expected: expired
    },
    { name: "a payout to a saved card", payout: payout({ recipientCreditCard: token }), expected: undefined },
    { name: "a credit", payout: credit(), expected: undefined }
  ])("D5: $name: $expected", ({ expected, payout }) => {
    assert.strictEqual(PayoutRules.refusal(payout, now)?.message, expected)
  })
})

const facts = (changes: Partial<PayoutRules.PayoutFacts> = {}): PayoutRules.PayoutFacts => ({
  shop: shopWith(),
  payout: credit(),
  card: { saved: savedCard(), isNew: false, shown: shownCard },
  gatewayId: 1,
  ...changes
})

const reply = (given: PayoutRules.PayoutFacts): string =>
  Either.match(PayoutRules.plan(given), { onLeft: ({ message }) => message, onRight: ({ draft }) => draft.type })

describe("what may be paid out to", () => {
  const refused = (section: string) => `${section}.token is not allowed for this operation`

  // Source: D14: a shop with strict contracts refuses a use that no contract covers.
  it.each([
    { of: "credit", strict: false, contracts: [], isNew: false, expected: "credit" },
    { of: "credit", strict: false, contracts: ["recurring"], isNew: false, expected: "credit" },
    { of: "credit", strict: true, contracts: ["credit"], isNew: false, expected: "credit" },
    { of: "credit", strict: true, contracts: ["recurring", "credit"], isNew: false, expected: "credit" },
    { of: "credit", strict: true, contracts: [], isNew: false, expected: refused("credit_card") },
    {
      of: "credit",
      strict: true,
      contracts: ["recurring", "oneclick", "card_on_file"],
      isNew: false,
      expected: refused("credit_card")
    },
    { of: "payout", strict: true, contracts: ["credit"], isNew: false, expected: "payout" },
    { of: "payout", strict: true, contracts: ["recurring"], isNew: false, expected: refused("recipient_credit_card") },
    { of: "payout", strict: false, contracts: ["recurring"], isNew: false, expected: "payout" },
    { of: "payout", strict: true, contracts: [], isNew: true, expected: "payout" }
  ] as const)(
    "D14: a $of to a card of $contracts, strict $strict, new $isNew: $expected",
    ({ contracts, expected, isNew, of, strict }) => {
      const given = facts({
        shop: shopWith({ strictContracts: strict }),
        payout: of === "credit" ? credit() : payout(isNew ? {} : { recipientCreditCard: token }),
        card: { saved: savedCard({ contracts }), isNew, shown: shownCard }
      })
      assert.strictEqual(reply(given), expected)
    }
  )
})

describe("what is written of a payout", () => {
  // Source: D11, D3 (absent fields take their defaults), D39.
  it("D11: a credit of what is asked for and nothing else", () => {
    const plan = Either.getOrThrow(PayoutRules.plan(facts()))
    assert.deepStrictEqual(plan.draft, {
      ...undecided,
      type: "credit",
      ...order,
      test: false,
      language: "en",
      details: {},
      gatewayId: 1,
      card: shownCard
    })
    assert.deepStrictEqual(
      [plan.initial.status, plan.initial.effects, plan.besides],
      ["pending", ["ask-acquirer"], undefined]
    )
  })

  it("D11: a payout with its recipient, and the card that it goes to is saved where it is new", () => {
    const wanted = {
      test: true,
      language: "ru",
      trackingId: "win-1",
      notificationUrl: "https://shop.example/hook",
      duplicateCheck: false,
      recipient: { email: "jane@example.com" },
      recipientBillingAddress: { city: "Riga" }
    } as const
    const card = { saved: savedCard(), isNew: true, shown: shownCard }
    const plan = Either.getOrThrow(PayoutRules.plan(facts({ payout: payout(wanted), card, gatewayId: undefined })))
    const { duplicateCheck, notificationUrl, ...others } = wanted
    assert.deepStrictEqual(plan.draft, {
      ...undecided,
      type: "payout",
      ...order,
      ...others,
      details: { notificationUrl, duplicateCheck },
      gatewayId: null,
      card: shownCard
    } as typeof plan.draft)
    assert.deepStrictEqual(plan.besides, [{ _tag: "InsertCard", card: savedCard() }])
  })
})
