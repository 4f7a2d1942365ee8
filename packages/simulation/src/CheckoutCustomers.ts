/** Orders that are paid on our page: shops make them, and their customers pay in two tabs, early and late. */

import type { CardInput } from "@florin/core/cards/CardInput"
import { Checkouts } from "@florin/core/checkout-operations/Checkouts"
import type { Checkout } from "@florin/core/checkouts/Checkout"
import type { Shop } from "@florin/core/shops/Shop"
import * as Orders from "@florin/testing/parties/Orders"
import type { Random } from "@florin/testing/parties/Random"
import * as Issuer from "@florin/testing/parties/ScriptedThreeDSecureServer"
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as CheckoutRequests from "@florin/wire/CheckoutRequests"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import { comingBack } from "./Merchants.js"
import type { CardRow } from "./Mirror.js"
import type { Simulation } from "./Simulation.js"
import { asking } from "./Transferring.js"

const [second, minute, hour] = [1000, 60_000, 3_600_000] as const

/** How long an order can be paid. Unit: milliseconds. */
const lives = [5 * second, 20 * second, 2 * minute, 15 * minute, 24 * hour]

/** How long a customer fills in the form. Unit: milliseconds. */
const typing = [0, 0, 5, 700, 4999, 5000, 5001, 20 * second, 10 * minute]

const numbers = ["4200000000000000", "5555555555554444"]

const cardOf = (number: string): CardInput =>
  Either.getOrThrow(BillingRequests.cardChange({ card: { ...Orders.card, number } })).card

const drawn = (random: Random, now: number, name: string) => {
  const details = {
    transaction_type: random.pick(["payment", "payment", "authorization"]),
    attempts: random.pick([1, 2, 3, 10]),
    test: random.chance(0.1),
    order: {
      ...{ amount: random.pick([700, 1300]), currency: "EUR", tracking_id: name },
      description: random.chance(0.5) ? random.pick(Issuer.descriptions) : "An order",
      expired_at: new Date(now + random.pick(lives)).toISOString()
    }
  }
  return Either.getOrThrow(CheckoutRequests.checkout({ checkout: details }))
}

/** Customers whose attempt asks for 3-D Secure. */
const authenticating = (simulation: Simulation, random: Random) => {
  const { labelOf, mirror, timeline } = simulation
  const ask = asking(simulation, random)

  /** How long a customer takes at the bank: any time, and both sides of the end of the order. Unit: milliseconds. */
  const stayOf = ({ expiresAt }: Checkout): number => {
    const left = expiresAt.epochMillis - timeline.now()
    return random.pick([0, 5, 700, 40_000, 899_999, ...[left - 1, left, left + 1].filter((stay) => stay >= 0)])
  }

  /** The customer comes back from the bank of the attempt under way, once or twice at once; some never do. */
  const authenticates = (checkout: Checkout): void => {
    const attempt = mirror.transactions.get(checkout.uid ?? "") as CardRow | undefined
    if (attempt?.status !== "incomplete" || random.chance(0.15)) return
    const { uid } = attempt
    const back = (): void => {
      const { returned } = comingBack(simulation, random, uid)
      ask("customer", `comes back for ${labelOf(uid)}`, returned, (exit) => {
        // A second step may follow the first.
        if (Exit.isSuccess(exit) && exit.value.transaction.status === "incomplete") authenticates(checkout)
      })
    }
    timeline.at(timeline.now() + stayOf(checkout), () => {
      back()
      if (random.chance(0.2)) back()
    })
  }

  return authenticates
}

export const make = (simulation: Simulation, random: Random) => {
  const { plan, timeline } = simulation
  const made: Array<{ readonly shop: Shop; readonly checkout: Checkout; readonly name: string }> = []
  let count = 0

  const ask = asking(simulation, random)

  const authenticates = authenticating(simulation, random)

  /** One tab: the customer sees the form, types, and sends it, once or twice. An app sends no number of attempts. */
  const tab = ({ checkout: { token }, name, shop }: (typeof made)[number]): void => {
    const card = cardOf(random.pick(numbers))
    ask(
      "customer",
      `opens ${name}`,
      Effect.flatMap(Checkouts, ({ findPublic }) => findPublic(token)),
      (exit) => {
        if (Exit.isFailure(exit)) return
        const seen = exit.value
        const after = random.chance(0.2) ? {} : { after: seen.attempts }
        const sent = Effect.flatMap(Checkouts, ({ pay }) => pay(shop, seen, { by: card, ...after }))
        const send = (): void =>
          ask("customer", `pays ${name}`, sent, (exit) => {
            if (Exit.isSuccess(exit)) authenticates(exit.value)
          })
        timeline.at(timeline.now() + random.pick(typing), send)
        if (random.chance(0.3)) timeline.at(timeline.now() + random.pick(typing), send)
      }
    )
  }

  const tabs = (one: (typeof made)[number]): void => {
    tab(one)
    if (random.chance(0.6)) tab(one)
  }

  const create = (): void => {
    const name = `checkout-${++count}`
    const shop = random.pick(plan.shops)
    const request = drawn(random, timeline.now(), name)
    const reference = random.chance(0.5) ? count.toString(16).padStart(16, "0") : undefined
    const created = Effect.flatMap(Checkouts, (checkouts) => checkouts.create(shop, request, reference))
    const send = (): void =>
      ask("merchant", `makes ${name}`, created, (exit) => {
        if (Exit.isFailure(exit)) return
        const one = { shop, checkout: exit.value, name }
        made.push(one)
        tabs(one)
      })
    send()
    // The answer may be lost.
    if (reference !== undefined && random.chance(0.3)) send()
  }

  const again = (): void => {
    if (made.length > 0) tabs(random.pick(made.slice(-3)))
  }

  const cancel = (): void => {
    if (made.length === 0) return
    const { checkout, name, shop } = random.pick(made.slice(-3))
    ask(
      "merchant",
      `cancels ${name}`,
      Effect.flatMap(Checkouts, (checkouts) => checkouts.cancel(shop, checkout.token))
    )
  }

  const doing = { create, again, cancel, nothing: () => undefined }

  return {
    /** What happens to orders beside a step of the simulation. */
    step: (): void => doing[random.weighted({ create: 4, again: 4, cancel: 1, nothing: 12 })]()
  }
}
