import { assert, describe, it } from "@effect/vitest"
import * as Reads from "@florin/core/commits/Reads"
import { Entropy } from "@florin/core/ids/Ids"
import { LastId } from "@florin/core/ids/LastId"
import { Amount } from "@florin/core/money/Amount"
import type { OrderedBy } from "@florin/core/operations/AcceptanceRules"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import type { Transfer } from "@florin/core/transfers/Transfer"
import { type TransferProvider, TransferProviders } from "@florin/core/transfers/TransferProvider"
import type {
  TransferPaymentRequest,
  TransferPayoutRequest,
  TransferRefundRequest
} from "@florin/core/transfers/TransferRequest"
import * as Effect from "effect/Effect"
import * as TransferAcceptance from "../../src/transfer-operations/internal/transferAcceptance.js"
import { later, now, renewal, reported, shopWith, shown, totals, uid, wakesAfter } from "../samples.js"
import { rub, transferWith } from "./given.js"

/** It is chosen here, and never asked. */
const provider = (gatewayId: number, simulated: boolean): TransferProvider => ({
  ...{ gatewayId, simulated, name: `bank ${gatewayId}` },
  perform: () => Effect.never,
  status: () => Effect.never
})

/** Providers in order of preference. */
const providersOf = (real: ReadonlyArray<number>, simulated: ReadonlyArray<number>) => [
  ...real.map((gatewayId) => provider(gatewayId, false)),
  ...simulated.map((gatewayId) => provider(gatewayId, true))
]

const documents = TransactionDocuments.of({
  encode: ({ status, version }) => `${version} ${status}`,
  returnUrl: () => "https://pay.example/return"
})

const acceptingWith = (providers: ReadonlyArray<TransferProvider>) =>
  TransferAcceptance.make.pipe(
    Effect.provideService(TransferProviders, providers),
    Effect.provideService(TransactionDocuments, documents),
    Effect.provideService(Entropy, (size) => new Uint8Array(size).fill(1)),
    Effect.provideService(LastId, { millis: 0, count: 0 })
  )

const bank = providersOf([5], [])
const requested: OrderedBy = { shop: shopWith(), key: undefined, now }

const base = { amount: Amount.make(500_000), currency: rub, description: "Order 17" }
const payment = (changes: Partial<TransferPaymentRequest> = {}): TransferPaymentRequest => ({
  ...{ ...base, returnUrl: "https://shop.example/back", method: { type: "sbp_data", channel: "SBP" } },
  ...changes
})
const payout = (changes: Partial<TransferPayoutRequest> = {}): TransferPayoutRequest => ({
  ...{ ...base, method: { type: "sbp", accountNumber: "79990000000", bankCode: "10" } },
  ...changes
})
const refund = (changes: Partial<TransferRefundRequest> = {}): TransferRefundRequest => ({
  ...{ parentUid: uid("1"), reason: "Returned" },
  ...changes
})

const nothing = { key: undefined, duplicate: undefined }

type Accepts = Effect.Effect.Success<ReturnType<typeof acceptingWith>>

const paid = (accepting: Accepts, request = payment(), given = requested) =>
  accepting.payment(given, request).operation(renewal).decide(nothing)

const paidOut = (accepting: Accepts, request = payout(), given = requested) =>
  accepting.payout(given, request).operation(renewal).decide(nothing)

const parent = transferWith({ status: "successful", gatewayId: 5, paidAt: now })
const refunded = (
  accepting: Accepts,
  request = refund(),
  of: Transfer | undefined = parent,
  facts: { readonly taken?: number; readonly duplicate?: Transfer["uid"] } = {}
) =>
  accepting
    .refund(requested, request)
    .operation(renewal)
    .decide({ ...nothing, duplicate: facts.duplicate, parent: of, totals: totals({ refunded: facts.taken ?? 0 }) })

const gatewayOf = (decision: ReturnType<typeof paid>): number | null | undefined => {
  if (decision._tag === "Refused") return undefined
  const { answer } = decision
  return answer._tag === "Accepted" ? answer.transaction.gatewayId : answer.answer.transaction.gatewayId
}

// The number that six bytes of 1 make.
const fence = 0x010101010101

describe("the provider of a transfer", () => {
  // Source: D39: a test never reaches a real bank; if all are simulated, everything may use them.
  it.effect.each([
    { real: [7], simulated: [8], test: true, expected: 8 },
    { real: [7], simulated: [8], test: false, expected: 7 },
    { real: [7], simulated: [8], test: undefined, expected: 7 },
    { real: [7, 9], simulated: [8, 10], test: true, expected: 8 },
    { real: [9, 7], simulated: [10, 8], test: false, expected: 9 },
    { real: [7], simulated: [], test: true, expected: null },
    { real: [7], simulated: [], test: false, expected: 7 },
    { real: [], simulated: [8], test: true, expected: 8 },
    { real: [], simulated: [8], test: false, expected: 8 },
    { real: [], simulated: [], test: true, expected: null },
    { real: [], simulated: [], test: false, expected: null }
  ])("D39: of real $real and simulated $simulated, with test $test: $expected", ({ expected, real, simulated, test }) =>
    Effect.gen(function* () {
      const accepting = yield* acceptingWith(providersOf(real, simulated))
      const changes = test === undefined ? {} : { test }
      for (const decision of [paid(accepting, payment(changes)), paidOut(accepting, payout(changes))]) {
        assert.strictEqual(gatewayOf(decision), expected)
        const isCalled = decision._tag === "Decided" && decision.answer._tag === "Accepted"
        assert.strictEqual(isCalled, expected !== null)
      }
    })
  )

  it.effect("D32: of a refund is that of its payment, whatever others there are", () =>
    Effect.gen(function* () {
      const accepting = yield* acceptingWith(providersOf([7], [8]))
      for (const [gatewayId, test] of [
        [5, false],
        [8, false],
        [7, true],
        [8, true]
      ] as const) {
        const decision = refunded(accepting, refund(), { ...parent, gatewayId, test })
        assert.strictEqual(gatewayOf(decision), gatewayId)
      }
    })
  )

  it.effect("D31: is asked whether it knows the bank of a payout, and no other one is", () =>
    Effect.gen(function* () {
      const knows = (gatewayId: number, code: string, simulated: boolean): TransferProvider => ({
        ...provider(gatewayId, simulated),
        knowsBank: (bankCode) => bankCode === code
      })
      const accepting = yield* acceptingWith([knows(7, "10", false), knows(8, "20", true), knows(9, "30", false)])
      const reply = (bankCode: string, test: boolean) => {
        const { method } = payout()
        const decision = shown(paidOut(accepting, payout({ test, method: { ...method, bankCode } })))
        return typeof decision === "string" ? decision : "taken"
      }
      const unknown = "method.bank_code is unknown"
      assert.deepStrictEqual(
        ["10", "20", "30"].map((code) => reply(code, false)),
        ["taken", unknown, unknown]
      )
      assert.deepStrictEqual(
        ["10", "20", "30"].map((code) => reply(code, true)),
        [unknown, "taken", unknown]
      )
    })
  )
})

const held = `HoldJob recover #${fence} +2000 acquirer 5|shop by one`
const began = (type: string) => [
  "Heartbeat",
  `InsertTransaction ${type} 1 pending`,
  "AppendHistory 1 none Accepted pending",
  held
]

describe("what is written of a transfer", () => {
  it.effect("D27, D31, D32: that goes to a provider, with the job that finishes it", () =>
    Effect.gen(function* () {
      const accepting = yield* acceptingWith(bank)
      assert.deepStrictEqual(shown(paid(accepting)), began("payment"))
      assert.deepStrictEqual(shown(paidOut(accepting)), began("payout"))
      assert.deepStrictEqual(shown(refunded(accepting)), began("refund"))
      for (const decision of [paid(accepting), paidOut(accepting), refunded(accepting)]) {
        assert.deepStrictEqual(reported(decision), [])
      }
    })
  )

  it.effect("D6, D39: that goes to none: it has failed, F.2011, and the merchant is told", () =>
    Effect.gen(function* () {
      const accepting = yield* acceptingWith([])
      const notificationUrl = "https://shop.example/hook"
      const ended = (type: string) => [
        "Heartbeat",
        `InsertTransaction ${type} 1 failed no-provider`,
        "AppendHistory 1 none NoProvider failed",
        "EnqueueJob notify +0 https://shop.example|shop",
        `InsertNotification 1 ${notificationUrl} 1 failed`
      ]
      const unsent = refunded(accepting, refund({ notificationUrl }), { ...parent, gatewayId: null })
      const all = [
        ["payment", paid(accepting, payment({ notificationUrl }))],
        ["payout", paidOut(accepting, payout({ notificationUrl }))],
        ["refund", unsent]
      ] as const
      for (const [type, decision] of all) {
        assert.deepStrictEqual(shown(decision), ended(type))
        assert.strictEqual(wakesAfter(decision), 0)
        assert.deepStrictEqual(reported(decision), [`${type} none NoProvider failed`])
      }
    })
  )

  it.effect("D13: under a key, with its claim", () =>
    Effect.gen(function* () {
      const accepting = yield* acceptingWith(bank)
      const key = { key: "order-1", fingerprint: "a" }
      const { operation } = accepting.payment({ ...requested, key }, payment())
      assert.deepStrictEqual(operation(renewal).load as object, { key: Reads.key(requested.shop.id, "order-1") })
      assert.include(shown(operation(renewal).decide(nothing)), "ClaimKey order-1 a +0")
    })
  )

  it.effect("D28: a payment has 15 minutes from its acceptance", () =>
    Effect.gen(function* () {
      const accepting = yield* acceptingWith(bank)
      const decision = paid(accepting, payment(), { ...requested, now: later(5) })
      assert(decision._tag === "Decided" && decision.answer._tag === "Accepted")
      assert.deepStrictEqual(decision.answer.transaction.payBy, later(900_005))
    })
  )
})

describe("what a transfer is refused for", () => {
  it.effect("D27, D31, D32: what its rules say, whether or not there is a provider", () =>
    Effect.gen(function* () {
      for (const providers of [bank, []]) {
        const accepting = yield* acceptingWith(providers)
        const expiredAt = later(0)
        assert.strictEqual(shown(paid(accepting, payment({ expiredAt }))), "expired_at must be in the future")
        const small = { amount: Amount.make(499_900) }
        assert.strictEqual(shown(paidOut(accepting, payout(small))), "amount can't be less than 500000")
        const missing = "parent_uid Parent transaction is not found"
        const gone = accepting.refund(requested, refund()).operation(renewal)
        assert.strictEqual(shown(gone.decide({ ...nothing, parent: undefined, totals: totals() })), missing)
      }
    })
  )

  it.effect("D12: no payment or payout repeats another", () =>
    Effect.gen(function* () {
      const accepting = yield* acceptingWith(bank)
      const loads = [accepting.payment(requested, payment()), accepting.payout(requested, payout())]
      for (const { operation } of loads) assert.deepStrictEqual(Object.keys(operation(renewal).load), [])
    })
  )

  // Source: D12: children repeat each other in one shop, of one parent, with one amount. A refund of what is left names
  // no amount, and repeats another one of what is left.
  it.effect.each([
    { title: "an equal one", changes: { amount: Amount.make(7) }, fingerprint: `refund:7:${uid("1")}` },
    { title: "of what is left", changes: {}, fingerprint: `refund:0:${uid("1")}` },
    { title: "of another payment", changes: { parentUid: uid("2") }, fingerprint: `refund:0:${uid("2")}` },
    { title: "for another reason", changes: { reason: "Broken" }, fingerprint: `refund:0:${uid("1")}` },
    { title: "checked in so many words", changes: { duplicateCheck: true }, fingerprint: `refund:0:${uid("1")}` }
  ])("D12: a refund repeats, within 30 seconds, $title", ({ changes, fingerprint }) =>
    Effect.gen(function* () {
      const accepting = yield* acceptingWith(bank)
      const { load } = accepting.refund(requested, refund(changes)).operation(renewal)
      const duplicate = Reads.duplicate(requested.shop.id, fingerprint, now.epochMillis - 30_000, {
        other: `${fingerprint}:keyed`
      })
      assert.deepStrictEqual(load.duplicate as unknown, duplicate)
      assert.strictEqual(
        shown(refunded(accepting, refund(changes), parent, { duplicate: uid("7") })),
        "DuplicateRequest"
      )
    })
  )

  it.effect("D12: a refund without the check looks for none, and is one that later ones find", () =>
    Effect.gen(function* () {
      const accepting = yield* acceptingWith(bank)
      const unchecked = refund({ duplicateCheck: false })
      const { load } = accepting.refund(requested, unchecked).operation(renewal)
      assert.deepStrictEqual(load as object, {
        parent: Reads.transfer(requested.shop.id, uid("1")),
        totals: Reads.parentTotals(requested.shop.id, uid("1"))
      })
      const decision = refunded(accepting, unchecked)
      assert(decision._tag === "Decided")
      const inserted = decision.writes.find((write) => write._tag === "InsertTransaction")
      assert.strictEqual(inserted?.terms.fingerprint, `refund:0:${uid("1")}`)
    })
  )

  it.effect("D12, D32: what is left comes before the duplicate window", () =>
    Effect.gen(function* () {
      const accepting = yield* acceptingWith(bank)
      const facts = { taken: 100_000, duplicate: uid("7") }
      assert.strictEqual(
        shown(refunded(accepting, refund(), parent, facts)),
        "parent_uid Parent transaction is refunded already"
      )
    })
  )
})
