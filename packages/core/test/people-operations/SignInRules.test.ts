import * as SignInRules from "@florin/core/people-operations/SignInRules"
import * as DateTime from "effect/DateTime"
import { assert, describe, it } from "vitest"

const minute = 60_000
const hour = 60 * minute

describe("tries that have failed", () => {
  it.each<readonly [failed: number, later: number, wait: number | undefined]>([
    [0, 0, undefined],
    [9, 0, undefined],
    [9.5, 0, 3 * minute],
    [10, 0, 6 * minute],
    [10, 6 * minute - 1, 1],
    [10, 6 * minute, undefined],
    [12, 0, 18 * minute],
    [12, 2 * hour, undefined],
    [10, -hour, 6 * minute]
  ])("D74: %s of a name, after %s ms: the next one waits %s ms", (failed, later, wait) => {
    const aged = SignInRules.decayedTries({ failed, at: hour }, "account", hour + later)
    assert.strictEqual(SignInRules.waitOf(aged, "account"), wait)
  })

  it("of nobody are none", () => {
    assert.deepStrictEqual(SignInRules.decayedTries(undefined, "link", 5), { failed: 0, at: 5 })
  })
})

describe("a session", () => {
  const at = (millis: number) => DateTime.unsafeMake(millis)

  it.each<readonly [seen: number, now: number, isOpen: boolean]>([
    [0, 30 * minute - 1, true],
    [0, 30 * minute, false],
    [12 * hour - 1, 12 * hour - 1, true],
    [12 * hour - 1, 12 * hour, false]
  ])("D74: opened at 0, used at %s, at %s is open: %s", (seen, now, isOpen) => {
    assert.strictEqual(SignInRules.isOpen({ digest: "", openedAt: at(0), seenAt: at(seen) }, at(now)), isOpen)
  })
})

describe("a password", () => {
  const facts = { length: 15, holdsId: false, repeats: false, uncommon: 8 }

  it.each([
    [facts, undefined],
    [{ ...facts, length: 14 }, "is too short (minimum is 15 characters)"],
    [{ ...facts, length: 128 }, undefined],
    [{ ...facts, length: 129 }, "is too long (maximum is 128 characters)"],
    [{ ...facts, holdsId: true }, "can't contain your id"],
    [{ ...facts, repeats: true }, "can't repeat a few characters"],
    [{ ...facts, uncommon: 7 }, "can't be made of words and keys that many choose"]
  ] as const)("D74: with %j is refused because it %s", (facts, sentence) => {
    const fault = SignInRules.passwordFault(facts)
    assert.deepStrictEqual(fault?.errors, sentence === undefined ? undefined : [{ path: ["password"], sentence }])
  })
})
