import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CardTransaction } from "../../cards/CardTransaction.js"
import { CommitStore, commitUnguarded } from "../../commits/Commit.js"
import { PeerWakeup } from "../../due-work/PeerWakeup.js"
import { Worker } from "../../due-work/Worker.js"
import { makeNotificationId } from "../../ids/Ids.js"
import { Mailer } from "../../mail/Mailer.js"
import { Recovery } from "../../operations/Recovery.js"
import { TransactionHook } from "../../operations/TransactionHook.js"
import { type Shop, ShopDirectory } from "../../shops/Shop.js"
import type { StorageError } from "../../store/StorageError.js"
import { TransactionDocuments } from "../../transactions/TransactionStore.js"
import { CardKinds } from "../CardKinds.js"
import { writesOf } from "../CardWrites.js"
import type { OutcomeReport } from "../ReportRules.js"
import { type Applied, reported } from "./reportCommit.js"

/** How long the 3-D Secure server is waited for, before a decision is recorded without what it has said. */
const proofLimit = Duration.seconds(3)

/** A provider waits some seconds for its reply. What it is asked meanwhile goes on without it. */
const questionLimit = Duration.seconds(3)

const contradicted = "An acquirer contradicts what it had decided, and an operator has to look"
const mismatched = "An acquirer reports another amount or currency than it was asked for, and is asked again"

/** The context of the commit of a report. */
const contexts = Effect.gen(function* () {
  const { encode } = yield* TransactionDocuments
  const follows = yield* TransactionHook
  const mails = (yield* Mailer) !== undefined
  const newNotificationId = yield* makeNotificationId
  return (shop: Shop, transaction: CardTransaction, now: DateTime.Utc) => ({
    shop,
    encode,
    mails,
    now,
    writesOf,
    projection: follows(transaction, shop, now),
    notification: newNotificationId(now.epochMillis),
    parentNotification: newNotificationId(now.epochMillis)
  })
})

/** Applies a report to a transaction, and does what follows from it. */
export const make = Effect.gen(function* () {
  const shops = yield* ShopDirectory
  const recovery = yield* Recovery
  const worker = yield* Worker
  const peers = yield* PeerWakeup
  const contextOf = yield* contexts
  const { proved } = yield* CardKinds
  const write = commitUnguarded(yield* CommitStore)

  const ask = (transaction: CardTransaction) =>
    Effect.catchTag(recovery.now(transaction), "Stale", () => Effect.void).pipe(
      Effect.timeoutOption(questionLimit),
      Effect.asVoid
    )

  const woken = Effect.sync(() => {
    worker.unsafeWake()
    peers.unsafeTell()
  })

  const afterwards = (applied: Applied, transaction: CardTransaction): Effect.Effect<void, StorageError> => {
    const facts = { uid: transaction.uid, gateway: transaction.gatewayId }
    switch (applied) {
      case "Nothing":
        return Effect.void
      case "Contradiction":
        return Effect.logError(contradicted, facts)
      case "Mismatch":
        return Effect.zipRight(Effect.logWarning(mismatched, facts), ask(transaction))
      case "Question":
        return ask(transaction)
      case "Record":
      case "TakeBack":
      case "TakenBack":
      case "Kept":
        return woken
    }
  }

  const withProof = (
    { decision, ...report }: OutcomeReport,
    transaction: CardTransaction
  ): Effect.Effect<OutcomeReport> => {
    if (decision === undefined || transaction.status !== "pending") return Effect.succeed({ ...report, decision })
    return proved(transaction, decision).pipe(
      Effect.timeoutTo({ duration: proofLimit, onSuccess: (known) => known, onTimeout: () => decision }),
      Effect.map((known) => ({ ...report, decision: known }))
    )
  }

  return Effect.fnUntraced(function* (given: OutcomeReport, transaction: CardTransaction) {
    const shop = Option.getOrUndefined(yield* shops.find(transaction.shop))
    // Of a shop that is not known any more nothing is announced: recovery asks once it is.
    if (shop === undefined) return
    const report = yield* withProof(given, transaction)
    const context = contextOf(shop, transaction, yield* DateTime.now)
    yield* afterwards(yield* write(reported({ report, transaction }, context)), transaction)
  })
})
