/** What customers do while processes die: every operation, in the orders that make sense, with pauses. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Random from "effect/Random"
import type { Merchant, Order } from "./Merchant.js"

const number = { number: "4200000000000000", exp_month: "12", exp_year: "2035" }
const card = { ...number, verification_value: "123", holder: "Jane Doe" }

/** What every charge carries. */
export const charge = { currency: "EUR", description: "An order", credit_card: card }

/** What every payout to a card carries. */
export const payOut = { currency: "EUR", description: "A payout", recipient_credit_card: number }

/** Everything that a token may be used for. */
export const contract = { additional_data: { contract: ["recurring", "credit"] } }

/** An amount that no other order has, so that none is taken for a duplicate. */
const amount = Random.nextIntBetween(1_000, 9_000_000)

const uidOf = ({ acknowledged }: Order): string | undefined =>
  acknowledged?.status === "successful" ? acknowledged.uid : undefined

const child = (merchant: Merchant, path: string, parent: string | undefined, amount: number, more: object = {}) =>
  parent === undefined
    ? Effect.succeed(undefined)
    : Effect.map(merchant.order(path, { parent_uid: parent, amount, ...more }), uidOf)

const refund = (merchant: Merchant, parent: string | undefined, amount: number) =>
  child(merchant, "/transactions/refunds", parent, amount, { reason: "Sent back" })

const hold = Effect.fnUntraced(function* (merchant: Merchant) {
  const held = yield* amount
  const part = Math.floor(held / 3)
  const authorized = uidOf(yield* merchant.order("/transactions/authorizations", { ...charge, amount: held }))
  const captured = yield* child(merchant, "/transactions/captures", authorized, part)
  yield* Effect.all(
    [
      child(merchant, "/transactions/voids", authorized, held - part),
      // Half of the captured amount goes back.
      refund(merchant, captured, Math.floor(part / 2))
    ],
    { concurrency: 2 }
  )
})

const sale = Effect.fnUntraced(function* (merchant: Merchant) {
  const whole = yield* amount
  const paid = uidOf(yield* merchant.order("/transactions/payments", { ...charge, amount: whole }))
  yield* refund(merchant, paid, whole - 1)
})

const verifiedSale = Effect.fnUntraced(function* (merchant: Merchant, url: string) {
  const order = { ...charge, amount: yield* amount, verification_url: url }
  const paid = uidOf(yield* merchant.order("/transactions/payments", order))
  if (paid !== undefined) yield* merchant.command(`/transactions/${paid}/renotify`)
})

const saved = Effect.fnUntraced(function* (merchant: Merchant) {
  const order = { ...charge, ...contract, amount: 0 }
  const { acknowledged } = yield* merchant.order("/transactions/tokenizations", order)
  const token = acknowledged?.status === "successful" ? acknowledged.credit_card?.token : undefined
  if (token === undefined || token === null) return
  const withToken = { ...charge, credit_card: { token } }
  yield* merchant.order("/transactions/payments", { ...withToken, amount: yield* amount })
  yield* merchant.order("/transactions/credits", { ...withToken, amount: yield* amount })
})

const winnings = Effect.fnUntraced(function* (merchant: Merchant) {
  yield* merchant.order("/transactions/payouts", { ...payOut, amount: yield* amount })
})

/** What customers find, at any time. */
export interface Shop {
  readonly merchant: Merchant
  /** Where the merchant wants to be asked before a charge; may be nowhere. */
  readonly verification: () => string | undefined
  /** No order is made after closing time. */
  readonly isOpen: () => boolean
}

/**
 * How many customers are inside at most. Where processes die faster than they serve, a queue that grew for ever would
 * be all that is tested.
 */
export const room = 40

/**
 * A customer after each pause, whether or not those before have been served, while there is room, until it is
 * interrupted.
 */
export const customers = Effect.fnUntraced(function* (shop: Shop, pause: Duration.DurationInput) {
  const { isOpen, merchant, verification } = shop
  const counter: Merchant = {
    ...merchant,
    order: (path, request) => Effect.suspend(() => (isOpen() ? merchant.order(path, request) : Effect.never))
  }
  const carefulSale = () => {
    const url = verification()
    return url === undefined ? sale(counter) : verifiedSale(counter, url)
  }
  const visits = [hold, sale, carefulSale, saved, winnings]
  const inside = yield* FiberSet.make<void>()
  while (true) {
    const visit = visits[yield* Random.nextIntBetween(0, visits.length)]!
    if ((yield* FiberSet.size(inside)) < room) yield* FiberSet.run(inside, visit(counter))
    yield* Effect.sleep(pause)
  }
}, Effect.scoped)
