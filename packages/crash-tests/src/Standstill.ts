/** Standing still: a process is stopped, and goes on as if nothing had happened. */
import type { Random } from "@florin/testing/parties/Random"
import Database from "better-sqlite3"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Process } from "./Process.js"
import type { Store } from "./Protocol.js"
import * as Rows from "./Rows.js"

/** From so long to so long. Unit: milliseconds. */
export interface Span {
  readonly least: number
  readonly most: number
}

/** A time within a span, short ones more often than long ones. Unit: milliseconds. */
export const drawn = (random: Random, { least, most }: Span): number =>
  Math.round(least * (most / least) ** (random.between(0, 1000) / 1000))

const lockFile = (filename: string) =>
  Effect.try(() => {
    const database = new Database(filename, { timeout: 0 })
    try {
      database.exec("BEGIN IMMEDIATE; ROLLBACK")
    } finally {
      database.close()
    }
  })

// A session that goes on says more to the server within that time, or has come to its end.
const idle = `SELECT 1 FROM pg_stat_activity
  WHERE state = 'idle in transaction' AND datname = current_database() AND state_change < now() - interval '300 ms'`

/** A server that is not there blocks no process. */
const isServerFree = (url: string): Promise<boolean> =>
  Rows.onServer(url, idle).then(
    (sessions) => sessions.length === 0,
    () => true
  )

// Others hold a lock for moments only.
const moments = Schedule.intersect(Schedule.spaced("25 millis"), Schedule.recurs(20))

/** No process that stands still keeps others from writing. */
const isFree = (store: Store): Effect.Effect<boolean> =>
  store._tag === "Sqlite"
    ? Effect.isSuccess(Effect.retry(lockFile(store.filename), moments))
    : Effect.delay(
        Effect.promise(() => isServerFree(store.url)),
        "350 millis"
      )

/**
 * Stops a process, unless it stands still already, and answers since when it does. One that stops within a transaction
 * keeps others from the store: all of them on SQLite, and on PostgreSQL until the server ends its session. It goes on for
 * a moment and is stopped again; others may take it for dead from the first time on. Each moment is longer than the last:
 * where the machine is busy, a short one leaves no time for a commit, and the store would stay locked for seconds.
 */
export const stop = Effect.fnUntraced(function* (process: Process, store: Store) {
  const from = yield* Clock.currentTimeMillis
  yield* process.signal("SIGSTOP")
  for (let moment = 30; !(yield* isFree(store)); moment *= 2) {
    yield* process.signal("SIGCONT")
    yield* Effect.sleep(moment)
    yield* process.signal("SIGSTOP")
  }
  return from
})

/** Continues a process until it answers: one that was stopped from outside on the way into a trap stops itself once more. */
export const goOn = (process: Process) =>
  Effect.raceFirst(
    Effect.ignore(process.tell({ _tag: "Clear" })),
    Effect.forever(Effect.zipRight(process.signal("SIGCONT"), Effect.sleep("100 millis")))
  )
