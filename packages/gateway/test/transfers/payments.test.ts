/** Journeys of payments by instant bank transfer. Source: interface, "States and transitions"; D27, D28. */
import { assert } from "@effect/vitest"
import { noReport } from "@florin/core/transfers/ProviderReport"
import { TransferProgress } from "@florin/core/transfers/TransferProvider"
import * as Effect from "effect/Effect"
import { Journey, stories } from "./internal/journey.js"
import { code } from "./internal/merchant.js"

const opened = "2 payment pending 100000"

stories("a payment by code", (it) => {
  it.effect(
    "States and transitions | Instant bank-transfer payment request, Accepted: is told when open, and paid (D27)",
    () =>
      Effect.gen(function* () {
        const { bank, books, documents, find, pay, reported } = yield* Journey
        const payment = yield* pay({ method: code })
        assert.deepStrictEqual([payment.status, payment.code], ["pending", "P.9999"])
        assert.deepStrictEqual(yield* reported(payment), [opened])
        const paid = yield* bank.pay(payment.uid)
        assert.deepStrictEqual([paid.status, paid.code], ["successful", "S.0000"])
        const [document, ...more] = yield* documents(payment)
        assert.deepStrictEqual([document?.transaction, more.length], [yield* find(payment.uid), 0])
        assert.deepStrictEqual(yield* books(payment.uid), ["transfer 100000"])
      })
  )

  it.effect("D28: counts with what the bank received", () =>
    Effect.gen(function* () {
      const { bank, find, pay, reported } = yield* Journey
      const payment = yield* pay({ method: code })
      yield* bank.pay(payment.uid, { amount: 99_000 })
      assert.deepStrictEqual(yield* reported(payment), ["3 payment successful 99000"])
      assert.strictEqual((yield* find(payment.uid)).amount, 99_000)
    })
  )

  it.effect(
    "Events | Instant bank-transfer payment webhook: of one that the bank refuses has failed, F.0208 (D6)",
    () =>
      Effect.gen(function* () {
        const { books, history, pay, reported } = yield* Journey
        const payment = yield* pay({ method: code, description: "DECLINE" })
        assert.deepStrictEqual([payment.status, payment.code], ["failed", "F.0208"])
        assert.deepStrictEqual(yield* reported(payment), ["2 payment failed 100000"])
        assert.deepStrictEqual(yield* history(payment.uid), ["none → pending, Accepted", "pending → failed, Rejected"])
        assert.deepStrictEqual(yield* books(payment.uid), [])
      })
  )

  it.effect("D28: expires when its own expired_at is reached, to the millisecond", () =>
    Effect.gen(function* () {
      const { ahead, find, pass, pay, reported } = yield* Journey
      const payment = yield* pay({ method: code, expired_at: yield* ahead({ minutes: 10 }) })
      yield* pass("PT9M59.999S")
      assert.strictEqual((yield* find(payment.uid)).status, "pending")
      assert.deepStrictEqual(yield* reported(payment), [opened])
      yield* pass("PT0.001S")
      const { code: ended, status } = yield* find(payment.uid)
      assert.deepStrictEqual([status, ended], ["expired", "F.0205"])
      assert.deepStrictEqual(yield* reported(payment), ["3 payment expired 100000"])
    })
  )

  it.effect("D28: dated after its own expired_at has expired, with the money as evidence", () =>
    Effect.gen(function* () {
      const { ahead, bank, evidence, pay, reported } = yield* Journey
      const expiry = yield* ahead({ minutes: 10 })
      const inTime = yield* pay({ method: code, expired_at: expiry })
      const late = yield* pay({ method: code, expired_at: expiry })
      assert.deepStrictEqual([yield* reported(inTime), yield* reported(late)], [[opened], [opened]])
      yield* bank.pay(inTime.uid, { paid_at: expiry })
      const paidAt = yield* ahead({ minutes: 10, millis: 1 })
      yield* bank.pay(late.uid, { paid_at: paidAt })
      assert.deepStrictEqual(yield* reported(inTime), ["3 payment successful 100000"])
      assert.deepStrictEqual(yield* reported(late), ["3 payment expired 100000"])
      assert.deepStrictEqual(yield* evidence(late.uid), [`paid 100000 ${paidAt}`])
      assert.deepStrictEqual(yield* evidence(inTime.uid), [])
    })
  )

  it.effect("D28: paid after it has expired stays expired, without a webhook, and an operator sees the money", () =>
    Effect.gen(function* () {
      const { ahead, bank, books, evidence, find, pass, pay, reported } = yield* Journey
      const payment = yield* pay({ method: code, expired_at: yield* ahead({ minutes: 10 }) })
      yield* pass("PT10M")
      yield* reported(payment)
      const paidAt = yield* ahead({ minutes: -5 })
      yield* bank.pay(payment.uid, { paid_at: paidAt })
      assert.strictEqual((yield* find(payment.uid)).status, "expired")
      assert.deepStrictEqual(yield* reported(payment), [])
      assert.deepStrictEqual(yield* evidence(payment.uid), [`paid 100000 ${paidAt}`])
      assert.deepStrictEqual(yield* books(payment.uid), ["transfer 100000"])
    })
  )

  it.effect("D28: without expired_at waits for as long as the bank does", () =>
    Effect.gen(function* () {
      const { bank, pass, pay, reported } = yield* Journey
      const payment = yield* pay({ method: code })
      yield* reported(payment)
      yield* pass("P1D")
      assert.deepStrictEqual(yield* reported(payment), [])
      yield* bank.pay(payment.uid)
      assert.deepStrictEqual(yield* reported(payment), ["3 payment successful 100000"])
    })
  )
})

stories("a payment by details", (it) => {
  // Source: interface, "Limits | Time to pay an `sbp_data` order"; the last instant counts.
  it.effect.each([
    { row: "within 15 minutes", date: "at the last millisecond", minutes: 15, millis: 0, status: "successful" },
    { row: "later than 15 minutes", date: "one later", minutes: 15, millis: 1, status: "failed" }
  ])(
    "States and transitions | `pending` (`sbp_data`), Customer pays, $row: $date by the bank's date it is $status",
    (_) =>
      Effect.gen(function* () {
        const { ahead, bank, evidence, find, pay, reported } = yield* Journey
        const payment = yield* pay()
        assert.deepStrictEqual(yield* reported(payment), [opened])
        const paidAt = yield* ahead(_)
        yield* bank.pay(payment.uid, { paid_at: paidAt })
        assert.deepStrictEqual(yield* reported(payment), [`3 payment ${_.status} 100000`])
        assert.strictEqual((yield* find(payment.uid)).code, _.status === "failed" ? "F.0205" : "S.0000")
        assert.deepStrictEqual(yield* evidence(payment.uid), _.status === "failed" ? [`paid 100000 ${paidAt}`] : [])
      })
  )

  it.effect("Limits | Time to pay an `sbp_data` order: what the bank has not told in time counts by its date", () =>
    Effect.gen(function* () {
      const { find, pass, pay, paySilently, reported } = yield* Journey
      const payment = yield* pay()
      yield* pass("PT15M")
      assert.deepStrictEqual([(yield* find(payment.uid)).status, yield* reported(payment)], ["pending", [opened]])
      yield* paySilently(payment.uid)
      yield* pass("PT0.001S")
      assert.deepStrictEqual(yield* reported(payment), ["3 payment successful 100000"])
    })
  )

  it.effect("Limits | Time to pay an `sbp_data` order: unpaid, it fails one millisecond after 15 minutes, F.0205", () =>
    Effect.gen(function* () {
      const { evidence, find, pass, pay, reported } = yield* Journey
      const payment = yield* pay()
      yield* pass("PT15M")
      assert.strictEqual((yield* find(payment.uid)).status, "pending")
      yield* pass("PT0.001S")
      const { code: ended, status } = yield* find(payment.uid)
      assert.deepStrictEqual([status, ended], ["failed", "F.0205"])
      assert.deepStrictEqual(yield* reported(payment), [opened, "3 payment failed 100000"])
      assert.deepStrictEqual(yield* evidence(payment.uid), [])
    })
  )

  it.effect.each([
    {
      what: "earlier than the 15 minutes ends it",
      expiry: { minutes: 15, millis: -1 },
      wait: "PT14M59.998S",
      status: "expired"
    },
    { what: "equal to them changes nothing", expiry: { minutes: 15 }, wait: "PT15M", status: "failed" },
    { what: "later than them changes nothing", expiry: { minutes: 16 }, wait: "PT15M", status: "failed" }
  ])("D28: an expired_at $what: $status", ({ expiry, status, wait }) =>
    Effect.gen(function* () {
      const { ahead, find, pass, pay, reported } = yield* Journey
      const payment = yield* pay({ expired_at: yield* ahead(expiry) })
      yield* pass(wait)
      assert.deepStrictEqual([(yield* find(payment.uid)).status, yield* reported(payment)], ["pending", [opened]])
      yield* pass("PT0.001S")
      assert.deepStrictEqual(yield* reported(payment), [`3 payment ${status} 100000`])
      assert.strictEqual((yield* find(payment.uid)).code, "F.0205")
    })
  )

  it.effect("D28: a report after the end changes nothing, also of a payment in time, and is kept", () =>
    Effect.gen(function* () {
      const { ahead, bank, evidence, find, pass, pay, reported } = yield* Journey
      const payment = yield* pay()
      yield* pass("PT15M0.001S")
      yield* reported(payment)
      const before = yield* find(payment.uid)
      const paidAt = yield* ahead({ minutes: -1 })
      yield* bank.pay(payment.uid, { paid_at: paidAt })
      assert.deepStrictEqual(yield* reported(payment), [])
      assert.deepStrictEqual({ ...(yield* find(payment.uid)), updated_at: "" }, { ...before, updated_at: "" })
      assert.deepStrictEqual(yield* evidence(payment.uid), [`paid 100000 ${paidAt}`])
    })
  )

  it.effect("D28: a second payment of a paid one is evidence", () =>
    Effect.gen(function* () {
      const { ahead, bank, books, evidence, pass, pay, reported } = yield* Journey
      const payment = yield* pay()
      yield* bank.pay(payment.uid)
      assert.deepStrictEqual(yield* reported(payment), ["3 payment successful 100000"])
      yield* pass("PT1M")
      const paidAt = yield* ahead({})
      yield* bank.pay(payment.uid)
      assert.deepStrictEqual(yield* reported(payment), [])
      assert.deepStrictEqual(yield* evidence(payment.uid), [`paid 100000 ${paidAt}`])
      assert.deepStrictEqual(yield* books(payment.uid), ["transfer 100000", "transfer 100000"])
    })
  )

  it.effect("D28: what the bank says against a paid one is evidence; what it repeats is nothing", () =>
    Effect.gen(function* () {
      const { evidence, find, history, pay, paySilently, rejectedProgress, report, reported } = yield* Journey
      const payment = yield* pay()
      const paid = yield* paySilently(payment.uid)
      for (const _ of [1, 2]) yield* report(payment.uid, paid)
      assert.deepStrictEqual(yield* reported(payment), ["3 payment successful 100000"])
      assert.deepStrictEqual(yield* evidence(payment.uid), [])
      for (const _ of [1, 2]) {
        yield* report(payment.uid, rejectedProgress)
      }
      yield* report(payment.uid, TransferProgress.Waiting({ report: noReport, order: null }))
      assert.deepStrictEqual(yield* evidence(payment.uid), ["rejected 100000"])
      assert.strictEqual((yield* find(payment.uid)).status, "successful")
      assert.deepStrictEqual(yield* reported(payment), [])
      assert.deepStrictEqual(yield* history(payment.uid), [
        "none → pending, Accepted",
        "pending → pending, Waiting",
        "pending → successful, Paid",
        "successful → successful, Rejected"
      ])
    })
  )
})
