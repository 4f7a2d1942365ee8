import { assert, describe, it } from "@effect/vitest"
import type { OperationStore } from "@florin/core/store/Operation"
import type { HeldJob, Write } from "@florin/core/store/Write"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import { atOnce, millis, shop, write } from "@florin/testing/stores/StoreUnderTest"
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
 * The number of sequential scans of `jobs`. A session reports its statistics when it ends at the latest, which may be
 * after its client has disconnected.
 */
const wholeReads = (schema: string) =>
  Effect.promise(async () => {
    const { client } = await ownDatabase()
    while ((await client.query(others)).rowCount !== 0) await new Promise((resolve) => setTimeout(resolve, 20))
    const found = await client.query(
      "SELECT seq_scan FROM pg_stat_user_tables WHERE schemaname = $1 AND relname = 'jobs'",
      [schema]
    )
    return Number(found.rows[0].seq_scan)
  })

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
      const before = yield* wholeReads(schema)
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
      assert.strictEqual((yield* wholeReads(schema)) - before, 0)
    })
  )
})
