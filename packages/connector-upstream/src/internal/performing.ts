/** One operation from the port's request to its answer. */
import { AcquirerAnswer, type AcquirerRequest } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { concluding } from "./conclusions.js"
import type { Unclear } from "./exchange.js"
import type { Gateway, Sendings } from "./gateway.js"
import * as Operations from "./operations.js"

/** What is to be followed is not known there, so that there is nothing to send. */
const unknownParent = AcquirerAnswer.Declined({ reason: "not-allowed", report: noReport })

export const performing = (name: string, gateway: Gateway, notificationUrl: string | undefined) => {
  const conclude = concluding(name, gateway)

  const put = (operation: Operations.Operation, sendings: Sendings) =>
    Effect.flatMap(gateway.put(operation, sendings), (reply) => conclude(reply, operation, sendings))

  return (request: AcquirerRequest, sendings: Sendings): Effect.Effect<AcquirerAnswer, Unclear> => {
    if (request._tag === "Charge" || request._tag === "Payout") {
      return put(Operations.onCard(request, notificationUrl), sendings)
    }
    return Effect.flatMap(
      gateway.find(request.parent),
      Option.match({
        onNone: () => Effect.succeed(unknownParent),
        onSome: (parent) => put(Operations.child(request, parent), sendings)
      })
    )
  }
}
