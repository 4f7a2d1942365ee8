/** The books of the fake's account: by its own records, whatever it answers. */
import { AcquirerKey } from "@florin/core/ids/Ids"
import type { Currency } from "@florin/core/money/Currency"
import type { Movement, MovementKind, Period } from "@florin/core/money/Movement"
import * as DateTime from "effect/DateTime"
import { ours } from "../amounts.js"

/** Money that has moved, or was held or released. */
export interface Entry {
  readonly kind: MovementKind
  /** Under which key it was requested. */
  readonly key: string
  /** As Stripe counts it. */
  readonly units: number
  /** In lower case, as Stripe writes it. */
  readonly currency: string
  /** Unit: milliseconds since 1970. */
  readonly at: number
}

export interface Books {
  readonly enter: (entry: Entry) => void
  /** What was booked under a key did not happen after all. */
  readonly strike: (key: string) => void
  /** How many movements there are under a key. */
  readonly count: (key: string) => number
  readonly list: (period?: Period) => ReadonlyArray<Movement>
}

const movementOf = ({ at, currency, key, kind, units }: Entry): Movement => {
  const code = currency.toUpperCase() as Currency
  return { key: AcquirerKey.make(key), kind, amount: ours(units, code), currency: code, at: DateTime.unsafeMake(at) }
}

export const make = (): Books => {
  const entries: Array<Entry> = []
  const isIn = ({ at }: Entry, { from, to }: Period) =>
    at >= DateTime.toEpochMillis(from) && at < DateTime.toEpochMillis(to)
  return {
    enter: (entry) => void entries.push(entry),
    strike: (key) => {
      const at = entries.findIndex((entry) => entry.key === key)
      if (at >= 0) entries.splice(at, 1)
    },
    count: (key) => entries.filter((entry) => entry.key === key).length,
    list: (period) => entries.filter((entry) => period === undefined || isIn(entry, period)).map(movementOf)
  }
}
