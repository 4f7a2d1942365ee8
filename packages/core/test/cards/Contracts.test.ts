import * as Contracts from "@florin/core/card-operations/Contracts"
import * as Authentication from "@florin/core/cards/Authentication"
import type { Contract } from "@florin/core/cards/CardRequest"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { assert, describe, it } from "vitest"
import { savedCard, shownCard, transactionWith } from "../samples.js"

const statuses = ["incomplete", "pending", "successful", "failed", "expired"] as const
const stages = [undefined, ...Authentication.Stage.literals] as const
const charges = ["authorization", "payment", "tokenization"] as const
const passed: ReadonlyArray<(typeof stages)[number]> = [undefined, "asked", "authenticated", "not-enrolled"]

const at = (stage: (typeof stages)[number]): Partial<CardTransaction> =>
  stage === undefined ? {} : { authentication: { ...Authentication.begun({ advanced: false, forced: false }), stage } }

const charge = (contract: ReadonlyArray<Contract>, changes: Partial<CardTransaction> = {}) =>
  transactionWith({ type: "payment", card: shownCard, details: { additionalData: { contract } }, ...changes })

describe("the contracts that a charge sets up", () => {
  // Source: D14: the first payment (or check) has succeeded, with the 3-D Secure that the shop demands of it.
  it.each(charges.flatMap((type) => statuses.flatMap((status) => stages.map((stage) => ({ type, status, stage })))))(
    "D14: a $type that is $status, 3-D Secure $stage",
    ({ stage, status, type }) => {
      const made = charge(["recurring", "oneclick"], { type, status, ...at(stage) })
      const stands = status === "successful" && passed.includes(stage)
      assert.deepStrictEqual(Contracts.setUpBy(made), stands ? ["recurring", "oneclick"] : [])
    }
  )

  it.each<{
    asks: ReadonlyArray<Contract>
    has: ReadonlyArray<Contract>
    expected: ReadonlyArray<Contract> | undefined
  }>([
    { asks: [], has: ["recurring"], expected: undefined },
    { asks: ["recurring"], has: [], expected: ["recurring"] },
    { asks: ["recurring"], has: ["recurring"], expected: undefined },
    { asks: ["recurring", "recurring"], has: [], expected: ["recurring"] },
    { asks: ["credit", "recurring"], has: ["oneclick", "recurring"], expected: ["oneclick", "recurring", "credit"] }
  ])("D14: asked for $asks where the card has $has: $expected", ({ asks, expected, has }) => {
    const saved = savedCard({ contracts: has })
    assert.deepStrictEqual(
      Contracts.written(saved, charge(asks)),
      expected === undefined ? [] : [{ _tag: "ReplaceCard", card: { ...saved, contracts: expected } }]
    )
  })

  it("D14: a card that is gone gets none", () => {
    assert.deepStrictEqual(Contracts.written(undefined, charge(["recurring"])), [])
  })

  it.each([
    { name: "a charge that asks for one", made: charge(["recurring"]), expected: true },
    { name: "a charge that asks for none", made: charge([]), expected: false },
    { name: "a refund", made: charge(["recurring"], { type: "refund" }), expected: false }
  ])("D14: the card is read for $name: $expected", ({ expected, made }) => {
    assert.strictEqual(Contracts.readCard(made) !== undefined, expected)
  })
})
