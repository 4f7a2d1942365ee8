/** Items as a merchant sends them. */
import * as Schema from "effect/Schema"
import { Amount } from "../money/Amount.js"
import * as FieldDescriptions from "../request/FieldDescriptions.js"
import * as Fields from "../request/Fields.js"
import { type Item, ItemId, mostItems } from "./Item.js"
import { Aggregation, type FixedPrice, mostQuantity, mostTiers, type Price, type Tier } from "./Price.js"

const texts = FieldDescriptions.item

const Id = Fields.matching(/^[A-Za-z0-9_-]{1,64}$/, "an id of 1 to 64 letters, digits, _ and -")

const quantity = (least: number) => Fields.wholeNumber(least, mostQuantity)

const TierRequest = Fields.object({
  upTo: Fields.optional(quantity(1), texts.upTo),
  unitAmount: Fields.optional(Fields.orDigits(Amount), texts.unitAmount),
  flatAmount: Fields.optional(Fields.orDigits(Amount), texts.flatAmount)
}).pipe(
  Schema.filter(({ flatAmount, unitAmount }) =>
    flatAmount === undefined && unitAmount === undefined ? { path: ["unit_amount"], message: "can't be blank" } : true
  )
)

type TierRequest = typeof TierRequest.Type

/** Where the limit of a tier is missing, not above the one before, or given for the last one. */
const tierFault = (tiers: ReadonlyArray<TierRequest>): Schema.FilterIssue | undefined => {
  let below = 0
  for (const [index, { upTo }] of tiers.entries()) {
    const path = [index, "up_to"]
    if (index === tiers.length - 1)
      return upTo === undefined ? undefined : { path, message: "must be absent in the last tier" }
    if (upTo === undefined) return { path, message: "can't be blank" }
    if (upTo <= below) return { path, message: "must be greater than that of the tier before" }
    below = upTo
  }
  return { path: [], message: "can't be blank" }
}

const Tiers = Schema.Array(TierRequest).pipe(
  Schema.filter((tiers) => tiers.length <= mostTiers || `can't have more than ${mostTiers} tiers`),
  Schema.filter((tiers) => tierFault(tiers) ?? true)
)

const fixed = {
  kind: Fields.required(Fields.oneOf("flat", "per_unit", "graduated", "volume"), texts.kind),
  amount: Fields.optional(Fields.orDigits(Amount), texts.amount),
  unitAmount: Fields.optional(Fields.orDigits(Amount), texts.unitAmount),
  tiers: Fields.optional(Tiers, texts.tiers)
}

/** What each kind of price needs, by the interface's name. */
const needs = { flat: "amount", per_unit: "unit_amount", graduated: "tiers", volume: "tiers" } as const

interface Sent {
  readonly kind: keyof typeof needs
  readonly amount?: Amount
  readonly unitAmount?: Amount
  readonly tiers?: ReadonlyArray<TierRequest>
}

const isComplete = ({ amount, kind, tiers, unitAmount }: Sent): Schema.FilterOutput => {
  const given = { amount, unit_amount: unitAmount, tiers }
  const name = needs[kind]
  return given[name] === undefined ? { path: [name], message: "can't be blank" } : true
}

const PriceRequest = Fields.object({
  ...fixed,
  metered: Fields.optional(
    Fields.object({ aggregation: Fields.optional(Fields.oneOf(...Aggregation.literals), texts.aggregation) }),
    texts.metered
  )
}).pipe(Schema.filter(isComplete))

/** An item as a merchant sends it. Source: D59. */
export const ItemRequest = Fields.named(
  "ItemRequest",
  Fields.object({
    id: Fields.required(Id, texts.id),
    title: Fields.required(Fields.requiredText(255), texts.title),
    price: Fields.required(PriceRequest, texts.price),
    quantity: Fields.optional(quantity(0), texts.quantity)
  })
)

export type ItemRequest = typeof ItemRequest.Type

const doubleId = (items: ReadonlyArray<ItemRequest>): number =>
  items.findIndex(({ id }, index) => items.findIndex((other) => other.id === id) < index)

/** The items of a subscription as a merchant sends them: 1 to 20, each with an id of its own. Source: D59. */
export const ItemsRequest = Schema.Array(ItemRequest).pipe(
  Schema.filter((items) => items.length > 0 || "can't be blank"),
  Schema.filter((items) => items.length <= mostItems || `can't have more than ${mostItems} items`),
  Schema.filter((items) => {
    const index = doubleId(items)
    return index < 0 || { path: [index, "id"], message: "must differ from those of the other items" }
  })
)

const zero = 0 as Amount

const tierOf = ({ flatAmount = zero, unitAmount = zero, upTo }: TierRequest): Tier => ({
  upTo: upTo ?? null,
  unitAmount,
  flatAmount
})

type Tiered = Extract<FixedPrice, { readonly kind: "graduated" }>["tiers"]

const fixedPriceOf = ({ amount = zero, kind, tiers = [], unitAmount = zero }: Sent): FixedPrice => {
  switch (kind) {
    case "flat":
      return { kind, amount }
    case "per_unit":
      return { kind, unitAmount }
    case "graduated":
    case "volume":
      // The schema has refused an empty list.
      return { kind, tiers: tiers.map(tierOf) as unknown as Tiered }
  }
}

const priceOf = ({ metered, ...sent }: ItemRequest["price"]): Price =>
  metered === undefined
    ? fixedPriceOf(sent)
    : { kind: "metered", aggregation: metered.aggregation ?? "sum", price: fixedPriceOf(sent) }

/** The item of a request. Default: a quantity of 1, and the sum of what was used. */
export const itemOf = ({ id, price, quantity: count = 1, title }: ItemRequest): Item => ({
  id: ItemId.make(id),
  title,
  price: priceOf(price),
  quantity: count
})
