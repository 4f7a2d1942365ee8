/** The movements in another party's books, as promises list them. */
import { type ListMovements, type Movement, MovementsUnavailable } from "@florin/core/money/Movement"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { calling, type PortCall } from "./calls.js"
import type { Plain } from "./plain.js"

/** Lists the movements from `from`, included, to `to`, excluded, oldest first. A throw or a rejection: not available now. */
export type PlainMovements = (
  period: { readonly from: Date; readonly to: Date },
  call: PortCall
) => Promise<ReadonlyArray<Plain<Movement>>>

export const listing =
  (place: string, list: PlainMovements): ListMovements =>
  ({ from, to }) => {
    const period = { from: DateTime.toDateUtc(from), to: DateTime.toDateUtc(to) }
    return Effect.flatMap(
      calling<ReadonlyArray<Plain<Movement>> | undefined>(place, (call) => list(period, call), undefined),
      (movements) =>
        movements === undefined
          ? new MovementsUnavailable({})
          : Effect.succeed(movements.map((one) => ({ ...one, at: DateTime.unsafeMake(one.at) }) as Movement))
    )
  }
