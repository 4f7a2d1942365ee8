import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import { execute, run } from "@florin/testing/stores/StoreUnderTest"
import * as Effect from "effect/Effect"
import { newAddress, optionsOf } from "./internal/database.js"

const script = fileURLToPath(new URL("./internal/writer.ts", import.meta.url))

interface Outcome {
  readonly code: number | null
  readonly acknowledged: ReadonlyArray<string>
}

/** Runs a process to its end, or kills it once it has printed so many lines. */
const writer = (address: string, name: string, count: number, killAfter = Number.POSITIVE_INFINITY) =>
  Effect.async<Outcome>((resume) => {
    const child = spawn(process.execPath, ["--import", "tsx", script, address, name, String(count)], {
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

const prepare = Effect.forEach(
  [
    "CREATE TABLE counter (total BIGINT NOT NULL)",
    "INSERT INTO counter (total) VALUES (0)",
    "CREATE TABLE acknowledged (name TEXT NOT NULL PRIMARY KEY)"
  ],
  (statement) => run(execute(statement))
)

const stored = Effect.gen(function* () {
  const [counter] = yield* run(execute("SELECT total FROM counter"))
  const rows = yield* run(execute("SELECT name FROM acknowledged"))
  return { total: Number(counter!.total), names: rows.map((row) => String(row.name)) }
})

// A process takes seconds to start on a machine that is busy with other tests.
const timeout = 120_000

describe("several processes on one PostgreSQL database", () => {
  it.scoped(
    "lose no unit, repeat none, and are not disturbed when one of them is killed with -9",
    () =>
      Effect.gen(function* () {
        const address = yield* newAddress
        const store = PostgresStore.layer(optionsOf(address))
        yield* Effect.provide(prepare, store)
        const whole = ["a", "b"].map((name) => writer(address, name, 60))
        const outcomes = yield* Effect.all([...whole, writer(address, "killed", 100_000, 20)], {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(
          outcomes.map((_) => _.code),
          [0, 0, null]
        )
        const { names, total } = yield* Effect.provide(stored, store)
        assert.includeMembers(
          names,
          outcomes.flatMap((_) => _.acknowledged)
        )
        assert.strictEqual(total, names.length)
        assert.strictEqual(names.filter((name) => !name.startsWith("killed")).length, 120)
      }),
    timeout
  )
})
