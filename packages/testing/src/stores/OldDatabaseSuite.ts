/**
 * What a store that is opened on a database of 0.1.0 must still find there.
 *
 * What a later version writes may be refused by tables that were made long ago, or not be found in them. So stores are
 * tested on these.
 */
import { CardStore } from "@florin/core/cards/CardStore"
import { CardTransactionType } from "@florin/core/cards/CardTransaction"
import * as Reads from "@florin/core/commits/Reads"
import { AlreadyAnswered, IdempotencyInFlight, refusalOf } from "@florin/core/idempotency/IdempotencyKey"
import { CardToken, ShopId, TransactionUid } from "@florin/core/ids/Ids"
import { JobStore } from "@florin/core/jobs/Job"
import { NotificationStatus, NotificationStore } from "@florin/core/notifications/Notification"
import { OperatorStore } from "@florin/core/operator/OperatorStore"
import { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import { DocumentStore } from "@florin/core/transfers/DocumentStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as assert from "../internal/assert.js"
import type { Runner } from "../Runner.js"
import { columns, searches } from "./internal/oldSearches.js"
import { diedAt, instant, type OldRow, rowsOf, text } from "./OldDatabase.js"
import {
  assertStale,
  documentWith,
  insertTransaction,
  isCommitted,
  look,
  notificationWith,
  onFreshStore,
  type StoreLayer,
  type StoreTest,
  shop,
  write
} from "./StoreUnderTest.js"

const distinct = (values: ReadonlyArray<string>) => [...new Set(values)].sort()

const everyType = ["authorization", "capture", "credit", "payment", "payout", "refund", "tokenization", "void"]

const itself = (test: StoreTest): void => {
  test("it has one of everything that 0.1.0 leaves behind", () =>
    Effect.sync(() => {
      const transactions = rowsOf("transactions")
      const typesThat = (status: string) =>
        distinct(transactions.filter((row) => row.status === status).map((row) => text(row, "type")))
      for (const status of ["successful", "failed", "pending"]) assert.deepStrictEqual(typesThat(status), everyType)
      assert.deepStrictEqual(typesThat("expired"), ["authorization", "payment"])
      assert.deepStrictEqual(typesThat("incomplete"), ["authorization", "payment", "tokenization"])
      const kinds = distinct(rowsOf("jobs").map((row) => text(row, "kind")))
      assert.deepStrictEqual(kinds, ["expire", "notify", "recover", "release-hold", "reverse", "sweep"])
      const statuses = distinct(rowsOf("notifications").map((row) => text(row, "status")))
      assert.deepStrictEqual(statuses, ["delivered", "exhausted", "stopped", "superseded", "waiting"])
      assert.strictEqual(rowsOf("shops").length, 3)
    }))
}

const transactions = (test: StoreTest): void => {
  test("every transaction reads as it was written", () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      for (const row of rowsOf("transactions")) {
        const found = yield* store.find(ShopId.make(text(row, "shop_id")), TransactionUid.make(text(row, "uid")))
        const read = JSON.parse(JSON.stringify(Option.getOrThrow(found)))
        const written = JSON.parse(text(row, "document"))
        // A later version may say more of it.
        for (const member of Object.keys(written)) assert.deepStrictEqual(read[member], written[member], member)
      }
    }))

  test("every transaction has its history", () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      const lines = rowsOf("transaction_history")
      for (const { shop_id, uid } of rowsOf("transactions")) {
        const history = yield* store.history(ShopId.make(String(shop_id)), TransactionUid.make(String(uid)))
        assert.deepStrictEqual(
          history.map((_) => [_.version, _.at.epochMillis, _.trigger, _.from, _.to, _.detail]),
          lines
            .filter((line) => line.uid === uid)
            .map((_) => [_.version, _.happened_at, _.trigger_name, _.from_status, _.to_status, _.detail])
        )
      }
    }))

  test("D53 every reference that an acquirer has reported finds its transaction", () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      const reported = rowsOf("transactions").flatMap((row) => {
        const { gatewayId, method, report } = JSON.parse(text(row, "document"))
        return method === undefined && report?.refId ? [[gatewayId, report.refId, text(row, "uid")] as const] : []
      })
      assert.isNotEmpty(reported)
      for (const [gatewayId, reference, uid] of reported) {
        const found = yield* store.findByReference(gatewayId, reference, 100)
        assert.include(
          found.map((_) => String(_.uid)),
          uid
        )
      }
    }))

  test("every tracking id finds its transactions", () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      const ids = rowsOf("tracking_ids")
      for (const { shop_id, tracking_id } of ids) {
        const found = yield* store.findByTrackingId(ShopId.make(String(shop_id)), String(tracking_id), 100)
        const named = ids.filter((row) => row.shop_id === shop_id && row.tracking_id === tracking_id)
        assert.sameMembers(
          found.map((_) => String(_.uid)),
          named.map((row) => text(row, "uid"))
        )
      }
    }))
}

const cards = (test: StoreTest): void => {
  test("every card is found, and its number is sealed as it was", () =>
    Effect.gen(function* () {
      const store = yield* CardStore
      for (const row of rowsOf("cards")) {
        const found = store.find(ShopId.make(text(row, "shop_id")), CardToken.make(text(row, "token")))
        const card = Option.getOrThrow(yield* found)
        const { contracts, facts, holder, stamp } = JSON.parse(text(row, "document"))
        assert.hasMembers(card, { contracts, facts, holder, stamp })
        assert.deepStrictEqual(card.number, { keyId: text(row, "key_id"), sealed: text(row, "sealed") })
        assert.strictEqual(card.createdAt.epochMillis, instant(row, "created_at"))
      }
    }))
}

const notifications = (test: StoreTest): void => {
  test("every notification is listed under its status", () =>
    Effect.gen(function* () {
      const store = yield* NotificationStore
      const rows = rowsOf("notifications")
      for (const { id } of rowsOf("shops")) {
        for (const status of NotificationStatus.literals) {
          const listed = yield* store.list(ShopId.make(String(id)), { status, limit: 100 })
          const expected = rows.filter((row) => row.shop_id === id && row.status === status)
          assert.sameMembers(
            listed.map((_) => [String(_.id), _.url, _.body, _.attempts, _.lastResult]),
            expected.map((_) => [text(_, "id"), text(_, "url"), text(_, "body"), instant(_, "attempts"), _.last_result])
          )
        }
      }
    }))

  test("what waits to be delivered is found", () =>
    Effect.gen(function* () {
      const store = yield* NotificationStore
      for (const row of rowsOf("notifications").filter(({ status }) => status === "waiting")) {
        const found = Option.getOrThrow(yield* store.waiting(ShopId.make(text(row, "shop_id")), text(row, "uid")))
        assert.deepStrictEqual([String(found.id), found.subject], [text(row, "id"), text(row, "uid")])
      }
    }))
}

const oldKinds = distinct(rowsOf("jobs").map((row) => text(row, "kind")))

const dueAt = (now: number) =>
  rowsOf("jobs")
    .filter((row) => instant(row, "run_at") <= now)
    .map((row) => [row.shop_id, row.kind, row.subject, row.run_at, row.attempts])

const due = (now: number, kinds: ReadonlyArray<string> = oldKinds) =>
  look(Reads.dueJobs({ now, kinds, limit: 1000, perShare: 1000 }))

const dueWork = (test: StoreTest): void => {
  const { epochMillis } = diedAt

  test("what is due is found, with what the last process held: none of 0.1.0 is left to hold it", () =>
    Effect.gen(function* () {
      assert.isTrue(rowsOf("jobs").some((row) => row.lease_owner !== null && instant(row, "run_at") < epochMillis))
      const found = yield* due(epochMillis)
      assert.sameMembers(
        found.map((_) => [_.shop, _.kind, _.subject, _.runAt.epochMillis, _.attempts]),
        dueAt(epochMillis)
      )
      for (const job of found) assert.isNull(job.owner)
    }))

  test("what is due later is found then, and no process is registered", () =>
    Effect.gen(function* () {
      const years = epochMillis + 1e11
      assert.lengthOf(yield* due(years), rowsOf("jobs").length)
      assert.deepStrictEqual(yield* look(Reads.workers), [])
      const [first] = rowsOf("jobs").toSorted((left, right) => instant(left, "run_at") - instant(right, "run_at"))
      const next = yield* Effect.flatMap(JobStore, (_) => _.nextDue)
      assert.strictEqual(Option.getOrThrow(next).epochMillis, instant(first!, "run_at"))
    }))

  test("each job is claimed once, under a fence that its old holder does not know, and done", () =>
    Effect.gen(function* () {
      for (const row of rowsOf("jobs")) {
        const name = { shop: ShopId.make(text(row, "shop_id")), kind: text(row, "kind"), subject: text(row, "subject") }
        const old = { ...name, fence: instant(row, "fence") }
        yield* write({ _tag: "ClaimJob", job: old, owner: "its successor" })
        yield* assertStale(write({ _tag: "FinishJob", job: old }))
        yield* write({ _tag: "FinishJob", job: { ...old, fence: old.fence + 1 } })
      }
      assert.deepStrictEqual(yield* due(epochMillis + 1e11), [])
    }))

  test("its work stands in the shares of its shops", () =>
    Effect.gen(function* () {
      const all = yield* due(epochMillis + 1e11)
      const shares = distinct(all.map(({ share }) => share))
      assert.lengthOf(shares, distinct(all.map((_) => _.shop)).length)
      const options = { now: epochMillis + 1e11, kinds: oldKinds, limit: 1, perShare: 1 }
      const found = yield* look(Reads.dueJobs(options))
      assert.sameMembers(distinct(found.map(({ share }) => share)), shares)
    }))
}

const operator = (test: StoreTest): void => {
  test("what was in doubt is listed, oldest first, and no proof or evidence", () =>
    Effect.gen(function* () {
      const { evidence, inDoubt, proofs } = yield* OperatorStore
      const jobs = rowsOf("jobs").filter(({ kind }) => kind === "recover" || kind === "reverse")
      const jobOf = ({ status, uid }: OldRow) =>
        jobs.find(({ kind, subject }) => subject === uid && kind === (status === "pending" ? "recover" : "reverse"))
      const pending = rowsOf("transactions")
        .filter((row) => jobOf(row) !== undefined)
        .toSorted(
          (left, right) =>
            instant(left, "created_at") - instant(right, "created_at") ||
            (text(left, "uid") < text(right, "uid") ? -1 : 1)
        )
      assert.isNotEmpty(pending)
      const listed = yield* inDoubt({ limit: 1000 })
      assert.deepStrictEqual(
        listed.map((_) => [String(_.transaction.uid), _.attempts, _.nextAt?.epochMillis]),
        pending.map((row) => [row.uid, jobOf(row)!.attempts, jobOf(row)!.run_at])
      )
      assert.deepStrictEqual([yield* proofs({ limit: 10 }), yield* evidence({ limit: 10 })], [[], []])
    }))

  test("a document can be written and found", () =>
    Effect.gen(function* () {
      const store = yield* DocumentStore
      const document = yield* documentWith()
      yield* write({ _tag: "InsertDocument", document })
      const found = Option.getOrThrow(yield* store.find(document.shop, document.proof))
      assert.deepStrictEqual([...found.sealed.content], [...document.sealed.content])
    }))
}

const keys = (test: StoreTest): void => {
  test("what was answered under a key is answered again, and what had no answer is in flight", () =>
    Effect.gen(function* () {
      for (const row of rowsOf("idempotency_keys")) {
        const key = { key: text(row, "request_key"), fingerprint: text(row, "fingerprint") }
        const known = yield* look(Reads.key(ShopId.make(text(row, "shop_id")), key.key))
        const answer = { document: text(row, "answer_body") }
        const made: string | undefined = row.answer_status === null ? "" : JSON.parse(answer.document).transaction.uid
        const first = row.answer_status === null ? new IdempotencyInFlight() : new AlreadyAnswered({ answer, made })
        const refusal = refusalOf(key, known, diedAt.epochMillis)
        assert.strictEqual(refusal?._tag, first._tag, key.key)
        assert.deepStrictEqual(refusal, first, key.key)
      }
    }))
}

const sets = (test: StoreTest): void => {
  for (const kind of [...oldKinds, "a room's own"]) {
    test(`due work of the kind ${kind} can be written`, () =>
      Effect.gen(function* () {
        const job = { shop, kind, subject: "new" }
        yield* write({ _tag: "EnqueueJob", job, runAt: diedAt.epochMillis, share: "a share" })
        const found = yield* due(diedAt.epochMillis, [kind])
        assert.isTrue(found.some((_) => _.shop === shop && _.subject === "new"))
      }))
  }

  for (const status of NotificationStatus.literals) {
    test(`a notification that is ${status} can be written`, () =>
      Effect.gen(function* () {
        const notification = yield* notificationWith({ status })
        yield* write({ _tag: "InsertNotification", notification })
        assert.deepStrictEqual(yield* look(Reads.notification(shop, notification.id)), notification)
      }))
  }

  for (const status of TransactionStatus.literals) {
    test(`a transaction that is ${status} can be written, of every type`, () =>
      Effect.gen(function* () {
        for (const type of CardTransactionType.literals) {
          assert.isTrue(yield* isCommitted(yield* insertTransaction({ status, type })), type)
        }
      }))
  }
}

/**
 * What a store finds in the database that 0.1.0 left behind, and that it can write there all that core names. The layer
 * opens the store on a database that `sql` has made whenever it is built.
 */
export const oldDatabaseSuite = (runner: Runner, name: string, layer: StoreLayer): void => {
  const test = onFreshStore(runner, layer)
  runner.describe(`${name}, brought up from 0.1.0`, () => {
    itself(test)
    transactions(test)
    searches(test)
    columns(test)
    cards(test)
    notifications(test)
    dueWork(test)
    operator(test)
    keys(test)
    sets(test)
  })
}
