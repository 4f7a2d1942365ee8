import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { calling } from "../../store/FaultPoints.js"
import type { Transaction } from "../../transactions/Transaction.js"
import { AcquirerAnswer, type AcquirerRequest, type AcquirerService, AcquirerStatus, Acquirers } from "../Acquirer.js"
import { noReport } from "../AcquirerReport.js"
import { TransactionEvent } from "../TransactionEvent.js"

/** How long an acquirer may take. After that the outcome is unknown and due work asks. */
export const callLimit = Duration.seconds(30)

/**
 * When the acquirer is asked about an unknown outcome: after 2, 5, 15 and 60 s, 5 and 30 min, then hourly for 7 days;
 * none after that. Where the acquirer has said from when on its answer is final, then too.
 */
export const askAgainAt = (now: DateTime.Utc, attempts: number): Option.Option<DateTime.Utc> => {
  const first = [2, 5, 15, 60, 300, 1800]
  const hours = 7 * 24
  if (attempts >= first.length + hours) return Option.none()
  return Option.some(DateTime.add(now, { seconds: first[attempts] ?? 3600 }))
}

export const acquirerOf = (transaction: Transaction) =>
  Effect.map(Acquirers, (acquirers): AcquirerService | undefined =>
    acquirers.find(({ gatewayId }) => gatewayId === transaction.gatewayId)
  )

const eventOf = (answer: AcquirerAnswer): TransactionEvent => {
  switch (answer._tag) {
    case "Approved":
      return TransactionEvent.Approved({ report: answer.report })
    case "Declined":
      return TransactionEvent.Declined({ reason: answer.reason, report: answer.report })
    case "NoAnswer":
      return TransactionEvent.NoAnswer()
    case "NotSent":
      return TransactionEvent.NotDone()
  }
}

/** Puts a request to the transaction's acquirer. Whatever goes wrong on the way is `NoAnswer`, never `Declined`. */
export const ask = Effect.fnUntraced(function* (transaction: Transaction, request: AcquirerRequest) {
  const acquirer = yield* acquirerOf(transaction)
  if (acquirer === undefined) return TransactionEvent.Declined({ reason: "no-acquirer", report: noReport })
  const call = yield* calling
  const answer = yield* acquirer.perform(request).pipe(
    call("acquirer.perform"),
    Effect.timeoutTo({
      duration: callLimit,
      onSuccess: (answer) => answer,
      onTimeout: () => AcquirerAnswer.NoAnswer()
    }),
    // A cause may hold what was sent; only the acquirer's name is safe to write down.
    Effect.catchAllCause(() =>
      Effect.as(Effect.logError(`Acquirer ${acquirer.name} died while it was asked`), AcquirerAnswer.NoAnswer())
    )
  )
  return eventOf(answer)
})

/** Asks what became of a transaction. Whatever goes wrong on the way is `Unknown`. */
export const askStatus = Effect.fnUntraced(function* (transaction: Transaction) {
  const acquirer = yield* acquirerOf(transaction)
  if (acquirer === undefined) return AcquirerStatus.Unknown()
  const call = yield* calling
  return yield* acquirer.status(transaction.acquirerKey).pipe(
    call("acquirer.status"),
    Effect.timeoutTo({
      duration: callLimit,
      onSuccess: (status) => status,
      onTimeout: () => AcquirerStatus.Unknown()
    }),
    Effect.catchAllCause(() => Effect.succeed(AcquirerStatus.Unknown()))
  )
})
