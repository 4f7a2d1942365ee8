/** Two shops on one process: one whose world hangs, and the other, which must not notice. */
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { prompt } from "@florin/crash-tests/Acquirer"
import * as Environment from "@florin/crash-tests/Environment"
import { shop } from "@florin/crash-tests/Host"
import type { HostSettings } from "@florin/crash-tests/HostSettings"
import * as Load from "@florin/crash-tests/Load"
import * as Merchant from "@florin/crash-tests/Merchant"
import * as Effect from "effect/Effect"
import { ask } from "../../src/internal/asking.js"
import { program } from "./program.js"

/** What is done with a request: it hangs, or is answered after so many milliseconds. */
export type Treatment = "hangs" | { readonly status: number; readonly body?: object; readonly after?: number }

/** Somebody outside, and how often it was asked, has answered, and was given up. */
export interface Outsider {
  readonly url: string
  readonly begun: () => number
  readonly answered: () => number
  readonly givenUp: () => number
}

const answer = (response: ServerResponse, { body, status }: Exclude<Treatment, "hangs">): void =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body ?? {}))

/** Listens until the scope ends. */
export const outsider = Effect.fnUntraced(function* (treat: (method: string) => Treatment) {
  const counts = { begun: 0, answered: 0, givenUp: 0 }
  const server = createServer((request, response) => {
    counts.begun += 1
    const treatment = treat(request.method ?? "")
    request.resume()
    response.once("close", () => {
      if (response.writableEnded) counts.answered += 1
      else counts.givenUp += 1
    })
    if (treatment !== "hangs") setTimeout(answer, treatment.after ?? 0, response, treatment)
  })
  yield* Effect.acquireRelease(
    Effect.async<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )
  const out: Outsider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    begun: () => counts.begun,
    answered: () => counts.answered,
    givenUp: () => counts.givenUp
  }
  return out
})

/** The shop whose world hangs. */
const crowded = "crowded"

/** One process, its own shop's merchant, and a merchant of the other shop. */
export const neighbours = Effect.fnUntraced(function* (webhooks: string, changes: Partial<HostSettings> = {}) {
  const environment = yield* Environment.make({ program: yield* program, manner: () => Effect.succeed(prompt) })
  const process = yield* environment.start({ ...changes, moreShops: [{ id: crowded, webhooks }] })
  const host = Effect.orDie(process.url)
  const busy = Merchant.make({
    credentials: `${crowded}:${shop.secretKey}`,
    name: "busy",
    host,
    patience: "60 seconds"
  })
  return { environment, quiet: environment.merchant(host), busy, url: yield* host }
})

let amount = 1000

export const pay = (merchant: Merchant.Merchant, more: object = {}) =>
  Effect.suspend(() => {
    amount += 1
    return merchant.order("/transactions/payments", { ...Load.charge, amount, ...more })
  })

/** Fails at once, for there is no acquirer left for it, and is announced: what makes a notification and nothing else. */
export const announce = (merchant: Merchant.Merchant) => pay(merchant, { additional_data: { excluded_gateways: [1] } })

/** So many of them, a few at a time. */
export const many = <A>(count: number, effect: Effect.Effect<A>) =>
  Effect.replicateEffect(effect, count, { concurrency: 48, discard: true })

/** A request of the shop whose world hangs, with nothing between it and its answer. */
export const askAs = (id: string, url: string, request: object) => {
  const authorization = `Basic ${Buffer.from(`${id}:${shop.secretKey}`).toString("base64")}`
  const headers = { authorization, "content-type": "application/json" }
  const question = { method: "POST", headers, body: JSON.stringify({ request }) }
  return Effect.map(Effect.orDie(ask(`${url}/transactions/payments`, question)), ({ status }) => status)
}

/** Asks as the shop whose world hangs. */
export const askCrowded = (url: string, request: object) => askAs(crowded, url, request)
