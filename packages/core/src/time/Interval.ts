/** The distance between two charges of a plan. */
import * as Schema from "effect/Schema"

const invalid = { message: () => "is invalid" }

/** The largest length of an interval, whatever its unit: a hundred years of days. */
export const maxLength = 36_500

/**
 * What an interval counts.
 *
 * Shape: an `hour` is 3,600 seconds; a `day` and a `month` are those of the calendar in the system time zone.
 *
 * Source: interface, "Create-plan request body | plan.interval_unit"; D24.
 */
export const IntervalUnit = Schema.Literal("hour", "day", "month").annotations({
  // Overrides the messages of the literals, which would repeat the value.
  message: () => ({ message: "is invalid", override: true }),
  identifier: "IntervalUnit"
})

export type IntervalUnit = typeof IntervalUnit.Type

/**
 * The number of units of an interval.
 *
 * Shape: integer, 1 to `maxLength`.
 *
 * Source: interface, "Create-plan request body | plan.interval".
 */
export const IntervalLength = Schema.Number.annotations(invalid).pipe(
  Schema.filter((length) => Number.isSafeInteger(length), invalid),
  Schema.filter((length) => length > 0, { message: () => "must be greater than 0" }),
  Schema.filter((length) => length <= maxLength, { message: () => `can't be greater than ${maxLength}` }),
  Schema.annotations({
    identifier: "IntervalLength",
    jsonSchema: { type: "integer", minimum: 1, maximum: maxLength },
    arbitrary: () => (fc) => fc.integer({ min: 1, max: maxLength })
  })
)

/**
 * The distance between two charges of a plan: 1 month, 30 days, 12 hours.
 *
 * Source: interface, "Create-plan request body | plan.interval, plan.interval_unit"; D24.
 */
export const Interval = Schema.Struct({ length: IntervalLength, unit: IntervalUnit }).annotations({
  ...invalid,
  identifier: "Interval"
})

export interface Interval extends Schema.Schema.Type<typeof Interval> {}
