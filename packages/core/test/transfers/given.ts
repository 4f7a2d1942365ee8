/** Transfers and events for tests of their rules, and transfers rendered as text. */
import { AcquirerKey, ShopId } from "@florin/core/ids/Ids"
import type { Refused } from "@florin/core/machine/Machine"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import type { TransferReport } from "@florin/core/transfers/ProviderReport"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as TransferChange from "@florin/core/transfers/TransferChange"
import { TransferEvent } from "@florin/core/transfers/TransferEvent"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { later, now, uid } from "../samples.js"

export const rub = Currency.make("RUB")

/** The last instant of an order made now, in milliseconds after now. Source: D28. */
export const minutes15 = 900_000

/** A pending `sbp_data` payment of 1,000 roubles, made now. */
export const transferWith = (changes: Partial<Transfer> = {}): Transfer => ({
  shop: ShopId.make("shop"),
  uid: uid("1"),
  type: "payment",
  method: "sbp_data",
  status: "pending",
  reason: null,
  amount: Amount.make(100_000),
  currency: rub,
  test: false,
  language: "en",
  details: {},
  gatewayId: 5,
  acquirerKey: AcquirerKey.make(uid("1")),
  report: null,
  order: null,
  payBy: later(minutes15),
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

export const reportWith = (changes: Partial<TransferReport> = {}): TransferReport => ({
  refId: "bank-1",
  message: null,
  ...changes
})

/** Paid at the bank's date, in milliseconds after now. */
export const paid = (amount: number, at: number, report = reportWith()): TransferEvent =>
  TransferEvent.Paid({ report, amount: Amount.make(amount), paidAt: later(at) })

export const corrected = (status: "successful" | "failed", amount = 100_000): TransferEvent =>
  TransferEvent.Corrected({ status, amount: Amount.make(amount), reason: "The bank's statement" })

/** One event of every kind. */
export const events: ReadonlyArray<TransferEvent> = [
  TransferEvent.Accepted(),
  TransferEvent.NoProvider(),
  TransferEvent.Waiting({ report: reportWith(), order: null }),
  paid(100_000, 0),
  TransferEvent.Rejected({ report: reportWith(), reason: "provider" }),
  TransferEvent.TimePassed({ asOf: later(minutes15 + 1) }),
  TransferEvent.NotDone(),
  TransferEvent.NoAnswer(),
  TransferEvent.VerificationRefused(),
  TransferEvent.ProofBegun({ uid: uid("9"), message: "Begun" }),
  TransferEvent.ProofApproved({ amount: Amount.make(100_000), message: "Approved" }),
  TransferEvent.ProofDeclined({ message: "Declined" }),
  corrected("successful"),
  corrected("failed")
]

/** What happens, and how long after now. */
export type Reported = readonly [at: number, event: TransferEvent]

export const changed = (
  transfer: Transfer,
  [at, event]: Reported
): Either.Either<TransferChange.TransferChange, Refused> => TransferChange.apply(transfer, event, later(at))

/** The time to pay had passed at that instant of the bank's clock, which is that of this machine. */
export const timePassed = (at: number): Reported => [at, TransferEvent.TimePassed({ asOf: later(at) })]

/** The transfer after these events, as due work tells it: what repeats is not applied. A refusal fails the test. */
export const after = (transfer: Transfer, ...reported: ReadonlyArray<Reported>): Transfer =>
  reported.reduce(
    (before, one) =>
      TransferChange.isRepeated(before, one[1]) ? before : Either.getOrThrow(changed(before, one)).transaction,
    transfer
  )

const since = (instant: DateTime.Utc): number => DateTime.toEpochMillis(instant) - now.epochMillis

/** As in `failed unpaid 100000`, then when it was paid, then the evidence, in milliseconds after now. */
export const shown = ({ amount, evidence, paidAt, reason, status }: Transfer): string =>
  [
    status,
    ...(reason === null ? [] : [reason]),
    amount,
    ...(paidAt === null ? [] : [`@${since(paidAt)}`]),
    ...evidence.map((one) => (one.paidAt === null ? `+${one.said}` : `+${one.amount}@${since(one.paidAt)}`))
  ].join(" ")
