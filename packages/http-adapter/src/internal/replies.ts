/**
 * Answers that are no document and no refusal of the wire's.
 */
import type { HostedPages } from "@florin/pages/Pages"
import * as Errors from "@florin/wire/Errors"
import * as Effect from "effect/Effect"
import type { Turned } from "./admission.js"
import type { Handler, Reply } from "./exchange.js"

export const json = (body: string): Reply => ({ status: 200, body })

const message = (status: number, text: string, more: Partial<Reply> = {}): Reply => ({
  status,
  body: JSON.stringify({ message: text }),
  ...more
})

/** Source: D4, "unknown uid", for paths that are none of ours. */
export const noRoute: Reply = message(404, "Not found.")

/** Of a route that this host does not offer. */
export const absent: Handler = () => Effect.succeed(noRoute)

export const turnedAway = (turned: Turned, requestId: string): Reply => {
  switch (turned) {
    case "full":
      return Errors.tooManyRequests(Errors.retryAfterSeconds)
    case "draining":
      return { ...Errors.unavailable(requestId), close: true }
  }
}

/** A handler of a route that no shop stands behind. */
export const visited =
  (handler: Handler): Handler =>
  (exchange) => {
    const turned = exchange.stay.visit()
    return turned === undefined ? handler(exchange) : Effect.succeed(turnedAway(turned, exchange.requestId))
  }

export const tooSlow: Reply = message(408, "Request body came too slowly", { close: true })

export const incomplete: Reply = message(400, "Request body is incomplete", { close: true })

/** Source: D1, renotify and recover. */
export const done = (text: string, more: object = {}): Reply =>
  json(JSON.stringify({ response: { message: text, ...more } }))

export const options = (allowed: ReadonlyArray<string>): Reply => ({
  status: 204,
  body: "",
  headers: { allow: allowed.join(", ") }
})

/** The address of a page is a capability: it is not handed to the next site, and nothing frames the page. */
export const page = ({ contentSecurityPolicy }: HostedPages, body: string, status = 200): Reply => ({
  status,
  body,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": contentSecurityPolicy,
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY"
  }
})
