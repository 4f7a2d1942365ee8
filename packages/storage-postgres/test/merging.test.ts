// Merged statements on PostgreSQL leave the same rows as single statements on SQLite.
import { assert, describe, it } from "@effect/vitest"
import { decided } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import type { HeldJob, Write } from "@florin/core/commits/Write"
import { CardToken, NotificationId, ShopId, TransactionUid } from "@florin/core/ids/Ids"
import type { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import {
  at,
  atOnce,
  cardWith,
  execute,
  inserting,
  millis,
  notificationWith,
  perform,
  run,
  transactionWith,
  transitionOf
} from "@florin/testing/stores/StoreUnderTest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Layer from "effect/Layer"
import { temporaryStore } from "./internal/database.js"

type Step = readonly [what: (typeof everything)[number], number: number]

const everything = [
  "insert",
  "replace",
  "append",
  "card",
  "change card",
  "enqueue",
  "hold",
  "claim",
  "finish",
  "postpone",
  "keep",
  "release",
  "cancel",
  "announce",
  "tell",
  "register",
  "heartbeat",
  "deregister",
  "claim key",
  "claim key again",
  "answer",
  "forget"
] as const

/** The steps of operations on one subject. */
const samplesOf = Effect.fnUntraced(function* (number: number, subject: number) {
  const shop = ShopId.make(`shop-${number}`)
  const hex = `${number.toString(16).padStart(8, "0")}${subject.toString(16).padStart(2, "0")}`
  const uid = TransactionUid.make(`${hex.slice(0, 8)}-0000-7000-8000-0000000000${hex.slice(8)}`)
  return {
    shop,
    uid,
    owner: `worker-${number}-${subject}`,
    transaction: yield* transactionWith({ shop, uid, status: "pending" }),
    card: yield* cardWith({ shop, token: CardToken.make(hex.padEnd(64, "0")) }),
    notification: yield* notificationWith({ shop, subject: uid })
  }
})

type Samples = Effect.Effect.Success<ReturnType<typeof samplesOf>>

const kindOf = (number: number): string => (number % 2 === 0 ? "recover" : "notify")

/** The writes of a script. Jobs are identified by the fence that was read, because it changes. */
const writesOf = (script: ReadonlyArray<Step>, samples: Samples, fences: Map<string, number>): ReadonlyArray<Write> => {
  const { card, notification, owner, shop, transaction, uid } = samples
  const share = "a share"

  const held = (number: number): HeldJob => {
    const kind = kindOf(number)
    return { shop, kind, subject: uid, fence: fences.get(kind) ?? -1 }
  }

  const write = ([what, number]: Step): Write | ReadonlyArray<Write> => {
    const job = held(number)
    const version = 1 + (number % 4)
    const next = { ...transaction, version, updatedAt: at(number), description: `${what} ${number}` }
    const id = NotificationId.make(`msg_${uid.slice(0, -12)}${number % 6}${uid.slice(-11)}`)
    const reported = { ...notification, id, sequence: number % 5, createdAt: at(number), updatedAt: at(number) }
    switch (what) {
      case "insert":
        return inserting(transaction, { trackingIds: [`${number}`, "a", "a"] })
      case "replace":
        return { _tag: "ReplaceTransaction", transaction: next }
      case "append":
        return { _tag: "AppendHistory", shop, uid, transition: transitionOf({ ...next, version: 2 + (number % 40) }) }
      case "card":
        return { _tag: "InsertCard", card }
      case "change card":
        return { _tag: "ReplaceCard", card: { ...card, holder: `${number}` } }
      case "enqueue":
        return { _tag: "EnqueueJob", job, runAt: millis(number), share: `share ${number % 3}` }
      case "hold":
        fences.set(job.kind, number)
        return { _tag: "HoldJob", job: { ...job, fence: number }, runAt: millis(number), share, owner }
      case "claim":
        fences.set(job.kind, job.fence + 1)
        return { _tag: "ClaimJob", job, owner }
      case "finish":
        return { _tag: "FinishJob", job }
      case "postpone":
        return { _tag: "PostponeJob", job, runAt: millis(number) }
      case "keep":
        return { _tag: "ExtendLease", job, runAt: millis(number) }
      case "release":
        return { _tag: "ReleaseJob", job }
      case "cancel":
        return { _tag: "CancelJob", job }
      case "announce":
        return { _tag: "InsertNotification", notification: reported }
      case "tell":
        return { _tag: "UpdateNotification", notification: { ...reported, status: "delivered", attempts: number } }
      case "register":
        return { _tag: "RegisterWorker", owner }
      case "heartbeat":
        return { _tag: "Heartbeat", owner }
      case "deregister":
        return { _tag: "DeregisterWorker", owner, ...(number % 2 === 0 ? { heartbeats: number % 3 } : {}) }
      case "claim key":
        return { _tag: "ClaimKey", shop, key: uid, fingerprint: `${number}`, now: millis(number) }
      case "claim key again":
        return { _tag: "ClaimKey", shop, key: uid, fingerprint: `${number}`, now: millis(number), unanswered: true }
      case "answer":
        return { _tag: "KeepAnswer", shop, key: uid, answer: { document: `{"of":${number}}` } }
      case "forget":
        return { _tag: "ForgetKeys", keys: [[shop, uid]] }
    }
  }
  return script.flatMap(write)
}

const operation = (script: ReadonlyArray<Step>, samples: Samples) => {
  const name = { shop: samples.shop, subject: samples.uid }
  const load = { recover: Reads.job({ ...name, kind: "recover" }), notify: Reads.job({ ...name, kind: "notify" }) }
  const performed = perform(load, (jobs) => {
    const known = Object.entries(jobs).flatMap(([kind, job]) => (job === undefined ? [] : [[kind, job.fence] as const]))
    return decided(writesOf(script, samples, new Map(known)), "done")
  })
  return Effect.catchAll(performed, (error) => Effect.succeed("reason" in error ? error.reason : error._tag))
}

const tables = {
  transactions: "shop_id, uid, type, status, amount, parent_uid, fingerprint, created_at, version, document",
  transaction_history: "shop_id, uid, version, happened_at, trigger_name, from_status, to_status, detail",
  tracking_ids: "shop_id, uid, tracking_id, created_at",
  cards: "shop_id, token, key_id, sealed, created_at, document",
  // New jobs have random fences and sequential places.
  jobs: "shop_id, subject, kind, share, run_at, lease_owner, attempts",
  notifications: "shop_id, id, subject, sequence, url, body, status, attempts, last_result, created_at, updated_at",
  idempotency_keys: "shop_id, request_key, fingerprint, claimed_at, answer_status, answer_body"
}

const rowsOf = (number: number): Effect.Effect<unknown, unknown, UnitOfWork> => {
  const found = Object.entries(tables).map(([table, columns]) =>
    Effect.map(
      run(execute(`SELECT ${columns} FROM florin_${table} WHERE shop_id = ? ORDER BY 1, 2, 3`, `shop-${number}`)),
      (rows) => [table, rows.map((row) => Object.values(row).map((value) => (value === null ? null : String(value))))]
    )
  )
  const workers = Effect.map(
    run(execute("SELECT owner, heartbeats FROM florin_workers WHERE owner LIKE ? ORDER BY 1", `worker-${number}-%`)),
    (rows) => ["workers", rows.map((row) => Object.values(row).map(String))]
  )
  return Effect.all([...found, workers])
}

const step = FastCheck.tuple(FastCheck.constantFrom(...everything), FastCheck.nat({ max: 60 }))

/** Rounds with a script for each subject. */
const rounds = FastCheck.array(
  FastCheck.array(FastCheck.array(step, { maxLength: 7 }), { minLength: 2, maxLength: 11 }),
  {
    minLength: 1,
    maxLength: 5
  }
)

describe("operations that go to PostgreSQL merged", () => {
  it.scoped(
    "end as they do one by one on SQLite, and leave equal rows",
    () =>
      Effect.gen(function* () {
        const sqlite = yield* Layer.build(SqliteStore.layerTemporary)
        const postgres = yield* Layer.build(temporaryStore())
        let runs = 0
        let done = 0
        const once = Effect.fnUntraced(function* (rounds: ReadonlyArray<ReadonlyArray<ReadonlyArray<Step>>>) {
          const number = runs++
          const samples = yield* Effect.forEach(Array.from({ length: 11 }), (_, index) => samplesOf(number, index))
          for (const scripts of rounds) {
            const operations = scripts.map((script, index) => operation(script, samples[index]!))
            const oneByOne = yield* Effect.provide(Effect.all(operations), sqlite)
            const merged = yield* Effect.provide(atOnce(operations), postgres)
            assert.deepStrictEqual(merged, oneByOne)
            done += merged.filter((_) => _ === "done").length
          }
          assert.deepStrictEqual(
            yield* Effect.provide(rowsOf(number), postgres),
            yield* Effect.provide(rowsOf(number), sqlite)
          )
        })
        const property = FastCheck.asyncProperty(rounds, (_) => Effect.runPromise(once(_)))
        yield* Effect.promise(() => FastCheck.assert(property, { numRuns: 25 }))
        assert.isAbove(done, 100)
      }),
    60_000
  )
})
