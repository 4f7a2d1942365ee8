/** The server's time as Effect's clock, so that all processes judge windows and due work by one clock. */
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Asks the server for its time, in milliseconds since 1970. */
export type AskServer<E> = Effect.Effect<number, E>

/** How often the server is asked: in between, the platform's monotonic clock is off by a millisecond or two. */
const every = 30_000

/** How often a process looks whether its clocks have come apart, as after the sleep of its machine. */
const lookEvery = 1000

/** How far they may come apart before the server is asked again at once. */
const apart = 500

/** An answer that took longer says too little. */
const longest = 2000

/** How many answers are compared at the start: the quickest one is the best. */
const first = 3

/** The server's time was `at` when the monotonic clock said `when`, give or take `error`. Unit: milliseconds. */
interface Reading {
  readonly at: number
  readonly when: number
  readonly error: number
}

const measuring = <E>(ask: AskServer<E>, unsafeNow: () => number): Effect.Effect<Reading, E> =>
  Effect.suspend(() => {
    const begun = unsafeNow()
    return Effect.map(ask, (at) => {
      const ended = unsafeNow()
      return { at, when: (begun + ended) / 2, error: (ended - begun) / 2 + 1 }
    })
  })

const clockOf = (own: Clock.Clock, now: () => number): Clock.Clock => {
  const millis = () => Math.round(now())
  const nanos = () => BigInt(Math.round(now() * 1000)) * 1000n
  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: millis,
    unsafeCurrentTimeNanos: nanos,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanos: Effect.sync(nanos),
    sleep: (duration) => own.sleep(duration)
  }
}

/**
 * A clock that shows the server's time. It runs by the monotonic clock between one answer of the server and the next:
 * when somebody sets the clock of the machine, its time doesn't move. `keep` asks again and again.
 */
export const make = <E>(ask: AskServer<E>, own: Clock.Clock) =>
  Effect.gen(function* () {
    const { unsafeNow } = yield* MonotonicClock
    const measure = measuring(ask, unsafeNow)
    const readings = yield* Effect.replicateEffect(measure, first)
    let reading = readings.reduce((best, other) => (other.error < best.error ? other : best))
    const shown = (when: number) => reading.at + (when - reading.when)
    const difference = () => own.unsafeCurrentTimeMillis() - unsafeNow()
    // Where the clocks agree as far as one can tell, as on one machine, what the host sees of its own is not disturbed.
    const ahead = own.unsafeCurrentTimeMillis() - shown(unsafeNow())
    if (Math.abs(ahead) <= reading.error) reading = { ...reading, at: reading.at + ahead }
    let usual = difference()
    let sentAt = unsafeNow()

    const correct = Effect.map(measure, (found) => {
      sentAt = unsafeNow()
      usual = difference()
      const isNews = Math.abs(found.at - shown(found.when)) > found.error
      if (isNews && found.error <= longest) reading = found
    })

    const look = Effect.suspend(() => {
      const isDue = unsafeNow() - sentAt >= every || Math.abs(difference() - usual) > apart
      // A server that can't be asked now is asked again at the next look.
      return isDue ? Effect.ignore(correct) : Effect.void
    })

    return { clock: clockOf(own, () => shown(unsafeNow())), look, keep: Effect.forever(Effect.delay(look, lookEvery)) }
  })
