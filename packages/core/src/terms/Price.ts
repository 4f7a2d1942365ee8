/** What a quantity costs: prices, and their amounts in whole minor units. */
import * as Schema from "effect/Schema"
import { Amount } from "../money/Amount.js"

/** How many tiers a price has at most. */
export const mostTiers = 100

/** The largest quantity of an item, of a tier and of a usage event. */
export const mostQuantity = 1_000_000_000

/**
 * A step of a tiered price.
 *
 * Shape: `upTo` is included; null in the last tier, and only there. `flatAmount` is charged once if the tier is reached.
 */
export const Tier = Schema.Struct({ upTo: Schema.NullOr(Schema.Int), unitAmount: Amount, flatAmount: Amount })

export interface Tier extends Schema.Schema.Type<typeof Tier> {}

const Tiers = Schema.NonEmptyArray(Tier)

/**
 * The price of a quantity that is known when the period begins.
 *
 * - `flat`: an amount per interval, whatever the quantity
 * - `per_unit`: an amount for each unit
 * - `graduated`: each unit costs what its own tier says
 * - `volume`: every unit costs what the tier of the whole quantity says
 *
 * Source: D59.
 */
export const FixedPrice = Schema.Union(
  Schema.Struct({ kind: Schema.Literal("flat"), amount: Amount }),
  Schema.Struct({ kind: Schema.Literal("per_unit"), unitAmount: Amount }),
  Schema.Struct({ kind: Schema.Literal("graduated"), tiers: Tiers }),
  Schema.Struct({ kind: Schema.Literal("volume"), tiers: Tiers })
)

export type FixedPrice = typeof FixedPrice.Type

/** What of a cycle's usage is charged: the sum, the largest or the last quantity. Source: D63. */
export const Aggregation = Schema.Literal("sum", "max", "last")

export type Aggregation = typeof Aggregation.Type

/** The price of what was used in a cycle, charged when the cycle has ended. Source: D59, D63. */
export const MeteredPrice = Schema.Struct({
  kind: Schema.Literal("metered"),
  aggregation: Aggregation,
  price: FixedPrice
})

export interface MeteredPrice extends Schema.Schema.Type<typeof MeteredPrice> {}

/** Source: D59. */
export const Price = Schema.Union(FixedPrice, MeteredPrice)

export type Price = typeof Price.Type

const tierOf = (tiers: ReadonlyArray<Tier>, quantity: number): Tier =>
  tiers.find(({ upTo }) => upTo === null || quantity <= upTo) ?? tiers.at(-1)!

const costOf = ({ flatAmount, unitAmount }: Tier, units: bigint): bigint =>
  BigInt(flatAmount) + units * BigInt(unitAmount)

const graduated = (tiers: ReadonlyArray<Tier>, quantity: number): bigint => {
  let sum = 0n
  let below = 0
  for (const tier of tiers) {
    if (quantity <= below) break
    const to = tier.upTo === null ? quantity : Math.min(quantity, tier.upTo)
    sum += costOf(tier, BigInt(to - below))
    below = to
  }
  return sum
}

/**
 * What a quantity costs in one interval.
 *
 * Unit: minor units, exact and not bounded: [`Lines`](./Lines.ts) refuses what is beyond the limit of amounts.
 * Shape: a quantity of 0 or less costs nothing, with every kind of price.
 *
 * Source: D59.
 */
export const amountOf = (price: FixedPrice, quantity: number): bigint => {
  if (quantity <= 0) return 0n
  switch (price.kind) {
    case "flat":
      return BigInt(price.amount)
    case "per_unit":
      return BigInt(quantity) * BigInt(price.unitAmount)
    case "graduated":
      return graduated(price.tiers, quantity)
    case "volume":
      return costOf(tierOf(price.tiers, quantity), BigInt(quantity))
  }
}
