/**
 * The contract itself, and health. Source: D1.
 */
import { Pages } from "@florin/pages/Pages"
import * as Errors from "@florin/wire/Errors"
import * as Effect from "effect/Effect"
import type * as Api from "../Api.js"
import { openApi } from "../Api.js"
import { Readiness } from "../Readiness.js"
import type { Handler } from "./exchange.js"
import { json, page } from "./replies.js"

const ok = json(JSON.stringify({ status: "ok" }))

export const make = (contract: typeof Api.api | typeof Api.apiWithSandbox) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const readiness = yield* Readiness
    const document = openApi(contract)
    const text = json(JSON.stringify(document))
    const documentation = page(pages, pages.documentation(document as never))

    const ready: Handler = ({ requestId }) => Effect.map(readiness, (is) => (is ? ok : Errors.unavailable(requestId)))

    return {
      openapi: (() => Effect.succeed(text)) satisfies Handler,
      docs: (() => Effect.succeed(documentation)) satisfies Handler,
      live: (() => Effect.succeed(ok)) satisfies Handler,
      ready
    }
  })
