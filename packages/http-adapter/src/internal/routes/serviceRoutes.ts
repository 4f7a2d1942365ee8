/**
 * The contract itself, its page, and health. Source: D1.
 */
import * as Errors from "@florin/wire/Errors"
import * as Effect from "effect/Effect"
import type * as Api from "../../Api.js"
import { openApi } from "../../Api.js"
import { Readiness } from "../../Readiness.js"
import * as Documentation from "../contract/documentation.js"
import {
  asset,
  type Exchange,
  encoded,
  type Handler,
  json,
  page,
  type Reply,
  rootFrom,
  turnedAway,
  visited
} from "../transport/exchange.js"

const ok = json(JSON.stringify({ status: "ok" }))

/**
 * Redirects to the docs page. The location is relative to the last segment that the client sent, so it holds under any
 * mount path.
 */
const toDocs = ({ incoming }: Exchange): Reply => {
  const path = incoming.target.replace(/[?#].*$/s, "")
  const last = path.slice(path.lastIndexOf("/") + 1)
  return { status: 302, body: "", headers: { location: last === "" ? "./docs" : `./${last}/docs` } }
}

/** Both lie at the root of the mount; with a trailing slash in a directory below it. */
const roots = [".", ".."] as const

const rootOf = (exchange: Exchange): (typeof roots)[number] => (rootFrom(exchange) === "." ? "." : "..")

export const make = (contract: Api.Contract) =>
  Effect.gen(function* () {
    const readiness = yield* Readiness
    // Built on first request: it would take half of the start-up time.
    const document = yield* Effect.cached(Effect.sync(() => openApi(contract)))
    // Servers are relative to the document, so that they hold under any mount path.
    const openapiFrom = (root: string) =>
      Effect.cached(Effect.map(document, (_) => encoded(json(JSON.stringify({ ..._, servers: [{ url: root }] })))))
    const openapi = { ".": yield* openapiFrom("."), "..": yield* openapiFrom("..") }
    const { contentSecurityPolicy } = Documentation
    const docsFrom = (root: string) =>
      Effect.cached(Effect.map(document, (_) => encoded(page(contentSecurityPolicy, Documentation.page(_, root)))))
    const docs = { ".": yield* docsFrom("."), "..": yield* docsFrom("..") }
    const assets = yield* Effect.cached(
      Effect.map(Documentation.assets, ({ script, style }) => ({
        script: asset("text/javascript", script),
        style: asset("text/css", style)
      }))
    )

    // A full process stays ready: a load balancer should stop sending requests only when the process shuts down.
    const ready: Handler = ({ requestId, ticket }) =>
      ticket.visit() === "draining"
        ? Effect.succeed(turnedAway("draining", requestId))
        : Effect.map(readiness, (is) => (is ? ok : Errors.unavailable(requestId)))

    return {
      start: visited((exchange) => Effect.succeed(toDocs(exchange))),
      openapi: visited((exchange) => openapi[rootOf(exchange)]),
      docs: visited((exchange) => docs[rootOf(exchange)]),
      docsScript: visited(() => Effect.map(assets, ({ script }) => script)),
      docsStyle: visited(() => Effect.map(assets, ({ style }) => style)),
      // The process is live even when it is full or shutting down.
      live: (() => Effect.succeed(ok)) satisfies Handler,
      ready
    }
  })
