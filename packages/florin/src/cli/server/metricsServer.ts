/** Serves metrics on a port of its own, so that the proxy in front of the gateway does not expose them. */
import { createServer, type ServerResponse } from "node:http"
import type { AcquirerReports } from "@florin/core/card-operations/AcquirerReports"
import type { JobStore } from "@florin/core/jobs/Job"
import type { Operator } from "@florin/core/operator/Operator"
import type { AcquirerHealth } from "@florin/core/routing/AcquirerHealth"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import { BadSetting } from "../badSetting.js"
import * as ListenAddress from "./listenAddress.js"
import type { Metrics } from "./metrics.js"

/** Scrapes that may wait at a time; further ones are answered 503. */
const waiting = 16

const answer = ({ contentType, text }: Metrics, response: ServerResponse) =>
  Effect.map(text, (body) => {
    response.writeHead(200, { "content-type": contentType, "cache-control": "no-store" }).end(body)
  })

const isScrape = (method: string | undefined, url: string | undefined): boolean =>
  (method === "GET" || method === "HEAD") && /^\/metrics(?:\?|$)/.test(url ?? "")

/** Serves `GET /metrics` until the scope closes and returns its address. Errors: the port cannot be used. */
export const listen = (
  metrics: Metrics,
  host: string,
  port: number
): Effect.Effect<string, BadSetting, JobStore | AcquirerHealth | AcquirerReports | Operator | Scope.Scope> =>
  Effect.gen(function* () {
    const scrapes = yield* Queue.dropping<ServerResponse>(waiting)
    const server = createServer((request, response) => {
      request.resume()
      if (!isScrape(request.method, request.url)) response.writeHead(404).end()
      else if (!scrapes.unsafeOffer(response)) response.writeHead(503).end()
    })
    const opened = Effect.async<number, BadSetting>((resume) => {
      server.once("error", ({ code = "unknown" }: NodeJS.ErrnoException) =>
        resume(new BadSetting({ lines: [ListenAddress.problem(code, host, port, "FLORIN_METRICS_PORT")] }))
      )
      server.listen(port, host, () => {
        const address = server.address()
        resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : port))
      })
    })
    const closed = Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    })
    const taken = yield* Effect.acquireRelease(opened, () => closed)
    yield* Effect.forkScoped(Effect.forever(Effect.flatMap(Queue.take(scrapes), (to) => answer(metrics, to))))
    return ListenAddress.url(host, taken)
  })
