/** Two shops on one gateway: the world of one hangs, and the other must not notice. */
import { createHmac, timingSafeEqual } from "node:crypto"
import { AcquirerAnswer, type AcquirerService } from "@florin/core/cards/Acquirer"
import { AcquirerNotification } from "@florin/core/cards/AcquirerNotifications"
import { ShopId } from "@florin/core/ids/Ids"
import * as Shops from "@florin/settings/Shops"
import * as Loopback from "@florin/testing/parties/Loopback"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Florin from "./florin.js"
import { secret } from "./orders.js"
import { atEnd } from "./places.js"

/** The shop whose world hangs, and the other one. */
export const busy = "busy"
export const quiet = "quiet"

/** Where the gateway's database is, and where the quiet shop receives webhooks. */
export interface Place {
  readonly filename: string
  readonly webhooks: string
}

const inDoubt = Effect.succeed(AcquirerAnswer.NoAnswer())

/** Leaves every charge in doubt, and knows at once what became of it. */
const doubtful: AcquirerService = { ...Florin.atOnce, gatewayId: 2, name: "doubtful", perform: () => inDoubt }

/** Leaves every charge in doubt, and never answers what became of it. */
const hanging: AcquirerService = { ...doubtful, gatewayId: 3, name: "hanging", status: () => Effect.never }

/** The key with which an acquirer signs what it tells. */
const signingKey = "the acquirer's key"

/** Tells by itself, signed as providers do. */
const telling: AcquirerService = {
  ...{ ...Florin.atOnce, gatewayId: 4, name: "telling" },
  notifications: {
    receive: ({ body, header }) =>
      Effect.sync(() => {
        const expected = createHmac("sha256", signingKey).update(body).digest()
        const sent = Buffer.from(header("x-signature") ?? "", "hex")
        const isGenuine = sent.length === expected.length && timingSafeEqual(sent, expected)
        return isGenuine ? AcquirerNotification.Genuine({ outcomes: [] }) : AcquirerNotification.NotGenuine()
      })
  }
}

/** Where what is told comes to. */
export const noticesPath = `/acquirers/${telling.gatewayId}/notifications`

const acquirers = [Florin.atOnce, doubtful, hanging, telling]

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
  const shops = Shops.layerListed([
    { id: ShopId.make(busy), secretKey },
    { id: ShopId.make(quiet), secretKey, notificationUrl: webhooks }
  ])
  return Florin.serve(Florin.sqlite(filename), { shops, acquirers })
}

/** A party outside that answers after so many milliseconds, or never. What it was sent is handed to `hear` first. */
export const outsider = async (
  after: number,
  hear: (text: string, headers: Loopback.Incoming["headers"]) => void = () => {}
): Promise<Loopback.Server> => {
  const scope = Effect.runSync(Scope.make())
  atEnd(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const handler = ({ body, headers }: Loopback.Incoming) =>
    Effect.flatMap(
      Effect.sync(() => hear(body, headers)),
      () => Effect.delay(Effect.succeed({ status: 200 }), after)
    )
  return Effect.runPromise(Scope.extend(Loopback.serve(handler), scope))
}
