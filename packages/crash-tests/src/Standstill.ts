/** Standing still: a process is stopped, and goes on as if nothing had happened. */
import type { Random } from "@florin/testing/parties/Random"
import Database from "better-sqlite3"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import pg from "pg"
import type { Absence } from "./Figures.js"
import type { Process } from "./Process.js"
import type { Store } from "./Protocol.js"

/** From so long to so long. Unit: milliseconds. */
export interface Span {
  readonly least: number
  readonly most: number
}

/** Longer than a lease lasts, and as long as a machine that is moved may need. */
export const span: Span = { least: 6_000, most: 60_000 }

/** A time within a span, short ones more often than long ones. Unit: milliseconds. */
export const drawn = (random: Random, { least, most }: Span): number =>
  Math.round(least * (most / least) ** (random.between(0, 1000) / 1000))

const isFileFree = (filename: string): boolean => {
  const database = new Database(filename, { timeout: 0 })
  try {
    database.exec("BEGIN IMMEDIATE; ROLLBACK")
    return true
  } catch {
    return false
  } finally {
    database.close()
  }
}

// A session that goes on says more to the server within that time, or has come to its end.
const idle = `SELECT 1 FROM pg_stat_activity
  WHERE state = 'idle in transaction' AND datname = current_database() AND state_change < now() - interval '300 ms'`

/** A server that is not there blocks no process. */
const isServerFree = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url })
  client.on("error", () => undefined)
  try {
    await client.connect()
    return (await client.query(idle)).rows.length === 0
  } catch {
    return true
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** No process that stands still keeps others from writing. Others hold a lock for moments only. */
const isFree = (store: Store): Effect.Effect<boolean> =>
  store._tag === "Sqlite"
    ? Effect.repeat(
        Effect.sync(() => isFileFree(store.filename)),
        { until: (free) => free, schedule: Schedule.zipRight(Schedule.spaced("25 millis"), Schedule.recurs(20)) }
      ).pipe(Effect.zipRight(Effect.sync(() => isFileFree(store.filename))))
    : Effect.delay(
        Effect.promise(() => isServerFree(store.url)),
        "350 millis"
      )

/**
 * Stops a process, unless it stands still already. One that stops within a transaction keeps others from the store: all
 * of them on SQLite, and on PostgreSQL until the server ends its session. It goes on for a moment and is stopped again.
 */
export const stop = Effect.fnUntraced(function* (process: Process, store: Store) {
  yield* process.signal("SIGSTOP")
  while (!(yield* isFree(store))) {
    yield* process.signal("SIGCONT")
    yield* Effect.sleep("30 millis")
    yield* process.signal("SIGSTOP")
  }
})

/** Until it answers: one that was stopped from outside on the way into a trap stops itself once more. */
const goOn = (process: Process) =>
  Effect.raceFirst(
    Effect.ignore(process.tell({ _tag: "Clear" })),
    Effect.forever(Effect.zipRight(process.signal("SIGCONT"), Effect.sleep("100 millis")))
  )

/** Leaves a stopped process alone for so many milliseconds, then has it go on; `meanwhile` is done shortly before. */
export const endure = Effect.fnUntraced(function* (
  process: Process,
  millis: number,
  meanwhile: Effect.Effect<void> = Effect.void
) {
  const from = yield* Clock.currentTimeMillis
  yield* Effect.sleep(millis)
  yield* meanwhile
  yield* goOn(process)
  return { pid: process.pid, from, until: yield* Clock.currentTimeMillis } satisfies Absence
})
