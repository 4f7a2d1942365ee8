import { leastUidAt, ShopId } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import { PersonId } from "@florin/core/people/Actor"
import { type Approval, ApprovalId } from "@florin/core/people/Approval"
import type { ApprovalLimits } from "@florin/core/people/ApprovalLimits"
import * as ApprovalRules from "@florin/core/people-operations/ApprovalRules"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { assert, describe, it } from "vitest"

const [anna, boris] = [PersonId.make("anna"), PersonId.make("boris")]

const moving: ApprovalRules.MoneyRequest = {
  operation: "refund",
  shop: ShopId.make("books"),
  subject: null,
  request: "{}",
  amount: Amount.make(500),
  currency: Currency.make("EUR")
}

const at = (hours: number) => DateTime.unsafeMake(hours * 3_600_000)

const id = ApprovalId.make("01a21dc3-bba7-7710-8144-c5b1fc14197e")

const waiting = ApprovalRules.newApproval(id, moving, anna, at(0))

describe("what needs a second person", () => {
  it.each<readonly [limits: object, amount: number, needs: boolean]>([
    [{ shops: {} }, 500, false],
    [{ everywhere: { EUR: 500 }, shops: {} }, 500, false],
    [{ everywhere: { EUR: 499 }, shops: {} }, 500, true],
    [{ everywhere: { RUB: 900 }, shops: {} }, 1, true],
    [{ everywhere: { EUR: 0 }, shops: {} }, 0, false],
    [{ everywhere: { EUR: 1 }, shops: { books: { EUR: 900 } } }, 500, false],
    [{ everywhere: { EUR: 900 }, shops: { books: { EUR: 1 } } }, 500, true],
    [{ shops: { other: { EUR: 1 } } }, 500, false]
  ])("D74: with limits %j, of %s EUR: %s", (limits, amount, needs) => {
    const found = ApprovalRules.needsApproval(limits as ApprovalLimits["Type"], {
      ...moving,
      amount: Amount.make(amount)
    })
    assert.strictEqual(found, needs)
  })
})

const reply = (result: Either.Either<Approval, { readonly message: string }>): string =>
  Either.match(result, { onLeft: ({ message }) => message, onRight: ({ state, version }) => `${state} ${version}` })

describe("what may still be decided", () => {
  // Requested 24 hours before, to the millisecond.
  it.each<readonly [milliseconds: number, isAfter: boolean]>([
    [-1, false],
    [0, true],
    [1, true]
  ])("D74: was requested 24 hours ago and %i ms: %s", (milliseconds, isAfter) => {
    const requested = `${leastUidAt(48 * 3_600_000 + milliseconds).slice(0, -1)}1`
    assert.strictEqual(requested > ApprovalRules.beforeOpen(at(72)), isAfter)
  })
})

describe("the decision of a second person", () => {
  it.each<readonly [approval: Partial<Approval>, by: PersonId, hours: number, outcome: string]>([
    [{}, boris, 23, "approved 2"],
    [{}, anna, 1, "Another person must decide on your request"],
    [{}, boris, 24, "The request is too old"],
    [{ state: "declined" }, boris, 1, "The request is decided already"]
  ])("D74: of %j by %s after %s h: %s", (changes, by, hours, outcome) => {
    assert.strictEqual(reply(ApprovalRules.decide({ ...waiting, ...changes }, "approved", by, at(hours))), outcome)
  })
})

describe("an approval", () => {
  const approved: Approval = { ...waiting, state: "approved", version: 2 }

  it.each<
    readonly [
      approval: Approval | undefined,
      moving: Partial<ApprovalRules.MoneyRequest>,
      more: object,
      outcome: string
    ]
  >([
    [approved, {}, {}, "used 3"],
    [undefined, {}, {}, "approval is not of this request"],
    [approved, { request: "[]" }, {}, "approval is not of this request"],
    [approved, { operation: "capture" }, {}, "approval is not of this request"],
    [approved, { shop: ShopId.make("other") }, {}, "approval is not of this request"],
    [approved, { subject: "x" }, {}, "approval is not of this request"],
    [approved, {}, { by: boris }, "approval is not of this request"],
    [approved, {}, { now: at(24) }, "approval is too old"],
    [waiting, {}, {}, "approval is not approved"],
    [{ ...approved, state: "declined" }, {}, {}, "approval is not approved"],
    [{ ...approved, state: "used" }, {}, {}, "approval was used already"],
    [{ ...approved, state: "used" }, {}, { mayBeRepeated: true }, "used 2"]
  ])("D74: of %j lets %j with %j through: %s", (approval, changes, more, outcome) => {
    const given = { by: anna, mayBeRepeated: false, now: at(1), ...more }
    assert.strictEqual(reply(ApprovalRules.use(approval, { ...moving, ...changes }, given)), outcome)
  })

  it.each<readonly [changes: Partial<Approval>, outcome: string]>([
    [{}, "approved 2"],
    [{ state: "used", version: 3 }, "approved 2"],
    [{ state: "declined" }, "declined 2"]
  ])("D74: of %j was as its decision left it: %s", (changes, outcome) => {
    const { state, version } = ApprovalRules.decided({ ...approved, ...changes })
    assert.strictEqual(`${state} ${version}`, outcome)
  })
})
