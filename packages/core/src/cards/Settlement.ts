/**
 * The last step of an operation: what happened and everything that follows from it, in one commit.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { IdempotencyStore } from "../idempotency/IdempotencyStore.js"
import { Agenda } from "../jobs/Agenda.js"
import { type ClaimedJob, JobStore, type LeaseLost } from "../jobs/Job.js"
import type { Refused } from "../machine/Machine.js"
import { Notifications } from "../notifications/Notifications.js"
import type { Shop } from "../shops/Shop.js"
import type { StorageError } from "../store/StorageError.js"
import { UnitOfWork, type Writing } from "../store/UnitOfWork.js"
import { CommitListeners } from "../transactions/CommitListeners.js"
import type { Transaction } from "../transactions/Transaction.js"
import { TransactionDocuments, TransactionStore } from "../transactions/TransactionStore.js"
import type { Answer } from "./Answer.js"
import { apply, type Change, Happening } from "./Happening.js"

/**
 * @since 0.1.0
 * @category services
 */
export class Settlement extends Context.Tag("@florin/core/Settlement")<
  Settlement,
  {
    /**
     * Commits the outcome of an accepted transaction. `job` is the due work that would otherwise finish it; it is
     * finished in the same commit, or put off by `retryAt` when there was no answer. When another process has taken
     * the job meanwhile nothing is written and the transaction is answered as it stands.
     */
    readonly settle: (
      shop: Shop,
      transaction: Transaction,
      happening: Happening,
      job: ClaimedJob
    ) => Effect.Effect<Answer, StorageError>
    /** What must be committed with a change that the caller has written: notification, due work, answer, listeners. */
    readonly record: (shop: Shop, change: Change) => Effect.Effect<Answer, StorageError, Writing>
    /** Applies a happening inside the caller's unit of work. None when the stored version is another. */
    readonly write: (
      shop: Shop,
      transaction: Transaction,
      happening: Happening
    ) => Effect.Effect<Option.Option<Answer>, Refused | StorageError, Writing>
  }
>() {}

/**
 * When the acquirer is asked about an unknown outcome: after 2, 5, 15 and 60 s, 5 and 30 min, then hourly for 7 days;
 * none after that. Source: reliability promise 3.
 *
 * @since 0.1.0
 * @category limits
 */
export const askAgainAt = (now: DateTime.Utc, attempts: number): Option.Option<DateTime.Utc> => {
  const first = [2, 5, 15, 60, 300, 1800]
  const hours = 7 * 24
  if (attempts >= first.length + hours) return Option.none()
  return Option.some(DateTime.add(now, { seconds: first[attempts] ?? 3600 }))
}

const jobOf = (transaction: Transaction) => ({ shop: transaction.shop, subject: transaction.uid })

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.gen(function* () {
  const unit = yield* UnitOfWork
  const store = yield* TransactionStore
  const documents = yield* TransactionDocuments
  const jobs = yield* JobStore
  const agenda = yield* Agenda
  const notifications = yield* Notifications
  const idempotency = yield* IdempotencyStore
  const listeners = yield* CommitListeners

  const closeParent = Effect.fnUntraced(function* (shop: Shop, child: Transaction) {
    if (child.type === "refund" || child.parentUid === undefined) return
    const parent = Option.getOrThrow(yield* store.lock(shop.id, child.parentUid))
    const taken = yield* store.taken(shop.id, parent.uid)
    if (taken.pending || parent.closedAt !== null || taken.captured + taken.voided < parent.amount) return
    yield* write(shop, parent, Happening.Closed()).pipe(Effect.catchTag("Refused", () => Effect.void))
  })

  const discharge = (shop: Shop, { duties, transaction }: Change, document: string) =>
    Effect.forEach(
      duties,
      (duty): Effect.Effect<void, StorageError, Writing> => {
        switch (duty) {
          case "notify":
            return notifications.announce(shop, transaction, document)
          case "watch-hold":
            return transaction.type === "authorization"
              ? agenda.add(
                  { ...jobOf(transaction), kind: "release-hold" },
                  DateTime.addDuration(transaction.updatedAt, shop.holdPeriod)
                )
              : Effect.void
          case "reverse":
            return agenda.add({ ...jobOf(transaction), kind: "reverse" }, transaction.updatedAt)
          case "close":
            return jobs.cancel({ ...jobOf(transaction), kind: "release-hold" })
          case "close-parent":
            return closeParent(shop, transaction)
          case "watch-expiry":
            return transaction.expiredAt === null
              ? Effect.void
              : agenda.add({ ...jobOf(transaction), kind: "expire" }, transaction.expiredAt)
          case "ask-acquirer":
            return Effect.void
        }
      },
      { discard: true }
    )

  const record: Context.Tag.Service<Settlement>["record"] = Effect.fnUntraced(function* (shop, change) {
    const { transaction } = change
    const document = documents.encode(transaction)
    yield* discharge(shop, change, document)
    if (transaction.idempotencyKey !== undefined) {
      yield* idempotency.answer(shop.id, transaction.idempotencyKey, { status: 200, body: document })
    }
    yield* Effect.forEach(listeners, (listener) => listener(transaction), { discard: true })
    return { transaction, document }
  })

  const write: Context.Tag.Service<Settlement>["write"] = Effect.fnUntraced(function* (shop, transaction, happening) {
    const change = yield* apply(transaction, happening, yield* DateTime.now)
    const written = yield* store.update(change.transaction, change.transition)
    return written ? Option.some(yield* record(shop, change)) : Option.none()
  })

  const release = Effect.fnUntraced(function* (happening: Happening, job: ClaimedJob) {
    if (happening._tag !== "NoAnswer") return yield* jobs.finish(job)
    const now = yield* DateTime.now
    const next = Option.getOrElse(askAgainAt(now, job.attempts), () => now)
    yield* jobs.postpone(job, next)
    yield* agenda.add(job, next)
  })

  // Another process decided. If it gave up an approval that we hold, the approval is taken back.
  const standing = Effect.fnUntraced(function* (transaction: Transaction, happening: Happening) {
    const now = yield* DateTime.now
    const current = Option.getOrThrow(yield* store.lock(transaction.shop, transaction.uid))
    const dropped = current.status === "failed" || current.status === "expired"
    if (happening._tag === "Approved" && dropped) {
      yield* agenda.add({ ...jobOf(transaction), kind: "reverse" }, now)
    }
    return { transaction: current, document: documents.encode(current) }
  }, unit.run)

  const settleInUnit = Effect.fnUntraced(function* (
    shop: Shop,
    transaction: Transaction,
    happening: Happening,
    job: ClaimedJob
  ) {
    yield* release(happening, job)
    return yield* write(shop, transaction, happening)
  }, unit.run)

  return Settlement.of({
    record,
    write,
    settle: (shop, transaction, happening, job) =>
      settleInUnit(shop, transaction, happening, job).pipe(
        Effect.flatMap(Option.match({ onNone: () => standing(transaction, happening), onSome: Effect.succeed })),
        Effect.catchTags({
          LeaseLost: (_: LeaseLost) => standing(transaction, happening),
          Refused: (_: Refused) => standing(transaction, happening)
        })
      )
  })
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer = Layer.effect(Settlement, make)
