import { closeSync, openSync } from "node:fs"
import { StorageError } from "@florin/core/store/StorageError"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { storageError } from "./sqliteFailures.js"
import { applicationId, fromVersion1, schema, schemaVersion } from "./sqliteSchema.js"

// A wait inside the driver blocks the whole process, so it is short and the operation comes back by itself.
const driverWaitMillis = 20
const again = Schedule.intersect(Schedule.jittered(Schedule.spaced("5 millis")), Schedule.recurs(200))

const isBusy = ({ reason }: StorageError) => reason === "busy"

/** Runs `body`, again and again for a second while another connection holds the file. */
export const attempt = <A>(operation: string, body: () => A): Effect.Effect<A, StorageError> => {
  const once = Effect.try({ try: body, catch: (cause) => storageError(operation, cause) })
  return Effect.catchIf(once, isBusy, () => Effect.retry(once, { schedule: again, while: isBusy }))
}

const pragma = (connection: Sqlite.Database, source: string): unknown => connection.pragma(source, { simple: true })

const refuse = (detail: string) => new StorageError({ reason: "corrupt", operation: "sandbox.open", detail })

/** A file that holds something else is refused before anything of it is changed. */
const assertOurs = (connection: Sqlite.Database): void => {
  const id = pragma(connection, "application_id")
  const tables = connection.prepare("SELECT count(*) FROM sqlite_schema").pluck().get()
  if (id === 0 && tables === 0) return
  if (id !== applicationId) throw refuse("not-a-sandbox-file")
  if (![1, schemaVersion].includes(Number(pragma(connection, "user_version")))) throw refuse("version")
}

// Looked at again inside the transaction: another process may have brought the file up to date meanwhile.
const bringUp = (connection: Sqlite.Database): void => {
  if (pragma(connection, "application_id") === 0) connection.exec(schema)
  else if (pragma(connection, "user_version") === 1) connection.exec(fromVersion1)
}

const prepare = (connection: Sqlite.Database): void => {
  assertOurs(connection)
  connection.pragma("journal_mode = WAL")
  connection.pragma("synchronous = FULL")
  connection.pragma("secure_delete = ON")
  connection.pragma("trusted_schema = OFF")
  connection.pragma("cell_size_check = ON")
  connection.pragma("temp_store = MEMORY")
  connection.pragma("mmap_size = 0")
  if (pragma(connection, "synchronous") !== 2) throw refuse("synchronous")
  connection.transaction(() => bringUp(connection)).immediate()
}

/** Opens a file as a sandbox's, or throws and leaves it as it was. */
export const open = (filename: string): Sqlite.Database => {
  // SQLite gives its side files the mode of the database.
  closeSync(openSync(filename, "a", 0o600))
  const connection = new Sqlite(filename, { timeout: driverWaitMillis })
  try {
    prepare(connection)
    return connection
  } catch (cause) {
    connection.close()
    throw cause
  }
}
