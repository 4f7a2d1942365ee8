import { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import * as TransferRules from "@florin/core/transfer-operations/TransferRules"
import type { Method } from "@florin/core/transfers/methods/Method"
import { methodForCurrency, methods } from "@florin/core/transfers/methods/Methods"
import type { Transfer } from "@florin/core/transfers/Transfer"
import type {
  TransferPaymentRequest,
  TransferPayoutRequest,
  TransferRefundRequest
} from "@florin/core/transfers/TransferRequest"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { assert, describe, it } from "vitest"
import { later, now, totals, uid } from "../samples.js"
import { minutes15, rub, transferWith } from "./given.js"

const returnUrl = "https://shop.example/back"
const base = { amount: Amount.make(100_000), currency: rub, description: "Order 17" }

const payment = (changes: Partial<TransferPaymentRequest> = {}): TransferPaymentRequest => ({
  ...base,
  returnUrl,
  method: { type: "sbp_data", channel: "SBP" },
  ...changes
})
const code = (changes: Partial<TransferPaymentRequest> = {}): TransferPaymentRequest => ({
  ...base,
  method: { type: "sbp" },
  ...changes
})
const withoutReturn = (): TransferPaymentRequest => {
  const { returnUrl: _, ...rest } = payment()
  return rest
}
const amount = Amount.make
const euro = Currency.make("EUR")

const euros: Method = { ...methods.sbp_data, currencies: ["EUR"] }

describe("a payment", () => {
  it.each<readonly [string, TransferPaymentRequest, string | undefined]>([
    ["sbp_data of 49999", payment({ amount: amount(49_999) }), "amount can't be less than 50000"],
    ["sbp_data of 50000", payment({ amount: amount(50_000) }), undefined],
    ["sbp_data of 50001", payment({ amount: amount(50_001) }), undefined],
    ["sbp_data of 15000000", payment({ amount: amount(15_000_000) }), undefined],
    ["sbp_data of 15000001", payment({ amount: amount(15_000_001) }), "amount can't be greater than 15000000"],
    ["sbp of 1", code({ amount: amount(1) }), undefined],
    ["sbp of 15000001", code({ amount: amount(15_000_001) }), undefined],
    ["sbp_data in EUR", payment({ currency: euro }), "currency is not supported. Only RUB is"],
    ["sbp in EUR", code({ currency: euro }), "currency is not supported. Only RUB is"],
    ["sbp_data without return_url", withoutReturn(), "return_url can't be blank"],
    ["sbp without return_url", code(), undefined]
  ])("D27: %s", (_, request, expected) => {
    assert.strictEqual(TransferRules.paymentRefusal(request, now)?.message, expected)
  })

  it.each([
    [-1, "expired_at must be in the future"],
    [0, "expired_at must be in the future"],
    [1, undefined]
  ])("D28: that ends %i ms from now: %s", (ends, expected) => {
    for (const request of [payment, code]) {
      assert.strictEqual(TransferRules.paymentRefusal(request({ expiredAt: later(ends) }), now)?.message, expected)
    }
  })

  it("D28: of sbp_data may be paid for 15 minutes, one by code until it ends itself", () => {
    const drafts = [payment(), payment({ expiredAt: later(5) }), code(), code({ expiredAt: later(5) })].map(
      (request) => TransferRules.payment(request, { gatewayId: 5 }, now).draft
    )
    assert.deepStrictEqual(
      drafts.map(({ expiredAt, payBy }) => [payBy, expiredAt]),
      [
        [later(minutes15), null],
        [later(minutes15), later(5)],
        [null, null],
        [null, later(5)]
      ]
    )
  })

  it("D27: is written as it was asked for", () => {
    const customer = { email: "jane@shop.example", ip: "203.0.113.9" }
    const billingAddress = { city: "Riga" }
    const urls = { notificationUrl: "https://shop.example/hook", verificationUrl: "https://shop.example/verify" }
    const requested = { test: true, language: "ru", trackingId: "t-1", ip: "203.0.113.7" } as const
    const request = payment({ ...urls, ...requested, customer, billingAddress })
    assert.deepStrictEqual(TransferRules.payment(request, { gatewayId: 5 }, now), {
      draft: {
        ...{ gatewayId: 5, report: null, order: null, evidence: [], type: "payment", method: "sbp_data", ...base },
        ...{ test: true, language: "ru", trackingId: "t-1", expiredAt: null, payBy: later(minutes15) },
        details: { ...urls, returnUrl, customer, billingAddress }
      },
      initial: {
        ...{ trigger: "Accepted", status: "pending", effects: ["ask-provider"], reason: null, detail: null }
      }
    })
  })

  it("D9: of a customer without an address has that of the request", () => {
    const of = (request: TransferPaymentRequest) => TransferRules.payment(request, undefined, now).draft.details
    assert.deepStrictEqual(of(code({ ip: "203.0.113.7" })).customer, { ip: "203.0.113.7" })
    const email = "jane@shop.example"
    assert.deepStrictEqual(of(code({ ip: "203.0.113.7", customer: { email } })).customer, { ip: "203.0.113.7", email })
    assert.deepStrictEqual(of(code()), {})
  })

  it("D6: that no provider takes has failed for that", () => {
    const { initial, draft } = TransferRules.payment(payment(), undefined, now)
    const { effects, reason, status, trigger } = initial
    assert.deepStrictEqual(
      { effects, reason, status, trigger },
      {
        ...{ effects: ["notify"], reason: "no-provider", status: "failed", trigger: "NoProvider" }
      }
    )
    assert.deepStrictEqual([draft.gatewayId, draft.report], [null, { refId: null, message: null }])
    assert.deepInclude(draft, { test: false, language: "en" })
  })
})

const payout = (
  changes: Partial<TransferPayoutRequest> = {},
  method: Partial<TransferPayoutRequest["method"]> = {}
): TransferPayoutRequest => ({
  ...base,
  amount: Amount.make(500_000),
  method: { type: "sbp", accountNumber: "+7 (999) 000-00-00", bankCode: "100000000004", ...method },
  ...changes
})
const bank = { gatewayId: 5, knowsBank: (code: string) => code === "100000000004" }

describe("a payout", () => {
  it.each<readonly [string, TransferPayoutRequest, string | undefined]>([
    ["of 499900", payout({ amount: amount(499_900) }), "amount can't be less than 500000"],
    ["of 499999", payout({ amount: amount(499_999) }), "amount can't be less than 500000"],
    ["of 500000", payout(), undefined],
    ["of 500001", payout({ amount: amount(500_001) }), "amount must be a whole number of roubles"],
    ["of 500050", payout({ amount: amount(500_050) }), "amount must be a whole number of roubles"],
    ["of 500100", payout({ amount: amount(500_100) }), undefined],
    ["of 15000100", payout({ amount: amount(15_000_100) }), undefined],
    ["in EUR", payout({ currency: euro }), "currency is not supported. Only RUB is"],
    ["to no phone number", payout({}, { accountNumber: "12" }), "method.account_number is invalid"],
    ["to a bank that is not in the directory", payout({}, { bankCode: "9" }), "method.bank_code is unknown"]
  ])("D31: %s", (_, request, expected) => {
    assert.strictEqual(TransferRules.payoutRefusal(request, bank)?.message, expected)
  })

  it("D31: goes to any bank where there is no directory", () => {
    const request = payout({}, { bankCode: "9" })
    assert.isUndefined(TransferRules.payoutRefusal(request, { gatewayId: 5 }))
    assert.isUndefined(TransferRules.payoutRefusal(request, undefined))
  })

  it.each([
    ["79990000000", "79990000000"],
    ["+79990000000", "+79990000000"],
    ["+7 (999) 000-00-00", "+79990000000"],
    ["8(999)0000000", "89990000000"],
    ["(+7) 999 000 00 00", "+79990000000"],
    [" 7999-000-00-00 ", "79990000000"],
    ["7\u00a0999\u00a0000\u00a000\u00a000", "79990000000"],
    ["1234567890", "1234567890"],
    ["123456789", undefined],
    ["123456789012345", "123456789012345"],
    ["1234567890123456", undefined],
    ["+1234567890", "+1234567890"],
    ["+123456789", undefined],
    ["++79990000000", undefined],
    ["7+9990000000", undefined],
    ["79990000000+", undefined],
    ["-79990000000", undefined],
    ["7.999.000.00.00", undefined],
    ["7999/0000000", undefined],
    ["79990000000;ext=1", undefined],
    ["7999000000o", undefined],
    ["٧٩٩٩٠٠٠٠٠٠٠", undefined],
    ["79990000000\u0000", undefined],
    ["+", undefined],
    ["", undefined]
  ])("D31: reduces %j to %s", (account, expected) => {
    assert.strictEqual(TransferRules.normalizedPhone(account), expected)
  })

  it("D31: is written with the number as it is reduced", () => {
    const { initial, draft } = TransferRules.payout(payout({ trackingId: "t-1", returnUrl }), bank)
    assert.deepStrictEqual(draft, {
      ...{ gatewayId: 5, report: null, order: null, evidence: [], type: "payout", method: "sbp", ...base },
      ...{ amount: amount(500_000), test: false, language: "en", trackingId: "t-1", expiredAt: null, payBy: null },
      ...{ details: { returnUrl }, recipient: { account: "+79990000000", bankCode: "100000000004" } }
    })
    assert.deepInclude(initial, { trigger: "Accepted", status: "pending", reason: null })
    assert.deepInclude(TransferRules.payout(payout(), undefined).initial, { status: "failed", reason: "no-provider" })
  })
})

const parent = (changes: Partial<Transfer> = {}): Transfer =>
  transferWith({
    ...{ status: "successful", paidAt: now, acquirerKey: AcquirerKey.make(uid("1")), trackingId: "t-1", test: true },
    details: { notificationUrl: "https://shop.example/hook", returnUrl, customer: { ip: "203.0.113.7" } },
    ...changes
  })

const refund = (changes: Partial<TransferRefundRequest> = {}): TransferRefundRequest => ({
  parentUid: uid("1"),
  reason: "Returned",
  ...changes
})

const refunded = (request: TransferRefundRequest, of: Transfer | undefined, taken = 0) =>
  TransferRules.refund(request)({ parent: of, totals: totals({ refunded: taken }) })

const reply = (...given: Parameters<typeof refunded>): string | number =>
  Either.match(refunded(...given), { onLeft: ({ message }) => message, onRight: ({ draft }) => draft.amount })

describe("a refund", () => {
  const notSuccessful = "parent_uid Parent transaction is not successful"
  const notFollowed = "parent_uid Parent transaction can't be followed by a refund"

  it.each<readonly [string, Transfer | undefined, string | number]>([
    ["nothing", undefined, "parent_uid Parent transaction is not found"],
    ["a refund", parent({ type: "refund" }), notFollowed],
    ["a payout", parent({ type: "payout" }), notFollowed],
    ["a proof", parent({ type: "proof" }), notFollowed],
    ["a pending payment", parent({ status: "pending" }), notSuccessful],
    ["a failed payment", parent({ status: "failed" }), notSuccessful],
    ["an expired payment", parent({ status: "expired" }), notSuccessful],
    ["a successful payment", parent(), 100_000],
    ["a successful payment by code", parent({ method: "sbp" }), 100_000]
  ])("D32: of %s", (_, of, expected) => {
    assert.strictEqual(reply(refund(), of), expected)
  })

  // What is taken counts pending refunds too.
  it.each<readonly [requested: number | undefined, taken: number, expected: string | number]>([
    [undefined, 0, 100_000],
    [undefined, 30_000, 70_000],
    [undefined, 99_999, 1],
    [undefined, 100_000, "parent_uid Parent transaction is refunded already"],
    [1, 100_000, "parent_uid Parent transaction is refunded already"],
    [100_000, 0, 100_000],
    [100_001, 0, "amount can't be greater than 100000"],
    [70_000, 30_000, 70_000],
    [70_001, 30_000, "amount can't be greater than 70000"],
    [1, 99_999, 1],
    [2, 99_999, "amount can't be greater than 1"]
  ])("D32: asks for %s of 100000 where %i are taken: %s", (requested, taken, expected) => {
    const request = requested === undefined ? refund() : refund({ amount: amount(requested) })
    assert.strictEqual(reply(request, parent(), taken), expected)
  })

  it("D32: is limited by what the bank received, not by what was asked for", () => {
    assert.strictEqual(
      reply(refund({ amount: amount(100_000) }), parent({ amount: amount(99_999) })),
      "amount can't be greater than 99999"
    )
    assert.strictEqual(reply(refund(), parent({ amount: amount(100_100) })), 100_100)
  })

  it("D32: never adds up to more than was paid", () => {
    const requested = FastCheck.array(FastCheck.option(FastCheck.integer({ min: 1, max: 120_000 }), { nil: undefined }))
    FastCheck.assert(
      FastCheck.property(requested, (all) => {
        let taken = 0
        for (const one of all) {
          const drawn = reply(one === undefined ? refund() : refund({ amount: amount(one) }), parent(), taken)
          if (typeof drawn === "number") taken += drawn
        }
        assert.isAtMost(taken, 100_000)
      })
    )
  })

  it("D32: is written beside its payment, and goes back where it came from", () => {
    const { initial, draft } = Either.getOrThrow(refunded(refund(), parent({ method: "sbp_data", gatewayId: 7 })))
    assert.deepStrictEqual(draft, {
      ...{ gatewayId: 7, report: null, order: null, evidence: [], type: "refund", method: "sbp_data" },
      ...{ amount: amount(100_000), currency: rub, test: true, language: "en", expiredAt: null, payBy: null },
      ...{ details: {}, parentUid: uid("1"), refundReason: "Returned" },
      ...{ trackingId: "t-1", trackingIdFrom: "parent" }
    })
    assert.deepInclude(initial, { trigger: "Accepted", status: "pending", reason: null })
  })

  const ownHook = "https://shop.example/own"
  it.each([
    { requested: {}, expected: ["t-1", "parent", undefined] },
    { requested: { trackingId: "r-1", notificationUrl: ownHook }, expected: ["r-1", undefined, ownHook] }
  ])("D33a: that asks for $requested has tracking id, its origin and address $expected", (row) => {
    const { draft } = Either.getOrThrow(refunded(refund(row.requested), parent({ trackingId: "t-1" })))
    assert.deepStrictEqual([draft.trackingId, draft.trackingIdFrom, draft.details.notificationUrl], row.expected)
  })

  it("D33a: of a payment without a tracking id has none", () => {
    const { draft } = Either.getOrThrow(refunded(refund(), parent({ trackingId: undefined })))
    assert.notProperty(draft, "trackingId")
    assert.notProperty(draft, "trackingIdFrom")
  })

  it("D32: of a payment that no provider knows has failed for that", () => {
    const { initial } = Either.getOrThrow(refunded(refund(), parent({ gatewayId: null })))
    assert.deepInclude(initial, { status: "failed", reason: "no-provider" })
  })
})

describe("the limits of transfers", () => {
  it.each([
    ["RUB", methods.sbp_data],
    ["EUR", euros],
    ["USD", methods.sbp_data]
  ])("D29: of several methods one that takes %s decides of a proof, else the first", (currency, method) => {
    assert.strictEqual(methodForCurrency([methods.sbp_data, euros], currency), method)
  })

  it("D27, D28, D31: are those of the interface", () => {
    const { limits, timeToPay } = methods.sbp_data
    assert.deepStrictEqual([limits, methods.sbp.leastPayout], [{ least: 50_000, greatest: 15_000_000 }, 500_000])
    assert.strictEqual(DateTime.toEpochMillis(DateTime.addDuration(now, timeToPay)), now.epochMillis + minutes15)
  })
})
