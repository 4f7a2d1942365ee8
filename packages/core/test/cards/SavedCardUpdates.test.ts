// What an approval tells of a saved card. Source: D14, D53.
import * as SavedCardUpdates from "@florin/core/card-operations/SavedCardUpdates"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { apply } from "@florin/core/cards/CardChange"
import { CardEvent } from "@florin/core/cards/CardEvent"
import { noFacts } from "@florin/core/cards/CardNumber"
import type { SavedCard } from "@florin/core/cards/CardStore"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import * as ReportedCards from "@florin/core/cards/ReportedCards"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { now, savedCard, shownCard, transactionWith } from "../samples.js"

const tokenOf = (value: string, provider = "stripe") => ({ provider, value: Redacted.make(value) })

const unknown = { facts: noFacts, holder: null, expMonth: null, expYear: null }

const byToken = (changes: Partial<SavedCard> = {}): SavedCard => {
  const { number: _, ...card } = savedCard()
  return { ...card, ...unknown, providerToken: tokenOf("once"), ...changes }
}

const shown = { ...shownCard, ...unknown, provider: "stripe" }

const reported = { brand: "visa", bin: "42424242", last4: "4242", expMonth: 5, expYear: 2031, holder: "Jane" } as const

const facts = { brand: "visa", first1: "4", last4: "4242", bin: "424242", bin8: "42424242" }

describe("a card behind a provider's token is known by what its provider reports", () => {
  it.each<readonly [what: string, before: object, says: object, after: object]>([
    ["all of it", unknown, reported, { facts, holder: "Jane", expMonth: 5, expYear: 2031 }],
    ["nothing", unknown, {}, unknown],
    ["six digits", unknown, { bin: "424242" }, { ...unknown, facts: { ...noFacts, first1: "4", bin: "424242" } }],
    ["a month without its year", unknown, { expMonth: 5 }, unknown],
    [
      "another expiry",
      { ...unknown, expMonth: 4, expYear: 2030 },
      reported,
      { facts, holder: "Jane", expMonth: 5, expYear: 2031 }
    ],
    [
      "another holder than the merchant's",
      { ...unknown, holder: "Jane Doe" },
      { holder: "J" },
      { ...unknown, holder: "Jane Doe" }
    ],
    [
      "the brand alone of a known card",
      { ...unknown, facts },
      { brand: "master" },
      { ...unknown, facts: { ...facts, brand: "master" } }
    ]
  ])("D53: %s", (_, before, says, after) => {
    assert.deepStrictEqual(ReportedCards.completed(before as typeof shown, says), after as typeof shown)
  })

  it.each([
    { event: CardEvent.Approved({ report: noReport, card: reported }), last4: "4242" },
    { event: CardEvent.Declined({ reason: "funds", report: noReport, card: reported }), last4: "4242" },
    { event: CardEvent.Approved({ report: noReport }), last4: null }
  ])("D53: its transaction shows it, $event._tag, $last4", ({ event, last4 }) => {
    const change = apply(transactionWith({ status: "pending", card: shown }), event, now)
    assert.strictEqual(Either.getOrThrow(change).transaction.card?.facts.last4, last4)
  })

  it("D53: of a number nothing is believed that was read from it already", () => {
    const event = CardEvent.Approved({ report: noReport, card: reported, networkTransactionId: "N1" })
    const { transaction } = Either.getOrThrow(
      apply(transactionWith({ status: "pending", card: shownCard }), event, now)
    )
    assert.deepStrictEqual([transaction.card, transaction.networkTransactionId], [shownCard, "N1"])
  })
})

const charged = (changes: Partial<CardTransaction> = {}) => transactionWith({ card: shown, ...changes })

const writes = (saved: SavedCard, transaction: CardTransaction, event: object) =>
  SavedCardUpdates.written(saved, transaction, CardEvent.Approved({ report: noReport, ...event }))

/** What is written of the card; undefined: nothing. */
const written = (...given: Parameters<typeof writes>): SavedCard | undefined => {
  const [write] = writes(...given)
  return write?._tag === "ReplaceCard" ? write.card : undefined
}

const valueOf = (card: SavedCard | undefined) => card?.providerToken && Redacted.value(card.providerToken.value)

describe("a saved card after an approval", () => {
  it.each<
    readonly [what: string, saved: SavedCard, token: ReturnType<typeof tokenOf> | undefined, value: string | undefined]
  >([
    ["the reusable token in the place of the one-time one", byToken(), tokenOf("reusable"), "reusable"],
    ["nothing new", byToken(), undefined, undefined],
    ["a token of another provider", byToken(), tokenOf("reusable", "adyen"), undefined],
    ["a token in the place of a number", savedCard(), tokenOf("reusable"), undefined]
  ])("D53: keeps %s", (_, saved, token, value) => {
    assert.strictEqual(valueOf(written(saved, charged(), { token })), value)
  })

  it("D53: keeps the customer at the provider, unless another one is named", () => {
    const saved = byToken({ providerToken: { ...tokenOf("once"), customer: "cus_1" } })
    const customerAfter = (token: object) => written(saved, charged(), { token })?.providerToken?.customer
    assert.strictEqual(customerAfter(tokenOf("reusable")), "cus_1")
    assert.strictEqual(customerAfter({ ...tokenOf("reusable"), customer: "cus_2" }), "cus_2")
  })

  it.each<readonly [before: string | undefined, changes: Partial<CardTransaction>, after: string | undefined]>([
    [undefined, {}, "N2"],
    [undefined, { onFile: "again" }, "N2"],
    ["N1", {}, undefined],
    ["N1", { onFile: "again" }, undefined],
    ["N1", { onFile: "first" }, "N2"],
    // It is taken back.
    [undefined, { status: "failed" }, undefined]
  ])("D53: that had %s, after %j, is called %s by its network", (before, changes, after) => {
    const saved = savedCard(before === undefined ? {} : { networkTransactionId: before })
    const transaction = charged({ card: shownCard, ...changes })
    assert.strictEqual(written(saved, transaction, { networkTransactionId: "N2" })?.networkTransactionId, after)
  })

  it("D14: keeps the contracts beside what it is told", () => {
    const transaction = charged({ details: { additionalData: { contract: ["recurring"] } } })
    assert.deepInclude(written(byToken(), transaction, { card: reported }), { contracts: ["recurring"], expYear: 2031 })
    assert.deepInclude(written(byToken(), transaction, {}), { contracts: ["recurring"], expYear: null })
  })

  it("D51a: is not written where it is erased with its charge, nor where it is gone", () => {
    assert.deepStrictEqual(writes(byToken(), charged({ forgetsCard: true }), { card: reported }), [])
    assert.deepStrictEqual(SavedCardUpdates.written(undefined, charged(), { card: reported }), [])
  })

  it.each<readonly [what: string, transaction: CardTransaction, event: object, isRead: boolean]>([
    ["a number, nothing", charged({ card: shownCard }), {}, false],
    ["a number, and of the card", charged({ card: shownCard }), { card: reported }, false],
    ["a number, and its network's id", charged({ card: shownCard }), { networkTransactionId: "N1" }, true],
    ["a token, nothing", charged(), {}, false],
    ["a token, and of the card", charged(), { card: reported }, true],
    ["a token, and another one", charged(), { token: tokenOf("reusable") }, true],
    ["no card", transactionWith(), { networkTransactionId: "N1" }, false]
  ])("D53: is read only where something of it may change: %s", (_, transaction, event, isRead) => {
    const read = SavedCardUpdates.readCard(transaction, CardEvent.Approved({ report: noReport, ...event }))
    assert.strictEqual(read !== undefined, isRead)
  })
})
