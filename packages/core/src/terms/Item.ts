/** What a subscription consists of: items, which share currency and interval. */
import * as Schema from "effect/Schema"
import { AcceptedCurrency } from "../money/Currency.js"
import type { Plan } from "../plans/Plan.js"
import { Interval } from "../time/Interval.js"
import { amountOf, Price, type Tier } from "./Price.js"

/** How many items a subscription has at most. */
export const mostItems = 20

/** The name of an item within its subscription. Shape: 1 to 64 of `A-Z a-z 0-9 _ -`. */
export const ItemId = Schema.String.pipe(Schema.pattern(/^[A-Za-z0-9_-]{1,64}$/), Schema.brand("ItemId"))

export type ItemId = typeof ItemId.Type

const item = { id: ItemId, title: Schema.String, price: Price, quantity: Schema.Int }

/** Has a name so that the declarations of everything that holds it stay small. */
export interface ItemSchema extends Schema.Struct<typeof item> {}

/** One position of a subscription. The quantity of a metered one says nothing but whether it goes on. Source: D59. */
export const Item: ItemSchema = Schema.Struct(item)

export interface Item extends Schema.Schema.Type<typeof Item> {}

/** What a customer agreed to pay in each interval. Source: D59. */
export const Terms = Schema.Struct({
  currency: AcceptedCurrency,
  interval: Interval,
  items: Schema.Array(Item)
})

export interface Terms extends Schema.Schema.Type<typeof Terms> {}

/** The id of the one item that a plan of the interface is. */
export const planItem = ItemId.make("plan")

/** The terms of a plan of the interface: one flat item. Source: D59. */
export const ofPlan = ({ amount, currency, interval, title }: Plan): Terms => ({
  currency,
  interval,
  items: [{ id: planItem, title, price: { kind: "flat", amount }, quantity: 1 }]
})

/** So many times the amount of a plan, such as seats. */
export const unitsOf = ({ amount, title }: Plan, quantity: number): Item => ({
  id: planItem,
  title,
  price: { kind: "per_unit", unitAmount: amount },
  quantity
})

/** What an item costs at the beginning of an interval: nothing if it is metered. */
export const fixedAmount = ({ price, quantity }: Item): bigint =>
  price.kind === "metered" ? 0n : amountOf(price, quantity)

/** What the terms cost at the beginning of an interval. Metered items are not known then. */
export const fixedTotal = ({ items }: Terms): bigint => items.reduce((sum, item) => sum + fixedAmount(item), 0n)

/** The terms without the items that have ended. Source: D59, "Quantity 0 removes an item at the next renewal". */
export const remaining = (terms: Terms): Terms =>
  terms.items.every(({ quantity }) => quantity > 0)
    ? terms
    : { ...terms, items: terms.items.filter(({ quantity }) => quantity > 0) }

/** Whether both have the same interval. */
export const sameInterval = (one: Pick<Terms, "interval">, other: Pick<Terms, "interval">): boolean =>
  one.interval.length === other.interval.length && one.interval.unit === other.interval.unit

const sameTiers = (one: ReadonlyArray<Tier>, other: ReadonlyArray<Tier>): boolean =>
  one.length === other.length &&
  one.every(({ flatAmount, unitAmount, upTo }, index) => {
    const { [index]: tier } = other
    return tier?.upTo === upTo && tier.unitAmount === unitAmount && tier.flatAmount === flatAmount
  })

// Called for each item of each change: an equivalence made of the schema costs many times as much.
const samePrice = (one: Price, other: Price): boolean => {
  if (one === other) return true
  switch (one.kind) {
    case "flat":
      return other.kind === "flat" && one.amount === other.amount
    case "per_unit":
      return other.kind === "per_unit" && one.unitAmount === other.unitAmount
    case "graduated":
    case "volume":
      return other.kind === one.kind && sameTiers(one.tiers, other.tiers)
    case "metered":
      return other.kind === "metered" && one.aggregation === other.aggregation && samePrice(one.price, other.price)
  }
}

/** Whether an item costs the same with the same quantity. The title may differ. */
export const sameCost = (one: Item, other: Item): boolean =>
  one.quantity === other.quantity && samePrice(one.price, other.price)
