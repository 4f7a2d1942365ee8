/** Two shops on one gateway: the world of one hangs, and the other must not notice. */
import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { AcquirerAnswer, type AcquirerService, Acquirers } from "@florin/core/cards/Acquirer"
import { ShopId } from "@florin/core/ids/Ids"
import * as Shops from "@florin/gateway/Shops"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Florin from "./florin.js"
import { secret } from "./orders.js"

/** The shop whose world hangs, and the other one. */
export const busy = "busy"
export const quiet = "quiet"

/** What the gateway is told at its start. */
export interface Place {
  readonly filename: string
  /** Where the quiet shop receives webhooks. */
  readonly webhooks: string
}

const inDoubt = Effect.succeed(AcquirerAnswer.NoAnswer())

/** Leaves every charge in doubt, and knows at once what became of it. */
const doubtful: AcquirerService = { ...Florin.atOnce, gatewayId: 2, name: "doubtful", perform: () => inDoubt }

/** Leaves every charge in doubt, and never answers what became of it. */
const hanging: AcquirerService = {
  ...doubtful,
  gatewayId: 3,
  name: "hanging",
  status: () => Effect.async(() => undefined)
}

const acquirers = [Florin.atOnce, doubtful, hanging]

/** What makes an order go to one of these acquirers. */
const goesTo = ({ gatewayId }: AcquirerService) => ({
  additional_data: { excluded_gateways: acquirers.map((_) => _.gatewayId).filter((id) => id !== gatewayId) }
})
export const toDoubtful = goesTo(doubtful)
export const toHanging = goesTo(hanging)

/** The gateway, for as long as the process runs. */
export const serve = (place: string): Promise<number> => {
  const { filename, webhooks } = JSON.parse(place) as Place
  const secretKey = Redacted.make(secret)
  return Florin.serve(Florin.sqlite(filename), {
    shops: Shops.layerListed([
      { id: ShopId.make(busy), secretKey },
      { id: ShopId.make(quiet), secretKey, notificationUrl: webhooks }
    ]),
    acquirers: Layer.succeed(Acquirers, acquirers)
  })
}

/** Somebody outside, and how often it was asked, has answered, and was given up. */
export interface Outsider {
  readonly url: string
  readonly counts: { begun: number; answered: number; givenUp: number }
  readonly close: () => void
}

/** Answers after so many milliseconds, or never. What it was sent is handed to `hear` first. */
export const outsider = async (after: number, hear?: (text: string) => void): Promise<Outsider> => {
  const counts = { begun: 0, answered: 0, givenUp: 0 }
  const answer = (response: ServerResponse) => void response.end()
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    counts.begun += 1
    response.once("close", () => {
      if (response.writableEnded) counts.answered += 1
      else counts.givenUp += 1
    })
    const parts: Array<Buffer> = []
    if (hear === undefined) request.resume()
    else {
      request.on("data", (part: Buffer) => parts.push(part))
      request.on("end", () => hear(Buffer.concat(parts).toString()))
    }
    if (Number.isFinite(after)) setTimeout(answer, after, response)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url, counts, close }
}
