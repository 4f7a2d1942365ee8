import type { Statements } from "@florin/storage-sql/Database"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { SettingRefused } from "../SettingRefused.js"
import type { Failure } from "./driverFault.js"
import * as IdleSessions from "./idleSessions.js"
import type { StatementNames } from "./names.js"
import * as Places from "./places.js"
import * as Session from "./session.js"
import { type Loan, unitOf } from "./unitStatements.js"

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

/** A pool whose sessions end with the scope; those that are lent then end when they are given back. */
export const make = Effect.fnUntraced(function* ({ first, nameOf, open, patience, size }: Terms) {
  const places = Places.make(size, patience)
  const idle = IdleSessions.make(first, open)
  yield* Effect.addFinalizer(() => idle.close)

  const lend = (restore: Places.Restore): Effect.Effect<Loan, Failure | SettingRefused> =>
    Effect.zipRight(
      places.take(restore),
      Effect.onError(
        Effect.map(idle.take, (session) => ({ session })),
        () => places.give
      )
    )

  const takeBack = (loan: Loan) => Effect.suspend(() => Effect.zipRight(idle.give(loan.session), places.give))

  const renew = (loan: Loan) =>
    Effect.zipRight(
      Session.end(loan.session),
      Effect.map(open, (session) => {
        loan.session = session
      })
    )

  /** A query that found its session dead, or too old, is asked again on a new one. */
  const ask = (loan: Loan, text: string, values: ReadonlyArray<unknown>) => {
    const once = Effect.suspend(() => Session.query(loan.session, text, values, nameOf(text)))
    return Effect.catchAll(once, (failure) =>
      loan.session.spoiled === undefined ? Effect.fail(failure) : Effect.zipRight(renew(loan), once)
    )
  }

  const pool: Pool = {
    reserve: Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(lend(restore), (loan) =>
        Effect.as(
          Effect.flatMap(Effect.scope, (scope) => Scope.addFinalizer(scope, takeBack(loan))),
          unitOf(loan, renew(loan), nameOf, patience)
        )
      )
    ),
    // Interruptible while it waits for a session, and never while its statement runs.
    read: (text, values) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(lend(restore), (loan) => Effect.ensuring(ask(loan, text, values), takeBack(loan)))
      )
  }
  return pool
})
