// By which saved cards an order can be paid, and whether a card may be kept. Source: D14, D47, D51a.
import type { SavedCard } from "@florin/core/cards/CardStore"
import * as CheckoutCards from "@florin/core/checkout-operations/CheckoutCards"
import type { Checkout } from "@florin/core/checkouts/Checkout"
import type { CheckoutRequest } from "@florin/core/checkouts/CheckoutRequest"
import * as CheckoutRules from "@florin/core/checkouts/CheckoutRules"
import { CardStamp, CardToken, type CheckoutToken, type ShopId } from "@florin/core/ids/Ids"
import { assert, describe, it } from "vitest"
import { now, savedCard } from "../samples.js"

const card = (name: string, changes: Partial<SavedCard> = {}) =>
  savedCard({
    token: CardToken.make(name.repeat(64)),
    stamp: CardStamp.make(name.repeat(64)),
    contracts: ["oneclick"],
    ...changes
  })

const order = { amount: 1995, currency: "EUR", description: "A book" } as CheckoutRequest["order"]

const made = (request: Partial<CheckoutRequest> = {}, isByGuest = false): Checkout =>
  CheckoutRules.created(
    { shop: "books" as ShopId, token: "ab".repeat(32) as CheckoutToken, now, isByGuest },
    { transactionType: "payment", order, customer: { externalId: "7" }, ...request }
  ).checkout

const [a, b] = [card("a"), card("b")]
const lenient = { strictContracts: false }
const strict = { strictContracts: true }
const free = { ...order, amount: 0 } as CheckoutRequest["order"]

describe("the saved cards of an order", () => {
  it.each<
    readonly [
      what: string,
      checkout: Checkout,
      shop: { readonly strictContracts: boolean },
      known: Partial<CheckoutCards.KnownCards>,
      offered: string
    ]
  >([
    ["are the customer's", made(), lenient, { own: [a, b] }, "ab"],
    ["begin with the one that the shop names", made(), lenient, { named: b, own: [a, b] }, "ba"],
    ["are each number once", made(), lenient, { named: card("b"), own: [a, card("c", { stamp: b.stamp })] }, "ba"],
    ["are not those for renewals alone", made(), lenient, { own: [card("a", { contracts: ["recurring"] })] }, ""],
    [
      "may be one of those, where the shop names it",
      made(),
      strict,
      { named: card("a", { contracts: ["recurring"] }) },
      "a"
    ],
    ["are not what no contract covers", made(), strict, { named: card("a", { contracts: [] }) }, ""],
    ["are not for payouts alone", made(), strict, { named: card("a", { contracts: ["credit"] }) }, ""],
    ["may have no contract where the shop does not ask", made(), lenient, { named: card("a", { contracts: [] }) }, "a"],
    [
      "are not expired: valid in its last month",
      made(),
      lenient,
      { own: [card("a", { expMonth: 3, expYear: 2026 })] },
      "a"
    ],
    ["are not expired", made(), lenient, { own: [card("a", { expMonth: 2, expYear: 2026 })] }, ""],
    ["are of brands that are taken", made({ paymentMethod: { excludedBrands: ["visa"] } }), lenient, { own: [a] }, ""],
    ["are none where a card is to be kept", made({ transactionType: "tokenization" }), lenient, { own: [a] }, ""],
    ["are none where nothing is charged", made({ order: free }), lenient, { named: a }, ""],
    ["are none where only the public key vouches", made({}, true), lenient, { named: a, own: [b] }, ""]
  ])("D47: %s", (_, checkout, shop, { named, own = [] }, expected) => {
    const offered = CheckoutCards.offered(checkout, shop, { named, own }, now)
    assert.strictEqual(offered.map(({ token }) => token[0]).join(""), expected)
  })

  const settings = { saveCardToggle: { display: true } }

  it.each<readonly [what: string, checkout: Checkout, forgets: boolean, mayKeep: boolean]>([
    ["the shop asks", made({ settings }), false, true],
    ["the shop does not ask", made(), false, false],
    ["it asks and forgets guests, and this is a customer", made({ settings }), true, true],
    ["it asks and forgets guests, and this is one", made({ settings, customer: {} }), true, false],
    ["it asks and keeps guests' cards", made({ settings, customer: {} }), false, true],
    ["only its public key vouches", made({ settings }, true), false, false]
  ])("D47: may grow by the customer's wish, where %s", (_, checkout, forgetGuestCards, mayKeep) => {
    assert.strictEqual(CheckoutCards.mayKeep(checkout, { forgetGuestCards }), mayKeep)
  })
})
