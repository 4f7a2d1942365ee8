import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import type { AcquirerKey, CardStamp, CardToken, ShopId, TransactionUid } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import * as DateTime from "effect/DateTime"

export const token = "f".repeat(64)
export const stamp = "e".repeat(64)

/** What a charge of a subscription consists of, and what each line is for its customer. */
export const billed = {
  lines: [
    { kind: "item", title: "Seats\n<b>", quantity: 3, amount: 150000 },
    { kind: "discount", coupon: "SAVE", title: "SAVE", amount: -20000 },
    { kind: "balance", title: "Balance", amount: -6544 }
  ],
  english: ["Seats <b> × 3: €1,500.00", "Coupon SAVE: -€200.00", "From your balance: -€65.44"]
} as const

/** A payment that was made, with everything that a page must not show. */
export const paid: CardTransaction = {
  shop: "shop" as ShopId,
  uid: "0190b6a0-0000-7000-8000-000000000000" as TransactionUid,
  type: "payment",
  status: "successful",
  reason: null,
  amount: Amount.make(123456),
  currency: Currency.make("EUR"),
  test: false,
  language: "en",
  description: "Order 42",
  details: {},
  card: {
    facts: { brand: "visa", first1: "4", last4: "0000", bin: "420000", bin8: "42000000" },
    holder: "JANE DOE",
    expMonth: 12,
    expYear: 2099,
    stamp: stamp as CardStamp,
    token: token as CardToken,
    product: null,
    issuerCountry: null,
    issuerName: null,
    tokenProvider: null
  },
  recurringType: null,
  routing: "skipped",
  gatewayId: 1,
  acquirerKey: "secret-key" as AcquirerKey,
  report: null,
  createdAt: DateTime.unsafeMake("2026-03-01T12:00:00Z"),
  updatedAt: DateTime.unsafeMake("2026-03-01T12:00:00Z"),
  paidAt: DateTime.unsafeMake("2026-03-01T12:00:01Z"),
  expiredAt: null,
  closedAt: null,
  settledAt: null,
  manuallyCorrectedAt: null,
  version: 1
}
