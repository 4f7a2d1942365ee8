/** Whether a process that stands still keeps all others out of the store. */
import Database from "better-sqlite3"
import * as Effect from "effect/Effect"
import type { Store } from "../HostSettings.js"

/** Others hold the lock for moments only. */
const looks = 25
const pause = "20 millis"

const isFree = (filename: string) =>
  Effect.sync(() => {
    const database = new Database(filename, { timeout: 0 })
    try {
      database.exec("BEGIN IMMEDIATE; ROLLBACK")
      return true
    } catch {
      return false
    } finally {
      database.close()
    }
  })

/** On PostgreSQL it holds rows at most, and the server ends its session. */
export const isHeld = Effect.fnUntraced(function* (store: Store) {
  if (store._tag === "Postgres") return false
  for (let look = 0; look < looks; look++) {
    if (yield* isFree(store.filename)) return false
    yield* Effect.sleep(pause)
  }
  return true
})
