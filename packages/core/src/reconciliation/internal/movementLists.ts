import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { AcquirerKey } from "../../ids/Ids.js"
import { Amount } from "../../money/Amount.js"
import {
  type ListMovements,
  type Movement,
  MovementKind,
  type MovementsUnavailable,
  type Period
} from "../../money/Movement.js"
import { bounded, Calls } from "../../providers/Calls.js"
import { looksLikeCard } from "../../redaction/Redaction.js"
import { nextTurn } from "../../time/Turn.js"
import { uidOf } from "../ReconciliationRules.js"

/** A book to read: the port's member that lists movements, and a name for the log. */
export interface Readable {
  readonly name: string
  readonly movements?: ListMovements | undefined
}

/** Why a book was not compared. */
export type SkippedReason = "lists-no-movements" | "unavailable" | "not-configured"

/** The most that is listed by one call: a day, and the hour before it. */
const slice = Duration.hours(25)

/** The time limit of a call. */
const listLimit = Duration.minutes(5)

const isMovement = Schema.is(
  Schema.Struct({
    key: AcquirerKey,
    kind: MovementKind,
    amount: Amount,
    currency: Schema.NonEmptyString,
    at: Schema.DateTimeUtcFromSelf
  })
)

/** How many movements are looked at without a break: a list of a day may be long, and requests are served meanwhile. */
export const bite = 1000

const hidden = AcquirerKey.make("[removed]")

/** A key that is not ours is another's text: it is shown only if it is short, printable and no card number. Source: D41. */
const shown = (movement: Movement): Movement => {
  const { key } = movement
  if (uidOf(key) !== undefined) return movement
  const isHarmless = /^[\u0021-\u007e]{1,64}$/.test(key) && !looksLikeCard(key)
  return isHarmless ? movement : { ...movement, key: hidden }
}

/** The movements of a period in what a port says; undefined where that is no list of movements. */
const movementsIn = Effect.fnUntraced(function* (response: unknown, period: Period) {
  if (!Array.isArray(response)) return undefined
  const movements: Array<Movement> = []
  for (let from = 0; from < response.length; from += bite) {
    if (from > 0) yield* nextTurn
    const some: ReadonlyArray<unknown> = response.slice(from, from + bite)
    if (!some.every((one): one is Movement => isMovement(one))) return undefined
    movements.push(...some.filter(({ at }) => isWithin(period, at)).map(shown))
  }
  return movements as ReadonlyArray<Movement>
})

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

const unavailable: SkippedReason = "unavailable"

/** Lists a part of a book, or says why it cannot be compared. What a port says is checked. Source: D41. */
export const make = Effect.gen(function* () {
  const inTime = bounded(yield* Calls)

  const reasonOf = ({ isOffered }: MovementsUnavailable): SkippedReason =>
    isOffered === false ? "lists-no-movements" : unavailable

  return ({ movements, name }: Readable, period: Period): Effect.Effect<ReadonlyArray<Movement> | SkippedReason> => {
    if (movements === undefined) return Effect.succeed("lists-no-movements")
    // A host's port may return something that is not an effect. A cause may hold what it was told; it is not logged.
    const call = Effect.suspend(() => {
      const made: unknown = movements(period)
      return Effect.isEffect(made) ? (made as ReturnType<ListMovements>) : Effect.dieMessage("no effect")
    }).pipe(
      Effect.catchTag("MovementsUnavailable", (error) => Effect.succeed(reasonOf(error))),
      Effect.catchAllCause(() => Effect.succeed(unavailable))
    )
    return Effect.gen(function* () {
      const response = yield* inTime<unknown>(call, listLimit, unavailable)
      if (response === "lists-no-movements") return response
      const found = yield* movementsIn(response, period)
      return found ?? (yield* Effect.as(Effect.logWarning(`The movements of ${name} could not be read`), unavailable))
    })
  }
})
