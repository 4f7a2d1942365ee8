import { assert, describe, it } from "@effect/vitest"
import type { CommitStore } from "@florin/core/commits/Commit"
import type { HeldJob, Write } from "@florin/core/commits/Write"
import type { TransactionUid } from "@florin/core/ids/Ids"
import { OperatorStore } from "@florin/core/operator/OperatorStore"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import {
  atOnce,
  documentWith,
  execute,
  inserting,
  insertTransaction,
  millis,
  otherShop,
  run,
  shop,
  transferWith,
  write
} from "@florin/testing/stores/StoreUnderTest"
import * as Effect from "effect/Effect"
import { addressOf, newSchema, optionsOf, ownDatabase, ownServer, withSettings } from "./internal/database.js"

const held = (job: HeldJob): Write => ({ _tag: "HoldJob", job, runAt: millis(1), share: "a share", owner: "p1" })
const finished = (job: HeldJob): Write => ({ _tag: "FinishJob", job })

/** The given number of operations, each on its own job. */
const together = (numbers: ReadonlyArray<number>, of: (job: HeldJob) => Write) =>
  atOnce(numbers.map((number) => write(of({ shop, kind: "recover", subject: `s-${number}`, fence: 1 }))))

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

const others = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"

/**
 * A table's statistics. A session reports them when it ends at the latest, which may be after its client has
 * disconnected.
 */
const statisticsOf = (schema: string, table: string) =>
  Effect.promise(async () => {
    const { client } = await ownDatabase()
    while ((await client.query(others)).rowCount !== 0) await new Promise((resolve) => setTimeout(resolve, 20))
    const found = await client.query("SELECT * FROM pg_stat_user_tables WHERE schemaname = $1 AND relname = $2", [
      schema,
      table
    ])
    return found.rows[0]
  })

/** The number of sequential scans of a table. */
const wholeReads = (schema: string, table: string) =>
  Effect.map(statisticsOf(schema, table), ({ seq_scan }) => Number(seq_scan))

/** The number of rows of a table that were read, by an index or without. */
const rowsRead = (schema: string, table: string) =>
  Effect.map(statisticsOf(schema, table), ({ idx_tup_fetch, seq_tup_read }) =>
    [idx_tup_fetch, seq_tup_read].reduce((sum: number, rows) => sum + Number(rows), 0)
  )

/** All that makes a transfer wait for an operator. */
const marked = ({ shop, uid }: Transfer): ReadonlyArray<Write> => [
  { _tag: "KeepEvidence", shop, uid, at: millis(1) },
  held({ shop, kind: "recover", subject: uid, fence: 1 })
]

/** A proof that waits, with its payment and its document. */
const insertProof = Effect.gen(function* () {
  const payment = yield* transferWith({ status: "failed" })
  const proof = yield* transferWith({ type: "proof", status: "pending", parentUid: payment.uid })
  const document = yield* documentWith({ proof: proof.uid })
  yield* write(...inserting(payment), ...inserting(proof), { _tag: "InsertDocument", document }, ...marked(proof))
  return proof
})

/** As many transactions more, like this one. */
const copies = (uid: string, count: number) => `INSERT INTO florin_transactions
  SELECT shop_id, gen_random_uuid()::text, type, status, amount, parent_uid, fingerprint, created_at, version, document
  FROM florin_transactions CROSS JOIN generate_series(1, ${count}) WHERE uid = '${uid}'`

describe("the plans of a PostgreSQL store", () => {
  it.scoped("look each of many rows up, also those that were made when the table was empty", () =>
    Effect.gen(function* () {
      const { directory } = yield* Effect.promise(ownServer)
      const schema = yield* newSchema
      const address = withSettings(addressOf(directory), { search_path: schema })
      const store = PostgresStore.layer(optionsOf(address, { poolSize: 1 }))
      const inStore = <A, E>(effect: Effect.Effect<A, E, CommitStore>) => Effect.scoped(Effect.provide(effect, store))
      yield* inStore(Effect.void)
      const before = yield* wholeReads(schema, "florin_jobs")
      yield* inStore(
        Effect.gen(function* () {
          // Often enough for the server to cache a generic plan.
          for (let round = 0; round < 8; round++) {
            yield* together(numbers(0, 16), held)
            yield* together(numbers(0, 16), finished)
          }
          yield* together(numbers(0, 1000), held)
          yield* together(numbers(0, 16), finished)
        })
      )
      assert.strictEqual((yield* wholeReads(schema, "florin_jobs")) - before, 0)
    })
  )

  it.scoped("find what waits for an operator among many transactions", () =>
    Effect.gen(function* () {
      const { directory } = yield* Effect.promise(ownServer)
      const schema = yield* newSchema
      const address = withSettings(addressOf(directory), { search_path: schema })
      const store = PostgresStore.layer(optionsOf(address, { poolSize: 1 }))
      const [first, second] = yield* Effect.gen(function* () {
        const proofs = [yield* insertProof, yield* insertProof] as const
        const card = yield* insertTransaction()
        yield* run(execute(copies(card.uid, 20_000)))
        return proofs
      }).pipe(Effect.provide(store), Effect.scoped)
      const before = yield* wholeReads(schema, "florin_transactions")
      const pages = Effect.gen(function* () {
        const { evidence, inDoubt, proofs } = yield* OperatorStore
        for (const page of [{ limit: 10 }, { limit: 10, after: first.uid }]) {
          const expected = page.after === undefined ? [first.uid, second.uid] : [second.uid]
          assert.deepStrictEqual(
            (yield* proofs(page)).map(({ proof }) => proof.uid),
            expected
          )
          assert.deepStrictEqual(
            (yield* evidence(page)).map(({ uid }) => uid),
            expected
          )
          const doubtful = (yield* inDoubt(page)).map(({ transaction }) => transaction.uid)
          assert.deepStrictEqual(doubtful, expected)
        }
      })
      // Often enough for the server to cache a generic plan.
      yield* Effect.repeatN(pages, 7).pipe(Effect.provide(store), Effect.scoped)
      assert.strictEqual((yield* wholeReads(schema, "florin_transactions")) - before, 0)
    })
  )

  it.scoped.each(["pending", "expired", "failed"] as const)("find the few that are %s among many", (status) =>
    Effect.gen(function* () {
      const { directory } = yield* Effect.promise(ownServer)
      const schema = yield* newSchema
      const address = withSettings(addressOf(directory), { search_path: schema })
      const store = PostgresStore.layer(optionsOf(address, { poolSize: 1 }))
      const uid = yield* Effect.gen(function* () {
        const wanted = yield* insertTransaction({ status, reason: status === "failed" ? "funds" : null })
        const card = yield* insertTransaction({ shop: otherShop })
        yield* run(execute(copies(card.uid, 20_000)))
        // As the server's own daemon does.
        yield* run(execute("ANALYZE florin_transactions"))
        return wanted.uid
      }).pipe(Effect.provide(store), Effect.scoped)
      const before = yield* rowsRead(schema, "florin_transactions")
      const searches = Effect.gen(function* () {
        const { newest } = yield* TransactionStore
        for (const of of [shop, null]) {
          const found = yield* newest(of, { status, limit: 10 })
          assert.deepStrictEqual(
            found.map((one) => one.uid),
            [uid]
          )
        }
        assert.deepStrictEqual(yield* newest(otherShop, { uid: uid as TransactionUid, status, limit: 10 }), [])
      })
      // Often enough for the server to cache a generic plan.
      yield* Effect.repeatN(searches, 7).pipe(Effect.provide(store), Effect.scoped)
      assert.isBelow((yield* rowsRead(schema, "florin_transactions")) - before, 200)
    })
  )
})
