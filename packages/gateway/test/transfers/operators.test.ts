/** Journeys of the people who run the gateway: corrections, evidence, doubts. Source: D7, D28, D32, D40. */
import { assert } from "@effect/vitest"
import type { TransferAnswer, TransferStatus } from "@florin/core/transfers/TransferProvider"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import { Journey, stories } from "./internal/journey.js"
import { code } from "./internal/merchant.js"
import { documentOf, pdf, proof } from "./internal/proof.js"
import { behaving } from "./internal/provider.js"

const unpaid = Effect.gen(function* () {
  const { pass, pay, reported } = yield* Journey
  const payment = yield* pay()
  yield* pass("PT16M")
  yield* reported(payment)
  return payment
})

const paid = Effect.gen(function* () {
  const { bank, pay, reported } = yield* Journey
  const payment = yield* pay({ method: code })
  yield* bank.pay(payment.uid)
  yield* reported(payment)
  return payment
})

/** `taken`, or why not. */
const verdict = <A, E extends { readonly message: string }, R>(requested: Effect.Effect<A, E, R>) =>
  Effect.match(requested, { onFailure: ({ message }) => message, onSuccess: () => "taken" })

/** The call of an `awaited` transfer: it has begun, and it may go on. */
const [asking, answering] = [Deferred.unsafeMake<void>(FiberId.none), Deferred.unsafeMake<void>(FiberId.none)]

const by = "jane"
const reason = "Seen on the statement"

stories(
  "an operator",
  (it) => {
    it.effect("D7: corrects a failed payment with an amount and a reason, which settles its evidence", () =>
      Effect.gen(function* () {
        const { ahead, bank, correct, evidence, find, history, reported } = yield* Journey
        const payment = yield* unpaid
        yield* bank.pay(payment.uid, { amount: 99_000 })
        assert.lengthOf(yield* evidence(payment.uid), 1)
        yield* correct(payment.uid, { status: "successful", amount: 99_000, reason, by })
        assert.deepStrictEqual(yield* reported(payment), ["5 payment successful 99000"])
        const { manually_corrected_at, status } = yield* find(payment.uid)
        const now = `${(yield* ahead({})).slice(0, 19)}Z`
        assert.deepStrictEqual([status, manually_corrected_at], ["successful", now])
        assert.strictEqual((yield* history(payment.uid)).at(-1), `failed → successful, Corrected, ${by}: ${reason}`)
        assert.deepStrictEqual(yield* evidence(payment.uid), [])
      })
    )

    it.effect("D7: corrects an expired, a successful and a pending payment, each told once", () =>
      Effect.gen(function* () {
        const { ahead, bank, correct, evidence, pass, pay, reported } = yield* Journey
        const expired = yield* pay({ expired_at: yield* ahead({ minutes: 1 }) })
        const pending = [yield* pay(), yield* pay()] as const
        const successful = yield* paid
        yield* pass("PT1M")
        for (const transfer of [expired, ...pending]) yield* reported(transfer)
        yield* correct(expired.uid, { status: "successful", reason, by })
        yield* correct(successful.uid, { status: "failed", reason, by })
        yield* correct(pending[0].uid, { status: "successful", amount: 1000, reason, by })
        yield* correct(pending[1].uid, { status: "failed", reason, by })
        assert.deepStrictEqual(yield* reported(expired), ["4 payment successful 100000"])
        assert.deepStrictEqual(yield* reported(successful), ["4 payment failed 100000"])
        assert.deepStrictEqual(yield* reported(pending[0]), ["3 payment successful 1000"])
        assert.deepStrictEqual(yield* reported(pending[1]), ["3 payment failed 100000"])
        // Nobody asks about them any more, and what the bank says is evidence.
        yield* pass("PT16M")
        for (const { uid } of pending) yield* bank.pay(uid)
        for (const transfer of pending) assert.deepStrictEqual(yield* reported(transfer), [])
        for (const { uid } of pending) assert.lengthOf(yield* evidence(uid), 1)
      })
    )

    it.effect("D28: a payment to which money came after its correction is evidence again", () =>
      Effect.gen(function* () {
        const { bank, correct, evidence } = yield* Journey
        const { uid } = yield* unpaid
        yield* bank.pay(uid)
        yield* correct(uid, { status: "successful", reason, by })
        assert.deepStrictEqual(yield* evidence(uid), [])
        yield* bank.pay(uid)
        assert.lengthOf(yield* evidence(uid), 2)
      })
    )

    it.effect.each([
      ["the state that it has", { status: "failed" }, "status is that of the transfer already"],
      ["no reason", { reason: "  " }, "reason can't be blank"],
      ["a reason of 256", { reason: "x".repeat(256) }, "reason is too long (maximum is 255 characters)"],
      ["nothing as amount", { amount: 0 }, "amount must be greater than 0"],
      ["an amount of a failed one", { status: "failed", amount: 1 }, "amount is for a successful transfer"]
    ] as const)("D7: is refused a correction with %s, and nothing is written", ([, changes, expected]) =>
      Effect.gen(function* () {
        const { correct, find, reported } = yield* Journey
        const payment = yield* unpaid
        const before = yield* find(payment.uid)
        const requested = { status: "successful", reason, by, ...changes } as const
        assert.strictEqual(yield* verdict(correct(payment.uid, requested)), expected)
        assert.deepStrictEqual([yield* find(payment.uid), yield* reported(payment)], [before, []])
      })
    )

    it.effect("D29: approves and declines proofs, and corrects neither them nor a payment that one waits for", () =>
      Effect.gen(function* () {
        const { correct, prove, proofs } = yield* Journey
        const payment = yield* unpaid
        const { uid } = yield* prove(
          payment,
          proof({ amount: 90_000, document: documentOf(pdf(), { file_name: "чек.pdf" }) })
        )
        const waiting = (yield* proofs).find((one) => one.proof.uid === uid)
        assert.deepStrictEqual(
          [waiting?.payment.uid, waiting?.proof.amount, waiting?.document],
          [payment.uid, 90_000, { fileName: "чек.pdf", size: pdf().length }]
        )
        const requested = { status: "successful", reason, by } as const
        assert.include(yield* verdict(correct(payment.uid, requested)), "A proof is pending")
        assert.include(yield* verdict(correct(uid, requested)), "A proof is approved or declined")
      })
    )

    it.effect("D32: is refused what would refund more than was paid", () =>
      Effect.gen(function* () {
        const { bank, correct, find, refund, reported } = yield* Journey
        const payment = yield* paid
        const failed = yield* refund(payment, { amount: 60_000, reason: "DECLINE" })
        const done = yield* refund(payment, { amount: 50_000 })
        yield* bank.completeRefund(done.uid)
        const pending = yield* refund(payment, { amount: 10_000 })
        const refused = (uid: string, changes: object) =>
          verdict(correct(uid, { status: "successful", reason, by, ...changes }))
        assert.include(yield* refused(payment.uid, { status: "failed" }), "status can't be failed while refunds count")
        assert.include(yield* refused(failed.uid, {}), "amount can't be greater than 40000")
        assert.include(yield* refused(pending.uid, { amount: 50_001 }), "amount can't be greater than 50000")
        yield* correct(failed.uid, { status: "successful", amount: 40_000, reason, by })
        assert.deepStrictEqual((yield* reported(failed)).at(-1), "3 refund successful 40000")
        yield* correct(pending.uid, { status: "successful", reason, by })
        for (const { uid } of [failed, done, pending]) yield* correct(uid, { status: "failed", reason, by })
        yield* correct(payment.uid, { status: "failed", reason, by })
        assert.include(yield* refused(done.uid, {}), "amount can't be greater than 0")
        assert.strictEqual((yield* find(payment.uid)).status, "failed")
      })
    )

    it.effect("D40: sees what is in doubt and since when: not what waits for a customer or a bank", () =>
      Effect.gen(function* () {
        const { ahead, doubts, pass, pay, payOut } = yield* Journey
        const silent = yield* payOut({ description: "silent" })
        const made = yield* ahead({})
        const mute = yield* pay({ description: "mute" })
        const open = yield* pay()
        yield* payOut()
        yield* pass("PT5S")
        const since = (uid: string) => Effect.map(doubts, (all) => all.find((one) => one.uid === uid)?.since)
        assert.deepStrictEqual([yield* since(silent.uid), yield* since(mute.uid)], [made, undefined])
        assert.strictEqual(yield* since(open.uid), undefined)
        yield* pass("PT15M")
        const end = yield* ahead({ seconds: -5, millis: 1 })
        assert.deepStrictEqual([yield* since(silent.uid), yield* since(mute.uid)], [made, end])
      })
    )

    it.effect("D40: ends a doubt, and what the provider says then is evidence", () =>
      Effect.gen(function* () {
        const { correct, doubts, evidence, paidProgress, payOut, report, reported } = yield* Journey
        const payout = yield* payOut({ description: "silent" })
        yield* correct(payout.uid, { status: "failed", reason, by })
        assert.deepStrictEqual(yield* reported(payout), ["3 payout failed 700000"])
        assert.notInclude(
          (yield* doubts).map(({ uid }) => uid),
          payout.uid
        )
        yield* report(payout.uid, yield* paidProgress(700_000))
        assert.lengthOf(yield* evidence(payout.uid), 1)
        assert.deepStrictEqual(yield* reported(payout), [])
      })
    )

    it.effect("D28: corrects a refund under way, and what its call is answered then is evidence", () =>
      Effect.gen(function* () {
        const { correct, doubts, evidence, find, refund, reported } = yield* Journey
        const payment = yield* paid
        // The last digits let the bank pay back at once.
        const requested = yield* Effect.fork(refund(payment, { amount: 1204, reason: "awaited" }))
        yield* Deferred.await(asking)
        const { uid = "" } = (yield* doubts).at(-1) ?? {}
        yield* correct(uid, { status: "failed", reason, by })
        assert.deepStrictEqual(yield* reported({ uid }), ["2 refund failed 1204"])
        yield* Deferred.succeed(answering, undefined)
        const answer = yield* Fiber.join(requested)
        assert.deepStrictEqual([answer.uid, answer.status, (yield* find(uid)).status], [uid, "failed", "failed"])
        assert.match((yield* evidence(uid)).join(), /^paid 1204 /)
        assert.deepStrictEqual(yield* reported({ uid }), [])
      })
    )
  },
  {
    providers: behaving({
      silent: () => ({
        perform: () => Effect.succeed<TransferAnswer>({ _tag: "NoAnswer" }),
        status: () => Effect.succeed<TransferStatus>({ _tag: "Unknown" })
      }),
      awaited: (bank) => ({
        perform: (request) =>
          Deferred.succeed(asking, undefined).pipe(
            Effect.zipRight(Deferred.await(answering)),
            Effect.zipRight(bank.perform(request))
          )
      }),
      mute: () => ({ status: () => Effect.succeed<TransferStatus>({ _tag: "Unknown" }) })
    })
  }
)
