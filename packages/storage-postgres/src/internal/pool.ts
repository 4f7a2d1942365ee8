import type { Row } from "@florin/core/store/UnitOfWork"
import type { Statements } from "@florin/storage-sql/Database"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { SettingRefused } from "../SettingRefused.js"
import { DriverFault, type Failure } from "./driverFault.js"
import type { StatementNames } from "./names.js"
import * as Places from "./places.js"
import { begin } from "./postgresDialect.js"
import * as Session from "./session.js"

/** Sessions that are kept and lent, each to one at a time. */
export interface Pool {
  readonly reserve: Effect.Effect<Statements, Failure | SettingRefused, Scope.Scope>
  readonly read: Statements["execute"]
}

/** What a pool is made of. */
export interface Terms {
  readonly first: Session.Session
  readonly size: number
  readonly patience: Duration.Duration
  readonly open: Effect.Effect<Session.Session, Failure | SettingRefused>
  readonly nameOf: StatementNames
}

/** A session in somebody's hands. */
interface Loan {
  session: Session.Session
}

const poolClosed = new DriverFault("unavailable", "pool-closed")

/** A pool whose sessions end with the scope; those that are lent then end when they are given back. */
export const make = Effect.fnUntraced(function* ({ first, nameOf, open, patience, size }: Terms) {
  const places = Places.make(size, patience)
  const idle = [first]
  let closed = false
  const endIdle = Effect.suspend(() => Effect.forEach(idle.splice(0), Session.end, { discard: true }))

  yield* Effect.addFinalizer(() => {
    closed = true
    return endIdle
  })

  /** The one that was used last: what it has prepared is used most. */
  const obtain: Effect.Effect<Session.Session, Failure | SettingRefused> = Effect.suspend(() => {
    const session = idle.pop()
    if (session === undefined) return closed ? Effect.fail(poolClosed) : open
    return Session.isReusable(session) ? Effect.succeed(session) : Effect.zipRight(Session.end(session), obtain)
  })

  const giveBack = (session: Session.Session) =>
    Effect.suspend(() => {
      if (!closed && Session.isReusable(session)) {
        idle.push(session)
        return Effect.void
      }
      return Effect.zipRight(Session.end(session), Session.outdatesOthers(session) ? endIdle : Effect.void)
    })

  const lend = (restore: Places.Restore): Effect.Effect<Loan, Failure | SettingRefused> =>
    Effect.zipRight(
      places.take(restore),
      Effect.onError(
        Effect.map(obtain, (session) => ({ session })),
        () => places.give
      )
    )

  const takeBack = ({ session }: Loan) => Effect.zipRight(giveBack(session), places.give)

  /** For what may be done twice: a session that turns out to be dead, or too old, is replaced by a new one. */
  const twice = (loan: Loan, run: (session: Session.Session) => Effect.Effect<ReadonlyArray<Row>, Failure>) =>
    Effect.catchAll(run(loan.session), (failure) =>
      loan.session.spoiled === undefined
        ? Effect.fail(failure)
        : Effect.zipRight(
            renew(loan),
            Effect.suspend(() => run(loan.session))
          )
    )

  const renew = (loan: Loan) =>
    Effect.zipRight(
      Session.end(loan.session),
      Effect.map(open, (session) => {
        loan.session = session
      })
    )

  const statements = (loan: Loan): Statements => ({
    execute: (text, values) => {
      if (text === begin) return twice(loan, (session) => Session.control(session, text))
      if (text === "COMMIT") return Session.commit(loan.session)
      if (text === "ROLLBACK") return Session.control(loan.session, text)
      return Session.query(loan.session, text, values, nameOf(text))
    }
  })

  const pool: Pool = {
    reserve: Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const loan = yield* lend(restore)
        yield* Scope.addFinalizer(
          yield* Effect.scope,
          Effect.suspend(() => takeBack(loan))
        )
        return statements(loan)
      })
    ),
    // Interruptible while it waits for a session, and never while its statement runs.
    read: (text, values) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(lend(restore), (loan) =>
          Effect.ensuring(
            twice(loan, (session) => Session.query(session, text, values, nameOf(text))),
            Effect.suspend(() => takeBack(loan))
          )
        )
      )
  }
  return pool
})
