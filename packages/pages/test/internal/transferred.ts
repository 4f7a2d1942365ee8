import type { AcquirerKey, ShopId, TransactionUid } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as DateTime from "effect/DateTime"

export const now = DateTime.unsafeMake("2029-01-02T22:00:00.000Z")

export const later = (milliseconds: number): DateTime.Utc => DateTime.add(now, { millis: milliseconds })

const nothing = { payload: null, account: null, mark: null, bank: null }

export const payload = "https://qr.bank.example/AS10003P3RH0LJ2A?type=02&sum=150050&cur=RUB&crc=F3D0"

/** What a customer pays by. */
export const code = { ...nothing, payload }
export const account = { ...nothing, account: "79001234567", mark: "482-13", bank: "Примербанк" }

/** A payment by code, accepted now, with its order. */
export const pending: Transfer = {
  shop: "shop" as ShopId,
  uid: "0190b6a0-0000-7000-8000-000000000000" as TransactionUid,
  type: "payment",
  method: "sbp",
  status: "pending",
  reason: null,
  amount: Amount.make(150_050),
  currency: Currency.make("RUB"),
  test: false,
  language: "en",
  description: "Order 42",
  details: {},
  gatewayId: 5,
  acquirerKey: "secret-key" as AcquirerKey,
  report: null,
  order: code,
  payBy: null,
  evidence: [],
  createdAt: now,
  updatedAt: now,
  paidAt: null,
  expiredAt: null,
  closedAt: null,
  settledAt: null,
  manuallyCorrectedAt: null,
  version: 2
}

/** The same to a phone number, with its 15 minutes. */
export const pendingByPhone: Transfer = { ...pending, method: "sbp_data", order: account, payBy: later(900_000) }
