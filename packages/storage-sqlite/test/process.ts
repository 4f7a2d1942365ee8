// A process of its own on a shared database. It writes numbered rows in units of work, adds one to a counter in each,
// and prints a number only when its unit was acknowledged.
import { writeSync } from "node:fs"
import { UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import * as Effect from "effect/Effect"

const [filename, name, count] = process.argv.slice(2) as [string, string, string]

const write = (number: number) =>
  Effect.gen(function* () {
    const { execute } = yield* UnitOfWorkContext
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

await Effect.runPromise(Effect.provide(program, SqliteStore.layer({ filename, patience: "20 seconds" })))
