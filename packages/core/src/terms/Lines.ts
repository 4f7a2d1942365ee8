/** What one charge consists of. */
import * as Data from "effect/Data"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { type Amount, add, zero } from "../money/Amount.js"
import { withoutStack } from "../request/InvalidRequest.js"
import { ItemId } from "./Item.js"

/** A time that is paid: `from` included, `to` excluded. */
export const BillingPeriod = Schema.Struct({ from: Schema.DateTimeUtc, to: Schema.DateTimeUtc })

export interface BillingPeriod extends Schema.Schema.Type<typeof BillingPeriod> {}

/**
 * What a line is for.
 *
 * - `item`: an item for a whole period, in advance
 * - `usage`: what was used of a metered item in the period that has ended
 * - `proration-credit`: the unused part of what was paid, by a change
 * - `proration-charge`: an item for what is left of a period, by a change
 * - `one-off`: a line of the shop's own
 * - `discount`: of a coupon
 * - `balance`: below 0: paid by the customer's balance; above 0: what the balance gains
 */
export const LineKind = Schema.Literal(
  "item",
  "usage",
  "proration-credit",
  "proration-charge",
  "one-off",
  "discount",
  "balance"
)

export type LineKind = typeof LineKind.Type

/** An amount that may be below zero. Unit: minor units. */
export const SignedAmount = Schema.Number.pipe(Schema.filter(Number.isSafeInteger))

const line = {
  kind: LineKind,
  item: Schema.optional(ItemId),
  /** The code of the coupon of a discount. */
  coupon: Schema.optional(Schema.String),
  title: Schema.String,
  quantity: Schema.optional(Schema.Int),
  period: Schema.optional(BillingPeriod)
}

/** A line of a charge. The lines of a charge add up to it. Source: D60 to D63. */
export const Line = Schema.Struct({ ...line, amount: SignedAmount })

export interface Line extends Schema.Schema.Type<typeof Line> {}

/** A line whose amount is not bounded yet. */
export type DraftLine = Omit<Line, "amount"> & { readonly amount: bigint }

/** An amount is beyond 2^53 − 1 minor units; nothing is charged or changed. Source: D3, D59. */
export class AmountTooLarge extends Data.TaggedError("AmountTooLarge") {
  get code() {
    return "amount-too-large" as const
  }

  override get message(): string {
    return "The amount is too large"
  }
}

export const amountTooLarge = (): AmountTooLarge => withoutStack(() => new AmountTooLarge())

const most = BigInt(Number.MAX_SAFE_INTEGER)

const isBounded = (amount: bigint): boolean => amount <= most && amount >= -most

/** The sum of lines. */
export const totalOf = (lines: ReadonlyArray<DraftLine>): bigint => lines.reduce((sum, { amount }) => sum + amount, 0n)

/** Lines with bounded amounts. */
export const fromDrafts = (drafts: ReadonlyArray<DraftLine>): Either.Either<ReadonlyArray<Line>, AmountTooLarge> =>
  drafts.every(({ amount }) => isBounded(amount))
    ? Either.right(drafts.map((draft) => ({ ...draft, amount: Number(draft.amount) })))
    : Either.left(amountTooLarge())

/** An amount from 0 within the limit. */
export const boundedAmount = (value: bigint): Either.Either<Amount, AmountTooLarge> =>
  isBounded(value) ? Either.right(add(zero, Number(value) as Amount)) : Either.left(amountTooLarge())
