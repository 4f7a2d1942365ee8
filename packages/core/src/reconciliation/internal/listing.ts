import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { AcquirerKey } from "../../ids/Ids.js"
import { Amount } from "../../money/Amount.js"
import { bounded, Calls } from "../../operations/Calls.js"
import { type ListMovements, type Movement, MovementKind, type MovementsUnavailable, type Period } from "../Movement.js"

/** A book as it is read: the port's member, under a name for the log. */
export interface Readable {
  readonly name: string
  readonly movements?: ListMovements | undefined
}

/** Why a book was not compared. */
export type Reason = "lists-no-movements" | "unavailable" | "not-configured"

/** The most that is listed by one call. */
const slice = Duration.days(1)

/** The time limit of a call. */
const listLimit = Duration.minutes(5)

const Listed = Schema.Array(
  Schema.Struct({
    key: AcquirerKey,
    kind: MovementKind,
    amount: Amount,
    currency: Schema.NonEmptyString,
    at: Schema.DateTimeUtcFromSelf
  })
)

const isOfListed = Schema.is(Listed)

const isListed = (said: unknown): said is ReadonlyArray<Movement> => isOfListed(said)

/** The parts of a period that are listed by one call each. */
export const slices = ({ from, to }: Period): ReadonlyArray<Period> => {
  const parts: Array<Period> = []
  for (let start = from; DateTime.lessThan(start, to); start = parts.at(-1)!.to) {
    parts.push({ from: start, to: DateTime.min(to, DateTime.addDuration(start, slice)) })
  }
  return parts
}

export const isWithin = ({ from, to }: Period, at: DateTime.Utc): boolean =>
  DateTime.greaterThanOrEqualTo(at, from) && DateTime.lessThan(at, to)

const unavailable: Reason = "unavailable"

/** Lists a part of a book, or says why it cannot be compared. What a port says is checked. Source: D41. */
export const make = Effect.gen(function* () {
  const inTime = bounded(yield* Calls)

  const reasonOf = ({ isOffered }: MovementsUnavailable): Reason =>
    isOffered === false ? "lists-no-movements" : unavailable

  return ({ movements, name }: Readable, period: Period): Effect.Effect<ReadonlyArray<Movement> | Reason> => {
    if (movements === undefined) return Effect.succeed("lists-no-movements")
    // A host's port may return something that is not an effect. A cause may hold what it was told; it is not logged.
    const asked = Effect.suspend(() => {
      const made: unknown = movements(period)
      return Effect.isEffect(made) ? (made as ReturnType<ListMovements>) : Effect.dieMessage("no effect")
    }).pipe(
      Effect.catchTag("MovementsUnavailable", (error) => Effect.succeed(reasonOf(error))),
      Effect.catchAllCause(() => Effect.succeed(unavailable))
    )
    return Effect.flatMap(
      inTime<unknown>(asked, listLimit, unavailable),
      (said): Effect.Effect<ReadonlyArray<Movement> | Reason> => {
        if (said === "lists-no-movements") return Effect.succeed(said)
        if (isListed(said)) return Effect.succeed(said.filter(({ at }) => isWithin(period, at)))
        return Effect.as(Effect.logWarning(`The movements of ${name} could not be read`), unavailable)
      }
    )
  }
})
