import type { Row } from "@florin/core/store/UnitOfWork"
import { BatchFailed } from "@florin/storage-sql/Database"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Client, type ClientBase, type ClientConfig, DatabaseError } from "pg"
import { type Answer, Batch, type Prepared, type Step } from "./batch.js"
import { DriverFault, type Failure, failureOf } from "./driverFault.js"

/** Connection options. Durations are in milliseconds. */
export interface Terms {
  readonly url: Redacted.Redacted<string>
  readonly connectWithin: number
  /** The server's statement timeout. The client drops the connection a little later. */
  readonly statementWithin: number
  /** The lock timeout. */
  readonly lockWithin: number
  readonly acceptDataLoss: boolean
}

/** A server between two crashes. The members have no meaning of their own; they are only compared. */
export interface Server {
  /** The cluster and its timeline: a promoted standby starts a new one. */
  readonly history: string
  /**
   * Changes when the server recovers from a crash. Recovery forgets transactions that left nothing in the WAL and
   * reuses their ids.
   */
  readonly life: string
}

/** One connection to the server. */
export interface Session {
  readonly client: ClientBase
  /** The pool's generation in which the session was opened. What outdates one session outdates its generation. */
  readonly age: number
  readonly prepared: Prepared
  /** The client-side timeout of a statement, in milliseconds. */
  readonly answerWithin: number
  /** The pid of the backend process; undefined until the session is open. */
  pid: number | undefined
  /** The server's identity; undefined when the role lacks the permission to query it. */
  server: Server | undefined
  /** Why the session must not be reused. */
  spoiled: Failure | undefined
}

/** How long after the server's timeout the client gives up, when even the timeout error has not arrived. */
const grace = 5_000

/**
 * The session is outdated: its server is read-only, and the address may by now lead to a writable one, or a migration
 * has invalidated its plans.
 */
const isOutdated = (failure: Failure | undefined): boolean =>
  failure instanceof DatabaseError && (failure.code === "25006" || failure.routine === "RevalidateCachedQuery")

/** Codes of a session that is lost, terminated by an administrator or idle for too long. (Severities are localized.) */
const lost = /^(?:08|57P|25P03|25P04)/

const isFatal = (failure: Failure): boolean => failure instanceof DriverFault || lost.test(failure.code ?? "")

/** The driver's settings for a session. */
export const settingsOf = ({ connectWithin, statementWithin, url }: Terms): ClientConfig => ({
  // biome-ignore lint/plugin/secrets: the driver needs the server's address with its password
  connectionString: Redacted.value(url),
  application_name: "florin",
  connectionTimeoutMillis: connectWithin,
  query_timeout: statementWithin + grace,
  // Detects a silently closed connection before a unit begins on it.
  keepAlive: true,
  keepAliveInitialDelayMillis: 30_000
})

const sessions = new WeakMap<ClientBase, Session>()

/** The session of an adopted client. */
export const of = (client: ClientBase): Session => sessions.get(client)!

/** Starts tracking a client's session. */
export const adopt = (client: ClientBase, { statementWithin }: Terms, age: number): Session => {
  const session: Session = {
    client,
    age,
    prepared: new Map(),
    answerWithin: statementWithin + grace,
    pid: undefined,
    server: undefined,
    spoiled: undefined
  }
  // Errors can be emitted at any time; without a listener Node ends the process.
  client.on("error", (error) => {
    session.spoiled ??= failureOf(error)
  })
  sessions.set(client, session)
  return session
}

/** A session outside the pool. */
export interface OwnSession extends Session {
  readonly client: Client
}

/** Connects, uninterruptibly. */
export const connect = (terms: Terms): Effect.Effect<OwnSession, Failure> =>
  Effect.uninterruptible(
    Effect.tryPromise({
      try: async () => {
        const client = new Client(settingsOf(terms))
        const session = adopt(client, terms, 0) as OwnSession
        await client.connect()
        return session
      },
      catch: failureOf
    })
  )

/** Closes a session without waiting for the server, which may be gone. */
export const end = ({ client }: OwnSession): Effect.Effect<void> => Effect.sync(() => client.end(() => undefined))

/** Whether the session is connected directly. A pooler reports another pid than the backend's. */
export const isDirect = ({ client, pid }: Session): boolean => Reflect.get(client, "processID") === pid

/** Whether another unit may use the session: it is alive, idle, outside a transaction and owes no answer. */
export const isReusable = ({ client, spoiled }: Session): boolean =>
  spoiled === undefined && client.getTransactionStatus() === "I" && Reflect.get(client, "_activeQuery") === null

/** Whether the session's failure outdates its whole generation. */
export const outdatesOthers = ({ spoiled }: Session): boolean => isOutdated(spoiled)

/** Marks the session as not reusable after a failure that requires it. */
export const spoilBy = (session: Session, failure: Failure): void => {
  if (isFatal(failure) || isOutdated(failure)) session.spoiled ??= failure
}

/**
 * Runs statements in order and stops at the first failure. Uninterruptible, because a cancel request hits whatever the
 * session is running by then, which may be another unit's statement.
 */
export const run = (session: Session, steps: ReadonlyArray<Step>): Effect.Effect<Answer, BatchFailed> =>
  Effect.uninterruptible(
    Effect.async((resume) => {
      const { answerWithin, client, prepared } = session
      const batch = new Batch(steps, prepared, answerWithin * steps.length, (error, answer) => {
        if (error === null && answer !== undefined) return resume(Effect.succeed(answer))
        const failure = failureOf(error)
        spoilBy(session, failure)
        // If the session is lost, the position of the failure is unknown.
        const at = failure instanceof DriverFault ? steps.length : (answer?.done ?? 0)
        resume(Effect.fail(new BatchFailed(Math.min(at, steps.length - 1), session.spoiled ?? failure)))
      })
      client.query(batch)
    })
  )

/** Runs one statement outside a transaction. */
export const query = (
  session: Session,
  text: string,
  values: ReadonlyArray<unknown> = [],
  name?: string
): Effect.Effect<ReadonlyArray<Row>, Failure> =>
  Effect.mapBoth(run(session, [{ text, values, name }]), {
    onSuccess: ({ rows }) => rows,
    onFailure: ({ error }) => failureOf(error)
  })
