/** Money in minor units. */
import * as Schema from "effect/Schema"
import { expected } from "../request/Expected.js"

/**
 * An amount of money.
 *
 * Unit: minor units of its currency (3245 means 32.45 in a currency with two decimals).
 * Shape: integer, 0 to 2^53 − 1.
 *
 * Source: interface, "Conventions | Monetary amounts"; D3.
 */
export const Amount = Schema.Number.pipe(
  Schema.filter((value) => Number.isSafeInteger(value) && value >= 0, { message: () => "is invalid" }),
  Schema.annotations({
    identifier: "Amount",
    ...expected("a non-negative integer in minor units"),
    jsonSchema: { type: "integer", minimum: 0, maximum: 2 ** 53 - 1 }
  }),
  Schema.brand("Amount")
)

export type Amount = typeof Amount.Type

/** An amount above zero, required by every request except a tokenization. */
export const PositiveAmount = Amount.pipe(
  Schema.filter((value) => value > 0, { message: () => "must be greater than 0" }),
  Schema.annotations({
    identifier: "PositiveAmount",
    ...expected("a positive integer in minor units"),
    jsonSchema: { type: "integer", minimum: 1, maximum: 2 ** 53 - 1 }
  })
)

export const zero: Amount = Amount.make(0)

// Checked without the schema because every capture, void and refund runs it.
const checked = (value: number): Amount =>
  Number.isSafeInteger(value) && value >= 0 ? (value as Amount) : Amount.make(value)

/** A sum above 2^53 − 1 is a defect. */
export const add = (left: Amount, right: Amount): Amount => checked(left + right)

/** `from` minus `taken`, at least zero. */
export const subtractOrZero = (from: Amount, taken: Amount): Amount => checked(Math.max(0, from - taken))
