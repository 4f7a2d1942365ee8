/** What follows for an operation from what it was answered. */
import { AcquirerAnswer } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Documents from "./documents.js"
import { type Reply, Unclear } from "./exchange.js"
import { type Gateway, isTurnedAway, type Sendings } from "./gateway.js"
import type { Operation } from "./operations.js"
import * as Refusals from "./refusals.js"

type Conclusion = Effect.Effect<AcquirerAnswer, Unclear>

const keyIsAnothers = AcquirerAnswer.Declined({ reason: "duplicate-at-acquirer", report: noReport })

export const concluding = (name: string, gateway: Gateway) => {
  const isAnothers = (document: Documents.Document, { trackingId }: Operation): boolean =>
    document.tracking_id !== trackingId

  /** What stands there now: a first answer that is given again may be an old one. Source: D13. */
  const standing = ({ key }: Operation): Effect.Effect<Documents.Document, Unclear> =>
    Effect.flatMap(
      gateway.find(key),
      Option.match({
        onNone: () => new Unclear({ because: "our key is used, and no transaction has it" }),
        onSome: Effect.succeed
      })
    )

  const processed = Effect.fnUntraced(function* ({ body }: Reply, operation: Operation) {
    const answered = yield* Documents.ofAnswer(body)
    const document = answered.status === "pending" ? yield* standing(operation) : answered
    if (isAnothers(document, operation))
      return yield* new Unclear({ because: "the document is of another request", isAlarm: true })
    return yield* Documents.final(document)
  })

  const refused = Effect.fnUntraced(function* ({ body }: Reply, { key }: Operation) {
    const { fields, reason } = yield* Refusals.ofBody(body)
    yield* Effect.annotateLogs(Effect.logWarning(`${name} refused a request`), { key, fields: fields.join(" ") })
    return AcquirerAnswer.Declined({ reason, report: noReport })
  })

  /** Our key was used with another text: ours from before an upgrade or under an old secret, or another request. */
  const known = Effect.fnUntraced(function* (operation: Operation) {
    const document = yield* standing(operation)
    if (!isAnothers(document, operation)) return yield* Documents.final(document)
    yield* Effect.annotateLogs(Effect.logError(`${name} knows our key for another request`), { key: operation.key })
    return keyIsAnothers
  })

  return (reply: Reply, operation: Operation, sendings: Sendings): Conclusion => {
    const { status } = reply
    if (status === 200) return processed(reply, operation)
    if (status === 400) return refused(reply, operation)
    if (status === 422) return known(operation)
    // Sent away at the door. What was sent before it may have come in.
    const isAtTheDoor = isTurnedAway(status) || status === 429
    return isAtTheDoor && sendings.count === 1
      ? Effect.succeed(AcquirerAnswer.NotSent())
      : new Unclear({ because: `it answered ${status}` })
  }
}
