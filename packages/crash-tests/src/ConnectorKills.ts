/** Kills while customers pay by a connector, at a fake of its provider. */
import { isFinal } from "@florin/testing/parties/Auditor"
import type { Document, Merchant, Order } from "@florin/testing/parties/Merchant"
import * as Orders from "@florin/testing/parties/Orders"
import type { Random } from "@florin/testing/parties/Random"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Browser from "./Browser.js"
import { visited } from "./Kills.js"
import type { Provider } from "./Protocol.js"
import { inFlightWindow } from "./RemoteAcquirer.js"
import type { Stage } from "./Scene.js"

type Card = Partial<typeof Orders.card>

/** Cards that the fake of a provider approves, declines, declines for a time, and asks the customer about. */
interface Cards {
  readonly approved: Card
  readonly declined: Card
  readonly put_off: Card
  readonly requested: Card
}

const visa = (last: string): Card => ({ number: last, verification_value: "737" })

const cards: Readonly<Record<Provider, Cards>> = {
  stripe: {
    approved: visa("4242424242424242"),
    declined: visa("4000000000009995"),
    put_off: visa("4000000000000119"),
    requested: visa("4000002760003184")
  },
  adyen: {
    approved: visa("4111111111111111"),
    declined: { ...visa("4111111111111111"), holder: "NOT_ENOUGH_BALANCE" },
    put_off: { ...visa("4111111111111111"), holder: "ISSUER_UNAVAILABLE" },
    requested: visa("4212345678901237")
  },
  // Where a card takes no part in 3-D Secure, its customer is not asked.
  checkout: {
    approved: visa("6011111111111117"),
    declined: { ...visa("6011111111111117"), holder: "FUNDS" },
    put_off: { ...visa("6011111111111117"), holder: "ERROR" },
    requested: visa("4242424242424242")
  }
}

/** How a customer comes back; `leaves`: it does not, and the order expires. */
const returns = { agrees: 6, twice: 3, refuses: 2, forged: 1, leaves: 2 }

/** So often a customer looks whether the charge has its outcome. */
const patience = 20

/** Until the charge has its outcome, or the customer gives up. */
const goThrough = Effect.fnUntraced(function* ({ fleet }: Stage, merchant: Merchant, order: Order, random: Random) {
  const [{ uid } = { uid: "" }] = yield* merchant.look(order)
  const manner = random.weighted({ ...returns, leaves: 0 })
  const forged = `/process/${uid}/return?redirectResult=forged&payment_intent=pi_forged&cko-session-id=sid_forged`
  if (manner === "forged") yield* Browser.open(fleet.host, forged)
  for (let round = 0; round < patience; round++) {
    const path = yield* Browser.leave(fleet.host, uid, manner !== "refuses")
    if (path !== undefined) {
      const back = Browser.open(fleet.host, path)
      yield* manner === "twice" ? Effect.all([back, back], { concurrency: 2 }) : back
    }
    const documents = yield* Effect.delay(merchant.look(order), "1 second")
    if (documents.every(isFinal)) return
  }
})

/** A charge is neither checked without an amount nor saved: the books of fakes list what moves money. */
const drawn = (options: Orders.Options): Orders.Drawn => {
  const next = Orders.draw(options)
  return next.type === "tokenization" ? drawn(options) : next
}

/** What a merchant can follow: what it knows to be successful, the newest of it. */
const following = (documents: ReadonlyArray<Document>) =>
  documents.filter(({ status, type }) => status === "successful" && type in Orders.following).slice(-12)

/** So often an operator looks at an order in the end, and how long it waits between. */
const looks = { most: 10, every: "2 seconds" } as const

/**
 * What had no answer so often that it was put off is asked about at once, as an operator would, and whoever was not told at
 * first that the provider wants to see the customer goes there now.
 */
const finishes = Effect.fnUntraced(function* (stage: Stage, merchant: Merchant, order: Order, random: Random) {
  for (let count = 0; count < looks.most; count++) {
    const documents = yield* merchant.look(order)
    if (documents.every(isFinal)) return
    for (const { status, uid } of documents) {
      if (status === "pending") yield* merchant.command(`/transactions/${uid}/recover`)
      if (status === "incomplete") yield* goThrough(stage, merchant, order, random)
    }
    yield* Effect.sleep(looks.every)
  }
})

/** How many customers are served at most at a time. */
const room = 24

/** Three customers come each second while there is room, and order three times each. */
export const connectorKills = (provider: Provider) =>
  Effect.fnUntraced(function* (stage: Stage) {
    const { environment, fleet, merchants, stream } = stage
    const merchant = environment.merchant(fleet.host)
    merchants.push(merchant)
    const random = stream("customers")
    const known: Array<Document> = []
    const left = new Set<string>()

    const draw = () => {
      const kind = random.weighted({ approved: 12, declined: 2, put_off: 1, requested: 5 })
      const credit_card = { ...Orders.card, ...cards[provider][kind] }
      const more = (type: string) =>
        type === "authorization" || type === "payment" ? { credit_card } : { duplicate_check: false }
      // No other order has its amount, so that none is taken for a duplicate.
      const amount = () => random.between(1_000, 9_000_000)
      return drawn({ random, known: { parents: following(known), tokens: [] }, amount, more })
    }

    const buys = Effect.gen(function* () {
      const { request, type } = draw()
      const isCharge = type === "authorization" || type === "payment"
      const leaves = isCharge && random.weighted(returns) === "leaves"
      const end = (yield* Clock.currentTimeMillis) + 6000
      const ends = leaves ? { expired_at: new Date(end).toISOString() } : {}
      const order = yield* merchant.order(`/transactions/${type}s`, { ...request, ...ends })
      if (leaves) left.add(order.id)
      else if (order.acknowledged?.status === "incomplete") yield* goThrough(stage, merchant, order, random)
      // Most of what follows a charge is only taken at first.
      known.push(...(yield* Effect.delay(merchant.look(order), random.between(0, 1500))))
      if (order.acknowledged?.status === "successful" && random.chance(0.1))
        yield* merchant.command(`/transactions/${order.acknowledged.uid}/renotify`)
    })

    const finished = Effect.suspend(() => {
      const unfinished = merchant.orders().filter(({ id }) => !left.has(id))
      return Effect.forEach(unfinished, (order) => finishes(stage, merchant, order, random), { concurrency: 8 })
    })
    // Merchants whose charge has no outcome are not answered, and wait for it.
    const then = environment.calm.pipe(Effect.zipRight(Effect.sleep(inFlightWindow)), Effect.zipRight(finished))
    const visit = Effect.replicateEffect(buys, 3, { discard: true })
    yield* visited(stage, { every: "330 millis", room, then, within: "1 minute" }, visit)
    yield* finished
  })
