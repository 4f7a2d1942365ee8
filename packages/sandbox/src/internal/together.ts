import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { StorageError } from "@florin/core/store/StorageError"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"

/** What a decision is about: a key, and the parent on whose standing it depends. */
export interface About {
  readonly key: AcquirerKey
  readonly parent?: AcquirerKey
}

/** A decision on what was found: its result, and what is to be written. */
export type Decide<Found, Booking, A> = (found: Found) => { readonly result: A; readonly booking?: Booking }

/** A booking with the key that it is for. */
export interface Booked<Booking> {
  readonly key: AcquirerKey
  readonly booking: Booking
}

/** Finds what decisions need, in their order; has them decided; and writes what they book. All in one unit of work. */
export type Recording<Found, Booking> = (
  abouts: () => ReadonlyArray<About>,
  decide: (found: ReadonlyArray<Found>) => ReadonlyArray<Booked<Booking>>
) => Effect.Effect<void, StorageError>

/** The most decisions in one unit of work. */
const most = 256

interface Waiting<Found, Booking> {
  readonly about: About
  readonly decide: Decide<Found, Booking, unknown>
  /** Calls back. Of one that its caller has left, it says only that it is over. */
  done: (exit: Exit.Exit<unknown, StorageError>) => void
}

/**
 * The first of those that wait, as far as none needs what another one writes. One that is passed over is not overtaken by
 * later ones about the same.
 */
const takeApart = <Found, Booking>(queue: Array<Waiting<Found, Booking>>): ReadonlyArray<Waiting<Found, Booking>> => {
  const names = new Set<AcquirerKey>()
  const taken: Array<Waiting<Found, Booking>> = []
  const left = queue.filter((waiting) => {
    const { key, parent = key } = waiting.about
    const fits = taken.length < most && !names.has(key) && !names.has(parent)
    names.add(key)
    names.add(parent)
    if (fits) taken.push(waiting)
    return !fits
  })
  queue.splice(0, queue.length, ...left)
  return taken
}

interface Decided<Booking> {
  readonly exit: Exit.Exit<unknown>
  readonly booking?: Booking
}

/** A decision that throws is its own failure alone. */
const decided = <Found, Booking>({ decide }: Waiting<Found, Booking>, found: Found): Decided<Booking> => {
  try {
    const { result, ...written } = decide(found)
    return { exit: Exit.succeed(result), ...written }
  } catch (defect) {
    return { exit: Exit.die(defect) }
  }
}

/** Whether one of several can be the reason, so that each is tried by itself. */
const isOfOne = (error: StorageError): boolean => {
  switch (error.reason) {
    case "constraint":
    case "corrupt":
    case "unexpected":
      return true
    case "busy":
    case "full":
    case "readonly":
    case "unavailable":
    case "unknown-outcome":
      return false
  }
}

/** Records some in one unit of work, which begins with those that wait by then. */
const attempting =
  <Found, Booking>(record: Recording<Found, Booking>) =>
  (take: () => ReadonlyArray<Waiting<Found, Booking>>): Effect.Effect<ReadonlyArray<Waiting<Found, Booking>>> =>
    Effect.suspend(() => {
      let all: ReadonlyArray<Waiting<Found, Booking>> = []
      let results: ReadonlyArray<Decided<Booking>> = []
      const recorded = record(
        () => {
          // A unit that is begun again goes on with what it has taken.
          if (all.length === 0) all = take()
          return all.map(({ about }) => about)
        },
        (found) => {
          results = all.map((waiting, index) => decided(waiting, found[index]!))
          return all.flatMap(({ about: { key } }, index) => {
            const { booking } = results[index]!
            return booking === undefined ? [] : [{ key, booking }]
          })
        }
      )
      return Effect.map(Effect.exit(recorded), (exit) => {
        if (Exit.isSuccess(exit)) for (const [index, { done }] of all.entries()) done(results[index]!.exit)
        else if (all.length > 1 && Option.exists(Cause.failureOption(exit.cause), isOfOne)) return all
        // One that could not even begin fails for those that it would have begun with.
        else for (const { done } of all.length === 0 ? take() : all) done(exit)
        return []
      })
    })

/**
 * Decisions that wait at the same time are recorded in one unit of work, in order: one commit, and one answer of each
 * statement, for all of them. A failure that one of them may have caused leaves the others alone.
 */
export const make = <Found, Booking>(record: Recording<Found, Booking>) =>
  Effect.map(Effect.runtime<never>(), (runtime) => {
    // biome-ignore lint/plugin/runners: what several callers wait for belongs to none of them
    const runFork = Runtime.runFork(runtime)
    const queue: Array<Waiting<Found, Booking>> = []
    const attempt = attempting(record)
    let isRunning = false

    const next = Effect.flatMap(
      Effect.suspend(() => attempt(() => takeApart(queue))),
      (again) => Effect.forEach(again, (one) => attempt(() => [one]), { discard: true })
    )
    const all: Effect.Effect<void> = Effect.whileLoop({
      while: () => {
        isRunning = queue.length > 0
        return isRunning
      },
      body: () => next,
      step: () => undefined
    })

    return <A>(about: About, decide: Decide<Found, Booking, A>): Effect.Effect<A, StorageError> =>
      Effect.async((resume) => {
        const waiting: Waiting<Found, Booking> = {
          about,
          decide,
          done: (exit) => resume(exit as Exit.Exit<A, StorageError>)
        }
        queue.push(waiting)
        if (!isRunning) {
          isRunning = true
          // The spans of one caller have no place for what is done for all.
          runFork(Effect.withTracerEnabled(all, false))
        }
        return Effect.async<void>((left) => {
          const place = queue.indexOf(waiting)
          if (place >= 0) queue.splice(place, 1)
          if (place >= 0) left(Effect.void)
          else waiting.done = () => left(Effect.void)
        })
      })
  })
