import { trackingIds } from "@florin/core/operations/AcceptanceRules"
import { shownTrackingId } from "@florin/core/transaction-base/TransactionBase"
import { assert, describe, it } from "vitest"

describe("what a transaction is found by", () => {
  it.each([
    { sent: undefined, found: [] },
    { sent: "", found: [] },
    { sent: ";", found: [";"] },
    { sent: "a", found: ["a"] },
    { sent: "a;b", found: ["a", "b", "a;b"] },
    { sent: " a ; b ", found: ["a", "b", " a ; b "] },
    { sent: "a;a", found: ["a", "a;a"] },
    { sent: ";a;;b;", found: ["a", "b", ";a;;b;"] },
    { sent: "a,b", found: ["a,b"] }
  ])("Authorization request | tracking_id: $sent is found by $found", ({ found, sent }) => {
    assert.deepStrictEqual(trackingIds(sent), found)
  })

  it.each([
    ["payment", undefined, "order-1"],
    ["capture", undefined, "order-1"],
    ["capture", "parent", "order-1"],
    ["void", undefined, "order-1"],
    ["void", "parent", undefined],
    ["refund", undefined, "order-1"],
    ["refund", "parent", undefined],
    ["proof", "parent", undefined]
  ] as const)("D33a: a %s whose tracking id is from %s is shown and found as %s", (type, trackingIdFrom, shown) => {
    assert.strictEqual(shownTrackingId({ type, trackingId: "order-1", trackingIdFrom }), shown)
  })

  it("Authorization request | tracking_id: the most values that fit into 255 characters are all found", () => {
    const singles = Array.from({ length: 128 }, (_, index) => String.fromCodePoint(0x100 + index))
    const sent = singles.join(";")
    assert.strictEqual(sent.length, 255)
    assert.deepStrictEqual(trackingIds(sent), [...singles, sent])
  })
})
