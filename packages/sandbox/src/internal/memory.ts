import type { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount, add, zero } from "@florin/core/money/Amount"
import type { Period } from "@florin/core/money/Movement"
import * as Effect from "effect/Effect"
import type { Books, ParentState } from "../Movement.js"
import type {
  Booking,
  ClockState,
  Found,
  FoundTransfer,
  Kept,
  KeptTransfer,
  NewMovement,
  TransferBooking
} from "../Records.js"
import type { About, Decide } from "./together.js"

const opened = ({ amount, card, currency, kind }: NewMovement): ParentState => ({
  kind,
  amount,
  currency,
  card,
  captured: zero,
  voided: zero,
  refunded: zero
})

const followed = (current: ParentState, { amount, kind }: NewMovement): ParentState => {
  switch (kind) {
    case "capture":
      return { ...current, captured: add(current.captured, amount) }
    case "void":
      return { ...current, voided: add(current.voided, amount) }
    case "refund":
      return { ...current, refunded: add(current.refunded, amount) }
    case "authorization":
    case "payment":
    case "credit":
    case "payout":
    case "transfer":
      return current
  }
}

const listed = ({ amount, at, currency, key, kind, parent }: NewMovement, id: number): object => ({
  id: `mov_${id}`,
  kind,
  amount,
  currency,
  reference: key,
  ...(parent === undefined ? {} : { parent }),
  at
})

/** The acquirer's keys, and both parties' movements. */
const ledger = () => {
  const keys = new Map<AcquirerKey, Kept>()
  const standings = new Map<AcquirerKey, ParentState>()
  const movements: Array<NewMovement> = []

  const append = (movement: NewMovement): void => {
    const { books, key, parent } = movement
    movements.push(movement)
    if (books === "bank") return
    const before = parent === undefined ? undefined : standings.get(parent)
    standings.set(key, opened(movement))
    if (parent !== undefined && before !== undefined) standings.set(parent, followed(before, movement))
  }

  const inPeriod = (books: Books, { from, to }: Period) =>
    movements
      .map((movement, index) => ({ movement, id: index + 1 }))
      .filter(({ movement: { at, books: own } }) => own === books && at >= from.epochMillis && at < to.epochMillis)
      .sort((left, right) => left.movement.at - right.movement.at || left.id - right.id)

  return {
    append,
    record: <A>({ key, parent }: About, decide: Decide<Found, Booking, A>): Effect.Effect<A> =>
      Effect.sync(() => {
        const found = { kept: keys.get(key), parent: parent === undefined ? undefined : standings.get(parent) }
        const { booking, result } = decide(found)
        if (booking !== undefined) keys.set(key, booking.kept)
        if (booking?.movement !== undefined) append(booking.movement)
        return result
      }),
    kept: (key: AcquirerKey) => Effect.sync(() => keys.get(key)),
    movements: Effect.sync(() => movements.map((movement, index) => listed(movement, index + 1))),
    movementsOf: (books: Books, period: Period) =>
      Effect.sync(() => inPeriod(books, period).map(({ id, movement }) => listed(movement, id)))
  }
}

const bank = (append: (movement: NewMovement) => void) => {
  const transfers = new Map<AcquirerKey, TransferBooking>()

  const refunded = (parent: AcquirerKey): Amount => {
    let sum = 0
    for (const { takes } of transfers.values()) if (takes?.parent === parent) sum += takes.amount
    return Amount.make(sum)
  }

  const found = ({ key, parent }: About): FoundTransfer => ({
    kept: transfers.get(key)?.kept,
    parent: parent === undefined ? undefined : transfers.get(parent)?.kept,
    refunded: parent === undefined ? zero : refunded(parent)
  })

  return {
    recordTransfer: <A>(about: About, decide: Decide<FoundTransfer, TransferBooking, A>): Effect.Effect<A> =>
      Effect.sync(() => {
        const { booking, result } = decide(found(about))
        if (booking !== undefined) transfers.set(about.key, booking)
        if (booking?.movement !== undefined) append(booking.movement)
        return result
      }),
    keptTransfer: (key: AcquirerKey): Effect.Effect<KeptTransfer | undefined> =>
      Effect.sync(() => transfers.get(key)?.kept)
  }
}

/** The sandbox's database in plain maps, for tests that build many sandboxes. */
export const memory = () => {
  const { append, ...acquirer } = ledger()
  let clock: ClockState | undefined

  return {
    ...acquirer,
    ...bank(append),
    recallClock: Effect.sync(() => clock),
    rememberClock: (state: ClockState) =>
      Effect.sync(() => {
        clock = state
      })
  }
}
