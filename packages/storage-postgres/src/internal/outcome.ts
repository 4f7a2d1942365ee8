import type { Row } from "@florin/core/store/UnitOfWork"
import type { Outcome } from "@florin/storage-sql/Database"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { DatabaseError } from "pg"
import type { SettingRefused } from "../SettingRefused.js"
import type { Failure } from "./driverFault.js"
import { identify } from "./server.js"
import { query, type Server, type Session } from "./session.js"

/** A transaction with an assigned id. */
export interface Transaction {
  readonly id: string
  readonly server: Server
}

/** Queried when a transaction begins. The id includes the epoch, so it is reused only after a crash. */
export const idStatement = "SELECT pg_current_xact_id() AS id"

// A server can see a commit before it is durable. A logical message written now is flushed, and replicated to the
// synchronous standby, only after every earlier WAL record.
const statusStatement = `SELECT
  pg_xact_status($1::xid8) AS status,
  pg_logical_emit_message(true, 'florin', '')`

// The server runs on real time: under a virtual clock the pauses would never end.
const realTime = Clock.make()

const pauses = Schedule.union(Schedule.exponential(Duration.millis(5)), Schedule.spaced(Duration.millis(250)))

// The server has not assigned this id yet, so a crash has erased the transaction.
const isInTheFuture = (failure: Failure): boolean => failure instanceof DatabaseError && failure.code === "22023"

const statusOf = (session: Session, id: string): Effect.Effect<unknown, Failure> =>
  query(session, statusStatement, [id]).pipe(
    Effect.map(([row]: ReadonlyArray<Row>) => row!.status),
    Effect.catchIf(isInTheFuture, () => Effect.succeed("aborted"))
  )

const undecided = "undecided"

const read = (status: unknown, isSameLife: boolean): Effect.Effect<Outcome, typeof undecided> => {
  if (status === "in progress") return Effect.fail(undecided)
  if (status === "aborted") return Effect.succeed(status)
  // After a crash the id may belong to another transaction, whose commit proves nothing.
  return Effect.succeed(status === "committed" && isSameLife ? status : "unknown")
}

/**
 * Determines the outcome of a transaction after a lost connection. Polls the server until it knows or time runs out.
 */
export const outcomeOf = (
  { id, server }: Transaction,
  reconnected: Effect.Effect<Session, Failure | SettingRefused>,
  patience: Duration.Duration
): Effect.Effect<Outcome> => {
  const ask = Effect.gen(function* () {
    const session = yield* reconnected
    const { history, life } = yield* identify(session)
    if (history !== server.history) return "unknown"
    return yield* read(yield* statusOf(session, id), life === server.life)
  })
  return ask.pipe(
    Effect.retry(Schedule.upTo(pauses, patience)),
    Effect.orElseSucceed((): Outcome => "unknown"),
    Effect.withClock(realTime)
  )
}
