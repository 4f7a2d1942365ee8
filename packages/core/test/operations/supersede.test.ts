import { writesOf } from "@florin/core/card-operations/CardWrites"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { CardEvent } from "@florin/core/cards/CardEvent"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import type { TransactionKind } from "@florin/core/operations/TransactionKind"
import type { Transaction } from "@florin/core/transactions/Transaction"
import * as Duration from "effect/Duration"
import { assert, describe, it } from "vitest"
import { supersede } from "../../src/operations/internal/supersede.js"
import { kindOf, notification, now, reported, shopWith, shown, transactionWith, uid, wakesAfter } from "../samples.js"

const encode = ({ status, version }: Transaction) => `${version} ${status}`
const approved = CardEvent.Approved({ report: noReport })
const declined = CardEvent.Declined({ reason: "funds", report: noReport })
const noAnswer = CardEvent.NoAnswer()
const action = { _tag: "Redirect", url: "https://bank.example/pay" } as const
const actionNeeded = CardEvent.ActionNeeded({ reference: "r", action })
const acknowledged = CardEvent.Acknowledged({ reference: "r" })
const context = {
  writesOf,
  shop: shopWith(),
  encode,
  notification,
  now
}

describe("what is heard too late to record it", () => {
  const late = (
    unknownOutcome: TransactionKind["unknownOutcome"],
    event: CardEvent,
    current: CardTransaction | undefined
  ) =>
    supersede(
      {
        kind: { ...kindOf(unknownOutcome), inFlightWindow: () => Duration.minutes(1) },
        transaction: transactionWith({ uid: uid("2"), status: "pending" }),
        event
      },
      context
    ).decide({ current })

  const reverse = (after: number) => [`EnqueueJob reverse +${after} acquirer 1|shop`]

  // Source: D40: what rolls back is reversed if it may have taken effect, from the instant it may have; what rolls
  // forward is decided under its own key.
  it.each([
    { kind: "rolls-back", event: approved, status: "failed", expected: reverse(0), wakes: 0 },
    { kind: "rolls-back", event: approved, status: "expired", expected: reverse(0), wakes: 0 },
    { kind: "rolls-back", event: approved, status: "pending", expected: reverse(0), wakes: 0 },
    { kind: "rolls-back", event: approved, status: "successful", expected: [], wakes: undefined },
    { kind: "rolls-back", event: actionNeeded, status: "failed", expected: reverse(0), wakes: 0 },
    { kind: "rolls-back", event: acknowledged, status: "failed", expected: reverse(0), wakes: 0 },
    { kind: "rolls-back", event: acknowledged, status: "successful", expected: [], wakes: undefined },
    { kind: "rolls-forward", event: acknowledged, status: "pending", expected: [], wakes: undefined },
    { kind: "rolls-back", event: noAnswer, status: "failed", expected: reverse(60_000), wakes: 60_000 },
    { kind: "rolls-back", event: noAnswer, status: "successful", expected: [], wakes: undefined },
    { kind: "rolls-back", event: declined, status: "failed", expected: [], wakes: undefined },
    { kind: "rolls-back", event: CardEvent.NotDone({}), status: "failed", expected: [], wakes: undefined },
    { kind: "rolls-forward", event: approved, status: "failed", expected: [], wakes: undefined },
    { kind: "rolls-forward", event: noAnswer, status: "pending", expected: [], wakes: undefined }
  ] as const)("D40: $event._tag of one that $kind and is $status by now: $expected", (row) => {
    const current = transactionWith({ uid: uid("2"), status: row.status, version: 5 })
    const decision = late(row.kind, row.event, current)
    assert.deepStrictEqual(shown(decision), row.expected)
    assert.strictEqual(wakesAfter(decision), row.wakes)
    assert.deepStrictEqual(reported(decision), [])
    assert(decision._tag === "Decided")
    assert.deepStrictEqual(decision.answer, { transaction: current, document: `5 ${row.status}` })
  })

  it("D13: what is answered is kept under the key", () => {
    const current = transactionWith({ uid: uid("2"), status: "failed", version: 5, idempotencyKey: "order-1" })
    assert.deepStrictEqual(shown(late("rolls-back", approved, current)), [...reverse(0), "KeepAnswer order-1 5 failed"])
  })

  it("D40: of one that is gone, nothing", () => {
    assert.strictEqual(shown(late("rolls-back", approved, undefined)), "Stale")
  })

  // Source: D28: a bank that was asked has spoken as if it had told it by itself.
  it("D28: what its kind still makes of it is written and answered, and nothing else", () => {
    const current = transactionWith({ uid: uid("2"), status: "failed", version: 5, idempotencyKey: "order-1" })
    const transition = { version: 6, at: now, trigger: "Approved", from: "failed", to: "failed", detail: null }
    const changed = { ...current, version: 6 }
    const written = {
      writes: [{ _tag: "KeepEvidence", shop: current.shop, uid: current.uid, at: 0 } as const],
      answer: { transaction: changed, document: "6 failed" },
      wakeAt: undefined,
      change: { transaction: changed, transition, effects: [] }
    }
    const decision = supersede(
      {
        kind: { ...kindOf("rolls-forward"), answeredLate: () => written },
        transaction: transactionWith({ uid: uid("2"), status: "pending" }),
        event: approved
      },
      context
    ).decide({ current })
    assert(decision._tag === "Decided")
    assert.deepStrictEqual(decision.writes, written.writes)
    assert.deepStrictEqual(decision.answer, written.answer)
    assert.deepStrictEqual(decision.changes, [written.change])
  })
})
