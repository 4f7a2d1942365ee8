/** Members of a shop's own, as they are kept. */
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/**
 * An object with members of the shop's own, kept as it was sent.
 *
 * No record: its decoder copies member by member, and a member called `__proto__` would be lost in the copy.
 */
export const AnyObject = Schema.declare(
  (value): value is Readonly<Record<string, unknown>> => Predicate.isRecord(value),
  {
    identifier: "AnyObject",
    arbitrary: () => (random) =>
      random
        .jsonValue()
        .map(
          (value): Readonly<Record<string, unknown>> =>
            Predicate.isRecord(value) ? value : JSON.parse(`{"__proto__": ${JSON.stringify(value)}}`)
        )
  }
)
