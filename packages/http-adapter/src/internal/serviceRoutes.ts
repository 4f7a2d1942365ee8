/**
 * The contract itself, its page, and health. Source: D1.
 */
import * as Errors from "@florin/wire/Errors"
import * as Effect from "effect/Effect"
import type * as Api from "../Api.js"
import { openApi } from "../Api.js"
import { Readiness } from "../Readiness.js"
import * as Documentation from "./documentation.js"
import { type Exchange, type Handler, json, page, type Reply, turnedAway, visited } from "./exchange.js"

const ok = json(JSON.stringify({ status: "ok" }))

/** Leads to the page, wherever the adapter is mounted: relative to the last segment that the client sent. */
const toDocs = ({ incoming }: Exchange): Reply => {
  const path = incoming.target.replace(/[?#].*$/s, "")
  const last = path.slice(path.lastIndexOf("/") + 1)
  return { status: 302, body: "", headers: { location: last === "" ? "./docs" : `./${last}/docs` } }
}

/** The address of the adapter's root from the page, which is also served with a slash at its end. */
const rootOf = ({ incoming }: Exchange): "." | ".." => (incoming.path?.endsWith("/") === true ? ".." : ".")

/** What the page loads. It changes with the version of the host only. */
const asset = (type: string, body: string): Reply => ({
  status: 200,
  body,
  headers: { "content-type": `${type}; charset=utf-8`, "cache-control": "public, max-age=86400" }
})

export const make = (contract: Api.Contract) =>
  Effect.gen(function* () {
    const readiness = yield* Readiness
    // Made with the first request: making them would take half of every start.
    const document = yield* Effect.cached(Effect.sync(() => openApi(contract)))
    const openapi = yield* Effect.cached(Effect.map(document, (_) => json(JSON.stringify(_))))
    const docsFrom = (root: string) =>
      Effect.cached(Effect.map(document, (_) => page(Documentation, Documentation.page(_, root))))
    const docs = { ".": yield* docsFrom("."), "..": yield* docsFrom("..") }
    const assets = yield* Effect.cached(Documentation.assets)

    // Being busy is no reason for a load balancer to give this process up; being on the way down is one.
    const ready: Handler = ({ requestId, stay }) =>
      stay.visit() === "draining"
        ? Effect.succeed(turnedAway("draining", requestId))
        : Effect.map(readiness, (is) => (is ? ok : Errors.unavailable(requestId)))

    return {
      start: visited((exchange) => Effect.succeed(toDocs(exchange))),
      openapi: visited(() => openapi),
      docs: visited((exchange) => docs[rootOf(exchange)]),
      docsScript: visited(() => Effect.map(assets, ({ script }) => asset("text/javascript", script))),
      docsStyle: visited(() => Effect.map(assets, ({ style }) => asset("text/css", style))),
      // The process is up even when it is full or on its way down.
      live: (() => Effect.succeed(ok)) satisfies Handler,
      ready
    }
  })
