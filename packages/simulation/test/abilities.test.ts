/** What the check of what acquirers say of themselves takes for beyond them. Source: D53. */
import { assert, describe, it } from "@effect/vitest"
import type { AcquirerCapabilities } from "@florin/core/cards/AcquirerCapabilities"
import { Currency } from "@florin/core/money/Currency"
import * as Random from "@florin/testing/parties/Random"
import * as Abilities from "../src/Abilities.js"
import { asDeclared, isBeyond, type Requested } from "../src/checks/Abilities.js"
import type { Acquirer, Scene } from "../src/Invariants.js"
import type { Process } from "../src/Process.js"

const requested = (type: string, more: Partial<Requested> = {}): Requested => ({
  type,
  amount: 100,
  currency: "EUR",
  ...more
})
const after = (captured: number) => ({ parent: { amount: 100, captured } })

describe("an acquirer", () => {
  it.each<readonly [can: AcquirerCapabilities, requested: Requested, isBeyond: boolean]>([
    [{}, requested("authorization"), false],
    [{ captures: "none" }, requested("authorization"), true],
    [{ captures: "none" }, requested("payment"), false],
    [{ zeroAmountChecks: false }, requested("tokenization"), true],
    [{ credits: false }, requested("credit"), true],
    [{ credits: false }, requested("payout"), false],
    [{ payouts: false }, requested("payout"), true],
    [{ refunds: false }, requested("refund", after(0)), true],
    [{ captures: "one" }, requested("capture", after(0)), false],
    [{ captures: "one" }, requested("capture", { amount: 1, ...after(1) }), true],
    [{ captures: "many" }, requested("capture", { amount: 1, ...after(1) }), false],
    [{ captures: "one" }, requested("void", { amount: 99, ...after(1) }), true],
    [{ captures: "one" }, requested("void", { amount: 99, ...after(0) }), false],
    [{ partialVoids: "rest" }, requested("void", { amount: 99, ...after(1) }), false],
    [{ partialVoids: "rest" }, requested("void", { amount: 98, ...after(1) }), true],
    [{ partialVoids: false }, requested("void", { amount: 99, ...after(1) }), true],
    [{ partialVoids: false }, requested("void", after(0)), false],
    [{ currencies: [Currency.make("USD")] }, requested("payment"), true],
    [{ currencies: [Currency.make("EUR")] }, requested("payment"), false],
    [{ currencies: [] }, requested("refund", after(0)), false],
    [{ contracts: ["oneclick"] }, requested("tokenization", { contracts: ["recurring"] }), true],
    [{ contracts: ["oneclick"] }, requested("tokenization", { contracts: ["oneclick"] }), false],
    [{ sources: ["token"] }, requested("payment", { source: "card" }), true],
    [{ sources: ["card"] }, requested("payment", { source: "token" }), true],
    [{ sources: ["card"] }, requested("payment", { source: "card" }), false]
  ])("that can %j cannot do %j: %s", (can, what, expected) => {
    assert.strictEqual(isBeyond(can, what), expected)
  })

  it("can do everything in most simulations, and in the others each lacks something of its own", () => {
    const drawn = Array.from({ length: 200 }, (_, seed) => {
      const next = Abilities.drawing(Random.make(seed, "abilities"), Random.make(seed, "questions"), seed % 4 === 0)
      return [next(), next(), next()]
    })
    const whole = drawn.filter((all) => all.every(({ capabilities }) => Object.keys(capabilities).length === 0))
    assert.isAbove(whole.length, 100)
    assert.isBelow(whole.length, 160)
    const lacking = drawn.filter((all) => !whole.includes(all)).flat()
    const count = (isSuch: (one: Abilities.Abilities) => boolean) => lacking.filter(isSuch).length
    for (const captures of ["many", "one", "none"]) {
      assert.isAbove(
        count((one) => one.capabilities.captures === captures),
        3,
        captures
      )
    }
    for (const name of ["refunds", "credits", "payouts", "zeroAmountChecks"] as const) {
      assert.isAbove(
        count((one) => one.capabilities[name] === false),
        3,
        name
      )
    }
    assert.isAbove(
      count(({ keeps }) => keeps === "successes"),
      30
    )
    assert.notDeepEqual(lacking[0], lacking[1])
    const silent = drawn.map((all) => all.some(({ answersByKey }) => !answersByKey))
    assert.isAbove(silent.filter(Boolean).length, 10)
    assert.isTrue(silent.every((isSilent, seed) => !isSilent || seed % 4 === 0))
  })
})

describe("an acquirer that is sent something again", () => {
  // Source: D40, D53. Both sides of the instant from which the earlier request can arrive no more.
  it.each([
    { keeps: "successes", isRequested: true, after: 10_000, says: undefined },
    { keeps: "successes", isRequested: true, after: 9_999, says: "again, while the earlier one may still arrive" },
    { keeps: "successes", isRequested: false, after: 10_000, says: "again, without a question" },
    { keeps: "decisions", isRequested: false, after: 0, says: undefined }
  ] as const)(
    "and keeps $keeps, $after ms later, asked before: $isRequested: $says",
    ({ after, isRequested, keeps, says }) => {
      const found: Array<string> = []
      let time = 0
      const scene: unknown = {
        ...{ acquirers: [], labelOf: (key: string) => key, now: () => time },
        fail: (_: number, what: string) => found.push(what)
      }
      const check = asDeclared(scene as Scene)
      const acquirer = { name: "bank", keeps, capabilities: {}, inFlightWindow: 10_000 } as unknown as Acquirer
      const movement = { key: "refund", kind: "refund", parent: "payment", amount: 1, currency: "EUR" } as const
      const sent = {
        acquirer,
        process: {} as Process,
        key: movement.key,
        request: { acquirer, movement, hasLeft: true }
      }
      check.sent?.(sent)
      if (isRequested) check.requested?.({ key: movement.key, isFound: false })
      time += after
      check.sent?.(sent)
      assert.deepStrictEqual(found, says === undefined ? [] : [`bank is sent refund refund ${says}`])
    }
  )
})
