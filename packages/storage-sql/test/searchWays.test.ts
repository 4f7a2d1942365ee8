import { leastUidAt, ShopId, type TransactionUid } from "@florin/core/ids/Ids"
import type { TransactionFilter } from "@florin/core/transactions/TransactionFilter"
import * as DateTime from "effect/DateTime"
import { assert, describe, it } from "vitest"
import { leastOf, rangeOf, type Way, waysOf } from "../src/internal/searchWays.js"

const shop = ShopId.make("books")
const at = (millis: number) => DateTime.unsafeMake(millis)
const uid = leastUidAt(500) as TransactionUid

describe("the range of a search", () => {
  it.each([
    [{}, "", "g"],
    [{ after: uid }, "", uid],
    [{ from: at(1) }, leastUidAt(1), "g"],
    [{ to: at(9) }, "", leastUidAt(9)],
    [{ from: at(1), to: at(900), after: uid }, leastUidAt(1), uid],
    [{ to: at(400), after: uid }, "", leastUidAt(400)],
    [{ uid }, uid, `${uid}-`],
    [{ uid, after: uid }, uid, uid],
    [{ uid, to: at(500) }, uid, uid],
    [{ uid, from: at(501) }, leastUidAt(501), `${uid}-`],
    [{ order: "oldest" as const }, "", "g"],
    [{ order: "oldest" as const, after: uid }, `${uid}-`, "g"],
    [{ order: "oldest" as const, after: uid, from: at(900), to: at(901) }, leastUidAt(900), leastUidAt(901)],
    [{ order: "oldest" as const, after: uid, uid }, `${uid}-`, `${uid}-`]
  ])("of %j begins at %j and ends before %j", (requested, least, end) => {
    assert.deepStrictEqual(rangeOf(shop, { ...requested, limit: 10 }), { shop, least, end })
  })
})

describe("the ways of a search", () => {
  const shown = ({ isOrdered, parts }: Way) => `${parts.length} × ${parts[0]!.text}${isOrdered ? ", in order" : ""}`

  const cases: ReadonlyArray<readonly [TransactionFilter, of: typeof shop | null, expected: ReadonlyArray<string>]> = [
    [{}, shop, []],
    [{ currency: "EUR", from: at(1) }, shop, []],
    [{ email: "Jane@example.com" }, shop, ["1 × t.email = ?, in order"]],
    [{ email: "jane@example.com" }, null, ["1 × t.email = ?"]],
    [{ amount: 100 }, shop, ["1 × t.amount = ?, in order"]],
    [{ minAmount: 100, maxAmount: 100 }, shop, ["1 × t.amount = ?, in order"]],
    [{ minAmount: 100 }, shop, ["1 × t.amount >= ? AND t.amount <= ?"]],
    [{ status: "successful" }, shop, []],
    [{ status: "failed" }, shop, ["1 × t.reason IS NOT NULL"]],
    [{ status: "expired" }, shop, ["2 × t.reason = ?, in order"]],
    [{ status: "expired" }, null, ["2 × t.reason = ?"]],
    [{ status: "pending" }, shop, ["1 × t.status = ? AND t.status IN ('incomplete', 'pending'), in order"]],
    [{ status: "incomplete" }, null, ["1 × t.status = ? AND t.status IN ('incomplete', 'pending')"]],
    [
      { status: "pending", last4: "1111", amount: 100 },
      shop,
      [
        "1 × t.last4 = ?, in order",
        "1 × t.status = ? AND t.status IN ('incomplete', 'pending'), in order",
        "1 × t.amount = ?, in order"
      ]
    ],
    [{ type: "refund" }, shop, ["1 × t.type = ?, in order"]],
    [{ type: "refund", status: "failed" }, null, ["1 × t.reason IS NOT NULL", "1 × t.type = ?"]],
    [
      { last4: "1111", customer: "c-1", subscription: "sbs_1" },
      shop,
      ["1 × t.subscription = ?, in order", "1 × t.customer = ?, in order", "1 × t.last4 = ?, in order"]
    ]
  ]

  it.each(cases)("to %j of %s are %j", (filter, of, expected) => {
    assert.deepStrictEqual(waysOf(filter, { shop: of }).map(shown), expected)
  })

  const ordered: Way = { parts: [], isOrdered: true }
  const loose: Way = { parts: [], isOrdered: false }

  it.each([
    { counted: [], expected: undefined },
    { counted: [[ordered, 0]], expected: 0 },
    {
      counted: [
        [ordered, 5],
        [loose, 4]
      ],
      expected: 1
    },
    {
      counted: [
        [ordered, 9],
        [ordered, 3],
        [loose, 10]
      ],
      expected: 1
    },
    {
      counted: [
        [loose, 10],
        [ordered, 10],
        [ordered, 10]
      ],
      expected: 1
    },
    {
      counted: [
        [loose, 10],
        [loose, 10]
      ],
      expected: undefined
    },
    {
      counted: [
        [loose, 9],
        [ordered, 10]
      ],
      expected: 0
    }
  ] as const)("are chosen by what they find: $counted", ({ counted, expected }) => {
    const all = counted.map(([way, found]) => ({ way, found }))
    assert.strictEqual(leastOf(all, 10), expected === undefined ? undefined : all[expected]?.way)
  })
})
