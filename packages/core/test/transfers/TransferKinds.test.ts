import { assert, describe, it } from "@effect/vitest"
import { Amount } from "@florin/core/money/Amount"
import type { ProviderStatus } from "@florin/core/operations/TransactionKind"
import { knowledgeOf, providerStatus } from "@florin/core/transfer-operations/TransferKinds"
import { noReport, type Order } from "@florin/core/transfers/ProviderReport"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as TransferChange from "@florin/core/transfers/TransferChange"
import type { TransferEvent } from "@florin/core/transfers/TransferEvent"
import { TransferProgress, type TransferStatus } from "@florin/core/transfers/TransferProvider"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { later } from "../samples.js"
import { minutes15, reportWith, transferWith } from "./given.js"

const order: Order = { payload: "https://qr.example/1", account: null, mark: null, bank: null }
const notFound: TransferStatus = { _tag: "NotFound" }
const unknown: TransferStatus = { _tag: "Unknown" }
const waiting = (given: { readonly order?: Order; readonly asOf?: number } = {}): TransferStatus =>
  TransferProgress.Waiting({
    report: noReport,
    order: given.order ?? null,
    ...(given.asOf === undefined ? {} : { asOf: later(given.asOf) })
  })
const paid = (at: number) =>
  TransferProgress.Paid({ report: reportWith(), amount: Amount.make(99_900), paidAt: later(at) })
const rejected = TransferProgress.Rejected({ report: reportWith(), reason: "account-funds" })

const reply = (known: ProviderStatus<TransferEvent>): string => (typeof known === "string" ? known : known._tag)

const never = transferWith()
const open = transferWith({ report: noReport, order })
const own = { expiredAt: later(60_000) }
const end = minutes15 + 1

type Row = readonly [at: number, transfer: Transfer, status: TransferStatus, expected: string]

describe("what a provider's status means", () => {
  it.each<readonly [string, ReadonlyArray<Row>]>([
    [
      "no answer",
      [
        [0, never, unknown, "unknown"],
        [end, never, unknown, "unknown"],
        [end, open, unknown, "unknown"]
      ]
    ],
    [
      "not found",
      [
        [0, never, notFound, "never-seen"],
        [minutes15, never, notFound, "never-seen"],
        [end, never, notFound, "TimePassed"],
        [59_999, { ...never, ...own }, notFound, "never-seen"],
        [60_000, { ...never, ...own }, notFound, "TimePassed"],
        [end, transferWith({ type: "payout", method: "sbp", payBy: null }), notFound, "never-seen"],
        [end, transferWith({ type: "refund" }), notFound, "never-seen"]
      ]
    ],
    [
      "waiting, with news",
      [
        [0, never, waiting(), "Waiting"],
        [0, never, waiting({ order }), "Waiting"],
        [minutes15, never, waiting({ order }), "Waiting"],
        [end, never, waiting({ order }), "TimePassed"],
        [minutes15, open, waiting({ order: { ...order, mark: "17" } }), "Waiting"],
        [end, open, waiting({ order: { ...order, mark: "17" } }), "TimePassed"],
        [60_000, { ...never, ...own }, waiting({ order }), "TimePassed"],
        [end, transferWith({ type: "payout", method: "sbp", payBy: null }), waiting(), "Waiting"]
      ]
    ],
    [
      "waiting, with nothing new",
      [
        [0, open, waiting(), "waiting"],
        [0, open, waiting({ order }), "waiting"],
        [minutes15, open, waiting({ order }), "waiting"],
        [end, open, waiting({ order }), "TimePassed"],
        [59_999, { ...open, ...own }, waiting(), "waiting"],
        [60_000, { ...open, ...own }, waiting(), "TimePassed"],
        [end, transferWith({ type: "refund", report: noReport }), waiting(), "waiting"]
      ]
    ],
    [
      "paid, whenever it was",
      [
        [0, never, paid(0), "Paid"],
        [end, open, paid(minutes15), "Paid"],
        [end, open, paid(end), "Paid"],
        [60_000, { ...open, ...own }, paid(60_001), "Paid"]
      ]
    ],
    [
      "rejected",
      [
        [0, never, rejected, "Rejected"],
        [end, open, rejected, "Rejected"]
      ]
    ]
  ])("D28, D40: %s", (_, rows) => {
    for (const [at, transfer, status, expected] of rows) {
      assert.strictEqual(reply(knowledgeOf(transfer, status, later(at))), expected)
    }
  })

  // Source: D40: nobody is judged by another machine's clock. The bank's own time of its answer decides, if it tells it.
  it.each([
    ["as of the end", 0, end, "TimePassed"],
    ["as of the last instant", end, minutes15, "waiting"],
    ["as of the last instant, a day later by our clock", 9e7, minutes15, "waiting"]
  ])("D28, D40: waiting, %s", (_, at, asOf, expected) => {
    assert.strictEqual(reply(knowledgeOf(open, waiting({ order, asOf }), later(at))), expected)
  })

  it("D28: the time that passed is told as of the instant that was looked at", () => {
    const asOf = (status: TransferStatus): DateTime.Utc | string => {
      const known = knowledgeOf(open, status, later(end + 5))
      return typeof known === "object" && known._tag === "TimePassed" ? known.asOf : reply(known)
    }
    assert.deepStrictEqual([notFound, waiting(), waiting({ asOf: end })].map(asOf), [
      later(end + 5),
      later(end + 5),
      later(end)
    ])
  })

  it.effect.each([
    ["that was on its way at the end, says nothing of the end", notFound, end - 1, "never-seen"],
    ["that was on its way at the end, says nothing of the end", waiting({ order }), end - 1, "waiting"],
    ["that was asked for at the end, says that it is over", notFound, end, "TimePassed"],
    ["that was asked for at the end, says that it is over", waiting({ order }), end, "TimePassed"],
    [
      "that was asked for before, and has the bank's time, says that it is over",
      waiting({ asOf: end }),
      0,
      "TimePassed"
    ]
  ] as const)("D28: an answer %s", ([, status, requestedAt, expected]) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(later(requestedAt).epochMillis)
      const asking = yield* Effect.fork(providerStatus(open, Effect.delay(Effect.succeed(status), "30 seconds")))
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(reply(yield* Fiber.join(asking)), expected)
    })
  )

  it("D28, D41: what it means, the machine of a pending transfer takes", () => {
    const instants = FastCheck.constantFrom(0, 59_999, 60_000, 60_001, minutes15 - 1, minutes15, end)
    const statuses = FastCheck.oneof(
      FastCheck.constantFrom(notFound, unknown, rejected, waiting(), waiting({ order })),
      instants.map((asOf) => waiting({ asOf })),
      instants.map(paid)
    )
    const transfers = FastCheck.record({
      type: FastCheck.constantFrom<Transfer["type"][]>("payment", "refund", "payout"),
      isOrder: FastCheck.boolean(),
      ends: FastCheck.option(instants, { nil: null }),
      report: FastCheck.constantFrom(null, noReport)
    }).map(({ ends, isOrder, report, type }) =>
      transferWith({
        ...{ type, report, method: isOrder ? "sbp_data" : "sbp" },
        ...{ payBy: isOrder && type === "payment" ? later(minutes15) : null },
        expiredAt: ends === null ? null : later(ends)
      })
    )
    FastCheck.assert(
      FastCheck.property(transfers, statuses, instants, (transfer, status, at) => {
        const known = knowledgeOf(transfer, status, later(at))
        if (typeof known === "object") assert.isTrue(Either.isRight(TransferChange.apply(transfer, known, later(at))))
      }),
      { numRuns: 1000 }
    )
  })
})
