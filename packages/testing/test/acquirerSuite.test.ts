import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { checks } from "../src/acquirers/AcquirerSuite.js"
import { expectedOf, limits } from "../src/acquirers/internal/limits.js"
import { saboteurs } from "./internal/acquirerSaboteurs.js"
import { type Course, cards, type Sabotage, scriptedUnderTest } from "./internal/scriptedUnderTest.js"

const parts = ["acceptances", "notifications", "keyLife"] as const

/** The acquirer accepts what follows a charge, and pays out later. */
const accepting: Course = { accepted: ["capture", "void", "refund", "payout"] }

const suite = (sabotage: Sabotage) => {
  const { open, run } = scriptedUnderTest(sabotage, accepting)
  return checks(open, cards, parts).map((check) => ({ ...check, run: run(Effect.scoped(check.run)) }))
}

/** The checks that fail, of those with these names. */
const failing = (sabotage: Sabotage, names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const failed: Array<string> = []
    for (const { name, run } of suite(sabotage).filter(({ name }) => names.includes(name))) {
      if (Exit.isFailure(yield* Effect.exit(run))) failed.push(name)
    }
    return failed.sort()
  })

const untouched: Sabotage = (acquirer) => acquirer

// Source: D53.
describe("The contract suite of an acquirer that has everything", () => {
  const names = suite(untouched).map(({ name }) => name)

  it.live("finds nothing wrong with one that keeps the contract", () =>
    Effect.map(failing(untouched, names), (failed) => assert.deepStrictEqual(failed, []))
  )

  it.live.each(saboteurs)("notices an acquirer that $name", ({ noticed, of }) =>
    Effect.map(failing(of, noticed), (failed) => assert.deepStrictEqual(failed, [...noticed].sort()))
  )

  it("has no check of a part that never fails", () => {
    const least = checks(scriptedUnderTest(untouched).open, {
      approvingCard: cards.approvingCard!,
      decliningCard: cards.decliningCard!,
      ...(cards.lostCard === undefined ? {} : { lostCard: cards.lostCard }),
      ...(cards.lateCard === undefined ? {} : { lateCard: cards.lateCard })
    }).map(({ name }) => name)
    const noticed = new Set(saboteurs.flatMap(({ noticed }) => noticed))
    assert.deepStrictEqual(
      names.filter((name) => !noticed.has(name) && !least.includes(name)),
      []
    )
  })
})

// The rows of the table under `Common mistakes`.
const mistakes = readFileSync(new URL("../../../docs/guides/connector.md", import.meta.url), "utf8")
  .split(/^## /m)
  .filter((section) => section.startsWith("Common mistakes\n"))
  .flatMap((section) => section.split("\n").filter((line) => line.startsWith("|")))
  .slice(2)
  .map((row) => row.split("|").map((cell) => cell.replaceAll("`", "").trim()))
  .map(([, mistake = "", , caughtBy = ""]) => ({ mistake, caughtBy }))

describe("The guide to connectors", () => {
  it("warns of mistakes", () => assert.isAtLeast(mistakes.length, 15))

  it.each(mistakes)("warns of what the suite catches: $mistake", ({ caughtBy, mistake }) => {
    assert.include(saboteurs.find(({ name }) => name === mistake)?.noticed ?? [], caughtBy)
  })
})

describe("How far what follows a charge may go (D10, D53)", () => {
  const everything = {}

  it.each(limits)("is, for an acquirer that can do everything: $name", ({ kind, steps }) => {
    const expected = expectedOf(
      everything,
      kind,
      1000,
      steps.map(([step, amount]) => [step, amount])
    )
    assert.deepStrictEqual(
      expected,
      steps.map(([, , end]) => end)
    )
  })

  it.each([
    [
      "one capture ends a hold",
      { captures: "one" },
      "authorization",
      ["Capture 300 Approved", "Capture 1 Refused", "Void 1 Refused"]
    ],
    ["no capture at all", { captures: "none" }, "authorization", ["Capture 1000 Refused", "Void 1000 Approved"]],
    [
      "no part of a hold is voided",
      { partialVoids: false },
      "authorization",
      ["Void 999 Refused", "Capture 1 Approved", "Void 999 Refused"]
    ],
    [
      "all that is left of a hold is voided, and no part of it",
      { partialVoids: "rest" },
      "authorization",
      ["Void 999 Refused", "Capture 400 Approved", "Void 599 Refused", "Void 601 Declined", "Void 600 Approved"]
    ],
    ["all of a hold is voided", { partialVoids: false }, "authorization", ["Void 1000 Approved", "Void 1000 Declined"]],
    ["no refund", { refunds: false }, "payment", ["Refund 1 Refused", "Void 1000 Approved"]],
    ["no refund of a hold either", { refunds: false }, "authorization", ["Refund 1 Refused"]]
  ] as const)("is, where %s", (_, can, kind, rows) => {
    const steps = rows.map((row) => row.split(" ") as ["Capture" | "Void" | "Refund", string, string])
    const expected: ReadonlyArray<string> = expectedOf(
      can,
      kind,
      1000,
      steps.map(([step, amount]) => [step, Number(amount)] as const)
    )
    assert.deepStrictEqual(
      expected,
      steps.map(([, , end]) => end)
    )
  })
})
