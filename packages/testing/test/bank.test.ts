import { assert, describe, it } from "@effect/vitest"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import * as BankLedger from "@florin/testing/parties/BankLedger"
import * as ScriptedTransferProvider from "@florin/testing/parties/ScriptedTransferProvider"
import * as Travel from "@florin/testing/parties/Travel"
import * as TransferRequests from "@florin/testing/transfers/TransferRequests"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"

const payment = { key: "a", kind: "payment", amount: 100, currency: "RUB" } as const
const payout = { ...payment, kind: "payout" } as const
const refund = (key: string, amount: number, parent = "a") => ({
  ...({ key, kind: "refund", amount, currency: "RUB", parent } as const)
})
const { prompt } = ScriptedTransferProvider

describe("a scripted bank", () => {
  const cases: ReadonlyArray<
    readonly [says: string, manner: Partial<ScriptedTransferProvider.Manner>, received: string, moved: number]
  > = [
    ["works on a payout", {}, "Waiting", 0],
    ["pays out", { verdict: "pays" }, "Paid", 100],
    ["rejects", { verdict: "account-funds" }, "Rejected", 0],
    ["is never asked", { verdict: "pays", way: "never-sent" }, "NotSent", 0],
    ["does not get the request", { verdict: "pays", way: "lost" }, "nothing", 0],
    ["loses the answer", { verdict: "pays", answer: "no-answer" }, "NoAnswer", 100],
    ["pays out late, with the connection cut", { verdict: "pays", answer: "cut", before: 900 }, "NoAnswer", 100],
    ["gets a request twice, and does it once", { verdict: "pays", way: "twice" }, "Paid", 100],
    ["hangs", { verdict: "pays", answer: "hangs" }, "nothing", 100],
    ["breaks", { verdict: "pays", answer: "breaks" }, "a defect", 100],
    ["lies about what it paid out", { verdict: "pays", answer: "lies" }, "Rejected", 100],
    ["lies about what it rejects", { verdict: "provider", answer: "lies" }, "Paid", 0]
  ]

  it.effect.each(cases)("%s", ([, manner, received, moved]) =>
    Effect.gen(function* () {
      const bank = ScriptedTransferProvider.make({ inFlightWindow: 1000 })
      const asking = yield* Effect.fork(bank.perform(payout, { ...prompt, ...manner }))
      yield* TestClock.adjust("2 seconds")
      const exit = Option.getOrUndefined(yield* Fiber.poll(asking))
      const answer =
        exit === undefined ? "nothing" : Exit.match(exit, { onFailure: () => "a defect", onSuccess: (_) => _._tag })
      const sum = (bank.ledger.accounts.get("a")?.moved ?? []).reduce((total, { amount }) => total + amount, 0)
      assert.deepStrictEqual([answer, sum], [received, moved])
    })
  )

  it.effect.each([
    ["truth", "a", "Paid"],
    ["truth", "b", "NotFound"],
    ["unknown", "a", "Unknown"]
  ] as const)("asked with %s about %s says %s", ([answer, key, says]) =>
    Effect.gen(function* () {
      const bank = ScriptedTransferProvider.make()
      yield* bank.perform(payout, { ...prompt, verdict: "pays" })
      assert.strictEqual((yield* bank.status(key, { ...Travel.truthful, answer }))._tag, says)
    })
  )

  it.effect("dates its answers and payments by its own clock, and tells two payments of an order apart", () =>
    Effect.gen(function* () {
      const bank = ScriptedTransferProvider.make({ now: Effect.succeed(5000) })
      const opened = yield* bank.perform(payment, prompt)
      assert.deepStrictEqual(opened._tag === "Waiting" && opened.asOf, DateTime.unsafeMake(5000))
      bank.ledger.pay("a", { amount: 100, at: 6000 })
      const account = bank.ledger.pay("a", { amount: 100, at: 7000 })!
      const paid = [0, 1, 2].map((number) => ScriptedTransferProvider.paymentOf(account, number))
      assert.deepStrictEqual(
        paid.map((_) => _?._tag === "Paid" && [_.report.refId, _.paidAt.epochMillis]),
        [["a/0", 6000], ["a/1", 7000], false]
      )
    })
  )

  it.effect("is told by when its customer has to pay: the last millisecond before the end", () =>
    Effect.gen(function* () {
      const { transfer, ...order } = yield* TransferRequests.payment("sbp_data", { amount: 100_000 })
      const last = DateTime.unsafeMake(900_000)
      const requestOf = (times: object) => BankLedger.requestOf({ ...order, transfer: { ...transfer, ...times } }).payBy
      assert.deepStrictEqual(
        [requestOf({}), requestOf({ payBy: last }), requestOf({ expiredAt: last })],
        [undefined, 900_000, 899_999]
      )
    })
  )
})

describe("its books", () => {
  type Act = (books: BankLedger.BankLedger) => unknown
  const pay =
    (key: string, amount = 100) =>
    (books: BankLedger.BankLedger) =>
      books.pay(key, { amount, at: 0 })
  const open = (request: BankLedger.BankRequest) => (books: BankLedger.BankLedger) => books.open(request)
  const reject = (key: string) => (books: BankLedger.BankLedger) => books.reject(key, "provider")
  const paid = [open(payment), pay("a")]

  const cases: ReadonlyArray<readonly [says: string, acts: ReadonlyArray<Act>, expected: ReadonlyArray<string>]> = [
    ["a customer pays twice", [...paid, pay("a")], ["a 100 100"]],
    ["a customer pays what was rejected", [open(payment), reject("a"), pay("a")], ["a rejected"]],
    ["an unknown order is paid", [pay("a")], []],
    ["a payout arrives once", [open(payout), pay("a", 90), pay("a", 90)], ["a 90"]],
    ["what has moved is not rejected", [...paid, reject("a")], ["a 100"]],
    ["a key is opened once", [open(payment), open({ ...payment, amount: 5 }), pay("a")], ["a 100"]],
    ["a refund of the whole", [...paid, open(refund("b", 100)), pay("b")], ["a 100", "b 100"]],
    ["a refund of more", [...paid, open(refund("b", 101))], ["a 100", "b rejected, more than is left"]],
    [
      "refunds of more together, one of which waits",
      [...paid, open(refund("b", 60)), open(refund("c", 41))],
      ["a 100", "b", "c rejected, more than is left"]
    ],
    [
      "a refund after one that was rejected",
      [...paid, open(refund("b", 60)), reject("b"), open(refund("c", 100))],
      ["a 100", "b rejected", "c"]
    ],
    ["a refund of what was not paid", [open(payment), open(refund("b", 1))], ["a", "b rejected"]],
    ["a refund of nothing", [open(refund("b", 1, "x"))], ["b rejected"]]
  ]

  const shown = ({ excessive, key, moved, rejected }: BankLedger.Account) =>
    [key, ...moved.map(({ amount }) => amount), ...(rejected === undefined ? [] : ["rejected"])].join(" ") +
    (excessive ? ", more than is left" : "")

  it.each(cases)("%s", (_, acts, expected) => {
    const books = BankLedger.make()
    for (const act of acts) act(books)
    assert.deepStrictEqual([...books.accounts.values()].map(shown), expected)
  })

  it.effect.each([
    { at: 999, expected: [] },
    { at: 1000, expected: ["transfer 100"] },
    { at: 1999, expected: ["transfer 100"] },
    { at: 2000, expected: [] }
  ])("list from 1000 to 2000 ms $expected for a payment that is dated $at (D38)", ({ at, expected }) =>
    Effect.gen(function* () {
      const bank = ScriptedTransferProvider.make()
      const { movements } = ScriptedTransferProvider.service(bank)
      bank.ledger.open(payment)
      bank.ledger.pay("a", { amount: 100, at })
      bank.ledger.open({ ...payout, key: "b" })
      const found = yield* movements!({ from: DateTime.unsafeMake(1000), to: DateTime.unsafeMake(2000) })
      assert.deepStrictEqual(
        found.map(({ amount, kind }) => `${kind} ${amount}`),
        expected
      )
      assert.isTrue(found.every(({ key }) => key === ("a" as AcquirerKey)))
    })
  )
})
