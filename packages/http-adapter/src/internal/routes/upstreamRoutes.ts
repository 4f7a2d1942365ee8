/** Webhooks of an upstream gateway, verified by the service that offers the route. */
import * as Errors from "@florin/wire/Errors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { HttpSettings } from "../../HttpSettings.js"
import { path, UpstreamRoutes } from "../../UpstreamRoutes.js"
import type { Turned } from "../transport/admission.js"
import {
  absent,
  type Exchange,
  type Handler,
  type Refused,
  type Reply,
  requiredBody,
  textOf
} from "../transport/exchange.js"
import { refused } from "./merchant.js"

const replyOf = (status: 200 | 400 | 401 | 503, requestId: string): Reply => {
  switch (status) {
    case 200:
    case 400:
      return { status, body: "" }
    case 401:
      return { ...Errors.unauthorized, body: "" }
    case 503:
      return { ...Errors.unavailable(requestId), body: "" }
  }
}

const placed = (exchange: Exchange, turned: Turned | undefined): Effect.Effect<void, Refused> =>
  turned === undefined ? Effect.void : refused(turned, exchange)

export const make = Effect.gen(function* () {
  const offered = yield* Effect.serviceOption(UpstreamRoutes)
  const { bodyLimit } = yield* HttpSettings
  if (Option.isNone(offered)) return { receiveNotification: absent }
  const { receive } = offered.value

  const receiveNotification: Handler = (exchange) =>
    Effect.gen(function* () {
      yield* placed(exchange, exchange.ticket.arrive(path))
      const body = textOf(yield* requiredBody(exchange, bodyLimit))
      yield* placed(exchange, exchange.ticket.visit())
      const status = Option.isNone(body) ? 400 : yield* receive({ header: exchange.incoming.header, body: body.value })
      return replyOf(status, exchange.requestId)
    })

  return { receiveNotification }
})
