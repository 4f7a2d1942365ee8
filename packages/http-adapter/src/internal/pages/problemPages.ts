/** Customers' routes answer a browser with a page where they answer programs with JSON. */
import { Pages } from "@florin/pages/Pages"
import type { ProblemPage } from "@florin/pages/Problem"
import * as Effect from "effect/Effect"
import { HttpSettings } from "../../HttpSettings.js"
import type { Incoming } from "../../Incoming.js"
import { type Exchange, type Failure, noRoute, page, type Reply } from "../transport/exchange.js"

const forCustomers =
  /^\/(?:process|receipts|transfers|portal|(?:plans|products)\/[^/]+\/pay|subscriptions\/[^/]+\/new-card|v2\/confirm_order\/[^/]+\/[^/]+|(?:v2\/)?checkout|widget\/hpp\.html|sandbox\/(?:acs|method))(?:\/|$)/

const isBrowser = ({ header }: Incoming): boolean => /\btext\/html\b/i.test(header("accept") ?? "")

const problemOf = (status: number): ProblemPage["problem"] => {
  if (status === 404) return "not-found"
  if (status === 429 || status === 503) return "busy"
  return status < 500 ? "refused" : "failed"
}

export interface ProblemPages {
  /** The page in place of an answer. */
  readonly instead: (reply: Reply, incoming: Incoming, requestId: string) => Reply
  /** The same for an error where a browser asked a customers' route; any other answer stays. */
  readonly shown: (reply: Reply, incoming: Incoming, requestId: string) => Reply
  /** Answers 404 with a page. */
  readonly orMissing: (
    exchange: Exchange
  ) => <R>(reply: Effect.Effect<Reply, Failure, R>) => Effect.Effect<Reply, Failure, R>
}

export const make: Effect.Effect<ProblemPages> = Effect.gen(function* () {
  const pages = yield* Pages
  const { framedBy } = yield* HttpSettings

  const instead: ProblemPages["instead"] = (reply, incoming, requestId) => {
    const problem = problemOf(reply.status)
    const body = pages.problem({
      problem,
      language: incoming.header("accept-language") ?? "",
      // Loading it again sends a form again.
      passes: incoming.method !== "POST" && (problem === "busy" || problem === "failed"),
      ...(problem === "failed" || problem === "busy" ? { requestId } : {})
    })
    const shown = page(pages.contentSecurityPolicy({ framedBy }), body, reply.status)
    return { ...reply, ...shown, headers: { ...reply.headers, ...shown.headers } }
  }

  return {
    instead,
    orMissing:
      ({ incoming, requestId }) =>
      (reply) =>
        Effect.catchIf(
          reply,
          (error) => error._tag === "NotFound",
          () => Effect.succeed(instead(noRoute, incoming, requestId))
        ),
    shown: (reply, incoming, requestId) =>
      reply.headers?.["content-type"] === undefined && forCustomers.test(incoming.path ?? "") && isBrowser(incoming)
        ? instead(reply, incoming, requestId)
        : reply
  }
})
