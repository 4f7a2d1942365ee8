import type { AcquirerKey } from "@florin/core/ids/Ids"
import { type Amount, add } from "@florin/core/money/Amount"
import * as Effect from "effect/Effect"
import type { Standing } from "../Movement.js"
import type { Booking, ClockState, Found, Kept, NewMovement } from "../Records.js"

const nothing = 0 as Amount

const opened = ({ amount, card, currency, kind }: NewMovement): Standing | undefined =>
  kind === "tokenization"
    ? undefined
    : { kind, amount, currency, card, captured: nothing, voided: nothing, refunded: nothing }

const followed = (standing: Standing, { amount, kind }: NewMovement): Standing => {
  switch (kind) {
    case "capture":
      return { ...standing, captured: add(standing.captured, amount) }
    case "void":
      return { ...standing, voided: add(standing.voided, amount) }
    case "refund":
      return { ...standing, refunded: add(standing.refunded, amount) }
    case "authorization":
    case "payment":
    case "credit":
    case "payout":
    case "tokenization":
      return standing
  }
}

const listed = ({ amount, at, currency, key, kind, parent }: NewMovement, index: number): object => ({
  id: `mov_${index + 1}`,
  kind,
  amount,
  currency,
  reference: key,
  ...(parent === undefined ? {} : { parent }),
  at
})

/** The sandbox's database in plain maps, for tests that build many sandboxes. */
export const memory = () => {
  const keys = new Map<AcquirerKey, Kept>()
  const standings = new Map<AcquirerKey, Standing>()
  const movements: Array<NewMovement> = []
  let clock: ClockState | undefined

  const append = (movement: NewMovement): void => {
    const { key, parent } = movement
    const standing = opened(movement)
    const before = parent === undefined ? undefined : standings.get(parent)
    movements.push(movement)
    if (standing !== undefined) standings.set(key, standing)
    if (parent !== undefined && before !== undefined) standings.set(parent, followed(before, movement))
  }

  return {
    record: <A>(
      { key, parent }: { readonly key: AcquirerKey; readonly parent?: AcquirerKey },
      decide: (found: Found) => { readonly result: A; readonly booking?: Booking }
    ) =>
      Effect.sync(() => {
        const found = { kept: keys.get(key), parent: parent === undefined ? undefined : standings.get(parent) }
        const { booking, result } = decide(found)
        if (booking !== undefined) keys.set(key, booking.kept)
        if (booking?.movement !== undefined) append(booking.movement)
        return result
      }),
    kept: (key: AcquirerKey) => Effect.sync(() => keys.get(key)),
    movements: Effect.sync(() => movements.map(listed)),
    recallClock: Effect.sync(() => clock),
    rememberClock: (state: ClockState) =>
      Effect.sync(() => {
        clock = state
      })
  }
}
