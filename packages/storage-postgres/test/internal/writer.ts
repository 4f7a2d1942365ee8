// A process of its own on a shared database. It writes numbered rows in units of work, adds one to a counter in each,
// and prints a number only when its unit was acknowledged.
import { writeSync } from "node:fs"
import { UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

const [address, name, count] = process.argv.slice(2) as [string, string, string]

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

const store = PostgresStore.layer({ url: Redacted.make(address), acceptDataLoss: true, patience: "20 seconds" })

await Effect.runPromise(Effect.provide(program, store))
