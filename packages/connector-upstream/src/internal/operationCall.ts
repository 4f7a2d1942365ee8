/** Performs one operation, from the port's request to its answer. */
import { AcquirerAnswer, type AcquirerRequest, isTokenRequest } from "@florin/core/cards/Acquirer"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { type Trace, Unclear } from "@florin/exchange/Exchange"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Conclusions from "./conclusions.js"
import type { Document } from "./documents.js"
import type { Gateway } from "./gateway.js"
import * as Operations from "./operations.js"

type Found = Option.Option<Document>

/** The polls of a pending transaction that is about to be decided. A longer wait is left to recovery. */
const awhile = { pause: "1 second", times: 2 } as const

const isPending = (found: Found): boolean => Option.isSome(found) && found.value.status === "pending"

/** The parent was approved there, so its absence doesn't decide about the child. Source: D40. */
const parentIsMissing = new Unclear({ because: "it does not know the parent", isAlarm: true })

export const performing = (name: string, gateway: Gateway, notificationUrl: string | undefined) => {
  const conclusions = Conclusions.make(name, gateway)

  const put = (operation: Operations.Operation, trace: Trace) =>
    Effect.flatMap(gateway.put(operation, trace), (reply) => conclusions.ofReply(reply, operation))

  /** Finds a transaction under the operation's own key, which exists only if it was sent before. */
  const findOwn = (key: AcquirerKey, trace: Trace): Effect.Effect<Found, Unclear> => {
    const note = (isThere: boolean) =>
      Effect.sync(() => {
        trace.hasLeft ||= isThere
      })
    return gateway.find(key).pipe(
      Effect.tap((found) => (isPending(found) ? Effect.sleep(awhile.pause) : Effect.void)),
      Effect.repeat({ times: awhile.times, while: isPending }),
      Effect.tap((found) => note(Option.isSome(found))),
      Effect.tapError(({ isThere = false }) => note(isThere))
    )
  }

  /** The other gateway forgets keys after 30 days (D13) but never transactions, so it is queried before sending. */
  const putUnlessFound = (found: Found, operation: Operations.Operation, trace: Trace) =>
    Option.match(found, {
      onNone: () => put(operation, trace),
      onSome: (document) => conclusions.ofStatus(document, operation)
    })

  const child = Effect.fnUntraced(function* (request: Operations.OnParent, trace: Trace) {
    const both = [Effect.either(findOwn(request.key, trace)), Effect.either(gateway.find(request.parent))] as const
    const [found, parent] = yield* Effect.all(both, { concurrency: "unbounded" })
    const follows = yield* Either.fromOption(yield* parent, () => parentIsMissing)
    return yield* putUnlessFound(yield* found, Operations.child(request, follows, notificationUrl), trace)
  })

  return (request: AcquirerRequest, trace: Trace): Effect.Effect<AcquirerAnswer, Unclear> => {
    if (isTokenRequest(request)) return Effect.succeed(AcquirerAnswer.NotSent())
    switch (request._tag) {
      case "Charge":
        return put(Operations.onCard(request, notificationUrl), trace)
      case "Payout":
        return Effect.flatMap(findOwn(request.key, trace), (found) =>
          putUnlessFound(found, Operations.onCard(request, notificationUrl), trace)
        )
      case "Capture":
      case "Void":
      case "Refund":
        return child(request, trace)
    }
  }
}
