import * as ChildRules from "@florin/core/card-operations/ChildRules"
import { CardTransactionType } from "@florin/core/cards/CardTransaction"
import type { CaptureOrVoidRequest } from "@florin/core/cards/ChildRequest"
import { Amount } from "@florin/core/money/Amount"
import { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import * as Either from "effect/Either"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { now, totals, transactionWith, uid } from "../samples.js"

const request = (amount: number, changes: Partial<CaptureOrVoidRequest> = {}): CaptureOrVoidRequest => ({
  parentUid: uid("1"),
  amount: Amount.make(amount),
  ...changes
})

const hook = "https://shop.example/hook"
const ownHook = "https://shop.example/own"

const reply = (kind: ChildRules.ChildKind, amount: number, facts: ChildRules.ChildFacts): string =>
  Either.match(ChildRules.plan(kind, request(amount))(facts), {
    onLeft: (refused) => refused.message,
    onRight: ({ draft }) => `${draft.type} ${draft.amount}`
  })

describe("a capture, void or refund", () => {
  // Source: D10: the allowed parents, and amounts up to the remainder.
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
    { kind: "void", amount: 1, parent: { closedAt: now }, expected: "parent_uid Parent transaction is closed" },
    { kind: "capture", amount: 1, parent: { closedAt: now }, expected: "parent_uid Parent transaction is closed" },
    { kind: "refund", amount: 1001, parent: { type: "capture" }, expected: "amount can't be greater than 1000" },
    { kind: "void", amount: 1000, expected: "void 1000" },
    { kind: "void", amount: 1001, expected: "amount can't be greater than 1000" },
    { kind: "capture", amount: 1, taken: { voided: 999 }, expected: "capture 1" },
    { kind: "capture", amount: 2, taken: { voided: 999 }, expected: "amount can't be greater than 1" },
    { kind: "capture", amount: 1, taken: { captured: 1000 }, expected: "amount can't be greater than 0" },
    { kind: "capture", amount: 1, taken: { captured: 1001 }, expected: "amount can't be greater than 0" },
    { kind: "capture", amount: 1000, taken: { refunded: 1000, pending: 9 }, expected: "capture 1000" },
    { kind: "refund", amount: 1, parent: { type: "payment" }, taken: { refunded: 999 }, expected: "refund 1" },
    {
      kind: "refund",
      amount: 2,
      parent: { type: "payment" },
      taken: { refunded: 999 },
      expected: "amount can't be greater than 1"
    },
    {
      kind: "refund",
      amount: 1000,
      parent: { type: "payment" },
      taken: { captured: 1000, voided: 1000, pending: 9 },
      expected: "refund 1000"
    },
    {
      kind: "capture",
      amount: Number.MAX_SAFE_INTEGER,
      parent: { amount: Amount.make(Number.MAX_SAFE_INTEGER) },
      expected: `capture ${Number.MAX_SAFE_INTEGER}`
    },
    {
      kind: "capture",
      amount: Number.MAX_SAFE_INTEGER,
      parent: { amount: Amount.make(Number.MAX_SAFE_INTEGER) },
      taken: { captured: 1 },
      expected: `amount can't be greater than ${Number.MAX_SAFE_INTEGER - 1}`
    }
  ] as const)("D10: $kind of $amount after $taken of $parent: $expected", (row) => {
    const parent = transactionWith("parent" in row ? row.parent : {})
    assert.strictEqual(
      reply(row.kind, row.amount, { parent, totals: totals("taken" in row ? row.taken : {}) }),
      row.expected
    )
  })

  // Source: D10: "A refund's parent is a payment or a capture; another one is an error under parent_uid".
  it.each([
    { kind: "capture", after: ["authorization"] },
    { kind: "void", after: ["authorization"] },
    { kind: "refund", after: ["payment", "capture"] }
  ] as const)("D10: a $kind follows $after and nothing else", ({ after, kind }) => {
    const types = CardTransactionType.literals
    const refusal = `parent_uid Parent transaction can't be followed by a ${kind}`
    assert.deepStrictEqual(
      types.map((type) => reply(kind, 1, { parent: transactionWith({ type }), totals: totals() })),
      types.map((type) => (Array.from<string>(after).includes(type) ? `${kind} 1` : refusal))
    )
  })

  // Source: D7: only a successful transaction holds or has taken an amount.
  it.each(TransactionStatus.literals)("D10: follows a parent that is %s: only a successful one", (status) => {
    const given = (type: "authorization" | "payment") => ({
      parent: transactionWith({ status, type }),
      totals: totals()
    })
    const expected = status === "successful" ? undefined : "parent_uid Parent transaction is not successful"
    assert.deepStrictEqual(
      [
        reply("capture", 1, given("authorization")),
        reply("void", 1, given("authorization")),
        reply("refund", 1, given("payment"))
      ],
      expected === undefined ? ["capture 1", "void 1", "refund 1"] : [expected, expected, expected]
    )
  })

  // Source: D10: faults of the parent are reported before those of the amount.
  it.each([
    {
      name: "of another type",
      parent: { type: "void" },
      expected: "parent_uid Parent transaction can't be followed by a capture"
    },
    { name: "not successful", parent: {}, expected: "parent_uid Parent transaction is not successful" },
    { name: "closed", parent: { status: "successful" }, expected: "parent_uid Parent transaction is closed" },
    { name: "open", parent: { status: "successful", closedAt: null }, expected: "amount can't be greater than 999" }
  ] as const)("D10: of a parent that is $name, and too much: $expected", ({ expected, parent }) => {
    const wrong = transactionWith({ status: "failed", closedAt: now, ...parent })
    assert.strictEqual(reply("capture", 1000, { parent: wrong, totals: totals({ captured: 1 }) }), expected)
  })

  it("D2: follows nothing that the shop does not have", () => {
    const facts = { parent: undefined, totals: totals() }
    assert.strictEqual(reply("capture", 1, facts), "parent_uid Parent transaction is not found")
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

  it.each([
    { kind: "capture", requested: {}, expected: ["order-1", "parent", hook] },
    {
      kind: "capture",
      requested: { trackingId: "own", notificationUrl: ownHook },
      expected: ["own", undefined, ownHook]
    },
    { kind: "void", requested: {}, expected: ["order-1", "parent", undefined] },
    { kind: "void", requested: { trackingId: "own", notificationUrl: ownHook }, expected: ["own", undefined, ownHook] },
    { kind: "refund", requested: {}, expected: ["order-1", "parent", undefined] },
    {
      kind: "refund",
      requested: { trackingId: "own", notificationUrl: ownHook },
      expected: ["own", undefined, ownHook]
    }
  ] as const)(
    "D33a: a $kind that asks for $requested has tracking id, its origin and address $expected",
    ({ requested, expected, kind }) => {
      const type = kind === "refund" ? "payment" : "authorization"
      const parent = transactionWith({ type, trackingId: "order-1", details: { notificationUrl: hook } })
      const { draft } = Either.getOrThrow(
        ChildRules.plan(kind, { ...request(1, requested), reason: "Returned" })({ parent, totals: totals() })
      )
      assert.deepStrictEqual([draft.trackingId, draft.trackingIdFrom, draft.details.notificationUrl], [...expected])
      assert.strictEqual(draft.parentUid, parent.uid)
    }
  )

  it("D10: is written with its parent's and its own, and nothing of the parent's request but its receiver", () => {
    const details = { notificationUrl: hook, returnUrl: "https://shop.example/back" }
    const parent = transactionWith({ details, test: true, trackingId: "order-1", description: "An order" })
    const wanted = request(7, { duplicateCheck: false })
    const plan = Either.getOrThrow(ChildRules.plan("capture", wanted)({ parent, totals: totals() }))
    assert.deepStrictEqual(plan.draft, {
      ...ChildRules.undecided,
      type: "capture",
      amount: Amount.make(7),
      currency: parent.currency,
      test: true,
      language: "en",
      details: { notificationUrl: details.notificationUrl, duplicateCheck: false },
      gatewayId: 1,
      parentUid: parent.uid,
      parentKey: parent.acquirerKey,
      parentKind: parent.type,
      trackingId: "order-1",
      trackingIdFrom: "parent"
    })
    const { effects, reason, status, trigger } = plan.initial
    assert.deepStrictEqual([trigger, status, reason, effects], ["Accepted", "pending", null, ["ask-acquirer"]])
    assert.isUndefined(plan.besides)
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
        const accepted = reply(kind, amount, { parent: parents[type], totals: totals(taken) }) === `${kind} ${amount}`
        const before = kind === "refund" ? taken.refunded : taken.captured + taken.voided
        assert.strictEqual(accepted, before + amount <= 1000)
      }),
      { numRuns: 20_000 }
    )
  })
})
