import * as Machine from "@florin/core/machine/Machine"
import { Amount } from "@florin/core/money/Amount"
import { methods } from "@florin/core/transfers/methods/Methods"
import type * as PaymentMachine from "@florin/core/transfers/PaymentMachine"
import * as ProofMachine from "@florin/core/transfers/ProofMachine"
import * as RefundPayoutMachine from "@florin/core/transfers/RefundPayoutMachine"
import type { ConflictingReport, Transfer } from "@florin/core/transfers/Transfer"
import type * as TransferChange from "@florin/core/transfers/TransferChange"
import { TransferEvent } from "@florin/core/transfers/TransferEvent"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { assert, describe, it } from "vitest"
import { later, now, uid } from "../samples.js"
import { after, changed, corrected, events, minutes15, paid, reportWith, timePassed, transferWith } from "./given.js"

const facts: PaymentMachine.Facts = {
  now,
  payBy: null,
  expiredAt: null,
  paidAt: null,
  isKnown: false,
  isProofPending: false,
  corrected: null
}

type Drawn = Machine.Machine<string, string, PaymentMachine.Facts, string>

/** Every machine takes the facts of payments; those of movements are a part of them. */
const machines: Readonly<Record<string, Drawn>> = {
  sbp: methods.sbp.machine as Drawn,
  sbp_data: methods.sbp_data.machine as Drawn,
  refund: RefundPayoutMachine.refund as unknown as Drawn,
  payout: RefundPayoutMachine.payout as unknown as Drawn,
  proof: ProofMachine.machine as unknown as Drawn
}

type Row = readonly [state: string, trigger: string, given: Partial<PaymentMachine.Facts>, expected: string]

const next = (machine: Drawn, [state, trigger, given]: Row): string =>
  Either.match(Machine.decide(machine, state, trigger, { ...facts, ...given }), {
    onLeft: () => "refused",
    onRight: ({ effects, next }) => [next, ...effects].join(" ")
  })

const [end, own, ownEnd] = [later(minutes15), later(60_000), { expiredAt: later(60_000) }] as const

// Source: interface, "States and transitions"; D20, D28, D36, D41.
const payment: ReadonlyArray<Row> = [
  ["none", "Accepted", {}, "pending ask-provider"],
  ["none", "NoProvider", {}, "failed notify"],
  ["pending", "VerificationRefused", {}, "failed notify"],
  ["pending", "Waiting", {}, "pending notify"],
  ["pending", "Waiting", { isKnown: true }, "pending"],
  ["pending", "NoAnswer", {}, "pending"],
  ["pending", "Rejected", {}, "failed notify"],
  ["pending", "NotDone", {}, "failed notify"],
  ["pending", "Paid", { paidAt: now }, "successful notify mail-receipt"],
  ["pending", "Paid", { paidAt: end, payBy: end }, "successful notify mail-receipt"],
  ["pending", "Paid", { paidAt: later(minutes15 + 1), payBy: end }, "failed notify keep-evidence"],
  ["pending", "Paid", { paidAt: own, payBy: end, ...ownEnd }, "successful notify mail-receipt"],
  ["pending", "Paid", { paidAt: later(60_001), payBy: end, ...ownEnd }, "expired notify keep-evidence"],
  ["pending", "Paid", { paidAt: later(60_001), payBy: own, ...ownEnd }, "failed notify keep-evidence"],
  ["pending", "TimePassed", {}, "refused"],
  ["pending", "TimePassed", { now: end, payBy: end }, "refused"],
  ["pending", "TimePassed", { now: later(minutes15 + 1), payBy: end }, "failed notify"],
  ["pending", "TimePassed", { now: later(59_999), payBy: end, ...ownEnd }, "refused"],
  ["pending", "TimePassed", { now: own, payBy: end, ...ownEnd }, "expired notify"],
  ["pending", "TimePassed", { now: later(minutes15 + 1), payBy: end, ...ownEnd }, "expired notify"],
  ["pending", "TimePassed", { now: own, payBy: own, ...ownEnd }, "refused"],
  ["pending", "TimePassed", { now: later(60_001), payBy: own, ...ownEnd }, "failed notify"],
  ["successful", "Paid", { paidAt: now }, "successful keep-evidence"],
  ["successful", "Rejected", {}, "successful keep-evidence"],
  ["failed", "Paid", { paidAt: now }, "failed keep-evidence"],
  ["expired", "Paid", { paidAt: now }, "expired keep-evidence"],
  ["pending", "ConfirmAsked", {}, "pending"],
  ["successful", "ConfirmAsked", {}, "successful"],
  ["failed", "ConfirmAsked", {}, "failed"],
  ["expired", "ConfirmAsked", {}, "expired"],
  ["pending", "Corrected", { corrected: "successful" }, "successful notify mail-receipt"],
  ["pending", "Corrected", { corrected: "failed" }, "failed notify"],
  ["pending", "Corrected", {}, "refused"],
  ["successful", "Corrected", { corrected: "failed" }, "failed notify"],
  ["successful", "Corrected", { corrected: "successful" }, "refused"],
  ["failed", "Corrected", { corrected: "successful" }, "successful notify mail-receipt"],
  ["failed", "Corrected", { corrected: "failed" }, "refused"],
  ["expired", "Corrected", { corrected: "successful" }, "successful notify mail-receipt"],
  ["expired", "Corrected", { corrected: "failed" }, "refused"]
]

// Source: interface, "States and transitions", the proof of a payment; D29, D36.
const proven: ReadonlyArray<Row> = [
  ["failed", "ProofBegun", {}, "failed"],
  ["failed", "ProofBegun", { isProofPending: true }, "refused"],
  ["failed", "ProofApproved", { isProofPending: true }, "successful notify mail-receipt"],
  ["failed", "ProofApproved", {}, "refused"],
  ["failed", "ProofDeclined", { isProofPending: true }, "failed notify"],
  ["failed", "ProofDeclined", {}, "refused"]
]

// Source: D31, D32, D40, D41.
const movement: ReadonlyArray<Row> = [
  ["none", "Accepted", {}, "pending ask-provider"],
  ["none", "NoProvider", {}, "failed notify"],
  ["pending", "Waiting", {}, "pending notify"],
  ["pending", "Waiting", { isKnown: true }, "pending"],
  ["pending", "NoAnswer", {}, "pending"],
  ["pending", "Paid", {}, "successful notify mail-refund"],
  ["pending", "Rejected", {}, "failed notify"],
  ["pending", "NotDone", {}, "failed notify"],
  ["successful", "Paid", {}, "successful keep-evidence"],
  ["successful", "Rejected", {}, "successful keep-evidence"],
  ["failed", "Paid", {}, "failed keep-evidence"],
  ["pending", "Corrected", { corrected: "successful" }, "successful notify mail-refund"],
  ["pending", "Corrected", { corrected: "failed" }, "failed notify"],
  ["pending", "Corrected", {}, "refused"],
  ["successful", "Corrected", { corrected: "failed" }, "failed notify"],
  ["successful", "Corrected", { corrected: "successful" }, "refused"],
  ["failed", "Corrected", { corrected: "successful" }, "successful notify mail-refund"],
  ["failed", "Corrected", { corrected: "failed" }, "refused"]
]

const tables: Readonly<Record<string, ReadonlyArray<Row>>> = {
  sbp: payment,
  sbp_data: [...payment, ...proven],
  refund: movement,
  payout: movement,
  proof: [
    ["none", "Accepted", {}, "pending"],
    ["pending", "ProofApproved", {}, "successful"],
    ["pending", "ProofDeclined", {}, "failed"]
  ]
}

const offset = FastCheck.constantFrom(0, 59_999, 60_000, 60_001, minutes15, minutes15 + 1)
const instant = FastCheck.option(offset.map(later), { nil: null })
const anyFacts: FastCheck.Arbitrary<PaymentMachine.Facts> = FastCheck.record({
  ...{ now: offset.map(later), payBy: instant, expiredAt: instant, paidAt: instant },
  isKnown: FastCheck.boolean(),
  isProofPending: FastCheck.boolean(),
  corrected: FastCheck.constantFrom("successful", "failed", null)
})
const triggers = [...new Set(events.map(({ _tag }) => _tag))]

describe.each(Object.keys(machines))("the machine of %s", (name) => {
  const machine = machines[name]!
  const table = tables[name]!

  it.each(table.map((row) => [...row] as const))("told in %s of %s with %j: %s", (...row) => {
    assert.strictEqual(next(machine, row), row[3])
  })

  it("has no row without a case", () => {
    const cases = table.filter(([, , , expected]) => expected !== "refused")
    for (const { effects, next, state, trigger } of machine.rows) {
      const wanted = [next, ...effects].join(" ")
      assert.isTrue(cases.some((one) => one[0] === state && one[1] === trigger && one[3] === wanted))
    }
  })

  it("refuses every other pair of state and trigger, whatever the facts", () => {
    for (const state of ["none", "pending", "successful", "failed", "expired", "incomplete"]) {
      for (const trigger of triggers) {
        if (table.some((row) => row[0] === state && row[1] === trigger)) continue
        FastCheck.assert(
          FastCheck.property(anyFacts, (given) => next(machine, [state, trigger, given, ""]) === "refused"),
          { numRuns: 30 }
        )
      }
    }
  })
})

const instants = FastCheck.integer({ min: 0, max: 2 * minutes15 })
const amounts = FastCheck.constantFrom(1, 99_900, 100_000, 200_000)
const ids = FastCheck.constantFrom("bank-1", "bank-2", null)
const anyEvent: FastCheck.Arbitrary<TransferEvent> = FastCheck.oneof(
  FastCheck.constantFrom(...events),
  FastCheck.tuple(amounts, instants, ids).map(([amount, at, refId]) => paid(amount, at, reportWith({ refId }))),
  ids.map((refId) => TransferEvent.Rejected({ report: reportWith({ refId }), reason: "provider" })),
  amounts.map((amount) => corrected("successful", amount)),
  amounts.map((amount) => TransferEvent.ProofApproved({ amount: Amount.make(amount), message: "Approved" }))
)
const anyTransfer = FastCheck.record({
  type: FastCheck.constantFrom<Transfer["type"][]>("payment", "refund", "payout", "proof"),
  method: FastCheck.constantFrom<Transfer["method"][]>("sbp", "sbp_data"),
  ends: FastCheck.option(instants, { nil: null })
}).map(({ ends, method, type }) => {
  const isOrder = type === "payment" && method === "sbp_data"
  const expiredAt = type === "payment" && ends !== null ? later(ends) : null
  return transferWith({ type, method, expiredAt, payBy: isOrder ? end : null })
})

type Known = Pick<ConflictingReport, "amount" | "paidAt" | "refId">

/** Whether a report is somewhere: it counts, it is evidence, or it says what the state says. */
const isKept = (before: Transfer, { amount, evidence, paidAt, report, status }: Transfer, event: TransferEvent) => {
  if (event._tag !== "Paid" && event._tag !== "Rejected") return true
  const { refId } = event.report
  const isSame = (one: Known) => one.refId === refId || one.refId === null || refId === null
  if (event._tag === "Rejected") {
    return before.status === "pending" || evidence.some((one) => one.said === "rejected" && isSame(one))
  }
  const equals = (one: Known) =>
    isSame(one) && one.amount === event.amount && one.paidAt !== null && DateTime.Equivalence(one.paidAt, event.paidAt)
  const counts = status === "successful" && equals({ amount, paidAt, refId: report?.refId ?? null })
  return counts || evidence.some((one) => one.said === "paid" && equals(one))
}

const checkStep = (before: Transfer, event: TransferEvent, change: TransferChange.TransferChange): void => {
  const { transaction, transition } = change
  const { status } = transaction
  const tag = event._tag
  assert.deepInclude(transition, { version: before.version + 1, trigger: tag, from: before.status, to: status })
  assert.strictEqual(transaction.version, before.version + 1)
  if (before.status !== "pending" && status !== before.status) {
    assert.include(transaction.type === "payment" ? ["Corrected", "ProofApproved"] : ["Corrected"], tag)
  }
  if (transaction.amount !== before.amount) {
    assert.strictEqual(status, "successful")
    assert.notStrictEqual(before.status, "successful")
  }
  assert.strictEqual(transaction.paidAt === null, status !== "successful")
  assert.strictEqual(transaction.reason === null, status !== "failed")
  const isOpened = tag === "Waiting" && before.report === null
  assert.strictEqual(change.effects.includes("notify"), status !== before.status || tag === "ProofDeclined" || isOpened)
  assert.deepStrictEqual(transaction.evidence.slice(0, before.evidence.length), before.evidence)
  assert.isTrue(isKept(before, transaction, event))
  const known = transaction.evidence.map(
    ({ amount, paidAt, refId, said: reply }) => `${reply} ${refId} ${amount} ${paidAt?.epochMillis}`
  )
  assert.strictEqual(new Set(known).size, known.length)
}

describe("a transfer, whatever is told of it", () => {
  it("D28: grows by one version with every change, leaves a final state only by a proof or a correction, loses no report", () => {
    const reported = FastCheck.array(FastCheck.tuple(instants, anyEvent), { maxLength: 12 })
    FastCheck.assert(
      FastCheck.property(anyTransfer, reported, (begun, reported) => {
        let transfer = begun
        for (const one of reported) {
          const change = changed(transfer, one)
          if (Either.isLeft(change)) continue
          // A proof is decided in a commit of two transactions; of its own it only has its status.
          if (transfer.type !== "proof") checkStep(transfer, one[1], change.right)
          transfer = change.right.transaction
        }
      }),
      { numRuns: 800 }
    )
  })

  it("D28: ends the same whether the end of its time or a late payment is told first", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.option(instants, { nil: null }), instants, (ends, at) => {
        const begun = transferWith({ expiredAt: ends === null ? null : later(ends) })
        const over = 3 * minutes15
        const [time, late] = [timePassed(over), [over, paid(100_000, at)] as const]
        const received = after(begun, late)
        if (received.status === "successful") return
        const { evidence, reason, status } = after(begun, time, late)
        assert.deepStrictEqual(
          { evidence, reason, status },
          {
            evidence: received.evidence,
            reason: received.reason,
            status: received.status
          }
        )
      })
    )
  })

  it("D28: is not changed by a report that it has heard", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(FastCheck.tuple(amounts, instants, ids), { minLength: 1, maxLength: 6 }),
        (given) => {
          const reported = given.map(
            ([amount, at, refId]) => [minutes15, paid(amount, at, reportWith({ refId }))] as const
          )
          const once = after(transferWith(), ...reported)
          assert.deepStrictEqual(after(once, ...reported), once)
        }
      )
    )
  })

  it("keeps its proof's uid out of other machines", () => {
    const begun = TransferEvent.ProofBegun({ uid: uid("9"), message: reportWith().refId ?? "" })
    for (const type of ["refund", "payout", "proof"] as const) {
      assert.isTrue(Either.isLeft(changed(transferWith({ type, status: "failed" }), [0, begun])))
    }
    assert.isTrue(Either.isLeft(changed(transferWith({ method: "sbp", status: "failed" }), [0, begun])))
  })
})
