// Which cards are kept, for whom, and what may be done with them. Source: D14, D47, D51, D51a.
import type { Contract } from "@florin/core/cards/CardRequest"
import type { SavedCard } from "@florin/core/cards/CardStore"
import { CardStamp, CardToken, NotificationId, type SubscriptionId } from "@florin/core/ids/Ids"
import { erasing } from "@florin/core/saved-cards/internal/erasure"
import * as SavedCardRules from "@florin/core/saved-cards/SavedCardRules"
import type { Subscription, SubscriptionState } from "@florin/core/subscriptions/Subscription"
import * as SubscriptionRules from "@florin/core/subscriptions/SubscriptionRules"
import { assert, describe, it } from "vitest"
import { now, savedCard, shopWith, shownCard } from "../samples.js"
import { paidAt, planWith } from "../subscriptions/given.js"

const card = (name: string, changes: Partial<SavedCard> = {}) =>
  savedCard({ token: CardToken.make(name.repeat(64)), isKept: true, ...changes })

const [one, two] = [CardStamp.make("1".repeat(64)), CardStamp.make("2".repeat(64))]

const names = (cards: ReadonlyArray<SavedCard>) => cards.map(({ token }) => token[0]).join("")

describe("a customer's kept cards", () => {
  it.each<readonly [what: string, cards: ReadonlyArray<SavedCard>, kept: string]>([
    ["none", [], ""],
    ["one that was sent to be kept", [card("a")], "a"],
    ["one whose charge set up a contract", [card("a", { isKept: false, contracts: ["oneclick"] })], "a"],
    ["not one that only came with a charge", [card("a", { isKept: false })], ""],
    ["of equal numbers the newest", [card("a", { stamp: one }), card("b", { stamp: one })], "a"],
    ["of other numbers all", [card("a", { stamp: one }), card("b", { stamp: two })], "ab"],
    [
      "the kept one of equal numbers, where the newest is not",
      [card("a", { stamp: one, isKept: false }), card("b", { stamp: one })],
      "b"
    ]
  ])("D51: are %s", (_, cards, kept) => {
    assert.strictEqual(names(SavedCardRules.kept(cards)), kept)
  })

  it.each<readonly [contracts: ReadonlyArray<Contract>, strict: boolean, offered: boolean, code: boolean]>([
    [[], false, true, false],
    [[], true, false, false],
    [["oneclick"], false, true, true],
    [["oneclick"], true, true, true],
    [["card_on_file"], true, true, false],
    [["oneclick", "card_on_file"], true, true, false],
    [["oneclick", "recurring"], true, true, false],
    [["recurring"], false, false, false],
    [["credit"], false, false, false]
  ])("D14, D47: with %j, strict %s: offered %s, asked for the code %s", (contracts, strictContracts, offered, code) => {
    const saved = card("a", { contracts })
    assert.strictEqual(SavedCardRules.isOffered(saved, { strictContracts }), offered)
    assert.strictEqual(SavedCardRules.needsCode(saved), code)
  })
})

describe("a change of a card", () => {
  it.each<readonly [string, Parameters<typeof SavedCardRules.changed>[1], Partial<SavedCard>]>([
    ["the holder alone", { holder: "Jane Roe" }, { holder: "Jane Roe", expMonth: 12, expYear: 2035 }],
    ["the expiry alone", { expMonth: 1, expYear: 2040 }, { holder: "Jane Doe", expMonth: 1, expYear: 2040 }],
    ["a contract beside those there are", { contract: ["credit", "oneclick"] }, { contracts: ["oneclick", "credit"] }],
    ["nothing", {}, { holder: "Jane Doe", contracts: ["oneclick"] }]
  ])("D51: is of %s, and keeps token and number", (_, change, expected) => {
    const before = card("a", { contracts: ["oneclick"] })
    const after = SavedCardRules.changed(before, change)
    assert.deepInclude(after, expected)
    assert.deepInclude(after, { token: before.token, number: before.number, stamp: before.stamp })
  })
})

describe("an erasure", () => {
  it("D51a: is of every token of the customer that has the number, and of no other", () => {
    const requested = card("a", { stamp: one })
    const others = [requested, card("b", { stamp: one, isKept: false }), card("c", { stamp: two })]
    assert.strictEqual(names(SavedCardRules.copiesOf(requested, others)), "ab")
  })

  const active: Subscription = {
    ...paidAt(planWith(), "2026-03-10T10:00+01:00"),
    card: { ...shownCard, token: CardToken.make("a".repeat(64)) },
    notificationUrl: "https://shop.example/hook"
  }
  const tokens = new Set([CardToken.make("a".repeat(64)), CardToken.make("b".repeat(64))])

  it.each<readonly [state: SubscriptionState, card: "a" | "b" | "c" | undefined, isReported: boolean]>([
    ["redirecting", "a", false],
    ["trial", "a", true],
    ["active", "a", true],
    ["active", "b", true],
    ["active", "c", false],
    ["active", undefined, false],
    ["failed_attempt", "a", true],
    ["error", "a", true],
    ["failed", "a", false],
    ["canceled", "a", false],
    ["expired", "a", false]
  ])("D51a: of the card of one that is %s with card %s is told: %s", (state, name, isReported) => {
    const of = name === undefined ? null : { ...shownCard, token: CardToken.make(name.repeat(64)) }
    const change = SubscriptionRules.cardDeleted({ ...active, state, card: of }, tokens, now)
    assert.strictEqual(change !== undefined, isReported)
    if (change === undefined) return
    assert.deepStrictEqual(change.effects, ["card_deleted.subscription"])
    assert.deepInclude(change.subscription, { state, card: of, renewAt: active.renewAt })
  })

  it("D51a: deletes the cards and tells each subscription, in one commit", () => {
    const id = (last: string) => `sbs_000000000000000${last}` as SubscriptionId
    const reported = ["1", "2"].map(
      (last) => [id(last), NotificationId.make(`msg_0190b6a0-0000-7000-8000-00000000000${last}`)] as const
    )
    const commit = erasing(shopWith(), tokens, {
      shop: shopWith(),
      encode: (_, event) => `${event}`,
      now,
      notifications: new Map(reported)
    })
    assert.deepStrictEqual(Object.keys(commit.load), [id("1"), id("2")])
    // The second one has ended since it was found.
    const decision = commit.decide({
      [id("1")]: { ...active, id: id("1") },
      [id("2")]: { ...active, state: "canceled" }
    })
    if (decision._tag !== "Decided") return assert.fail()
    assert.deepStrictEqual(
      decision.writes.map((write) => write._tag),
      ["DeleteCard", "DeleteCard", "EnqueueJob", "InsertNotification", "ReplaceSubscription"]
    )
  })
})
