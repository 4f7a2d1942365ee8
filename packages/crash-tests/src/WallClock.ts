/** The wall clock of processes under test, which may be ahead, and may leap ahead all the time. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/**
 * From an instant on a clock leaps every second, so that it is so many times as fast as time, until another instant;
 * processes that share a pace show the same time. Between two leaps it runs as time does: what is asked for again
 * after seconds would otherwise be asked for hundreds of times, as it is within a week. Instants are in milliseconds since
 * 1970, as the machine counts them.
 */
export interface Pace {
  readonly from: number
  readonly times: number
  /** Default: for ever. */
  readonly until?: number
}

/** Between two leaps. Unit: milliseconds. */
const second = 1000

/** What clocks of that pace show at an instant. */
export const shown = ({ from, times, until = Number.POSITIVE_INFINITY }: Pace, at: number): number => {
  const leaps = Math.max(0, Math.floor((Math.min(at, until) - from) / second))
  return at + leaps * second * (times - 1)
}

/** A clock that can be given another pace. `ahead`: Unit: milliseconds. Sleeping takes as long as it takes. */
export const make = (ahead: number, initial: Pace | undefined) => {
  const real = Clock.make()
  let pace = initial
  const now = () => {
    const at = real.unsafeCurrentTimeMillis()
    return ahead + (pace === undefined ? at : shown(pace, at))
  }
  return {
    clock: Object.assign(Object.create(real) as Clock.Clock, {
      unsafeCurrentTimeMillis: now,
      currentTimeMillis: Effect.sync(now)
    }),
    follow: (next: Pace): void => {
      pace = next
    }
  }
}

export type WallClock = ReturnType<typeof make>
