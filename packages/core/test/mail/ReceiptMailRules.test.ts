import * as CardWrites from "@florin/core/card-operations/CardWrites"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { apply } from "@florin/core/cards/CardChange"
import { CardEvent } from "@florin/core/cards/CardEvent"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { MailOutcome } from "@florin/core/mail/Mailer"
import type { Change } from "@florin/core/operations/Change"
import * as TransactionWriter from "@florin/core/operations/TransactionWriter"
import * as ReceiptMailRules from "@florin/core/receipts/ReceiptMailRules"
import * as TransferWrites from "@florin/core/transfer-operations/TransferWrites"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as TransferChange from "@florin/core/transfers/TransferChange"
import type { TransferEvent } from "@florin/core/transfers/TransferEvent"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import { assert, describe, it } from "vitest"
import { claimed, notification, now, shopWith, transactionWith, uid } from "../samples.js"
import { corrected as correctedTo, events, minutes15, paid, transferWith } from "../transfers/given.js"

const approved = CardEvent.Approved({ report: noReport })
const declined = CardEvent.Declined({ reason: "unspecified", report: noReport })
const corrected = CardEvent.Corrected({ report: noReport })
const unanswered = CardEvent.NoAnswer()

const context = { shop: shopWith(), encode: () => "{}", notification }

const pending = transactionWith({
  type: "payment",
  status: "pending",
  details: { customer: { email: "jane@shop.example" } }
})

/** The jobs for mails in the commit of a change. */
const mailed = (changes: Partial<CardTransaction>, event: CardEvent, mails = true) =>
  mailsOf(Either.getOrThrow(apply({ ...pending, ...changes }, event, now)), { ...CardWrites, mails })

const mailsOf = (change: Change, own: Pick<TransactionWriter.WriteContext, "writesOf" | "mails">) => {
  const { wakeAt, writes } = TransactionWriter.replaced(change, { ...context, ...own })
  const jobs = writes.flatMap((write) =>
    write._tag === "EnqueueJob" && write.job.kind === ReceiptMailRules.kind ? [write] : []
  )
  if (jobs.length > 0) assert.strictEqual(wakeAt, now.epochMillis)
  return jobs.length
}

describe("a receipt", () => {
  it.each([
    { says: "of an approved payment", event: approved, expected: 1 },
    { says: "of an approved test payment", changes: { test: true }, event: approved, expected: 1 },
    { says: "of a payment whose reversal was refused", changes: { status: "failed" }, event: corrected, expected: 1 },
    {
      says: "of an expired payment whose reversal was refused",
      changes: { status: "expired" },
      event: corrected,
      expected: 1
    },
    { says: "of a declined payment", event: declined, expected: 0 },
    { says: "of a payment with an unknown outcome", event: unanswered, expected: 0 },
    {
      says: "of an approval that its checks reject",
      changes: {
        details: {
          ...pending.details,
          additionalData: { avsCvcVerification: { cvcVerification: { rejectCodes: ["N"] } } }
        }
      },
      event: CardEvent.Approved({ report: { ...noReport, cvcResult: "N" } }),
      expected: 0
    },
    { says: "of a payment without a customer", changes: { details: {} }, event: approved, expected: 0 },
    {
      says: "of a customer without an address",
      changes: { details: { customer: { ip: "203.0.113.7" } } },
      event: approved,
      expected: 0
    },
    { says: "of an approved authorization", changes: { type: "authorization" }, event: approved, expected: 0 },
    { says: "of a saved card", changes: { type: "tokenization" }, event: approved, expected: 0 },
    { says: "of a capture", changes: { type: "capture" }, event: approved, expected: 0 },
    { says: "of a refund", changes: { type: "refund" }, event: approved, expected: 0 },
    { says: "of a credit", changes: { type: "credit" }, event: approved, expected: 0 },
    { says: "of a payout", changes: { type: "payout" }, event: approved, expected: 0 },
    { says: "of an approved payment, without a mailer", event: approved, mails: false, expected: 0 }
  ] as ReadonlyArray<{
    readonly says: string
    readonly changes?: Partial<CardTransaction>
    readonly event: CardEvent
    readonly mails?: boolean
    readonly expected: number
  }>)("D36: $says is mailed $expected times", ({ changes, event, expected, mails }) => {
    assert.strictEqual(mailed(changes ?? {}, event, mails), expected)
  })
})

const { details } = pending

const proving: Partial<Transfer> = {
  ...{ status: "failed", reason: "unpaid" },
  proof: { uid: uid("9"), status: "pending", message: null, count: 1 }
}

describe("a receipt of a transfer", () => {
  it.each<readonly [says: string, changes: Partial<Transfer>, event: TransferEvent, expected: number]>([
    ["a paid payment", {}, paid(100_000, 0), 1],
    ["a paid payment by code", { method: "sbp", payBy: null }, paid(100_000, 0), 1],
    ["a payment whose proof was approved", proving, events.find(({ _tag }) => _tag === "ProofApproved")!, 1],
    ["a payment that an operator corrects", { status: "failed", reason: "unpaid" }, correctedTo("successful"), 1],
    ["a payment that came too late", {}, paid(100_000, minutes15 + 1), 0],
    ["a payment without an address", { details: {} }, paid(100_000, 0), 0],
    ["a payout", { type: "payout", payBy: null }, paid(100_000, 0), 0],
    ["a refund", { type: "refund", payBy: null }, paid(100_000, 0), 0]
  ])("D36: of %s is mailed as often as it should be", (_, changes, event, expected) => {
    const transfer = transferWith({ details, ...changes })
    const change = Either.getOrThrow(TransferChange.apply(transfer, event, now))
    assert.strictEqual(mailsOf(change, { ...TransferWrites, mails: true }), expected)
  })
})

const accepted = MailOutcome.Accepted()
const rejected = MailOutcome.Rejected({ reason: "550" })
const deferred = MailOutcome.Deferred({ reason: "451" })

describe("an attempt to mail a receipt", () => {
  it.each([
    { outcome: accepted, attempts: 0, expected: "Mailed" },
    { outcome: accepted, attempts: 9, expected: "Mailed" },
    { outcome: rejected, attempts: 0, expected: "Refused 550" },
    { outcome: deferred, attempts: 0, expected: "Again 451 in 1m" },
    { outcome: deferred, attempts: 1, expected: "Again 451 in 5m" },
    { outcome: deferred, attempts: 2, expected: "Again 451 in 30m" },
    { outcome: deferred, attempts: 3, expected: "Again 451 in 2h" },
    { outcome: deferred, attempts: 4, expected: "Again 451 in 5h" },
    { outcome: deferred, attempts: 5, expected: "Again 451 in 10h" },
    { outcome: deferred, attempts: 6, expected: "Again 451 in 14h" },
    { outcome: deferred, attempts: 7, expected: "Again 451 in 20h" },
    { outcome: deferred, attempts: 8, expected: "Again 451 in 1d" },
    { outcome: deferred, attempts: 9, expected: "GivenUp 451" },
    { outcome: deferred, attempts: 10, expected: "GivenUp 451" }
  ])("D36: $outcome._tag after $attempts others: $expected", ({ attempts, expected, outcome }) => {
    const fate = ReceiptMailRules.progressOf(outcome, attempts, now)
    const reason = "reason" in fate ? ` ${fate.reason}` : ""
    const wait = fate._tag === "Again" ? ` in ${Duration.format(DateTime.distanceDuration(now, fate.at))}` : ""
    assert.strictEqual(`${fate._tag}${reason}${wait}`, expected)
  })

  it.each([
    { fate: { _tag: "Mailed" }, expected: "FinishJob" },
    { fate: { _tag: "Refused", reason: "550" }, expected: "FinishJob" },
    { fate: { _tag: "GivenUp", reason: "451" }, expected: "FinishJob" },
    { fate: undefined, expected: "FinishJob" },
    { fate: { _tag: "Again", reason: "451", at: now }, expected: "PostponeJob" }
  ] as ReadonlyArray<{ readonly fate: ReceiptMailRules.ReceiptProgress | undefined; readonly expected: string }>)(
    "D36: $fate._tag: $expected",
    ({ expected, fate }) => {
      const decision = ReceiptMailRules.conclude(claimed(ReceiptMailRules.kind), fate).decide({})
      assert(decision._tag === "Decided")
      assert.deepStrictEqual(
        decision.writes.map(({ _tag }) => _tag),
        [expected]
      )
      assert.strictEqual(decision.wakeAt, fate?._tag === "Again" ? now.epochMillis : undefined)
    }
  )

  // Source: D41. A reason is logged, so an address or a server's text must not pass as one.
  it.each([
    { answer: accepted, expected: accepted },
    { answer: rejected, expected: rejected },
    {
      answer: MailOutcome.Rejected({ reason: "<jane@shop.example> unknown" }),
      expected: { _tag: "Rejected", reason: "unspecified" }
    },
    { answer: MailOutcome.Deferred({ reason: "a".repeat(41) }), expected: { _tag: "Deferred", reason: "unspecified" } },
    { answer: { _tag: "Delivered" }, expected: { _tag: "Deferred", reason: "unspecified" } },
    { answer: null, expected: { _tag: "Deferred", reason: "unspecified" } },
    { answer: "Accepted", expected: { _tag: "Deferred", reason: "unspecified" } }
  ])("D41: $answer is heard as $expected", ({ answer, expected }) => {
    const { _tag, ...rest } = ReceiptMailRules.received(answer)
    assert.deepStrictEqual({ _tag, ...rest }, { ...expected } as never)
  })
})
