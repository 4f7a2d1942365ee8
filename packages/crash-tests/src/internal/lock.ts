/** Whether a process that stands still keeps others from writing: it holds a SQLite file, or rows of a server. */
import Database from "better-sqlite3"
import * as Effect from "effect/Effect"
import pg from "pg"
import type { Store } from "../HostSettings.js"

/** Others hold a lock for moments only. */
const looks = 20
const pause = "25 millis"

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

const isSqliteLocked = Effect.fnUntraced(function* (filename: string) {
  for (let look = 0; look < looks; look++) {
    if (isFileFree(filename)) return false
    yield* Effect.sleep(pause)
  }
  return true
})

export const isLocked = (store: Store): Effect.Effect<boolean> =>
  store._tag === "Sqlite"
    ? isSqliteLocked(store.filename)
    : Effect.delay(
        Effect.promise(async () => !(await isServerFree(store.url))),
        "350 millis"
      )
