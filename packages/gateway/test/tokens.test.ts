import { assert, it } from "@effect/vitest"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Effect from "effect/Effect"
import {
  authorize,
  card,
  charge,
  credit,
  morning,
  movements,
  pay,
  payOut,
  tokenize,
  verdict,
  world
} from "./internal/world.js"

const contract = (...contracts: ReadonlyArray<string>) => ({ additional_data: { contract: contracts } })
const withToken = (token: string | undefined, more: object = {}) => ({ credit_card: { token, ...more } })

const saved = (shop: string, ...contracts: ReadonlyArray<string>) =>
  Effect.map(tokenize(charge({ amount: 0, ...contract(...contracts) }), { shop }), ({ card }) => card?.token)

describeOnContract("a card token", () => {
  it.effect("credit_card in responses | token, stamp: a token charges its card; the stamp stays the same (D14)", () =>
    Effect.gen(function* () {
      yield* morning
      const first = yield* authorize(charge())
      const again = yield* pay(charge(withToken(first.card?.token)))
      assert.strictEqual(again.status, "successful")
      assert.strictEqual(again.card?.token, first.card?.token)
      const other = yield* authorize(
        charge({ amount: 2, credit_card: { ...card, holder: "Somebody Else", exp_year: "2034" } })
      )
      assert.strictEqual(other.card?.stamp, first.card?.stamp)
      assert.notStrictEqual(other.card?.token, first.card?.token)
      const elsewhere = yield* authorize(charge(), { shop: "flags" })
      assert.strictEqual(elsewhere.card?.stamp, first.card?.stamp)
      assert.notStrictEqual(elsewhere.card?.token, first.card?.token)
      const another = yield* authorize(charge({ credit_card: { ...card, number: "9112300000000000" } }))
      assert.notStrictEqual(another.card?.stamp, first.card?.stamp)
    }).pipe(Effect.provide(world()))
  )

  it.effect.each([
    { name: "that nobody got", of: "plain", token: () => "0".repeat(64) },
    { name: "of another shop", of: "flags", token: (token: string | undefined) => token }
  ])("D5: a token $name does not exist", ({ of, token }) =>
    Effect.gen(function* () {
      yield* morning
      const first = yield* authorize(charge())
      const error = yield* Effect.flip(pay(charge(withToken(token(first.card?.token))), { shop: of }))
      assert.deepInclude(error, { errors: [{ path: ["credit_card", "token"], sentence: "does not exist" }] })
    }).pipe(Effect.provide(world()))
  )

  // Source: additional_data members, contract; D14. Core tests the other contracts, with `ChargeRules`.
  it.effect.each([
    { of: "plain", contracts: ["oneclick"], code: undefined, refused: "verification_value" },
    { of: "strict", contracts: [], code: "123", refused: "token" },
    { of: "strict", contracts: ["recurring"], code: undefined, refused: undefined },
    { of: "strict", contracts: ["oneclick"], code: "123", refused: undefined }
  ])(
    "additional_data members | contract: shop $of, $contracts, code $code: refused for $refused (D14)",
    ({ code, contracts, of, refused }) =>
      Effect.gen(function* () {
        yield* morning
        const token = yield* saved(of, ...contracts)
        const charged = yield* Effect.either(
          authorize(charge(withToken(token, code === undefined ? {} : { verification_value: code })), { shop: of })
        )
        const path = charged._tag === "Left" && "errors" in charged.left ? charged.left.errors[0].path : undefined
        assert.deepStrictEqual(path, refused === undefined ? undefined : ["credit_card", refused])
      }).pipe(Effect.provide(world()))
  )

  // Source: additional_data members, contract: "first payment needs full card data incl. security code".
  it.effect.each([
    {
      of: "strict",
      contracts: ["recurring"],
      code: undefined,
      expected: "credit_card.verification_value can't be blank"
    },
    { of: "strict", contracts: ["recurring"], code: "123", expected: "accepted" }
  ])(
    "additional_data members | contract: shop $of sets up $contracts with a card and the code $code: $expected",
    ({ code, contracts, expected, of }) =>
      Effect.gen(function* () {
        yield* morning
        const credit_card = { ...card, verification_value: code }
        const answer = yield* verdict(pay(charge({ credit_card, ...contract(...contracts) }), { shop: of }))
        assert.strictEqual(answer, expected)
      }).pipe(Effect.provide(world()))
  )

  it.effect("additional_data members | contract: card_on_file covers occasional charges of a strict shop", () =>
    Effect.gen(function* () {
      yield* morning
      const first = yield* authorize(charge(contract("card_on_file")), { shop: "strict" })
      const again = yield* pay(charge(withToken(first.card?.token)), { shop: "strict" })
      assert.strictEqual(again.status, "successful")
    }).pipe(Effect.provide(world()))
  )

  it.effect("Transaction | recurring_type: initial when the contract is set up, recurring on it, else null (D19)", () =>
    Effect.gen(function* () {
      yield* morning
      const first = yield* pay(charge(contract("recurring")))
      const later = yield* pay(charge({ amount: 2, ...withToken(first.card?.token) }))
      const plain = yield* pay(charge({ amount: 3 }))
      assert.deepStrictEqual(
        [first.recurringType, later.recurringType, plain.recurringType],
        ["initial", "recurring", null]
      )
    }).pipe(Effect.provide(world()))
  )
})

describeOnContract("paying out", () => {
  it.effect("D11: a credit pays out to a saved card", () =>
    Effect.gen(function* () {
      yield* morning
      const token = yield* saved("plain", "credit")
      const { status, type } = yield* credit(charge(withToken(token)))
      assert.deepStrictEqual([type, status], ["credit", "successful"])
      assert.deepStrictEqual(
        (yield* movements).map(({ amount, kind }) => [kind, amount]),
        [["credit", 1000]]
      )
    }).pipe(Effect.provide(world()))
  )

  it.effect.each([
    { of: "strict", contracts: ["recurring"], expected: "credit_card.token is not allowed for this operation" },
    { of: "strict", contracts: ["recurring", "credit"], expected: "accepted" }
  ])("D14: shop $of credits a card saved for $contracts: $expected", ({ contracts, expected, of }) =>
    Effect.gen(function* () {
      yield* morning
      const token = yield* saved(of, ...contracts)
      assert.strictEqual(yield* verdict(credit(charge(withToken(token)), { shop: of })), expected)
    }).pipe(Effect.provide(world()))
  )

  it.effect(
    "D14: a strict shop names the section in which it was sent the token of a card that it may not pay out to",
    () =>
      Effect.gen(function* () {
        yield* morning
        const recipient_credit_card = { token: yield* saved("strict", "recurring") }
        const answer = yield* verdict(payOut(charge({ recipient_credit_card }), { shop: "strict" }))
        assert.strictEqual(answer, "recipient_credit_card.token is not allowed for this operation")
      }).pipe(Effect.provide(world()))
  )

  it.effect.each([{ by: "number" }, { by: "token" }])("D11: a card payout goes to a card named by $by", ({ by }) =>
    Effect.gen(function* () {
      yield* morning
      const recipient_credit_card = by === "number" ? card : { token: yield* saved("plain", "credit") }
      const request = { amount: 700, currency: "EUR", description: "Winnings", recipient_credit_card }
      const { status, type } = yield* payOut({ request })
      assert.deepStrictEqual([type, status], ["payout", "successful"])
      assert.deepStrictEqual(
        (yield* movements).map(({ amount, kind }) => [kind, amount]),
        [["payout", 700]]
      )
    }).pipe(Effect.provide(world()))
  )
})
