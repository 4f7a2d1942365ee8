import { spawn } from "node:child_process"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Compiled from "@florin/crash-tests/Compiled"
import { temporaryDirectory } from "@florin/crash-tests/Environment"
import { execute, stores as opened } from "@florin/crash-tests/Host"
import * as PostgresServer from "@florin/crash-tests/PostgresServer"
import type { Store } from "@florin/crash-tests/Protocol"
import * as Effect from "effect/Effect"

const source = Compiled.sourceOf("writer.ts")

interface Outcome {
  readonly code: number | null
  readonly acknowledged: ReadonlyArray<string>
}

/** Runs a process to its end, or kills it once it has printed so many lines. */
const writer = (store: Store, name: string, count: number, killAfter = Number.POSITIVE_INFINITY) =>
  Effect.flatMap(Compiled.make(source), (program) =>
    Effect.async<Outcome>((resume) => {
      const child = spawn(process.execPath, [program, JSON.stringify(store), name, String(count)], {
        stdio: ["ignore", "pipe", "inherit"]
      })
      let output = ""
      child.stdout.on("data", (chunk) => {
        output += String(chunk)
        if (output.split("\n").length > killAfter) child.kill("SIGKILL")
      })
      // A last line that was cut off in the middle was not acknowledged.
      child.on("close", (code) => resume(Effect.succeed({ code, acknowledged: output.split("\n").slice(0, -1) })))
      return Effect.sync(() => child.kill("SIGKILL"))
    })
  )

const prepare = Effect.forEach(
  [
    "CREATE TABLE counter (total BIGINT NOT NULL)",
    "INSERT INTO counter (total) VALUES (0)",
    "CREATE TABLE acknowledged (name TEXT NOT NULL PRIMARY KEY)"
  ],
  execute
)

const stored = Effect.gen(function* () {
  const [counter] = yield* execute("SELECT total FROM counter")
  const rows = yield* execute("SELECT name FROM acknowledged")
  return { total: Number(counter!.total), names: rows.map((row) => String(row.name)) }
})

const temporaryFile = Effect.map(
  temporaryDirectory,
  (directory): Store => ({ _tag: "Sqlite", filename: join(directory, "florin.db") })
)

const stores = [
  { on: "one SQLite file", open: temporaryFile },
  { on: "one PostgreSQL database", open: Effect.map(PostgresServer.make({ fsync: "off" }), ({ store }) => store) }
]

// A process takes seconds to start on a machine that is busy with other tests.
const timeout = 120_000

describe.each(stores)("several processes on $on", ({ open }) => {
  it.scoped(
    "lose no unit, repeat none, never see the store busy, and are not disturbed when one of them is killed with -9",
    () =>
      Effect.gen(function* () {
        const store = yield* open
        const layer = opened(store)
        yield* Effect.provide(prepare, layer)
        const whole = ["a", "b", "c"].map((name) => writer(store, name, 60))
        const killed = [writer(store, "killed early", 100_000, 5), writer(store, "killed later", 100_000, 40)]
        const outcomes = yield* Effect.all([...whole, ...killed], { concurrency: "unbounded" })
        assert.deepStrictEqual(
          outcomes.map((_) => _.code),
          [0, 0, 0, null, null]
        )
        const { names, total } = yield* Effect.provide(stored, layer)
        assert.includeMembers(
          names,
          outcomes.flatMap((_) => _.acknowledged)
        )
        assert.strictEqual(total, names.length)
        assert.strictEqual(names.filter((name) => !name.startsWith("killed")).length, 180)
      }),
    timeout
  )
})
