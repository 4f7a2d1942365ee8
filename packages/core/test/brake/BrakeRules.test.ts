import { assert, describe, it } from "@effect/vitest"
import * as BrakeRules from "@florin/core/brake/BrakeRules"

const limit = 30
const minute = 60_000

const tries = (balance: number, underWay = 0, atBank = 0): BrakeRules.TryCounts => ({
  balance,
  underWay,
  atBank,
  at: 0
})

const verdictOf = (verdict: BrakeRules.TryVerdict): string =>
  verdict._tag === "Free" ? "Free" : `${verdict._tag} ${verdict.wait}`

// Source: D47, "a customer behind a shared address is slowed before being refused".
describe("a try of a card at an address of the network that has 30 an hour", () => {
  it.each([
    { failed: -60, underWay: 74, expected: "Free" },
    { failed: 0, underWay: 0, expected: "Free" },
    { failed: 14, underWay: 0, expected: "Free" },
    { failed: 10, underWay: 4, expected: "Free" },
    { failed: 15, underWay: 0, expected: "Slowed 1000" },
    { failed: 10, underWay: 5, expected: "Slowed 1000" },
    { failed: 16, underWay: 0, expected: "Slowed 2000" },
    { failed: 16.9, underWay: 0, expected: "Slowed 2000" },
    { failed: 24, underWay: 0, expected: "Slowed 10000" },
    { failed: 29, underWay: 0, expected: "Slowed 10000" },
    { failed: 29.5, underWay: 0, expected: "Refused 60000" },
    { failed: 30, underWay: 0, expected: "Refused 120000" },
    { failed: 0, underWay: 29, expected: "Slowed 10000" },
    { failed: 0, underWay: 30, expected: "Refused 1000" },
    { failed: 35, underWay: 0, expected: "Refused 720000" }
  ])("D47: after $failed that failed and with $underWay under way is $expected", ({ expected, failed, underWay }) => {
    assert.strictEqual(verdictOf(BrakeRules.atAddress(tries(failed, underWay), limit)), expected)
  })
})

// Source: D42.
describe("a try of a card on a page that has 30 an hour for all addresses", () => {
  it.each([
    { page: 0, own: 0, expected: "Free" },
    { page: 14, own: 14, expected: "Free" },
    { page: 15, own: 15, expected: "Refused 1000" },
    { page: 15, own: 0, expected: "Free" },
    { page: 29, own: 0, expected: "Free" },
    { page: 29, own: 1, expected: "Refused 1000" },
    { page: 30, own: 0, expected: "Refused 120000" },
    { page: 30, own: -60, expected: "Refused 120000" },
    { page: -60, own: 20, expected: "Free" }
  ])("D42: with $page counted there, and $own of its own, is $expected", ({ expected, own, page }) => {
    assert.strictEqual(verdictOf(BrakeRules.onPage(tries(page), tries(own), limit)), expected)
  })
})

// Source: D47. A page that sells to many at once, whose customers are with their banks.
describe("a try of a card on a page whose customers are at the bank", () => {
  it.each([
    { underWay: 29, atBank: 0, expected: "Free", atWorst: "Free" },
    { underWay: 30, atBank: 0, expected: "Refused 1000", atWorst: "Refused 1000" },
    { underWay: 30, atBank: 1, expected: "Refused 1000", atWorst: "Refused 1000" },
    { underWay: 30, atBank: 2, expected: "Free", atWorst: "Refused 1000" },
    { underWay: 100, atBank: 100, expected: "Free", atWorst: "Refused 1000" },
    { underWay: 116, atBank: 116, expected: "Free", atWorst: "Refused 1000" },
    { underWay: 117, atBank: 117, expected: "Refused 1000", atWorst: "Refused 1000" }
  ])(
    "D47: with $underWay under way, $atBank of them a part, is $expected",
    ({ atBank, atWorst, expected, underWay }) => {
      const page = tries(0, underWay, atBank)
      assert.strictEqual(verdictOf(BrakeRules.onPage(page, tries(0), limit)), expected)
      assert.strictEqual(verdictOf(BrakeRules.onPageAtMost(page, tries(0), limit)), atWorst)
    }
  )

  it.each([
    { own: 1, expected: true },
    { own: 2, expected: true },
    { own: 3, expected: false }
  ])("D47: counts as a part: $expected, as the open one number $own of its address", ({ expected, own }) => {
    assert.strictEqual(BrakeRules.isLikelyPaid(tries(0, own)), expected)
  })

  it("D47: counts as a part until it ends, and then as what it became", () => {
    const left = BrakeRules.leftForBank(BrakeRules.begun(tries(3)))
    assert.deepStrictEqual(left, tries(3, 1, 1))
    assert.deepStrictEqual(BrakeRules.ended(left, "failed", limit, true), tries(4))
    assert.deepStrictEqual(BrakeRules.ended(left, "succeeded", limit, true), tries(2))
  })
})

describe("the balance of tries", () => {
  it.each([
    { balance: 30, after: 0, expected: 30 },
    { balance: 30, after: 2 * minute, expected: 29 },
    { balance: 30, after: 60 * minute, expected: 0 },
    { balance: 30, after: 600 * minute, expected: 0 },
    { balance: -60, after: 2 * minute, expected: -59 },
    { balance: -1, after: 60 * minute, expected: 0 },
    { balance: 5, after: -minute, expected: 5 }
  ])("D47: of $balance is $expected after $after ms", ({ after, balance, expected }) => {
    assert.strictEqual(BrakeRules.decayedTries(tries(balance), limit, after).balance, expected)
  })

  it.each([
    { outcome: "failed", balance: 3, expected: 4 },
    { outcome: "neither", balance: 3, expected: 3 },
    { outcome: "succeeded", balance: 3, expected: 2 },
    { outcome: "succeeded", balance: -59, expected: -60 },
    { outcome: "succeeded", balance: -60, expected: -60 }
  ] as const)("D47: of $balance is $expected after one that $outcome", ({ balance, expected, outcome }) => {
    const after = BrakeRules.ended(BrakeRules.begun(tries(balance)), outcome, limit)
    assert.deepStrictEqual(after, tries(expected))
    assert.isFalse(BrakeRules.isForgotten(after))
    assert.isTrue(BrakeRules.isForgotten(BrakeRules.decayedTries(after, limit, 120 * minute)))
  })
})

describe("a try whose outcome is learned later", () => {
  it.each([
    { outcome: "failed", age: 59 * minute, expected: "failed" },
    { outcome: "failed", age: 60 * minute, expected: "neither" },
    { outcome: "succeeded", age: 600 * minute, expected: "succeeded" },
    { outcome: "neither", age: 0, expected: "neither" }
  ] as const)("D47: $outcome, begun $age ms before, counts as $expected", ({ age, expected, outcome }) => {
    assert.strictEqual(BrakeRules.outcomeThatCounts(outcome, age), expected)
  })
})
