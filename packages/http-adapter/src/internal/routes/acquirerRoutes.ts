/** What acquirers tell by themselves, as they have sent it: their connectors verify it. Source: D53. */
import { AcquirerReports } from "@florin/core/card-operations/AcquirerReports"
import * as Errors from "@florin/wire/Errors"
import * as Effect from "effect/Effect"
import { formerPath } from "../contract/acquirerContract.js"
import type { Turned } from "../transport/admission.js"
import {
  absent,
  type Exchange,
  type Handler,
  noRoute,
  type Refused,
  type Reply,
  rawBody
} from "../transport/exchange.js"
import { refused } from "./merchant.js"

/** The longest notification. Unit: bytes. */
const longest = 256 * 1024

const parsedByHost =
  "A notification of an acquirer was refused, perhaps because a body parser of the host has read it: what is signed are its bytes, so let the parser keep them in request.rawBody, or mount Florin before it"

const idOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined

const placed = (exchange: Exchange, turned: Turned | undefined): Effect.Effect<void, Refused> =>
  turned === undefined ? Effect.void : refused(turned, exchange)

const plain = { "content-type": "text/plain; charset=utf-8" }

export const make = Effect.gen(function* () {
  const { receive, receivers } = yield* AcquirerReports
  const former = receivers.find(({ notifications }) => notifications?.formerPath === formerPath)

  /** Nothing is read before there is a place, and nothing is looked up before the connector has verified it. */
  const received = (exchange: Exchange, gatewayId: number | undefined) =>
    Effect.gen(function* () {
      if (gatewayId === undefined || !receivers.some((one) => one.gatewayId === gatewayId)) return noRoute
      const { incoming, ticket } = exchange
      yield* placed(exchange, ticket.arriveFrom(gatewayId))
      const body = yield* rawBody(exchange, longest)
      yield* placed(exchange, ticket.report(gatewayId))
      const notice = yield* receive(gatewayId, { header: incoming.header, body })
      switch (notice._tag) {
        case "Genuine":
          return { status: 200, body: notice.reply, headers: plain } satisfies Reply
        case "Unreadable":
          return { status: 400, body: "", headers: plain } satisfies Reply
        case "Failed":
          return Errors.unavailable(exchange.requestId)
        case "NotGenuine":
          if (incoming.isRewritten?.() === true) yield* Effect.logError(parsedByHost)
          return { ...Errors.unauthorized, body: "" }
      }
    })

  const receiveNotification: Handler = (exchange) => received(exchange, idOf(exchange.params.gatewayId))
  const receiveUpstreamNotification: Handler =
    former === undefined ? absent : (exchange) => received(exchange, former.gatewayId)
  return { receiveNotification, receiveUpstreamNotification }
})

/** Whether there are acquirers that tell. */
export const offered = Effect.map(AcquirerReports, ({ receivers }) => receivers.length > 0)
