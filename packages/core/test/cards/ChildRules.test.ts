import * as ChildRules from "@florin/core/cards/ChildRules"
import { Amount } from "@florin/core/money/Amount"
import type { ChildRequest } from "@florin/core/transactions/ChildRequest"
import * as Either from "effect/Either"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { now, totals, transactionWith, uid } from "../samples.js"

const request = (amount: number, changes: Partial<ChildRequest> = {}): ChildRequest => ({
  parentUid: uid("1"),
  amount: Amount.make(amount),
  ...changes
})

const said = (kind: ChildRules.ChildKind, amount: number, facts: ChildRules.ChildFacts): string =>
  Either.match(ChildRules.plan(kind, request(amount))(facts), {
    onLeft: (refused) => refused.message,
    onRight: ({ draft }) => `${draft.type} ${draft.amount}`
  })

describe("a capture, void or refund", () => {
  // Source: D10: what it may follow, and up to the remainder.
  it.each([
    { kind: "capture", amount: 1000, expected: "capture 1000" },
    { kind: "capture", amount: 1001, expected: "amount can't be greater than 1000" },
    { kind: "capture", amount: 600, taken: { captured: 300, voided: 100 }, expected: "capture 600" },
    {
      kind: "capture",
      amount: 601,
      taken: { captured: 300, voided: 100 },
      expected: "amount can't be greater than 600"
    },
    { kind: "void", amount: 600, taken: { captured: 300, voided: 100 }, expected: "void 600" },
    { kind: "void", amount: 601, taken: { captured: 300, voided: 100 }, expected: "amount can't be greater than 600" },
    { kind: "refund", amount: 1, expected: "parent_uid Parent transaction can't be followed by a refund" },
    { kind: "refund", amount: 700, parent: { type: "payment" }, taken: { refunded: 300 }, expected: "refund 700" },
    {
      kind: "refund",
      amount: 701,
      parent: { type: "payment" },
      taken: { refunded: 300 },
      expected: "amount can't be greater than 700"
    },
    { kind: "refund", amount: 1000, parent: { type: "capture" }, expected: "refund 1000" },
    {
      kind: "capture",
      amount: 1,
      parent: { type: "payment" },
      expected: "parent_uid Parent transaction can't be followed by a capture"
    },
    {
      kind: "void",
      amount: 1,
      parent: { type: "capture" },
      expected: "parent_uid Parent transaction can't be followed by a void"
    },
    {
      kind: "capture",
      amount: 1,
      parent: { status: "pending" },
      expected: "parent_uid Parent transaction is not successful"
    },
    { kind: "void", amount: 1, parent: { closedAt: now }, expected: "parent_uid Parent transaction is closed" }
  ] as const)("D10: $kind of $amount after $taken of $parent: $expected", (row) => {
    const parent = transactionWith("parent" in row ? row.parent : {})
    assert.strictEqual(
      said(row.kind, row.amount, { parent, totals: totals("taken" in row ? row.taken : {}) }),
      row.expected
    )
  })

  it("D2: follows nothing that the shop does not have", () => {
    const facts = { parent: undefined, totals: totals() }
    assert.strictEqual(said("capture", 1, facts), "parent_uid Parent transaction is not found")
  })

  it("takes over its parent's key, currency, language and acquirer, and names itself by its own tracking id", () => {
    const parent = transactionWith({ trackingId: "order-1", language: "ru", gatewayId: 7 })
    const own = Either.getOrThrow(
      ChildRules.plan("capture", request(1, { trackingId: "part-1" }))({ parent, totals: totals() })
    )
    const { currency, gatewayId, language, parentKey, trackingId } = own.draft
    assert.deepStrictEqual(
      { currency, gatewayId, language, parentKey, trackingId },
      { currency: parent.currency, gatewayId: 7, language: "ru", parentKey: parent.acquirerKey, trackingId: "part-1" }
    )
  })

  it("never takes more than is left, whatever was taken before", () => {
    const amount = fc.integer({ min: 1, max: 2000 })
    const taken = fc.record({
      captured: fc.integer({ min: 0, max: 1000 }),
      voided: fc.integer({ min: 0, max: 1000 }),
      refunded: fc.integer({ min: 0, max: 1000 })
    })
    const kinds = [
      ["capture", "authorization"],
      ["void", "authorization"],
      ["refund", "payment"]
    ] as const
    const parents = { authorization: transactionWith(), payment: transactionWith({ type: "payment" }) }
    fc.assert(
      fc.property(fc.constantFrom(...kinds), amount, taken, ([kind, type], amount, taken) => {
        const accepted = said(kind, amount, { parent: parents[type], totals: totals(taken) }) === `${kind} ${amount}`
        const before = kind === "refund" ? taken.refunded : taken.captured + taken.voided
        assert.strictEqual(accepted, before + amount <= 1000)
      }),
      { numRuns: 20_000 }
    )
  })
})
