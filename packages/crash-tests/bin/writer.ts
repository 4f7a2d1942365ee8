// A process of its own on a shared store. It writes numbered rows in units of work, adds one to a counter in each, and
// prints a number only when its unit was acknowledged. What it is told is in its arguments: store, name, count.
import { writeSync } from "node:fs"
import { UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Store } from "../src/HostSettings.js"

const [told, name, count] = process.argv.slice(2) as [string, string, string]
const store = Schema.decodeSync(Schema.parseJson(Store))(told)

// Other tests run beside: what counts is what is written, not how soon.
const patience = "20 seconds"

const layer =
  store._tag === "Sqlite"
    ? SqliteStore.layer({ filename: store.filename, patience })
    : PostgresStore.layer({ url: Redacted.make(store.url), acceptDataLoss: true, patience })

const write = (number: number) =>
  Effect.gen(function* () {
    const { execute, lock } = yield* UnitOfWorkContext
    yield* lock("counter")
    const [row] = yield* execute("SELECT total FROM counter", [])
    yield* execute("UPDATE counter SET total = ?", [Number(row!.total) + 1])
    yield* execute("INSERT INTO acknowledged (name) VALUES (?)", [`${name}-${number}`])
  })

const program = Effect.gen(function* () {
  const unit = yield* UnitOfWork
  yield* Effect.forEach(
    Array.from({ length: Number(count) }, (_, number) => number),
    (number) => Effect.tap(unit.run(write(number)), () => Effect.sync(() => writeSync(1, `${name}-${number}\n`))),
    { concurrency: 8, discard: true }
  )
})

Effect.runFork(Effect.provide(program, layer)).addObserver((exit) => {
  if (exit._tag === "Failure") console.error(String(exit.cause))
  process.exit(exit._tag === "Failure" ? 1 : 0)
})
