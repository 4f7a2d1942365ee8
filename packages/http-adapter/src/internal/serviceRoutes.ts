/**
 * The contract itself, and health. Source: D1.
 */
import { Pages } from "@florin/pages/Pages"
import * as Errors from "@florin/wire/Errors"
import * as Effect from "effect/Effect"
import type * as Api from "../Api.js"
import { openApi } from "../Api.js"
import { Readiness } from "../Readiness.js"
import { type Handler, json, page, turnedAway, visited } from "./exchange.js"

const ok = json(JSON.stringify({ status: "ok" }))

export const make = (contract: Api.Contract) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const readiness = yield* Readiness
    // Made with the first request: making them would take half of every start.
    const document = yield* Effect.cached(Effect.sync(() => openApi(contract)))
    const openapi = yield* Effect.cached(Effect.map(document, (_) => json(JSON.stringify(_))))
    const docs = yield* Effect.cached(Effect.map(document, (_) => page(pages, pages.documentation(_ as never))))

    // Being busy is no reason for a load balancer to give this process up; being on the way down is one.
    const ready: Handler = ({ requestId, stay }) =>
      stay.visit() === "draining"
        ? Effect.succeed(turnedAway("draining", requestId))
        : Effect.map(readiness, (is) => (is ? ok : Errors.unavailable(requestId)))

    return {
      openapi: visited(() => openapi),
      docs: visited(() => docs),
      // The process is up even when it is full or on its way down.
      live: (() => Effect.succeed(ok)) satisfies Handler,
      ready
    }
  })
