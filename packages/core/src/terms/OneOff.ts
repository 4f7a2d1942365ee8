/** Lines of the shop's own, charged once. */
import * as Schema from "effect/Schema"
import { ItemId } from "./Item.js"
import { BillingPeriod, type DraftLine, type Line, SignedAmount } from "./Lines.js"

/** A line that waits for the next charge: of the shop, or what a change has left to it. Source: D60, D62. */
export const WaitingLine = Schema.Struct({
  kind: Schema.Literal("one-off", "proration-credit", "proration-charge", "usage", "discount"),
  item: Schema.optional(ItemId),
  coupon: Schema.optional(Schema.String),
  title: Schema.String,
  quantity: Schema.optional(Schema.Int),
  period: Schema.optional(BillingPeriod),
  amount: SignedAmount
})

export interface WaitingLine extends Schema.Schema.Type<typeof WaitingLine> {}

/** The line of a shop's description and amount. */
export const oneOff = (title: string, amount: number): WaitingLine => ({ kind: "one-off", title, amount })

export const draftOf = (line: Line | WaitingLine): DraftLine => ({ ...line, amount: BigInt(line.amount) })
