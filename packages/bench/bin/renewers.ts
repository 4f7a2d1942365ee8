/** A gateway in a process of its own that renews subscriptions, and the clock and the acquirer that it has. */
import { AcquirerAnswer, type AcquirerService } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { ShopId } from "@florin/core/ids/Ids"
import * as Shops from "@florin/settings/Shops"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { storeAt } from "./databank.js"
import * as Florin from "./florin.js"
import { quiet } from "./neighbours.js"
import { secret, shopId } from "./orders.js"
import { answering } from "./places.js"

/** Where the gateway's database is, where each shop receives webhooks, and how long the acquirer takes. */
export interface Station {
  readonly address: string
  /** Of the shop that has the subscriptions. Default: it receives none. */
  readonly own?: string
  /** Of the other one. */
  readonly other?: string
  /** Unit: milliseconds. */
  readonly acquirerTakes: number
  /** How much its clock is ahead of the machine's, until it is told otherwise. Unit: milliseconds. Default: 0. */
  readonly ahead?: number
}

/** A clock that is ahead of the machine's by as much as was asked for last. Sleeping takes as long as it takes. */
const leaping = (initially: number) => {
  const real = Clock.make()
  let ahead = initially
  const now = () => real.unsafeCurrentTimeMillis() + ahead
  answering("ahead", (millis) => {
    ahead = Number(millis)
    return ahead
  })
  return Object.assign(Object.create(real) as Clock.Clock, {
    unsafeCurrentTimeMillis: now,
    currentTimeMillis: Effect.sync(now)
  })
}

/** Approves after a while. Tells how many renewals it was sent, and which: subscription and cycle. */
const unhurried = (takes: number): AcquirerService => {
  const renewals: Array<string> = []
  answering("count", () => renewals.length)
  answering("renewals", () => renewals)
  const approved = Effect.delay(Effect.succeed(AcquirerAnswer.Approved({ report: noReport })), takes)
  return {
    ...Florin.atOnce,
    perform: (request) => {
      const about = request._tag === "Charge" ? request.transaction.subscription : undefined
      if (about?.purpose === "renewal") renewals.push(`${about.id} ${about.cycle}`)
      return approved
    }
  }
}

/** The gateway, for as long as the process runs. */
export const serve = (station: string): Promise<number> => {
  const { acquirerTakes, address, ahead = 0, other, own } = JSON.parse(station) as Station
  const shop = (id: string, url: string | undefined) => ({
    ...{ id: ShopId.make(id), secretKey: Redacted.make(secret) },
    ...(url === undefined ? {} : { notificationUrl: url })
  })
  const world = {
    shops: Shops.layerListed([shop(shopId, own), shop(quiet, other)]),
    acquirers: [unhurried(acquirerTakes)]
  }
  return Florin.serve(storeAt(address), world, Layer.setClock(leaping(ahead)))
}
