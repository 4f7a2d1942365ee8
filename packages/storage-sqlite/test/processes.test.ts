import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import {
  addTransaction,
  assertStorageError,
  execute,
  insertTransaction,
  isCommitted,
  run,
  transactionWith
} from "@florin/testing/stores/StoreUnderTest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { temporaryFile } from "./files.js"

const prepare = Effect.zipRight(
  run(execute("CREATE TABLE counter (total BIGINT NOT NULL)")),
  Effect.zipRight(
    run(execute("INSERT INTO counter (total) VALUES (0)")),
    run(execute("CREATE TABLE acknowledged (name TEXT NOT NULL PRIMARY KEY)"))
  )
)

const script = fileURLToPath(new URL("./process.ts", import.meta.url))

interface Outcome {
  readonly code: number | null
  readonly acknowledged: ReadonlyArray<string>
}

/** Runs the process to its end; `watch` sees it and how many lines it has printed so far. */
const spawned = (filename: string, name: string, count: number, watch?: (child: ChildProcess, lines: number) => void) =>
  Effect.async<Outcome>((resume) => {
    const stdio = ["ignore", "pipe", "inherit"] as const
    const child = spawn(process.execPath, ["--import", "tsx", script, filename, name, String(count)], {
      stdio: [...stdio]
    })
    let output = ""
    child.stdout!.on("data", (chunk) => {
      output += String(chunk)
      watch?.(child, output.split("\n").length - 1)
    })
    // A last line that was cut off in the middle was not acknowledged.
    child.on("close", (code) => resume(Effect.succeed({ code, acknowledged: output.split("\n").slice(0, -1) })))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

const stored = Effect.gen(function* () {
  const [counter] = yield* run(execute("SELECT total FROM counter"))
  const rows = yield* run(execute("SELECT name FROM acknowledged"))
  return { total: Number(counter!.total), names: rows.map((row) => String(row.name)) }
})

// A process takes seconds to start on a machine that is busy with other tests.
const timeout = 120_000

describe("several processes on one SQLite file", () => {
  it.scoped(
    "lose no unit, repeat none, and never see the file busy",
    () =>
      Effect.gen(function* () {
        const filename = yield* temporaryFile
        const store = SqliteStore.layer({ filename })
        yield* Effect.provide(prepare, store)
        const processes = ["a", "b", "c"].map((name) => spawned(filename, name, 60))
        const outcomes = yield* Effect.all(processes, { concurrency: "unbounded" })
        assert.deepStrictEqual(
          outcomes.map((_) => _.code),
          [0, 0, 0]
        )
        const { names, total } = yield* Effect.provide(stored, store)
        assert.strictEqual(total, 180)
        assert.sameMembers(
          names,
          outcomes.flatMap((_) => _.acknowledged)
        )
      }),
    timeout
  )

  it.scoped(
    "what was acknowledged survives kill -9, and nothing is half there",
    () =>
      Effect.gen(function* () {
        const filename = yield* temporaryFile
        const store = SqliteStore.layer({ filename })
        yield* Effect.provide(prepare, store)
        for (const [name, after] of [
          ["a", 5],
          ["b", 40]
        ] as const) {
          const { acknowledged, code } = yield* spawned(filename, name, 100_000, (child, lines) => {
            if (lines >= after) child.kill("SIGKILL")
          })
          assert.isNull(code)
          const { names, total } = yield* Effect.provide(stored, store)
          assert.includeMembers(names, Array.from(acknowledged))
          assert.strictEqual(total, names.length)
        }
      }),
    timeout
  )
})

describe("two clients of one SQLite file", () => {
  const two = Effect.fnUntraced(function* (patience: string) {
    const filename = yield* temporaryFile
    const open = Layer.build(SqliteStore.layer({ filename, patience: patience as "1 second" }))
    return [yield* open, yield* Effect.zipRight(Effect.yieldNow(), open)] as const
  })

  /** Locks the file with the first client until it is told to let go. */
  const locking = Effect.fnUntraced(function* (client: Context.Context<UnitOfWork>) {
    const [begun, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const unit = Context.get(client, UnitOfWork)
    const work = Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(end))
    const fiber = yield* Effect.fork(unit.run(work))
    yield* Deferred.await(begun)
    return Effect.zipRight(Deferred.succeed(end, undefined), Fiber.join(fiber))
  })

  it.scoped("one waits for the other's unit and then sees what it wrote", () =>
    Effect.gen(function* () {
      const [first, second] = yield* two("10 seconds")
      const release = yield* locking(first)
      const waiting = yield* Effect.fork(Effect.provide(insertTransaction(), second))
      yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 50)))
      assert.isNull(waiting.unsafePoll())
      yield* release
      const transaction = yield* Fiber.join(waiting)
      assert.isTrue(yield* Effect.provide(isCommitted(transaction), first))
    })
  )

  it.scoped("one that has waited long enough is told so, and works again later", () =>
    Effect.gen(function* () {
      const [first, second] = yield* two("100 millis")
      const release = yield* locking(first)
      const error = yield* assertStorageError("busy", Effect.provide(insertTransaction(), second))
      assert.deepStrictEqual([error.operation, error.detail], ["unit.begin", "SQLITE_BUSY"])
      yield* release
      const transaction = yield* Effect.provide(insertTransaction(), second)
      assert.isTrue(yield* Effect.provide(isCommitted(transaction), first))
    })
  )

  it.scoped("one that is interrupted while it waits for the other gives its turn back", () =>
    Effect.gen(function* () {
      const [first, second] = yield* two("1 minute")
      const release = yield* locking(first)
      const late = yield* transactionWith()
      const waiting = yield* Effect.fork(Effect.provide(run(addTransaction(late)), second))
      yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 30)))
      yield* Fiber.interrupt(waiting)
      yield* release
      assert.isFalse(yield* Effect.provide(isCommitted(late), first))
      const transaction = yield* Effect.provide(insertTransaction(), second)
      assert.isTrue(yield* Effect.provide(isCommitted(transaction), first))
    })
  )
})
