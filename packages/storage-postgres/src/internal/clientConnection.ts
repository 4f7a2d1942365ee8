import { SqlError } from "@effect/sql/SqlError"
import type { HostConnection } from "@florin/storage-sql/Database"
import * as Effect from "effect/Effect"
import type { QueryArrayConfig, QueryConfig } from "pg"
import { DriverFault, failureOf } from "./driverFault.js"
import * as Session from "./session.js"

interface Answer {
  readonly rows: ReadonlyArray<object>
}

const ended = new SqlError({
  cause: new DriverFault("unexpected", "transaction-ended"),
  message: "The transaction has ended"
})

/** Runs a statement with the driver's own parameter conversion, which takes dates, JSON and arrays. */
const ask = (session: Session.Session, query: QueryConfig | QueryArrayConfig): Effect.Effect<Answer, SqlError> =>
  Effect.async((resume) => {
    session.client.query(query, (cause: Error, answer: Answer | ReadonlyArray<Answer>) => {
      // A text with several statements returns the rows of the last one.
      if (!cause) return resume(Effect.succeed(Array.isArray(answer) ? answer.at(-1) : answer))
      Session.spoilBy(session, failureOf(cause))
      resume(Effect.fail(new SqlError({ cause, message: "Failed to execute statement" })))
    })
  })

/** The connection methods of `PgClient`, on a unit's session. Statements are uninterruptible. */
export const connectionOf = (session: () => Session.Session): HostConnection => {
  const run = (query: QueryConfig | QueryArrayConfig): Effect.Effect<Answer, SqlError> =>
    Effect.uninterruptible(
      Effect.suspend(() => (session().client.getTransactionStatus() === "I" ? ended : ask(session(), query)))
    )
  const rows = (text: string, parameters: ReadonlyArray<unknown>) =>
    Effect.map(run({ text, values: [...parameters] }), (answer) => answer.rows)
  const execute: HostConnection["execute"] = (text, parameters, transform) =>
    transform === undefined ? rows(text, parameters) : Effect.map(rows(text, parameters), transform)
  return {
    execute,
    executeUnprepared: execute,
    executeRaw: (text, parameters) => run({ text, values: [...parameters] }),
    executeValues: (text, parameters) =>
      Effect.map(run({ text, values: [...parameters], rowMode: "array" }), (answer) => answer.rows as never)
  }
}
