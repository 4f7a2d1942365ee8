import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { decided } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import { UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import {
  addTransaction,
  assertStorageError,
  atOnce,
  execute,
  inserting,
  insertTransaction,
  isCommitted,
  perform,
  run,
  shop,
  transactionWith
} from "@florin/testing/stores/StoreUnderTest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Client } from "pg"
import { handOver } from "./internal/binaries.js"
import { addressOf, newSchema, ownDatabase, ownServer } from "./internal/database.js"
import { startServer } from "./internal/postgres.js"
import { proxied, proxiedTo } from "./internal/proxiedStore.js"
import type { Proxy } from "./internal/proxy.js"

const reported = () => {
  const counter = { times: 0 }
  const hint = Effect.flatMap(UnitOfWorkContext, (_) => _.afterCommit(Effect.sync(() => void counter.times++)))
  return { counter, hint }
}

const storeWorks = Effect.gen(function* () {
  assert.isTrue(yield* isCommitted(yield* insertTransaction()), "a later unit commits")
})

const answersCommit = (chunk: Buffer) => chunk.toString("latin1").includes("COMMIT")

/** Blocks all connections from now on. */
const close = (proxy: Proxy): void => {
  proxy.onward = (_, { client }) => void client.destroy()
}

/** Cuts the connection at its `count`th chunk, before the server receives it; the next connection works. */
const cutOnward = (proxy: Proxy, count: number): void => {
  const { onward } = proxy
  let left = count
  proxy.onward = (chunk, passage) => {
    left -= 1
    if (left > 0) return chunk
    proxy.onward = onward
    passage.client.destroy()
    return undefined
  }
}

/** Cuts the connection when the server acknowledges the commit. */
const cutBack = (proxy: Proxy, then: () => void): void => {
  const { back } = proxy
  proxy.back = (chunk, { client }) => {
    if (!answersCommit(chunk)) return chunk
    proxy.back = back
    client.destroy()
    then()
    return undefined
  }
}

describe("a connection that is lost while committing", () => {
  it.scoped("has not committed when the server has heard nothing", () =>
    Effect.gen(function* () {
      const { inStore, proxy } = yield* proxied()
      const transaction = yield* transactionWith()
      const { counter, hint } = reported()
      const work = Effect.zipRight(addTransaction(transaction), hint)
      const cut = Effect.sync(() => cutOnward(proxy, 1))
      const error = yield* assertStorageError("unavailable", inStore(run(Effect.zipRight(work, cut))))
      assert.deepStrictEqual([error.operation, error.detail], ["unit.commit", "connection-lost"])
      assert.strictEqual(counter.times, 0)
      assert.isFalse(yield* inStore(isCommitted(transaction)))
      yield* inStore(run(addTransaction(transaction)))
      yield* inStore(storeWorks)
    })
  )

  it.scoped("has committed when only the answer was lost", () =>
    Effect.gen(function* () {
      const { inStore, proxy } = yield* proxied()
      const transaction = yield* transactionWith()
      const { counter, hint } = reported()
      const work = Effect.zipRight(addTransaction(transaction), hint)
      let cuts = 0
      const cut = Effect.sync(() => cutBack(proxy, () => void cuts++))
      const answer = yield* inStore(run(work.pipe(Effect.zipRight(cut), Effect.as("done"))))
      assert.deepStrictEqual([answer, cuts, counter.times], ["done", 1, 1])
      assert.isTrue(yield* inStore(isCommitted(transaction)))
      yield* assertStorageError("constraint", inStore(run(addTransaction(transaction))))
      yield* inStore(storeWorks)
    })
  )

  /** Operations that share a transaction, and the number of decisions of each. */
  const operations = Effect.gen(function* () {
    const transactions = yield* Effect.replicateEffect(transactionWith(), 3)
    const decisions = transactions.map(() => 0)
    const performed = transactions.map((_, index) =>
      perform({ found: Reads.transaction(shop, _.uid) }, () => {
        decisions[index]! += 1
        return decided(inserting(_), "done")
      })
    )
    return { transactions, decisions, performed }
  })

  it.scoped("has not committed operations when the server has heard nothing", () =>
    Effect.gen(function* () {
      const { inStore, proxy } = yield* proxied()
      const { decisions, performed, transactions } = yield* operations
      // Their reads are sent with BEGIN, their writes with COMMIT.
      cutOnward(proxy, 2)
      const errors = yield* inStore(atOnce(performed.map((one) => assertStorageError("unavailable", one))))
      for (const error of errors) assert.strictEqual(error.detail, "connection-lost")
      assert.isFalse((yield* inStore(Effect.forEach(transactions, isCommitted))).some(Boolean))
      assert.deepStrictEqual(decisions, [1, 1, 1])
      assert.deepStrictEqual(yield* inStore(atOnce(performed)), ["done", "done", "done"])
    })
  )

  it.scoped("has committed operations when only the answer was lost, and they are not performed again", () =>
    Effect.gen(function* () {
      const { inStore, proxy } = yield* proxied()
      const { decisions, performed, transactions } = yield* operations
      let cuts = 0
      cutBack(proxy, () => void cuts++)
      assert.deepStrictEqual(yield* inStore(atOnce(performed)), ["done", "done", "done"])
      assert.isTrue((yield* inStore(Effect.forEach(transactions, isCommitted))).every(Boolean))
      assert.deepStrictEqual([cuts, decisions], [1, [1, 1, 1]])
      yield* inStore(storeWorks)
    })
  )

  it.scoped("leaves the outcome of operations unknown when the server cannot be asked, and performs none again", () =>
    Effect.gen(function* () {
      const { inStore, proxy } = yield* proxied({ patience: "100 millis" })
      const { decisions, performed, transactions } = yield* operations
      const { onward } = proxy
      cutBack(proxy, () => close(proxy))
      yield* inStore(atOnce(performed.map((one) => assertStorageError("unknown-outcome", one))))
      proxy.onward = onward
      assert.deepStrictEqual(decisions, [1, 1, 1])
      assert.isTrue((yield* inStore(Effect.forEach(transactions, isCommitted))).every(Boolean))
      yield* inStore(storeWorks)
    })
  )

  it.scoped("leaves the outcome unknown when the server cannot be asked as long as patience lasts", () =>
    Effect.gen(function* () {
      const { inStore, proxy } = yield* proxied({ patience: "100 millis" })
      const transaction = yield* transactionWith()
      const { counter, hint } = reported()
      const { onward } = proxy
      const cut = Effect.sync(() => cutBack(proxy, () => close(proxy)))
      const unit = run(Effect.all([addTransaction(transaction), hint, cut]))
      const error = yield* assertStorageError("unknown-outcome", inStore(unit))
      assert.deepStrictEqual([error.operation, error.detail], ["unit.commit", "connection-lost"])
      assert.strictEqual(counter.times, 0)
      proxy.onward = onward
      assert.isTrue(yield* inStore(isCommitted(transaction)))
      yield* inStore(storeWorks)
    })
  )

  it.scoped("leaves the outcome unknown when the role may not know which server it is", () =>
    Effect.gen(function* () {
      const { directory } = yield* Effect.promise(ownServer)
      const schema = yield* newSchema
      const { client } = yield* Effect.promise(ownDatabase)
      const refusal = "BEGIN RAISE insufficient_privilege; END"
      const hidden = `FUNCTION ${schema}.pg_control_system() RETURNS TABLE (system_identifier BIGINT)`
      yield* Effect.promise(() => client.query(`CREATE ${hidden} LANGUAGE plpgsql AS '${refusal}'`))
      const { inStore, proxy } = yield* proxiedTo(directory, { search_path: `${schema},pg_catalog` })
      const transaction = yield* transactionWith()
      const cut = Effect.sync(() => cutBack(proxy, () => undefined))
      const unit = run(Effect.zipRight(addTransaction(transaction), cut))
      yield* assertStorageError("unknown-outcome", inStore(unit))
      assert.isTrue(yield* inStore(isCommitted(transaction)))
      yield* inStore(storeWorks)
    })
  )
})

describe("a COMMIT that is still under way when its connection is lost", () => {
  const key = 20_260_101

  /** Commits of writers block until the administrator releases the lock. */
  const slowTable = Effect.forEach(
    [
      "CREATE TABLE host_slow (name TEXT)",
      `CREATE FUNCTION host_wait() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_advisory_xact_lock(${key}); RETURN NULL; END'`,
      `CREATE CONSTRAINT TRIGGER host_slow AFTER INSERT ON host_slow DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION host_wait()`
    ],
    (statement) => run(execute(statement))
  )

  /** Lets the COMMIT through, cuts its connection, and then watches the outcome query. */
  const cutBehind = (proxy: Proxy, whenRequested: () => void): void => {
    let requested = 0
    proxy.onward = (commit, { client, server }) => {
      server.write(commit, () => client.destroy())
      proxy.onward = (chunk) => {
        // Twice, so that the first answer is "in progress".
        if (chunk.includes("pg_xact_status") && ++requested === 2) whenRequested()
        return chunk
      }
      return undefined
    }
  }

  const ends = [
    { end: "commits", sql: `SELECT pg_advisory_unlock(${key})`, written: true },
    {
      end: "is ended by an administrator",
      sql: `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = ${key} AND NOT granted`,
      written: false
    }
  ] as const

  it.scoped.each(ends)("is waited for until it $end", ({ sql, written }) =>
    Effect.gen(function* () {
      const { inStore, proxy } = yield* proxied()
      const { client } = yield* Effect.promise(ownDatabase)
      yield* inStore(slowTable)
      yield* Effect.acquireRelease(
        Effect.promise(() => client.query("SELECT pg_advisory_lock($1)", [key])),
        () => Effect.promise(() => client.query("SELECT pg_advisory_unlock_all()"))
      )
      const cut = Effect.sync(() => cutBehind(proxy, () => void client.query(sql)))
      const write = execute("INSERT INTO host_slow VALUES ('once') RETURNING name")
      const unit = inStore(run(Effect.zipRight(write, cut)))
      if (written) yield* unit
      else yield* assertStorageError("unavailable", unit)
      const rows = yield* inStore(run(execute("SELECT name FROM host_slow")))
      assert.lengthOf(rows, written ? 1 : 0)
    })
  )
})

const server = (settings: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.promise(() => startServer({ fsync: "off", ...settings })),
    (server) => Effect.promise(() => server.remove())
  )

// An abandoned connection would still be open when its server stops.
const requested = (directory: string, statements: ReadonlyArray<string>) =>
  Effect.uninterruptible(
    Effect.promise(async () => {
      const client = new Client({ connectionString: addressOf(directory) })
      await client.connect()
      const rows: Array<unknown> = []
      for (const statement of statements) rows.push(...(await client.query(statement)).rows)
      await client.end()
      return rows
    })
  )

/** Commits wait for a missing standby, unless they opt out. */
describe("a COMMIT that is on no standby", () => {
  const unreplicated = "synchronous_commit = local"

  it.scoped("is not taken for durable when its server knows it", () =>
    Effect.gen(function* () {
      const { directory } = yield* server({ synchronous_standby_names: "nobody" })
      yield* requested(directory, [`SET ${unreplicated}`, `ALTER ROLE florin SET ${unreplicated}`])
      const { inStore } = yield* proxiedTo(directory, {}, { patience: "100 millis" })
      yield* requested(directory, ["ALTER ROLE florin SET synchronous_commit = on"])
      const transaction = yield* transactionWith()
      const unit = run(Effect.zipRight(addTransaction(transaction), execute("SET LOCAL synchronous_commit = on")))
      const end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
      const ending = yield* Effect.fork(Effect.forever(requested(directory, [end])))
      yield* assertStorageError("unknown-outcome", inStore(unit))
      yield* Fiber.interrupt(ending)
      assert.isTrue(yield* inStore(isCommitted(transaction)))
    })
  )
})

describe("an id that a server has given again", () => {
  const id = Effect.map(execute("SELECT pg_current_xact_id()::text AS id"), ([row]) => String(row!.id))

  const giveAgain = (directory: string, end: "COMMIT" | "ROLLBACK") => (id: string) =>
    Effect.gen(function* () {
      const again = ["BEGIN", "SELECT pg_current_xact_id()::text AS id", end]
      let last = ""
      while (Number(last) < Number(id)) last = ((yield* requested(directory, again))[0] as { id: string }).id
      assert.strictEqual(last, id, "the server gives the id again")
      const [row] = yield* requested(directory, [`SELECT pg_xact_status('${id}') AS status`])
      assert.deepStrictEqual(row, { status: end === "COMMIT" ? "committed" : "aborted" })
    })

  // Without a standby, a transaction that has not written yet leaves nothing in the WAL. One that has written would
  // keep its id as soon as the server's WAL writer has come by.
  const forgetful = { wal_level: "minimal", max_wal_senders: "0", autovacuum: "off" }

  const crashes = [
    { others: "has not been", reason: "unavailable" },
    { others: "was another's that was rolled back", end: "ROLLBACK", reason: "unavailable" },
    { others: "was another's that has committed", end: "COMMIT", reason: "unknown-outcome" }
  ] as const

  it.scoped.each(crashes)("after a crash, where it $others, leaves $reason", ({ reason, ...others }) =>
    Effect.gen(function* () {
      const { directory, start, stop } = yield* server(forgetful)
      const { inStore } = yield* proxiedTo(directory, {})
      const crash = Effect.promise(() => stop("QUIT").then(start))
      const again = "end" in others ? giveAgain(directory, others.end) : () => Effect.void
      yield* assertStorageError(reason, inStore(run(id.pipe(Effect.zipLeft(crash), Effect.flatMap(again)))))
      yield* inStore(storeWorks)
    })
  )

  it.scoped("by one that has taken over is not believed", () =>
    Effect.gen(function* () {
      const before = yield* server({})
      const after = yield* server({ restore_command: "false" })
      const { inStore, proxy } = yield* proxiedTo(before.directory, { search_path: "public" })
      // It recovers from the archive and starts a new timeline.
      const takeOver = Effect.promise(async () => {
        await after.stop("INT")
        const signal = join(after.directory, "data", "recovery.signal")
        writeFileSync(signal, "")
        handOver(signal)
        await after.start()
      })
      const leadTo = (directory: string) =>
        Effect.sync(() => {
          proxy.directory = directory
          for (const { client } of proxy.passages) client.destroy()
        })
      yield* takeOver
      const work = Effect.flatMap(id, giveAgain(after.directory, "COMMIT"))
      const unit = run(Effect.zipRight(work, leadTo(after.directory)))
      yield* assertStorageError("unknown-outcome", inStore(unit))
      yield* leadTo(before.directory)
      yield* inStore(storeWorks)
    })
  )
})
