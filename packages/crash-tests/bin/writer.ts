// A process of its own on a shared store. It writes numbered rows in units of work, adds one to a counter in each, and
// prints a number only when its unit was acknowledged. What it is told is in its arguments: store, name, count.
import { writeSync } from "node:fs"
import { UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as Effect from "effect/Effect"
import { stores } from "../src/Host.js"
import type { Store } from "../src/Protocol.js"

const [store, name, count] = process.argv.slice(2) as [string, string, string]

const write = (number: number) =>
  Effect.gen(function* () {
    const { execute, lock } = yield* UnitOfWorkContext
    yield* lock("counter")
    const [row] = yield* execute("SELECT total FROM counter", [])
    yield* execute("UPDATE counter SET total = ?", [Number(row!.total) + 1])
    yield* execute("INSERT INTO acknowledged (name) VALUES (?)", [`${name}-${number}`])
  })

const program = Effect.flatMap(UnitOfWork, (unit) =>
  Effect.forEach(
    Array.from({ length: Number(count) }).keys(),
    (number) => Effect.tap(unit.run(write(number)), () => Effect.sync(() => writeSync(1, `${name}-${number}\n`))),
    { concurrency: 8, discard: true }
  )
)

// Other tests run beside: what counts is what is written, not how soon.
Effect.runFork(Effect.provide(program, stores(JSON.parse(store) as Store, "20 seconds"))).addObserver((exit) => {
  if (exit._tag === "Failure") console.error(String(exit.cause))
  process.exit(exit._tag === "Failure" ? 1 : 0)
})
