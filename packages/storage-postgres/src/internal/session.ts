import type { Row } from "@florin/core/store/UnitOfWork"
import { BatchFailed } from "@florin/storage-sql/Database"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Client, type ClientBase, type ClientConfig, DatabaseError } from "pg"
import { type Answer, Batch, type Prepared, type Step } from "./batch.js"
import { DriverFault, type Failure, failureOf } from "./driverFault.js"

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

/** A server between two of its crashes. Neither says anything by itself: they are compared. */
export interface Server {
  /** The cluster and its timeline: a standby that takes over begins another. */
  readonly history: string
  /**
   * Changes when the server recovers from a crash. It has then forgotten the transactions that left no trace in its log,
   * and gives their ids to others.
   */
  readonly life: string
}

/** One connection to the server. */
export interface Session {
  readonly client: ClientBase
  /** Sessions of one age began in one world: what outdates one of them outdates all. */
  readonly age: number
  readonly prepared: Prepared
  /** How long one statement's answer is waited for, in milliseconds. */
  readonly answerWithin: number
  /** The server's process that serves it; none is known yet while it is opened. */
  pid: number | undefined
  /** Which server that is; none where the role may not know. */
  server: Server | undefined
  /** Why it must not be lent again. */
  spoiled: Failure | undefined
}

/** How much later than the server we give up: it has not answered even that it gave up. */
const grace = 5_000

/**
 * The world has changed since the session began: the server may not be written to, while its address may lead to one
 * that can by now, or another version has changed the tables that its plans are for.
 */
const isOutdated = (failure: Failure | undefined): boolean =>
  failure instanceof DatabaseError && (failure.code === "25006" || failure.routine === "RevalidateCachedQuery")

/** The session is lost, stopped by an administrator, or has stood still for too long. Severities are translated. */
const lost = /^(?:08|57P|25P03|25P04)/

const isFatal = (failure: Failure): boolean => failure instanceof DriverFault || lost.test(failure.code ?? "")

/** How its sessions are made. */
export const settingsOf = ({ connectWithin, statementWithin, url }: Terms): ClientConfig => ({
  // biome-ignore lint/plugin/secrets: the driver needs the server's address with its password
  connectionString: Redacted.value(url),
  application_name: "florin",
  connectionTimeoutMillis: connectWithin,
  query_timeout: statementWithin + grace,
  // A way that was closed silently is noticed before a unit begins on it.
  keepAlive: true,
  keepAliveInitialDelayMillis: 30_000
})

const sessions = new WeakMap<ClientBase, Session>()

/** The session of a client that was adopted. */
export const of = (client: ClientBase): Session => sessions.get(client)!

/** Begins to keep what is known of a client's session. */
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
  // An error may come at any time, and without a listener Node would end the process.
  client.on("error", (error) => {
    session.spoiled ??= failureOf(error)
  })
  sessions.set(client, session)
  return session
}

/** A session of nobody else's. */
export interface OwnSession extends Session {
  readonly client: Client
}

/** Connects; nothing can interrupt it. */
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

/** Ends a session without waiting for the server, which may be gone. */
export const end = ({ client }: OwnSession): Effect.Effect<void> => Effect.sync(() => client.end(() => undefined))

/** Whether the server itself is spoken to. A pooler names a process of its own. */
export const isDirect = ({ client, pid }: Session): boolean => Reflect.get(client, "processID") === pid

/** Whether the next unit may have the session: it is alive, in no transaction, and owes no answer that was given up. */
export const isReusable = ({ client, spoiled }: Session): boolean =>
  spoiled === undefined && client.getTransactionStatus() === "I" && Reflect.get(client, "_activeQuery") === null

/** Whether what spoiled the session has spoiled those of its age, too. */
export const outdatesOthers = ({ spoiled }: Session): boolean => isOutdated(spoiled)

/** After some failures a session must not be lent again. */
export const spoilBy = (session: Session, failure: Failure): void => {
  if (isFatal(failure) || isOutdated(failure)) session.spoiled ??= failure
}

/**
 * Runs statements to their end, or up to the first that fails. Nothing interrupts them, because the server could only
 * cancel what runs in the session by then, which may be another's statement.
 */
export const run = (session: Session, steps: ReadonlyArray<Step>): Effect.Effect<Answer, BatchFailed> =>
  Effect.uninterruptible(
    Effect.async((resume) => {
      const { answerWithin, client, prepared } = session
      const batch = new Batch(steps, prepared, answerWithin * steps.length, (error, answer) => {
        if (error === null && answer !== undefined) return resume(Effect.succeed(answer))
        const failure = failureOf(error)
        spoilBy(session, failure)
        // How far the server came is unknown when the session is lost on the way.
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
