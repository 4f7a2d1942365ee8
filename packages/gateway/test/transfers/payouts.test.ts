/** Journeys of payouts. Source: interface, "Payout request", "Payout response"; D31. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Journey, stories } from "./internal/journey.js"
import { payout } from "./internal/merchant.js"

const to = (account_number: string) => payout({ method: { type: "sbp", account_number, bank_code: "100000000111" } })

stories("a payout", (it) => {
  it.effect("States and transitions | Payout request, Accepted: is pending until the bank has paid it out", () =>
    Effect.gen(function* () {
      const { bank, books, documents, find, payOut, reported } = yield* Journey
      const pending = yield* payOut()
      assert.deepStrictEqual([pending.status, pending.code], ["pending", "P.9999"])
      assert.deepStrictEqual(yield* reported(pending), ["2 payout pending 700000"])
      const paid = yield* bank.completePayout(pending.uid)
      assert.deepStrictEqual([paid.status, paid.code], ["successful", "S.0000"])
      const [document, ...more] = yield* documents(pending)
      assert.deepStrictEqual([document?.transaction, more.length], [yield* find(pending.uid), 0])
      assert.deepStrictEqual(yield* books(pending.uid), ["payout 700000"])
    })
  )

  it.effect("Events | Payout webhook: has the amount that was really paid, as answer and query have", () =>
    Effect.gen(function* () {
      const { bank, books, find, payOut, reported } = yield* Journey
      const pending = yield* payOut()
      yield* reported(pending)
      const paid = yield* bank.completePayout(pending.uid, { amount: 699_000, message: "Less a fee" })
      assert.deepStrictEqual([paid.amount, paid.message], [699_000, "Less a fee"])
      assert.deepStrictEqual(yield* reported(pending), ["3 payout successful 699000"])
      assert.strictEqual((yield* find(pending.uid)).amount, 699_000)
      assert.deepStrictEqual(yield* books(pending.uid), ["payout 699000"])
    })
  )

  it.effect("D31: that the bank refuses has failed, and moved nothing", () =>
    Effect.gen(function* () {
      const { bank, books, find, payOut, reported } = yield* Journey
      const pending = yield* payOut()
      yield* reported(pending)
      yield* bank.failPayout(pending.uid, { message: "No such account" })
      const { code, message, status } = yield* find(pending.uid)
      assert.deepStrictEqual([status, code, message], ["failed", "F.0208", "No such account"])
      assert.deepStrictEqual(yield* reported(pending), ["3 payout failed 700000"])
      assert.deepStrictEqual(yield* books(pending.uid), [])
    })
  )

  it.effect.each([
    { description: "FUNDS", status: "failed", code: "F.0207", moved: [] },
    { description: "DECLINE", status: "failed", code: "F.0208", moved: [] },
    { description: "DONE", status: "successful", code: "S.0000", moved: ["payout 700000"] }
  ])("D6: whose bank decides at once ($description) is $status, $code", ({ code, description, moved, status }) =>
    Effect.gen(function* () {
      const { books, payOut, reported } = yield* Journey
      const decided = yield* payOut({ description })
      assert.deepStrictEqual([decided.status, decided.code], [status, code])
      assert.deepStrictEqual(yield* reported(decided), [`2 payout ${status} 700000`])
      assert.deepStrictEqual(yield* books(decided.uid), moved)
    })
  )

  it.effect.each([
    { amount: 499_999, expected: ["can't be less than 500000"] },
    { amount: 500_000, expected: undefined },
    { amount: 500_001, expected: ["must be a whole number of roubles"] },
    { amount: 500_100, expected: undefined }
  ])("Limits | Payout minimum: $amount", ({ amount, expected }) =>
    Effect.gen(function* () {
      const { tries } = yield* Journey
      const [status, body] = yield* tries("payouts", payout({ amount }))
      const refused = [422, { request: { amount: expected } }]
      assert.deepStrictEqual([status, body.errors], expected === undefined ? [200, undefined] : refused)
    })
  )

  it.effect.each([
    ["+79000000001", "+79000000001"],
    ["79000000001", "79000000001"],
    ["+7 (900) 000-00-01", "+79000000001"],
    ["8-900-000-00-01", "89000000001"],
    [" 7 900 000 00 01 ", "79000000001"],
    [79_000_000_001, "79000000001"],
    ["1234567890", "1234567890"],
    ["123456789012345", "123456789012345"],
    ["123456789", undefined],
    ["1234567890123456", undefined],
    ["7+9000000001", undefined],
    ["++79000000001", undefined],
    ["+7.900.000.00.01", undefined],
    ["phone", undefined],
    ["", undefined]
  ] as const)("Payout request | account_number: %j goes to %s", ([sent, account]) =>
    Effect.gen(function* () {
      const { transferOf, tries } = yield* Journey
      const [status, body] = yield* tries("payouts", to(sent as string))
      assert.strictEqual(status, account === undefined ? 422 : 200)
      if (account === undefined) {
        assert.deepStrictEqual(Object.keys(body.errors.request.method), ["account_number"])
      } else {
        const { recipient } = yield* transferOf(body.transaction.uid)
        assert.deepStrictEqual(recipient, { account, bankCode: "100000000111" })
      }
    })
  )

  it.effect.each([
    ["999999999999", ["is unknown"]],
    ["", ["can't be blank"]]
  ] as const)("Payout request | bank_code: %j is refused", ([bank_code, expected]) =>
    Effect.gen(function* () {
      const { tries } = yield* Journey
      const method = { type: "sbp", account_number: "+79000000001", bank_code }
      const [status, body] = yield* tries("payouts", payout({ method }))
      assert.deepStrictEqual([status, body.errors], [422, { request: { method: { bank_code: expected } } }])
    })
  )

  it.effect("D28: what the bank says after its decision is evidence, and changes nothing", () =>
    Effect.gen(function* () {
      const { evidence, find, paidProgress, payOut, rejectedProgress, report, reported } = yield* Journey
      const failed = yield* payOut({ description: "DECLINE" })
      const done = yield* payOut({ description: "DONE" })
      yield* reported(failed)
      yield* reported(done)
      yield* report(failed.uid, yield* paidProgress(700_000))
      yield* report(done.uid, rejectedProgress)
      assert.match((yield* evidence(failed.uid)).join(), /^paid 700000 /)
      assert.deepStrictEqual(yield* evidence(done.uid), ["rejected 700000"])
      assert.deepStrictEqual(
        [(yield* find(failed.uid)).status, (yield* find(done.uid)).status],
        ["failed", "successful"]
      )
      assert.deepStrictEqual([yield* reported(failed), yield* reported(done)], [[], []])
    })
  )
})
