import type { Row } from "@florin/core/store/UnitOfWork"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Client, DatabaseError, type QueryConfig, type QueryResult } from "pg"
import { connectionLost, DriverFault, type Failure } from "./driverFault.js"

/** How connections are made. Durations in milliseconds. */
export interface Terms {
  readonly url: Redacted.Redacted<string>
  readonly connectWithin: number
  /** The server gives a statement up after this long; we give the connection up a little later. */
  readonly statementWithin: number
  /** How long a lock is waited for. */
  readonly lockWithin: number
  readonly acceptDataLoss: boolean
}

/** One connection to the server. */
export interface Session {
  readonly client: Client
  /** The server's process that serves it; none is known yet while it is opened. */
  pid: number | undefined
  /** Why nobody else shall get it. */
  spoiled: Failure | undefined
}

/** How much later than the server we give up: it has not answered even that it gave up. */
const grace = 5_000

const failureOf = (error: unknown): Failure => (error instanceof DatabaseError ? error : connectionLost(error))

/**
 * The world has changed since the session began: the server may not be written to, while its address may lead to one
 * that can by now, or another version has changed the tables that its plans are for.
 */
const isOutdated = (failure: Failure | undefined): boolean =>
  failure instanceof DatabaseError && (failure.code === "25006" || failure.routine === "RevalidateCachedQuery")

/** The session is lost, stopped by an administrator, or has stood still for too long. Severities are translated. */
const lost = /^(?:08|57P|25P03|25P04)/

const isFatal = (failure: Failure): boolean => failure instanceof DriverFault || lost.test(failure.code ?? "")

const clientOf = ({ connectWithin, statementWithin, url }: Terms): Client =>
  new Client({
    connectionString: Redacted.value(url),
    application_name: "florin",
    connectionTimeoutMillis: connectWithin,
    query_timeout: statementWithin + grace,
    keepAlive: true
  })

/** Connects; nothing can interrupt it. */
export const connect = (terms: Terms): Effect.Effect<Session, Failure> =>
  Effect.uninterruptible(
    Effect.tryPromise({
      try: async () => {
        const session: Session = { client: clientOf(terms), pid: undefined, spoiled: undefined }
        // It may be told at any time, and if nobody listened, Node would end the process.
        session.client.on("error", (error) => {
          session.spoiled ??= failureOf(error)
        })
        await session.client.connect()
        return session
      },
      catch: failureOf
    })
  )

/** Ends a session without waiting for the server, which may be gone. */
export const end = ({ client }: Session): Effect.Effect<void> => Effect.sync(() => client.end(() => undefined))

/** Whether the server itself is spoken to. A pooler names a process of its own. */
export const isDirect = ({ client, pid }: Session): boolean => Reflect.get(client, "processID") === pid

/** Whether the next unit may have the session: it is alive and in no transaction. */
export const isReusable = ({ client, spoiled }: Session): boolean =>
  spoiled === undefined && client.getTransactionStatus() === "I"

/** Whether what spoiled the session has spoiled those of its age, too. */
export const outdatesOthers = ({ spoiled }: Session): boolean => isOutdated(spoiled)

/**
 * Runs a statement to its end: nothing interrupts it, because the server could only cancel what runs in the session by
 * then, which may be another's statement.
 */
const run = (session: Session, statement: QueryConfig): Effect.Effect<QueryResult<Row>, Failure> =>
  Effect.uninterruptible(
    Effect.async((resume) => {
      // The driver hands over null where its types say that there is always an error.
      session.client.query<Row>(statement, (error: Error | null, result) => {
        if (error === null) return resume(Effect.succeed(result))
        const failure = failureOf(error)
        if (isFatal(failure) || isOutdated(failure)) session.spoiled ??= failure
        resume(Effect.fail(session.spoiled ?? failure))
      })
    })
  )

const rowsOf = ({ rows }: QueryResult<Row>): ReadonlyArray<Row> => rows

/** The extended protocol takes no two statements in one text. */
const extended: object = { queryMode: "extended" }

/** Runs a statement. One with a name is parsed and planned once per session. */
export const query = (
  session: Session,
  text: string,
  values: ReadonlyArray<unknown> = [],
  name?: string
): Effect.Effect<ReadonlyArray<Row>, Failure> =>
  Effect.map(run(session, { ...extended, name, text, values: Array.from(values) }), rowsOf)

/** Begins a transaction, or gives it up. */
export const control = (session: Session, text: string): Effect.Effect<ReadonlyArray<Row>, Failure> =>
  Effect.map(run(session, { text }), rowsOf)

const notCommitted = (code: string) => Effect.fail(new DriverFault("unexpected", code))

/**
 * Commits. That of a transaction that failed is answered with `ROLLBACK`, that of none at all with a warning; neither
 * would be an error.
 */
export const commit = (session: Session): Effect.Effect<ReadonlyArray<Row>, Failure> =>
  Effect.suspend(() => {
    if (session.client.getTransactionStatus() === "I") return notCommitted("transaction-ended")
    return Effect.flatMap(run(session, { text: "COMMIT" }), (result) =>
      result.command === "COMMIT" ? Effect.succeed(rowsOf(result)) : notCommitted("rolled-back")
    )
  })
