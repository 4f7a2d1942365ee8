// A payment by bank transfer as it is stored.
import { AcquirerKey, ShopId, type TransactionUid } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import type { Order } from "@florin/core/transfers/ProviderReport"
import type { Transfer } from "@florin/core/transfers/Transfer"
import type * as DateTime from "effect/DateTime"

const nothing: Order = { payload: null, account: null, mark: null, bank: null }

/** What the customer pays by: a code, or a phone number. */
export const code: Order = { ...nothing, payload: "https://qr.bank.example/AS10003P3RH0?type=02&sum=150000&cur=RUB" }
export const account: Order = { ...nothing, account: "79001234567", mark: "482-13", bank: "Примербанк" }

/** A payment by code whose order is not open yet. */
export const accepted = (uid: TransactionUid, now: DateTime.Utc, changes: Partial<Transfer>): Transfer => ({
  shop: ShopId.make("secure"),
  uid,
  type: "payment",
  method: "sbp",
  status: "pending",
  reason: null,
  amount: Amount.make(150_000),
  currency: Currency.make("RUB"),
  test: false,
  language: "en",
  description: "Order 42",
  details: {},
  gatewayId: 5,
  acquirerKey: AcquirerKey.make(uid),
  report: null,
  order: null,
  payBy: null,
  evidence: [],
  createdAt: now,
  updatedAt: now,
  paidAt: null,
  expiredAt: null,
  closedAt: null,
  settledAt: null,
  manuallyCorrectedAt: null,
  version: 1,
  ...changes
})
