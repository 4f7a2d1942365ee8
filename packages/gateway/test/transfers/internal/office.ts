/** What the people see who run the gateway, and what a host does in process. */
import { type AcquirerKey, ShopId, TransactionUid } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Operator } from "@florin/core/operator/Operator"
import type { Correction } from "@florin/core/operator/OperatorRules"
import { Transactions } from "@florin/core/queries/Transactions"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { TransferReports } from "@florin/core/transfer-operations/TransferReports"
import { Transfers } from "@florin/core/transfer-operations/Transfers"
import { noReport } from "@florin/core/transfers/ProviderReport"
import type { Transfer } from "@florin/core/transfers/Transfer"
import { TransferProgress } from "@florin/core/transfers/TransferProvider"
import { SandboxBank } from "@florin/sandbox/SandboxBank"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Services } from "./gateway.js"

interface Correcting extends Omit<Correction, "amount"> {
  readonly amount?: number
}

/** The gateway_id of the sandbox's bank. */
const gatewayId = 2

const wholePage = { limit: 1000 }

const shop = Effect.map(
  Effect.flatMap(ShopDirectory, ({ find }) => find(ShopId.make("books"))),
  Option.getOrThrow
)

const at = (instant: DateTime.Utc) => DateTime.formatIso(instant)

/** A piece of evidence in short: `paid 100000 2035-03-05T09:15:00.001Z`. */
const short = ({ amount, paidAt, said: reply }: Transfer["evidence"][number]): string =>
  `${reply} ${amount}${paidAt === null ? "" : ` ${at(paidAt)}`}`

export const make = (within: <A, E>(effect: Effect.Effect<A, E, Services>) => Effect.Effect<A, E>) => ({
  /** The evidence of a transfer, as an operator finds it in the list; none while the list is without it. */
  evidence: (uid: string) =>
    within(
      Effect.map(
        Effect.flatMap(Operator, ({ evidence }) => evidence(wholePage)),
        (all) => all.find((transfer) => transfer.uid === uid)?.evidence.map(short) ?? []
      )
    ),
  /** Proofs that wait. */
  proofs: within(Effect.flatMap(Operator, ({ proofs }) => proofs(wholePage))),
  /** What is in doubt, and since when. */
  doubts: within(
    Effect.map(
      Effect.flatMap(Operator, ({ inDoubt }) => inDoubt(wholePage)),
      (all) => all.map(({ since, transaction }) => ({ uid: transaction.uid, since: at(since) }))
    )
  ),
  correct: (uid: string, { amount, ...correction }: Correcting) =>
    within(
      Effect.flatMap(Operator, ({ correct }) =>
        correct(TransactionUid.make(uid), {
          ...correction,
          ...(amount === undefined ? {} : { amount: Amount.make(amount) })
        })
      )
    ),
  /** The lines of the history: `pending → successful, Paid`. */
  history: (uid: string) =>
    within(
      Effect.gen(function* () {
        const lines = yield* (yield* Transactions).history(yield* shop, TransactionUid.make(uid))
        return lines.map(({ detail, from, to, trigger }) =>
          [`${from} → ${to}`, trigger, ...(detail === null ? [] : [detail])].join(", ")
        )
      })
    ),
  /** A transfer as it is kept. */
  transferOf: (uid: string) =>
    within(
      Effect.flatMap(Transfers, ({ find }) => Effect.flatMap(shop, (books) => find(books, TransactionUid.make(uid))))
    ),
  paidProgress: (amount: number) =>
    within(
      Effect.map(DateTime.now, (paidAt) =>
        TransferProgress.Paid({ report: noReport, amount: Amount.make(amount), paidAt })
      )
    ),
  rejectedProgress: TransferProgress.Rejected({ report: noReport, reason: "provider" }),
  /** The bank tells what it likes about a transfer. */
  report: (uid: string, progress: TransferProgress) =>
    within(Effect.flatMap(TransferReports, ({ report }) => report(gatewayId, uid as AcquirerKey, progress))),
  /** The customer pays, and the bank tells nobody. */
  paySilently: (uid: string, { amount, paid_at }: { readonly amount?: number; readonly paid_at?: string } = {}) =>
    within(
      Effect.flatMap(SandboxBank, ({ pay }) =>
        pay(uid as AcquirerKey, {
          ...(amount === undefined ? {} : { amount: Amount.make(amount) }),
          ...(paid_at === undefined ? {} : { paidAt: DateTime.unsafeMake(paid_at) })
        })
      )
    ),
  /** An instant from now, as requests have it. */
  ahead: (parts: Parameters<typeof DateTime.add>[1]) =>
    within(Effect.map(DateTime.now, (now) => DateTime.formatIso(DateTime.add(now, parts))))
})
