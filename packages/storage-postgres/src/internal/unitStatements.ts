import { given } from "@florin/core/request/Given"
import type { Row } from "@florin/core/store/UnitOfWork"
import { type BatchedStatements, BatchFailed, type Statement } from "@florin/storage-sql/Database"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { SettingRefused } from "../SettingRefused.js"
import type { Answer, Step } from "./batch.js"
import { connectionOf } from "./clientConnection.js"
import { DriverFault, type Failure } from "./driverFault.js"
import type { StatementNames } from "./names.js"
import { idStatement, outcomeOf, type Transaction } from "./outcome.js"
import type { Loan } from "./pool.js"
import { begin } from "./postgresDialect.js"
import * as Session from "./session.js"

type Answered = Effect.Effect<Answer, BatchFailed>

const refused = (at: number, code: string) => Effect.fail(new BatchFailed(at, new DriverFault("unexpected", code)))

const endsWithCommit = (steps: ReadonlyArray<Step>): boolean => steps.at(-1)?.text === "COMMIT"

const stepOf =
  (nameOf: StatementNames) =>
  ({ parameters, receive, text }: Statement): Step => ({
    text,
    values: parameters,
    name: nameOf(text),
    ...given({ receive })
  })

/** The statements of one unit of work. If the session is dead when the unit begins, a new one replaces it. */
export const unitOf = (
  loan: Loan,
  renew: Effect.Effect<void, Failure | SettingRefused>,
  nameOf: StatementNames,
  patience: Duration.Duration
): BatchedStatements => {
  let transaction: Transaction | undefined

  const go = (steps: ReadonlyArray<Step>): Answered => Effect.suspend(() => Session.run(loan.session, steps))

  // The transaction's id is queried in the same batch as BEGIN. If the connection is lost later, the id is the key to
  // the transaction's outcome.
  const goIdentified = ([first, ...others]: ReadonlyArray<Step>): Answered =>
    Effect.suspend(() => {
      const { server } = loan.session
      if (server === undefined) return go([first!, ...others])
      const receive = (row: Row): void => {
        transaction = { id: String(row.id), server }
      }
      const identified = [first!, { text: idStatement, values: [], name: nameOf(idStatement), receive }, ...others]
      return Effect.mapError(go(identified), ({ at, error }) => new BatchFailed(Math.max(0, at - 1), error))
    })

  // A failed batch can have committed only if it ended with COMMIT.
  const begun = (steps: ReadonlyArray<Step>): Answered =>
    Effect.catchAll(goIdentified(steps), (first) => {
      if (loan.session.spoiled === undefined || endsWithCommit(steps)) return Effect.fail(first)
      return Effect.zipRight(
        Effect.mapError(renew, (error) => new BatchFailed(first.at, error)),
        goIdentified(steps)
      )
    })

  // A listener's statement may have ended the transaction; then the unit fails.
  const continued = (steps: ReadonlyArray<Step>): Answered =>
    Effect.suspend(() =>
      loan.session.client.getTransactionStatus() === "I" ? refused(steps.length - 1, "transaction-ended") : go(steps)
    )

  const run = (steps: ReadonlyArray<Step>): Answered =>
    Effect.flatMap(steps[0]?.text === begin ? begun(steps) : continued(steps), (answer) =>
      // COMMIT of a failed transaction rolls back without an error.
      endsWithCommit(steps) && answer.summary !== "COMMIT"
        ? refused(steps.length - 1, "rolled-back")
        : Effect.succeed(answer)
    )

  const reconnected = Effect.suspend(() =>
    Effect.map(Session.isReusable(loan.session) ? Effect.void : renew, () => loan.session)
  )

  return {
    outcome: Effect.suspend(() =>
      transaction === undefined ? Effect.succeed("unknown") : outcomeOf(transaction, reconnected, patience)
    ),
    connection: connectionOf(() => loan.session),
    execute: (text, values) => Session.query(loan.session, text, values, nameOf(text)),
    batch: (statements) => Effect.map(run(statements.map(stepOf(nameOf))), ({ rows }) => rows)
  }
}
