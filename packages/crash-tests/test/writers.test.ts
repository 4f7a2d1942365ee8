import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { temporaryDirectory } from "@florin/crash-tests/Environment"
import { execute, stores as opened } from "@florin/crash-tests/Host"
import * as PostgresServer from "@florin/crash-tests/PostgresServer"
import type { Store } from "@florin/crash-tests/Protocol"
import * as Effect from "effect/Effect"
import { becomes, gateway } from "./internal/gateway.js"

const tables = [
  "CREATE TABLE counter (total BIGINT NOT NULL)",
  "INSERT INTO counter (total) VALUES (0)",
  "CREATE TABLE acknowledged (name TEXT NOT NULL PRIMARY KEY)"
]

const temporaryFile = Effect.map(
  temporaryDirectory,
  (directory): Store => ({ _tag: "Sqlite", filename: join(directory, "florin.db") })
)

const stores = [
  { on: "one SQLite file", open: temporaryFile },
  { on: "one PostgreSQL database", open: Effect.map(PostgresServer.make({ fsync: "off" }), ({ store }) => store) }
]

/** Writes so many units; the process is killed once so many of them were acknowledged. */
const writers = [
  { name: "lasting", count: 60, killAfter: Number.POSITIVE_INFINITY },
  { name: "killed early", count: 100_000, killAfter: 5 },
  { name: "killed later", count: 100_000, killAfter: 40 }
]

describe.each(stores)("several processes on $on", ({ open }) => {
  it.scopedLive(
    "lose no unit, repeat none, never see the store busy, and are not disturbed when one of them is killed with -9",
    () =>
      Effect.gen(function* () {
        const store = yield* open
        const { environment } = yield* gateway({ store })
        const layer = opened(store)
        yield* Effect.provide(Effect.forEach(tables, execute), layer)
        const write = Effect.fnUntraced(function* ({ count, killAfter, name }: (typeof writers)[number]) {
          // Other tests run beside: what counts is what is written, not how soon.
          const process = yield* environment.start({ patience: "20 seconds" })
          yield* process.url
          const written = process.tell({ _tag: "Write", name, count })
          const killed = Effect.zipRight(
            becomes(() => process.wrote().length >= killAfter),
            process.signal("SIGKILL")
          )
          yield* Effect.ignore(Effect.raceFirst(written, Effect.zipRight(killed, process.ended)))
          return process.wrote()
        })
        const acknowledged = (yield* Effect.forEach(writers, write, { concurrency: "unbounded" })).flat()
        const [counter] = yield* Effect.provide(execute("SELECT total FROM counter"), layer)
        const rows = yield* Effect.provide(execute("SELECT name FROM acknowledged"), layer)
        const names = rows.map(({ name }) => String(name))
        assert.includeMembers(names, acknowledged)
        assert.strictEqual(Number(counter!.total), names.length)
        assert.strictEqual(acknowledged.filter((name) => !name.startsWith("killed")).length, 60)
      }),
    120_000
  )
})
