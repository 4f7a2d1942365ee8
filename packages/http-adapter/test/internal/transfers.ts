// Payments by bank transfer in a gateway's store, and what becomes of them.
import { AcquirerKey, ShopId, type TransactionUid, transactionUid } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import { decided } from "@florin/core/store/Operation"
import * as Reads from "@florin/core/store/Reads"
import { noReport, type Order, type Transfer } from "@florin/core/transfers/Transfer"
import * as TransferChange from "@florin/core/transfers/TransferChange"
import { TransferEvent } from "@florin/core/transfers/TransferEvent"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { PayingShop } from "./payingShop.js"

export interface Placed {
  readonly uid: TransactionUid
  /** The customer's page. */
  readonly url: string
}

const nothing: Order = { payload: null, account: null, mark: null, bank: null }

export const payload = "https://qr.bank.example/AS10003P3RH0LJ2A9ROO038L6NT5RU1M?type=02&sum=150000&cur=RUB&crc=F3D0"

/** What the customer pays by: a code, or a phone number. */
export const code: Order = { ...nothing, payload }
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

export const transfersOf = (shop: PayingShop) => {
  const clock = Effect.map(shop.get("/sandbox/clock"), ({ now }) => DateTime.unsafeMake(now as string))

  const place = Effect.fnUntraced(function* (changes: Partial<Transfer>) {
    const uid = yield* transactionUid
    const transaction = accepted(uid, yield* clock, changes)
    const terms = { fingerprint: uid, trackingIds: [] }
    yield* shop.commit({
      name: "accept-charge",
      load: {},
      decide: () => decided([{ _tag: "InsertTransaction", transaction, terms }], undefined)
    })
    const placed: Placed = { uid, url: `${shop.baseUrl}/transfers/${uid}` }
    return placed
  })

  /** What the bank, the clock or an operator says of a transfer, now. */
  const moveTo = Effect.fnUntraced(function* (uid: TransactionUid, change: TransferEvent) {
    const now = yield* clock
    yield* shop.commit({
      name: "record",
      load: { found: Reads.transaction(ShopId.make("secure"), uid) },
      decide: ({ found }) => {
        const { transaction } = Either.getOrThrow(TransferChange.apply(found as Transfer, change, now))
        return decided([{ _tag: "ReplaceTransaction", transaction }], undefined)
      }
    })
  })

  /** With its order, which a bank has opened. `minutes`: how long it is open. */
  const opened = Effect.fnUntraced(function* (order: Order, minutes?: number, changes: Partial<Transfer> = {}) {
    const end = minutes === undefined ? null : DateTime.addDuration(yield* clock, Duration.minutes(minutes))
    const isCode = order.payload !== null
    const placed = yield* place({
      method: isCode ? "sbp" : "sbp_data",
      ...(isCode ? { expiredAt: end } : { payBy: end }),
      ...changes
    })
    yield* moveTo(placed.uid, TransferEvent.Waiting({ report: noReport, order }))
    return placed
  })

  const paid = (amount = 150_000) =>
    Effect.map(clock, (paidAt) =>
      TransferEvent.Paid({ report: { refId: "B2035-118", message: null }, amount: Amount.make(amount), paidAt })
    )

  return { clock, place, opened, moveTo, paid }
}
