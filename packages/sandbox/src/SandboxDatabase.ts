/**
 * The sandbox's own SQLite file. It is a world of its own: nothing of it lies in the gateway's store.
 *
 * @since 0.1.0
 */
import { closeSync, openSync } from "node:fs"
import { StorageError } from "@florin/core/store/StorageError"
import Sqlite from "better-sqlite3"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { storageError } from "./internal/failures.js"
import { applicationId, schema, schemaVersion } from "./internal/schema.js"

/**
 * One connection to the file.
 *
 * @since 0.1.0
 * @category services
 */
export class SandboxDatabase extends Context.Tag("@florin/sandbox/SandboxDatabase")<
  SandboxDatabase,
  {
    readonly connection: Sqlite.Database
    readonly read: <A>(operation: string, body: () => A) => Effect.Effect<A, StorageError>
    /** Runs `body` as one transaction; it is durable when this succeeds. */
    readonly write: <A>(operation: string, body: () => A) => Effect.Effect<A, StorageError>
  }
>() {}

// A wait inside the driver blocks the whole process, so it is short and we come back ourselves.
const driverWaitMillis = 20
const again = Schedule.intersect(Schedule.jittered(Schedule.spaced("5 millis")), Schedule.recurs(200))

const isBusy = ({ reason }: StorageError) => reason === "busy"

const attempt = <A>(operation: string, body: () => A): Effect.Effect<A, StorageError> => {
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
  if (pragma(connection, "user_version") !== schemaVersion) throw refuse("version")
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
  connection
    .transaction(() => {
      if (pragma(connection, "application_id") === 0) connection.exec(schema)
    })
    .immediate()
}

const open = (filename: string): Sqlite.Database => {
  // SQLite gives its side files the mode of the database.
  if (filename !== ":memory:") closeSync(openSync(filename, "a", 0o600))
  const connection = new Sqlite(filename, { timeout: driverWaitMillis })
  try {
    prepare(connection)
    return connection
  } catch (cause) {
    connection.close()
    throw cause
  }
}

/**
 * Opens the file, and creates it where there is none; closes it with the scope.
 *
 * Errors: `corrupt` where the file is not a sandbox's, `unavailable` where it cannot be opened.
 *
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.fnUntraced(function* (filename: string) {
  const connection = yield* Effect.acquireRelease(
    attempt("sandbox.open", () => open(filename)),
    (connection) => Effect.sync(() => connection.close())
  )
  // Made once: the driver's function for a transaction costs more than the transaction.
  const transaction = connection.transaction((body: () => unknown) => body())
  return SandboxDatabase.of({
    connection,
    read: attempt,
    write: <A>(operation: string, body: () => A) => attempt(operation, () => transaction.immediate(body) as A)
  })
})

/**
 * A file, created with mode 0600. WAL, every commit synced to the disk.
 *
 * @since 0.1.0
 * @category layers
 */
export const layer = (filename: string): Layer.Layer<SandboxDatabase, StorageError> =>
  Layer.scoped(SandboxDatabase, make(filename))

/**
 * Books that are gone when the scope closes. For tests.
 *
 * @since 0.1.0
 * @category layers
 */
export const layerMemory: Layer.Layer<SandboxDatabase, StorageError> = layer(":memory:")
