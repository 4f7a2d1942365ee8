/** Facts for tests of rules: a shop, a card and transactions, each changed as a case needs it. */
import type { SavedCard } from "@florin/core/cards/CardStore"
import { AcquirerKey, CardStamp, CardToken, NotificationId, ShopId, TransactionUid } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import { Shop } from "@florin/core/shops/Shop"
import type { ShownCard, Transaction } from "@florin/core/transactions/Transaction"
import type { ParentTotals } from "@florin/core/transactions/TransactionStore"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"

export const now = DateTime.unsafeMake("2026-03-02T09:00:00.000Z")
export const later = (millis: number): DateTime.Utc => DateTime.unsafeMake(now.epochMillis + millis)

export const uid = (last: string): TransactionUid =>
  TransactionUid.make(`0190b6a0-0000-7000-8000-${last.padStart(12, "0")}`)
export const notification = NotificationId.make("msg_0190b6a0-0000-7000-8000-0000000000ff")

export const shopWith = (changes: Partial<Shop> = {}): Shop =>
  Shop.make({
    id: ShopId.make("shop"),
    name: "Shop",
    threeDSecure: false,
    allowSkipThreeDSecure: false,
    allowForceThreeDSecure: false,
    strictContracts: false,
    holdPeriod: Duration.days(7),
    ...changes
  })

const facts = { brand: "visa", first1: "4", last4: "0000", bin: "420000", bin8: "42000000" } as const
const token = CardToken.make("a".repeat(64))
const stamp = CardStamp.make("b".repeat(64))

export const savedCard = (changes: Partial<SavedCard> = {}): SavedCard => ({
  shop: ShopId.make("shop"),
  token,
  stamp,
  number: { keyId: "k1", sealed: "sealed" },
  facts,
  holder: "Jane Doe",
  expMonth: 12,
  expYear: 2035,
  contracts: [],
  createdAt: now,
  ...changes
})

export const shownCard: ShownCard = {
  facts,
  holder: "Jane Doe",
  expMonth: 12,
  expYear: 2035,
  stamp,
  token,
  product: null,
  issuerCountry: null,
  issuerName: null,
  tokenProvider: null
}

export const transactionWith = (changes: Partial<Transaction> = {}): Transaction => ({
  shop: ShopId.make("shop"),
  uid: uid("1"),
  type: "authorization",
  status: "successful",
  reason: null,
  amount: Amount.make(1000),
  currency: Currency.make("EUR"),
  test: false,
  language: "en",
  details: {},
  recurringType: null,
  routing: "skipped",
  gatewayId: 1,
  acquirerKey: AcquirerKey.make(uid("1")),
  report: null,
  createdAt: now,
  updatedAt: now,
  paidAt: null,
  expiredAt: null,
  closedAt: null,
  settledAt: null,
  manuallyCorrectedAt: null,
  version: 2,
  ...changes
})

export const totals = (changes: Partial<Record<keyof ParentTotals, number>> = {}): ParentTotals => ({
  captured: Amount.make(changes.captured ?? 0),
  voided: Amount.make(changes.voided ?? 0),
  refunded: Amount.make(changes.refunded ?? 0),
  pending: changes.pending ?? 0
})
