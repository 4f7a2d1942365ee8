import { StorageError } from "@florin/core/store/StorageError"
import * as Effect from "effect/Effect"
import { type ClientBase, DatabaseError, Pool, types } from "pg"
import { storageError } from "./postgresFailures.js"

// All amounts and instants are safe integers; a sum of them is `numeric`, and stays one.
const numbers: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC])

const typed = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    numbers.has(oid) && format !== "binary" ? Number : types.getTypeParser(oid, format)
}

const connectWithin = 5_000
const answerWithin = 20_000

/** Requests to the sandbox are short and mostly take turns; more connections would only wait. */
const size = 4

/** Connections to the server, closed with the scope. `address` is asked once. */
export const open = (address: () => string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const pool = new Pool({
        connectionString: address(),
        max: size,
        connectionTimeoutMillis: connectWithin,
        query_timeout: answerWithin,
        keepAlive: true,
        types: typed as typeof types
      })
      // Without listeners the loss of a connection would end the process: the pool listens for those that are idle, and
      // of the others nothing but the statement that fails needs to hear.
      pool.on("error", () => undefined)
      pool.on("connect", (client) => client.on("error", () => undefined))
      return pool
    }),
    (pool) => Effect.promise(() => pool.end())
  )

// Set for the transaction, not the session: a pooler may give the next one to another server process.
const begin = `BEGIN ISOLATION LEVEL READ COMMITTED;
  SET LOCAL lock_timeout = 5000;
  SET LOCAL statement_timeout = 15000`

const commit = async (client: ClientBase, operation: string): Promise<void> => {
  try {
    await client.query("COMMIT")
  } catch (cause) {
    if (cause instanceof DatabaseError) throw cause
    throw new StorageError({ reason: "unknown-outcome", operation })
  }
}

/** Runs `body` as one transaction, to its end whatever interrupts the caller: a commit is never left half asked for. */
export const transaction = <A>(
  pool: Pool,
  operation: string,
  body: (client: ClientBase) => Promise<A>
): Effect.Effect<A, StorageError> =>
  Effect.uninterruptible(
    Effect.tryPromise({
      try: async () => {
        const client = await pool.connect()
        try {
          await client.query(begin)
          const result = await body(client)
          await commit(client, operation)
          client.release()
          return result
        } catch (cause) {
          // Closed instead of rolled back: that works however broken it is, and failures are rare.
          client.release(true)
          throw cause
        }
      },
      catch: (cause) => storageError(operation, cause)
    })
  )

/** Runs one statement. */
export const query = <Row extends object>(
  pool: Pool,
  operation: string,
  text: string,
  values: ReadonlyArray<unknown> = []
): Effect.Effect<ReadonlyArray<Row>, StorageError> =>
  Effect.uninterruptible(
    Effect.tryPromise({
      try: async () => (await pool.query<Row>(text, [...values])).rows,
      catch: (cause) => storageError(operation, cause)
    })
  )
