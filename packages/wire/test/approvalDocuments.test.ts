/** What people read of a request that waits for a second person: everything that decides, and nothing that pays. */
import { ShopId } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import { PersonId } from "@florin/core/people/Actor"
import { ApprovalId } from "@florin/core/people/Approval"
import * as ApprovalRules from "@florin/core/people-operations/ApprovalRules"
import * as Operation from "@florin/wire/operations/Operation"
import { operatorTable, table } from "@florin/wire/operations/Table"
import * as PeopleDocuments from "@florin/wire/PeopleDocuments"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"

const visa = { brand: "visa", first1: "4", last4: "0000", bin: "420000", bin8: "42000000" } as const

const requestOf = (request: string, card: typeof visa | undefined = undefined) => {
  const moving = {
    ...{ operation: "credit", shop: ShopId.make("books"), subject: null, request },
    ...{ amount: Amount.make(500), currency: Currency.make("EUR") }
  }
  const id = ApprovalId.make("01a21dc3-bba7-7710-8144-c5b1fc14197e")
  const approval = ApprovalRules.newApproval(id, moving, PersonId.make("anna"), DateTime.unsafeMake(0))
  return PeopleDocuments.approvalOf({ approval, card }).request
}

const token = "0f6c1d7be2a94c53a8b04f7d9e6132c50f6c1d7be2a94c53a8b04f7d9e6132c5"

describe("the body of a request that waits", () => {
  it.each<readonly [of: string, body: object, card: typeof visa | undefined, shown: object]>([
    [
      "a refund",
      { parentUid: "u", amount: 5, reason: "Late" },
      undefined,
      { parent_uid: "u", amount: 5, reason: "Late" }
    ],
    ["what was not sent", { reason: null, customer: {} }, undefined, { customer: {} }],
    [
      "a credit",
      { description: "Won", creditCard: { _tag: "CardToken", token } },
      visa,
      { description: "Won", credit_card: { brand: "visa", last_4: "0000" } }
    ],
    ["a card that is gone", { creditCard: { token } }, undefined, { credit_card: { brand: null, last_4: null } }],
    [
      "a payout",
      { method: { type: "sbp", accountNumber: "+7 (999) 000-11-22", bankCode: "100000000004" } },
      undefined,
      { method: { type: "sbp", account_number: "•••• 1122", bank_code: "100000000004" } }
    ],
    ["a short account", { method: { accountNumber: "1234567" } }, undefined, { method: { account_number: "••••" } }],
    ["a list", { lines: [{ token, number: "4200000000000000", text: "a" }] }, undefined, { lines: [{ text: "a" }] }],
    ["no object", [1], undefined, {}]
  ])("D74: of %s says what decides", (_, body, card, shown) => {
    assert.deepStrictEqual<unknown>(requestOf(JSON.stringify(body), card), shown)
  })

  it("D74: that is no JSON says nothing", () => {
    assert.deepStrictEqual<unknown>(requestOf("{"), {})
  })

  const moving = Object.values<Operation.Any>({ ...table, ...operatorTable }).filter(({ moves }) => moves !== undefined)

  it("D74: of every operation that moves money has no token and no whole account", async () => {
    for (const row of moving) {
      const { body, id } = row
      const decoded = await Effect.runPromise(body!.decode(Operation.exampleOf(row).request))
      const text = JSON.stringify(requestOf(JSON.stringify(decoded)))
      assert.notMatch(text, /token|[0-9a-f]{64}|000\)? ?123/, id)
    }
  })
})
