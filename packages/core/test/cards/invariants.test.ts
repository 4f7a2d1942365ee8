import { writesOf } from "@florin/core/card-operations/CardWrites"
/** Invariants of every decision about a charge, capture, void or refund, for arbitrary facts. */

import * as ChargeRules from "@florin/core/card-operations/ChargeRules"
import * as ChildRules from "@florin/core/card-operations/ChildRules"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { CardEvent } from "@florin/core/cards/CardEvent"
import * as CardNumber from "@florin/core/cards/CardNumber"
import { CardTransactionType } from "@florin/core/cards/CardTransaction"
import type { Decision } from "@florin/core/commits/Commit"
import type { Write } from "@florin/core/commits/Write"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import * as AcceptanceRules from "@florin/core/operations/AcceptanceRules"
import { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import type { Transaction } from "@florin/core/transactions/Transaction"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { record } from "../../src/operations/internal/outcomeRecord.js"
import {
  claimed,
  kindOf,
  later,
  notification,
  now,
  renewal,
  savedCard,
  shopWith,
  shownCard,
  totals,
  transactionWith,
  uid
} from "../samples.js"

const number = Option.getOrThrow(CardNumber.parse("4200000000000000"))
const encode = ({ status, version }: Transaction) => `${version} ${status}`
const key = { key: "order-1", fingerprint: "a" }

const of = <Tag extends Write["_tag"]>(writes: ReadonlyArray<Write>, tag: Tag) =>
  writes.filter((write): write is Extract<Write, { readonly _tag: Tag }> => write._tag === tag)

/** Every version has its line of history, and only written versions are announced. */
const assertWritten = (writes: ReadonlyArray<Write>): void => {
  const versions = [...of(writes, "InsertTransaction"), ...of(writes, "ReplaceTransaction")].map(
    ({ transaction: { status, uid, version } }) => `${uid} ${version} ${status}`
  )
  const lines = of(writes, "AppendHistory").map(
    ({ transition, uid }) => `${uid} ${transition.version} ${transition.to}`
  )
  assert.deepStrictEqual(lines, versions)
  const reported = of(writes, "InsertNotification").map(({ notification: { body, subject } }) => `${subject} ${body}`)
  assert.includeMembers(versions, reported)
  assert.strictEqual(of(writes, "EnqueueJob").filter(({ job }) => job.kind === "notify").length, reported.length)
}

/** An accepted request is written once, with one held job if its acquirer is called; a refusal writes nothing. */
const assertAccepted = (decision: Decision<{ readonly _tag: string }, unknown>): void => {
  if (decision._tag === "Refused") {
    assert.deepStrictEqual(Object.keys(decision).sort(), ["_tag", "refusal"])
    return
  }
  const { answer, writes } = decision
  assertWritten(writes)
  const [inserted, ...others] = of(writes, "InsertTransaction")
  assert.isEmpty(others)
  assert(inserted !== undefined)
  const { reason, status } = inserted.transaction
  assert.notInclude(["successful", "expired"], status)
  assert.strictEqual(reason !== null, status === "failed")
  assert.strictEqual(of(writes, "HoldJob").length, status === "pending" ? 1 : 0)
  assert.strictEqual(answer._tag, status === "pending" ? "Accepted" : "Concluded")
}

const requests = fc.record({
  shop: fc
    .record({
      strictContracts: fc.boolean(),
      allowSkipThreeDSecure: fc.boolean(),
      allowForceThreeDSecure: fc.boolean()
    })
    .map(shopWith),
  key: fc.constantFrom(undefined, key)
})
const read = fc.record({
  key: fc.constantFrom(undefined, undefined, {
    fingerprint: "a",
    claimedAt: now.epochMillis,
    answer: { document: "{}" }
  }),
  duplicate: fc.constantFrom(undefined, undefined, undefined, uid("1"))
})

const request = (
  changes: Pick<AcceptanceRules.Request, "shop" | "key" | "type" | "amount">
): AcceptanceRules.Request => ({
  ...{ name: "accept-charge", now, uid: uid("2"), fence: 42, notification, encode, writesOf },
  window: { after: now.epochMillis - 30_000, until: now.epochMillis + 5000 },
  repeats: { on: savedCard().stamp, check: true },
  ...changes
})

const contracts = fc.subarray(["recurring", "oneclick", "credit", "card_on_file"] as const)
const charges = fc.record({
  amount: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).map((amount) => Amount.make(amount)),
  currency: fc.constant(Currency.make("EUR")),
  description: fc.constant("An order"),
  creditCard: fc.oneof(
    fc.constant({ _tag: "CardToken", token: savedCard().token } as const),
    fc
      .record({ expMonth: fc.integer({ min: 1, max: 12 }), expYear: fc.constantFrom(2025, 2026, 2027) })
      .map((expiry) => ({ _tag: "CardData", number, ...expiry }) as const)
  ),
  expiredAt: fc.constantFrom(later(0), later(1), later(60_000)),
  forceThreeDSecureVerification: fc.boolean(),
  skipThreeDSecureVerification: fc.boolean(),
  notificationUrl: fc.constant("https://shop.example/hook"),
  additionalData: contracts.map((contract) => ({ contract }))
})

describe("whatever the facts are", () => {
  it("D13, D40: a charge is written with its history, and has one job exactly where its acquirer is asked", () => {
    const cards = fc.record({ isNew: fc.boolean(), hasCode: fc.boolean(), has: contracts })
    const rest = fc.record({
      kind: fc.constantFrom("authorization", "payment", "tokenization"),
      isAvailable: fc.boolean(),
      routing: fc.constantFrom("skipped", "successful", "failed"),
      gatewayId: fc.constantFrom(undefined, 1, 2)
    })
    fc.assert(
      fc.property(requests, read, charges, cards, rest, (requested, facts, charge, { has, ...card }, more) => {
        const { shop } = requested
        const known = { shop, charge, now, isAvailable: more.isAvailable } as const
        const refused = ChargeRules.refusal(known)
        const given = {
          ...known,
          kind: more.kind,
          card: { saved: savedCard({ contracts: has }), shown: shownCard, ...card },
          routing: { status: more.routing, gateways: null },
          gatewayId: more.gatewayId
        } as const
        const plan = () => (refused === undefined ? ChargeRules.plan(given) : Either.left(refused))
        const accept = AcceptanceRules.acceptanceCommit(
          request({ ...requested, type: more.kind, amount: charge.amount }),
          {},
          plan
        )
        const decision = accept.operation(renewal).decide(facts)
        assertAccepted(decision)
        if (decision._tag === "Refused") return
        assert.isTrue(refused === undefined && facts.duplicate === undefined)
        assert.strictEqual(of(decision.writes, "ClaimKey").length, requested.key === undefined ? 0 : 1)
        assert.strictEqual(of(decision.writes, "InsertCard").length, card.isNew ? 1 : 0)
      }),
      { numRuns: 5000 }
    )
  })

  it("D10: no capture, void or refund takes more than is left, or follows what is not open and successful", () => {
    const facts = fc.record({
      kind: fc.constantFrom("capture", "void", "refund"),
      type: fc.constantFrom(...CardTransactionType.literals),
      status: fc.constantFrom(...TransactionStatus.literals, "successful", "successful", "successful"),
      closedAt: fc.constantFrom(null, null, now),
      held: fc.integer({ min: 1, max: 20 }),
      amount: fc.integer({ min: 1, max: 20 }),
      taken: fc.record({
        captured: fc.integer({ min: 0, max: 20 }),
        voided: fc.integer({ min: 0, max: 20 }),
        refunded: fc.integer({ min: 0, max: 20 })
      })
    })
    fc.assert(
      fc.property(requests, read, facts, (requested, facts, { amount, held, kind, taken, ...changes }) => {
        const parent = transactionWith({ ...changes, amount: Amount.make(held) })
        const wanted = { parentUid: parent.uid, amount: Amount.make(amount) }
        const plan = () => ChildRules.plan(kind, wanted)({ parent, totals: totals(taken) })
        const accept = AcceptanceRules.acceptanceCommit(
          request({ ...requested, type: kind, amount: wanted.amount }),
          {},
          plan
        )
        const decision = accept.operation(renewal).decide(facts)
        assertAccepted(decision)
        if (decision._tag === "Refused") return
        assert.isAtMost(amount + (kind === "refund" ? taken.refunded : taken.captured + taken.voided), held)
        assert.deepStrictEqual([parent.status, parent.closedAt], ["successful", null])
        const [inserted] = of(decision.writes, "InsertTransaction")
        assert.strictEqual(inserted?.transaction.parentUid, parent.uid)
      }),
      { numRuns: 5000 }
    )
  })

  it("D18, D40: an answer ends what is pending and nothing else, and what is not kept is taken back", () => {
    const report = fc.constantFrom(null, "M", "N").map((cvcResult) => ({ ...noReport, cvcResult }))
    const events: fc.Arbitrary<CardEvent> = fc.oneof(
      report.map((report) => CardEvent.Approved({ report })),
      report.map((report) => CardEvent.Declined({ reason: "funds", report })),
      fc.constantFrom(CardEvent.NotDone({}), CardEvent.NoAnswer(), CardEvent.VerificationRefused({}))
    )
    const transactions = fc.record({
      type: fc.constantFrom(...CardTransactionType.literals),
      status: fc.constantFrom(...TransactionStatus.literals, "pending", "pending", "pending"),
      expiredAt: fc.constantFrom(null, now, later(1)),
      details: fc.constantFrom(
        {},
        { notificationUrl: "https://shop.example/hook" },
        { additionalData: { avsCvcVerification: { cvcVerification: { rejectCodes: ["N"] } } } }
      )
    })
    const children = fc.record({
      captured: fc.integer({ min: 0, max: 1000 }),
      voided: fc.integer({ min: 0, max: 1000 })
    })
    const context = { shop: shopWith(), encode, writesOf, now, notification, parentNotification: notification }
    fc.assert(
      fc.property(transactions, events, children, (changes, event, taken) => {
        const transaction = transactionWith({ ...changes, uid: uid("2"), parentUid: uid("1") })
        const outcome = { kind: kindOf("rolls-back"), transaction, event, job: claimed("recover") }
        const facts = { parent: transactionWith(), totals: totals({ ...taken, pending: 1 }) }
        const decision = record(outcome, context).decide(facts)
        if (decision._tag === "Refused") return
        const { answer, writes } = decision
        const { status, version } = answer.transaction
        assertWritten(writes)
        assert.strictEqual(transaction.status, "pending")
        assert.strictEqual(version, transaction.version + 1)
        assert.strictEqual(of(writes, "FinishJob").length, status === "pending" ? 0 : 1)
        assert.strictEqual(status === "pending", event._tag === "NoAnswer")
        if (status === "successful") assert.strictEqual(event._tag, "Approved")
        const reversals = of(writes, "EnqueueJob").filter(({ job }) => job.kind === "reverse")
        assert.strictEqual(reversals.length, event._tag === "Approved" && status === "failed" ? 1 : 0)
        const closes = of(writes, "ReplaceTransaction").some((write) => write.transaction.uid === uid("1"))
        if (closes) assert.isAtLeast(taken.captured + taken.voided, 1000)
      }),
      { numRuns: 5000 }
    )
  })
})
