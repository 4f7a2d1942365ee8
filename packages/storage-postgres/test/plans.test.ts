import { assert, describe, it } from "@effect/vitest"
import { OperatorStore } from "@florin/core/operator/OperatorStore"
import type { OperationStore } from "@florin/core/store/Operation"
import type { HeldJob, Write } from "@florin/core/store/Write"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import {
  atOnce,
  execute,
  inserting,
  insertTransaction,
  millis,
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
 * The number of sequential scans of a table. A session reports its statistics when it ends at the latest, which may be
 * after its client has disconnected.
 */
const wholeReads = (schema: string, table: string) =>
  Effect.promise(async () => {
    const { client } = await ownDatabase()
    while ((await client.query(others)).rowCount !== 0) await new Promise((resolve) => setTimeout(resolve, 20))
    const found = await client.query(
      "SELECT seq_scan FROM pg_stat_user_tables WHERE schemaname = $1 AND relname = $2",
      [schema, table]
    )
    return Number(found.rows[0].seq_scan)
  })

const waiting = { type: "proof", status: "pending" } as const

/** All that makes a transfer wait for an operator. */
const marked = ({ shop, uid }: Transfer): ReadonlyArray<Write> => [
  { _tag: "KeepEvidence", shop, uid, at: millis(1) },
  held({ shop, kind: "recover", subject: uid, fence: 1 })
]

/** As many transactions more, like this one. */
const copies = (uid: string, count: number) => `INSERT INTO transactions
  SELECT shop_id, gen_random_uuid()::text, type, status, amount, parent_uid, fingerprint, created_at, version, document
  FROM transactions CROSS JOIN generate_series(1, ${count}) WHERE uid = '${uid}'`

describe("the plans of a PostgreSQL store", () => {
  it.scoped("look each of many rows up, also those that were made when the table was empty", () =>
    Effect.gen(function* () {
      const { directory } = yield* Effect.promise(ownServer)
      const schema = yield* newSchema
      const address = withSettings(addressOf(directory), { search_path: schema })
      const store = PostgresStore.layer(optionsOf(address, { poolSize: 1 }))
      const inStore = <A, E>(effect: Effect.Effect<A, E, OperationStore>) =>
        Effect.scoped(Effect.provide(effect, store))
      yield* inStore(Effect.void)
      const before = yield* wholeReads(schema, "jobs")
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
      assert.strictEqual((yield* wholeReads(schema, "jobs")) - before, 0)
    })
  )

  it.scoped("find what waits for an operator among many transactions", () =>
    Effect.gen(function* () {
      const { directory } = yield* Effect.promise(ownServer)
      const schema = yield* newSchema
      const address = withSettings(addressOf(directory), { search_path: schema })
      const store = PostgresStore.layer(optionsOf(address, { poolSize: 1 }))
      const [first, second] = [yield* transferWith(waiting), yield* transferWith(waiting)]
      yield* Effect.gen(function* () {
        yield* write(...[first, second].flatMap((proof) => [...inserting(proof), ...marked(proof)]))
        const card = yield* insertTransaction()
        yield* run(execute(copies(card.uid, 20_000)))
      }).pipe(Effect.provide(store), Effect.scoped)
      const before = yield* wholeReads(schema, "transactions")
      const pages = Effect.gen(function* () {
        const { evidence, inDoubt, proofs } = yield* OperatorStore
        for (const page of [{ limit: 10 }, { limit: 10, after: first.uid }]) {
          const expected = page.after === undefined ? [first.uid, second.uid] : [second.uid]
          assert.deepStrictEqual(
            (yield* proofs(page)).map(({ uid }) => uid),
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
      assert.strictEqual((yield* wholeReads(schema, "transactions")) - before, 0)
    })
  )
})
