import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import {
  type Commit,
  CommitStore,
  commit,
  type Decision,
  decided,
  isStale,
  refuse,
  type Stale
} from "../commits/Commit.js"
import * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import { PeerWakeup } from "../due-work/PeerWakeup.js"
import { Worker } from "../due-work/Worker.js"
import { makeNotificationId } from "../ids/Ids.js"
import { Mailer } from "../mail/Mailer.js"
import { kind as recoverKind } from "../operations/Recovery.js"
import { type HookFacts, hookWrites, TransactionHook } from "../operations/TransactionHook.js"
import type { LateContext } from "../operations/TransactionKind.js"
import * as TransactionWriter from "../operations/TransactionWriter.js"
import { NotFound } from "../request/InvalidRequest.js"
import { type Shop, ShopDirectory } from "../shops/Shop.js"
import type { CommitName } from "../store/FaultPoints.js"
import { existing } from "../store/Records.js"
import { StorageError } from "../store/StorageError.js"
import { TransactionDocuments } from "../transactions/TransactionStore.js"
import type { Transfer } from "../transfers/Transfer.js"
import { apply, isRepeated } from "../transfers/TransferChange.js"
import type { TransferEvent } from "../transfers/TransferEvent.js"
import { writesOf } from "./TransferWrites.js"

/** Whoever was to ask the provider has nothing left to ask. */
const answered = (before: Transfer, after: Transfer): ReadonlyArray<Write> =>
  before.status === "pending" && after.status !== "pending"
    ? [{ _tag: "CancelJob", job: TransactionWriter.job(after, recoverKind) }]
    : []

/** The writes of an event; none if its machine has no row for it, or if it repeats what is known. */
export const writes = (
  transfer: Transfer,
  event: TransferEvent,
  context: LateContext
): TransactionWriter.Written | undefined => {
  if (isRepeated(transfer, event)) return undefined
  const change = apply(transfer, event, context.now)
  if (Either.isLeft(change)) return undefined
  const written = TransactionWriter.replaced(change.right, context)
  return { ...written, writes: [...written.writes, ...answered(transfer, change.right.transaction)] }
}

export interface TransferFacts extends HookFacts {
  readonly transfer: Transfer | undefined
}

/** The event that happens to a transfer in its current state; undefined if none does. */
export type EventOf<E> = (transfer: Transfer) => Either.Either<TransferEvent | undefined, E>

/** The writes of an event for a transfer in its current state. An event that changes nothing writes nothing. */
export const decide = <E>(
  facts: TransferFacts,
  eventOf: EventOf<E>,
  context: LateContext
): Decision<Transfer, E | NotFound> => {
  const { transfer } = facts
  if (transfer === undefined) return refuse(new NotFound())
  const event = eventOf(transfer)
  if (Either.isLeft(event)) return refuse(event.left)
  const written = event.right === undefined ? undefined : writes(transfer, event.right, context)
  if (written === undefined) return decided([], transfer)
  const { change, wakeAt } = written
  const all = [...written.writes, ...hookWrites(context.projection, facts, change)]
  return decided(all, change.transaction as Transfer, { wakeAt, changes: [change] })
}

/** The commit that applies an event to a transfer in its current state. */
export const operation = <E>(
  name: CommitName,
  { shop, uid }: Pick<Transfer, "shop" | "uid">,
  eventOf: EventOf<E>,
  context: LateContext
): Commit<TransferFacts, Transfer, E | NotFound> => ({
  name,
  load: { transfer: Reads.transfer(shop, uid), ...context.projection?.load },
  decide: (facts) => decide(facts, eventOf, context)
})

const busy = () => new StorageError({ operation: "transfer", reason: "busy", detail: "stale" })

/** Commits changes of transfers that reports, operators and merchants bring. */
export const make = Effect.gen(function* () {
  const store = yield* CommitStore
  const shops = yield* ShopDirectory
  const { encode } = yield* TransactionDocuments
  const worker = yield* Worker
  const peers = yield* PeerWakeup
  const follows = yield* TransactionHook
  const mails = (yield* Mailer) !== undefined
  const newNotificationId = yield* makeNotificationId
  const write = <F, E>(operation: Commit<F, Transfer, E>): Effect.Effect<Transfer, Exclude<E, Stale> | StorageError> =>
    Effect.catchIf(commit(store)(operation), isStale, busy)

  const shopOf = (transfer: Pick<Transfer, "shop">) => existing(shops.find(transfer.shop))

  /** Commits what is decided about a transfer in a context of now. */
  const committed = <F, E>(
    shop: Shop,
    transfer: Transfer,
    operationOf: (context: LateContext) => Commit<F, Transfer, E>
  ) =>
    Effect.gen(function* () {
      const now = yield* DateTime.now
      const projection = follows(transfer, shop, now)
      const notification = newNotificationId(now.epochMillis)
      const changed = yield* write(operationOf({ shop, mails, now, writesOf, encode, notification, projection }))
      worker.unsafeWake()
      peers.unsafeTell()
      return changed
    })

  return {
    shopOf,
    write,
    committed,
    /** Applies an event to a transfer as it stands. */
    changed: <E>(name: CommitName, shop: Shop, transfer: Transfer, eventOf: EventOf<E>) =>
      committed(shop, transfer, (context) => operation(name, transfer, eventOf, context))
  }
})
