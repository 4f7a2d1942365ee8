/** Derives the outcome of an operation from its reply. */
import { AcquirerAnswer } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { Unclear } from "@florin/exchange/Exchange"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Documents from "./documents.js"
import type { Gateway, Reply } from "./gateway.js"
import type { Operation } from "./operations.js"
import * as Refusals from "./refusals.js"

type Conclusion = Effect.Effect<AcquirerAnswer, Unclear>

const keyIsAnothers = AcquirerAnswer.Declined({ reason: "duplicate-at-acquirer", report: noReport })

export const make = (name: string, gateway: Gateway) => {
  const isAnothers = (document: Documents.Document, { trackingId }: Operation): boolean =>
    document.tracking_id !== trackingId

  /**
   * From the other gateway's transaction under the operation's key. Another operation proves nothing about this one, and its
   * having our key is an error.
   */
  const ofStatus = (document: Documents.Document, operation: Operation): Conclusion =>
    isAnothers(document, operation)
      ? new Unclear({ because: "another request has our key", isAlarm: true })
      : Documents.answerIn(document)

  const queried = (operation: Operation, onNone: () => Conclusion): Conclusion =>
    Effect.flatMap(
      gateway.find(operation.key),
      Option.match({ onNone, onSome: (document) => ofStatus(document, operation) })
    )

  const unfound = () => new Unclear({ because: "our key is in use, but no transaction has it" })

  /** Our key was used with another body: either under an earlier setting or by another request, not by this one. */
  const known = Effect.fnUntraced(function* (operation: Operation) {
    const found = yield* gateway.find(operation.key)
    if (Option.isNone(found)) return yield* unfound()
    if (!isAnothers(found.value, operation)) return yield* Documents.answerIn(found.value)
    yield* Effect.annotateLogs(Effect.logError(`${name} has our key on another request`), { key: operation.key })
    return keyIsAnothers
  })

  const processed = Effect.fnUntraced(function* ({ body, isReplayed }: Reply, operation: Operation) {
    const document = yield* Documents.ofAnswer(body)
    // The answer is not about our key, so a status query would find another transaction.
    if (isAnothers(document, operation))
      return yield* new Unclear({ because: "the document belongs to another request", isAlarm: true })
    const isOld = isReplayed || document.status === "pending"
    return yield* isOld ? queried(operation, unfound) : Documents.answerIn(document)
  })

  const declined = Effect.fnUntraced(function* ({ fields, isOfMembers, reason }: Refusals.Refusal, key: string) {
    yield* Effect.annotateLogs(Effect.logWarning(`${name} refused a request`), { key, fields: fields.join(" ") })
    if (!isOfMembers) return yield* new Unclear({ because: "it refused this request but may accept a repetition" })
    return AcquirerAnswer.Declined({ reason, report: noReport })
  })

  /** An earlier request may have been processed before this one was refused. */
  const refused = Effect.fnUntraced(function* ({ body }: Reply, operation: Operation) {
    const refusal = yield* Refusals.ofBody(body)
    return yield* queried(operation, () => declined(refusal, operation.key))
  })

  /** From the reply to the operation. */
  const ofReply = (reply: Reply, operation: Operation): Conclusion => {
    if (reply.status === 200) return processed(reply, operation)
    if (reply.status === 400) return refused(reply, operation)
    if (reply.status === 422) return known(operation)
    // Any other status may be sent after the request was processed, or by an intermediary.
    return new Unclear({ because: `it answered ${reply.status}` })
  }

  return { ofReply, ofStatus }
}
