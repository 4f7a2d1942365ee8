import type { Row } from "@florin/core/store/UnitOfWork"
import * as Effect from "effect/Effect"
import { type Setting, SettingRefused } from "../SettingRefused.js"
import { identify } from "./server.js"
import { query, type Session, type Terms } from "./session.js"

/** How long a transaction may be idle: a unit of work never waits for external calls. Unit: milliseconds. */
const idleWithin = 30_000

// Sets the session's limits and reads the settings to check in one round trip.
const settle = `SELECT
  set_config('statement_timeout', $1, false),
  set_config('lock_timeout', $2, false),
  set_config('idle_in_transaction_session_timeout', $3, false),
  current_setting('server_version_num') AS version,
  current_setting('server_encoding') AS encoding,
  current_setting('fsync') AS fsync,
  current_setting('synchronous_commit') AS synchronous_commit,
  pg_backend_pid() AS pid`

const oldest = 140_000

const refusal = (row: Row, acceptDataLoss: boolean): Setting | undefined => {
  if (Number(row.version) < oldest) return "server_version"
  if (row.encoding !== "UTF8") return "server_encoding"
  if (acceptDataLoss) return undefined
  if (row.fsync !== "on") return "fsync"
  return row.synchronous_commit === "off" ? "synchronous_commit" : undefined
}

/** Sets a new session's limits and refuses a server that could lose acknowledged commits. */
export const inspect = Effect.fnUntraced(function* (session: Session, terms: Terms) {
  const limits = [terms.statementWithin, terms.lockWithin, idleWithin].map(String)
  const [row] = yield* query(session, settle, limits)
  const setting = refusal(row!, terms.acceptDataLoss)
  if (setting !== undefined) return yield* new SettingRefused({ setting })
  session.pid = Number(row!.pid)
  // Without the permission to identify the server, the session works without its identity.
  session.server = yield* Effect.catchAll(identify(session), (failure) =>
    session.spoiled === undefined ? Effect.succeed(undefined) : Effect.fail(failure)
  )
})
