/** A clock that stands still until it is told to jump, for simulations that run weeks in milliseconds. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/**
 * Unlike the test clock it never waits in real time: a jump wakes the sleepers and returns. When their fibers go on is
 * up to the scheduler they run on, so that a simulation decides it, and the same seed decides the same.
 */
export interface VirtualClock extends Clock.Clock {
  /** When the next sleeper wants to be woken, in milliseconds of the epoch; none when no fiber sleeps. */
  readonly nextDue: () => number | undefined
  /** Sets the time and wakes those whose instant has come, earliest first, those of one instant in their order. */
  readonly jumpTo: (millis: number) => void
}

interface Sleeper {
  readonly due: number
  readonly wake: () => void
}

/** A clock at an instant, given in milliseconds of the epoch. */
export const make = (start: number): VirtualClock => {
  const sleepers: Array<Sleeper> = []
  let now = start

  const lieDown = (sleeper: Sleeper): void => {
    let place = sleepers.length
    while (place > 0 && sleepers[place - 1]!.due > sleeper.due) place -= 1
    sleepers.splice(place, 0, sleeper)
  }

  const getUp = (sleeper: Sleeper): void => {
    const place = sleepers.indexOf(sleeper)
    if (place >= 0) sleepers.splice(place, 1)
  }

  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: () => now,
    unsafeCurrentTimeNanos: () => BigInt(now) * 1_000_000n,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
    sleep: (duration) =>
      Effect.async<void>((resume) => {
        const sleeper = { due: now + Math.ceil(Duration.toMillis(duration)), wake: () => resume(Effect.void) }
        lieDown(sleeper)
        return Effect.sync(() => getUp(sleeper))
      }),
    nextDue: () => sleepers[0]?.due,
    jumpTo: (millis) => {
      now = millis
      while (sleepers[0] !== undefined && sleepers[0].due <= now) sleepers.shift()!.wake()
    }
  }
}
