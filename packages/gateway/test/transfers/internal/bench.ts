/** Two processes on one store with one scripted provider, and what merchants, customers and operators do there. */
import { type AcquirerKey, ShopId, TransactionUid } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import { Operator } from "@florin/core/operator/Operator"
import type { Correction } from "@florin/core/operator/OperatorRules"
import { Transactions } from "@florin/core/queries/Transactions"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { TransferReports } from "@florin/core/transfer-operations/TransferReports"
import { Transfers } from "@florin/core/transfer-operations/Transfers"
import { noReport } from "@florin/core/transfers/ProviderReport"
import type { Transfer } from "@florin/core/transfers/Transfer"
import { TransferProgress, TransferProviders } from "@florin/core/transfers/TransferProvider"
import type { ProofRequest } from "@florin/core/transfers/TransferRequest"
import type { Moved } from "@florin/testing/parties/BankLedger"
import * as Scripted from "@florin/testing/parties/ScriptedTransferProvider"
import { Sender } from "@florin/webhook-dispatcher/Sender"
import * as TransferRequests from "@florin/wire/TransferRequests"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Races from "../../internal/races.js"
import * as Deliveries from "./deliveries.js"
import { payment, payout } from "./merchant.js"
import { checksumOf, pdf } from "./proof.js"
import { quiet } from "./quiet.js"

export const gatewayId = 1

const shop = Effect.map(
  Effect.flatMap(ShopDirectory, ({ find }) => find(ShopId.make("plain"))),
  Option.getOrThrow
)

const file = pdf()

const proofOf = (amount: number): ProofRequest => ({
  amount: Amount.make(amount),
  currency: Currency.make("RUB"),
  skipDuplicateCheck: true,
  document: {
    contentType: "application/pdf",
    fileName: "receipt.pdf",
    fileSize: file.length,
    content: file,
    checksum: checksumOf(amount)
  }
})

/** What a provider does with the next request. */
export interface Script {
  perform: Scripted.Manner
}

/** The provider is asked by both processes, and tells one of them. */
export const make = Effect.gen(function* () {
  const script: Script = { perform: Scripted.prompt }
  const bank = Scripted.make()
  const ear = Deliveries.make()
  const service = Scripted.service(bank, { gatewayId, simulated: true, manner: () => script.perform })
  const races = yield* Races.makeWith({
    settings: Layer.merge(Layer.succeed(TransferProviders, [service]), quiet),
    sender: Layer.succeed(Sender, ear.sender)
  })
  return { races, script, bank, ear }
})

export type Bench = Effect.Effect.Success<typeof make>

export const pay = (changes: object = {}) =>
  Effect.gen(function* () {
    const request = yield* TransferRequests.payment({ request: payment(changes) })
    return (yield* (yield* Transfers).pay(yield* shop, request)).transaction
  })

export const payOut = Effect.gen(function* () {
  const request = yield* TransferRequests.payout({ request: payout() })
  return (yield* (yield* Transfers).payOut(yield* shop, request)).transaction
})

export const refund = (parent: Transfer["uid"], amount: number, changes: object = {}) =>
  Effect.gen(function* () {
    const request = yield* TransferRequests.refund({
      request: { parent_uid: parent, reason: "Returned", amount, ...changes }
    })
    return (yield* (yield* Transfers).refund(yield* shop, request)).transaction
  })

export const prove = (uid: Transfer["uid"], amount: number) =>
  Effect.gen(function* () {
    return (yield* (yield* Transfers).prove(yield* shop, uid, proofOf(amount))).transaction
  })

export const confirm = (uid: Transfer["uid"]) =>
  Effect.gen(function* () {
    return (yield* (yield* Transfers).confirm(yield* shop, uid, { skipDuplicateCheck: true })).status
  })

export const approve = (uid: Transfer["uid"], amount: number) =>
  Effect.flatMap(Operator, ({ approve }) => approve(uid, { amount: Amount.make(amount), by: "jane" }))

export const decline = (uid: Transfer["uid"]) => Effect.flatMap(Operator, ({ decline }) => decline(uid, { by: "jane" }))

export const correct = (uid: Transfer["uid"], correction: Pick<Correction, "amount" | "status">) =>
  Effect.flatMap(Operator, ({ correct }) => correct(uid, { reason: "Seen", by: "jane", ...correction }))

/** A bank, and what merchants are told. */
export interface Banking {
  readonly bank: Scripted.ScriptedTransferProvider
  readonly ear: Deliveries.Ear
}

const reports = (uid: string, progress: TransferProgress) =>
  Effect.flatMap(TransferReports, ({ report }) => report(gatewayId, uid as AcquirerKey, progress))

/** The bank tells how a transfer stands, by its last payment; nothing of a key that it does not know. */
export const tells = ({ bank }: Banking, uid: string, at: number) =>
  Effect.suspend(() => {
    const account = bank.ledger.accounts.get(uid)
    if (account === undefined) return Effect.void
    return reports(uid, Scripted.paymentOf(account, account.moved.length - 1) ?? Scripted.progressOf(account, at))
  })

/** Money arrives under a key, where the bank's rules allow it, and the bank tells. */
export const paidAs = (banking: Banking, uid: string, moved: Moved) =>
  Effect.suspend(() => {
    banking.bank.ledger.pay(uid, moved)
    return tells(banking, uid, moved.at)
  })

/** The bank refuses what has not been paid, and tells. */
export const refuses = (banking: Banking, uid: string, at: number) =>
  Effect.suspend(() => {
    banking.bank.ledger.reject(uid, "provider")
    return tells(banking, uid, at)
  })

/** The bank says that it has refused what it holds. */
export const contradicts = (uid: string) =>
  reports(uid, TransferProgress.Rejected({ report: noReport, reason: "provider" }))

/** What the bank tells of a payment: what is so, the contrary, or nothing. */
export type Telling = "truth" | "contrary" | "nothing"

/** All that was asked for arrives under a key. */
export const paid = (banking: Banking, uid: string, at: number, says: Telling = "truth") =>
  Effect.suspend(() => {
    const { ledger } = banking.bank
    const account = ledger.accounts.get(uid)
    if (account === undefined) return Effect.void
    ledger.pay(uid, { amount: account.amount, at })
    switch (says) {
      case "truth":
        return tells(banking, uid, at)
      case "contrary":
        return reports(
          uid,
          Scripted.contraryOf(account, Scripted.progressOf(ledger.accounts.get(uid) ?? account, at), at)
        )
      case "nothing":
        return Effect.void
    }
  })

/** The key that reached the bank last. */
export const newest = ({ bank }: Banking): string => Array.from(bank.ledger.accounts.keys()).at(-1) ?? ""

/** How much has moved under a key. */
export const movedUnder = ({ bank }: Banking, uid: string): number =>
  (bank.ledger.accounts.get(uid)?.moved ?? []).reduce((sum, { amount }) => sum + amount, 0)

/** What the bank has paid back of a payment, refund by refund. */
export const paidBack = ({ bank }: Banking, uid: string): ReadonlyArray<Moved & { readonly key: string }> =>
  Array.from(bank.ledger.accounts.values()).flatMap(({ key, moved, parent }) =>
    parent === uid ? moved.map((one) => ({ ...one, key })) : []
  )

export const find = (uid: string) =>
  Effect.flatMap(Transfers, ({ find }) => Effect.flatMap(shop, (own) => find(own, TransactionUid.make(uid))))

export const history = (uid: string) =>
  Effect.flatMap(Transactions, (service) =>
    Effect.flatMap(shop, (own) => service.history(own, TransactionUid.make(uid)))
  )
