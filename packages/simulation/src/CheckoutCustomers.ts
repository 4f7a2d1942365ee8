/** Orders that are paid on our page: shops make them, and their customers pay in two tabs, early and late. */

import type { CardInput } from "@florin/core/cards/CardInput"
import { type CheckoutAttempt, Checkouts } from "@florin/core/checkout-operations/Checkouts"
import type { Checkout } from "@florin/core/checkouts/Checkout"
import type { TransactionUid } from "@florin/core/ids/Ids"
import type { Shop } from "@florin/core/shops/Shop"
import * as Orders from "@florin/testing/parties/Orders"
import type { Random } from "@florin/testing/parties/Random"
import * as Issuer from "@florin/testing/parties/ScriptedThreeDSecureServer"
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as CheckoutRequests from "@florin/wire/CheckoutRequests"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import { asking } from "./Asking.js"
import { comingBack } from "./Merchants.js"
import { cardsOf, isCard, type Mirror } from "./Mirror.js"
import type { Simulation } from "./Simulation.js"

const [second, minute, hour] = [1000, 60_000, 3_600_000] as const

/** How long an order can be paid. Unit: milliseconds. */
const lives = [5 * second, 20 * second, 2 * minute, 15 * minute, 24 * hour]

/** How long a customer fills in the form. Unit: milliseconds. */
const typing = [0, 0, 5, 700, 4999, 5000, 5001, 20 * second, 10 * minute]

const numbers = ["4200000000000000", "5555555555554444"]

const cardOf = (card: object): CardInput => Either.getOrThrow(BillingRequests.cardChange({ card })).card

/** By what a customer pays an order that is open to all methods. */
const ways = { card: 3, saved: 4, sbp: 4, sbp_data: 3 }

/** What differs in an order that can also be paid by transfer, and by a saved card. Unit of the amounts: kopecks. */
const mixed = (random: Random, saved: ReadonlyArray<string>) => ({
  currency: "RUB",
  amount: random.pick([60_000, 250_000]),
  saved: saved.length > 0 && random.chance(0.8) ? random.pick(saved) : undefined
})

type Mixed = ReturnType<typeof mixed>

const drawn = (random: Random, now: number, name: string, open: Mixed | undefined) => {
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
  if (open === undefined) return Either.getOrThrow(CheckoutRequests.checkout({ checkout: details }))
  const { saved, ...sum } = open
  const checkout = {
    // A transfer is a payment.
    ...{ ...details, transaction_type: "payment", order: { ...details.order, ...sum } },
    ...(saved === undefined ? {} : { payment_method: { credit_card: { token: saved } } })
  }
  return Either.getOrThrow(CheckoutRequests.checkout({ checkout }))
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
  const authenticates = (checkout: Checkout, uid: TransactionUid): void => {
    const attempt = mirror.transactions.get(uid)
    // Who pays a transfer deals with the bank alone.
    if (attempt?.status !== "incomplete" || !isCard(attempt) || random.chance(0.15)) return
    const back = (): void => {
      const { returned } = comingBack(simulation, random, uid)
      ask("customer", `comes back for ${labelOf(uid)}`, returned, (exit) => {
        // A second step may follow the first.
        if (Exit.isSuccess(exit) && exit.value.transaction.status === "incomplete") authenticates(checkout, uid)
      })
    }
    timeline.at(timeline.now() + stayOf(checkout), () => {
      back()
      if (random.chance(0.2)) back()
    })
  }

  return authenticates
}

/** An order, and what it is open to beside a card that is typed. */
interface Made extends Readonly<{ shop: Shop; checkout: Checkout; name: string; open: Mixed | undefined }> {}

/** By what customers pay. */
const choosing = (mirror: Mirror, methods: Random) => {
  /** The tokens of the cards that a shop has, newest last. */
  const tokensOf = ({ id }: Shop): ReadonlyArray<string> =>
    cardsOf(mirror).flatMap(({ document: { card }, shop, status }) =>
      shop === id && status === "successful" && card ? [card.token] : []
    )

  return {
    openTo: (shop: Shop): Mixed | undefined =>
      methods.chance(0.3) ? mixed(methods, tokensOf(shop).slice(-4)) : undefined,
    wayOf: ({ open }: Made, typed: CardInput): CheckoutAttempt["by"] => {
      const way = open === undefined ? "card" : methods.weighted(ways)
      if (way === "card" || (way === "saved" && open?.saved === undefined)) return typed
      return way === "saved" ? cardOf({ token: open?.saved }) : { _tag: "Transfer", method: way }
    }
  }
}

const sayingOf = (by: CheckoutAttempt["by"]): string => {
  if (by._tag === "Transfer") return ` by ${by.method}`
  return by._tag === "CardToken" ? " by a saved card" : ""
}

/** `methods`: numbers of their own for orders with several methods, so that what the others draw stays as it is. */
export const make = (simulation: Simulation, random: Random, methods: Random) => {
  const { mirror, plan, timeline } = simulation
  const made: Array<Made> = []
  let count = 0
  const { openTo, wayOf } = choosing(mirror, methods)

  const ask = asking(simulation, random)

  const authenticates = authenticating(simulation, random)

  /** One tab: the customer sees the form, types, and sends it, once or twice. An app sends no number of attempts. */
  const tab = (one: Made): void => {
    const { checkout, name, shop } = one
    const { token } = checkout
    const by = wayOf(one, cardOf({ ...Orders.card, number: random.pick(numbers) }))
    ask(
      "customer",
      `opens ${name}`,
      Effect.flatMap(Checkouts, ({ findPublic }) => findPublic(token)),
      (exit) => {
        if (Exit.isFailure(exit)) return
        const seen = exit.value
        const after = random.chance(0.2) ? {} : { after: seen.attempts }
        const sent = Effect.flatMap(Checkouts, ({ pay }) => pay(shop, seen, { by, ...after }))
        const send = (): void =>
          ask("customer", `pays ${name}${sayingOf(by)}`, sent, (exit) => {
            if (Exit.isSuccess(exit)) authenticates(seen, exit.value.uid)
          })
        timeline.at(timeline.now() + random.pick(typing), send)
        if (random.chance(0.3)) timeline.at(timeline.now() + random.pick(typing), send)
      }
    )
  }

  const tabs = (one: Made): void => {
    tab(one)
    if (random.chance(0.6)) tab(one)
  }

  const create = (): void => {
    const name = `checkout-${++count}`
    const shop = random.pick(plan.shops)
    const open = openTo(shop)
    const request = drawn(random, timeline.now(), name, open)
    const reference = random.chance(0.5) ? count.toString(16).padStart(16, "0") : undefined
    const created = Effect.flatMap(Checkouts, (checkouts) => checkouts.create(shop, request, reference))
    const send = (): void =>
      ask("merchant", `makes ${name}`, created, (exit) => {
        if (Exit.isFailure(exit)) return
        const one = { shop, checkout: exit.value, name, open }
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
