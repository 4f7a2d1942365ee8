/** Deadlines of what waits for the outside: many at a time, and one sleeper for all that have the same length. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type * as Scope from "effect/Scope"

/** Sets a deadline: `late` is called once when `limit` has passed, unless what is returned takes the deadline back. */
export type Deadlines = (limit: Duration.Duration, late: () => void) => () => void

interface Deadline {
  readonly at: number
  readonly late: () => void
}

/** Deadlines after one duration: the first that was set is the first that is reached. */
const listOf = (limit: number, now: () => number, runFork: (effect: Effect.Effect<void>) => unknown) => {
  const waiting = new Set<Deadline>()
  let isWatched = false

  // One sleeper for all, and none while nothing waits.
  const watch: Effect.Effect<void> = Effect.suspend(() => {
    for (const deadline of waiting) {
      const left = deadline.at - now()
      if (left > 0) return Effect.zipRight(Effect.sleep(Duration.millis(left)), watch)
      waiting.delete(deadline)
      deadline.late()
    }
    isWatched = false
    return Effect.void
  })

  return (late: () => void): (() => void) => {
    const deadline = { at: now() + limit, late }
    waiting.add(deadline)
    if (!isWatched) {
      isWatched = true
      runFork(watch)
    }
    return () => void waiting.delete(deadline)
  }
}

/**
 * Deadlines on the clock that is in force where they are made, for as long as the scope is open.
 *
 * Unit: whole milliseconds of the clock's nanoseconds, which no setting of the machine's time moves.
 */
export const make: Effect.Effect<Deadlines, never, Scope.Scope> = Effect.gen(function* () {
  const clock = yield* Effect.clock
  const fibers = yield* FiberSet.make<void>()
  const runFork = yield* FiberSet.runtime(fibers)<never>()
  const lists = new Map<number, ReturnType<typeof listOf>>()
  const now = () => Math.round(Number(clock.unsafeCurrentTimeNanos()) / 1_000_000)

  return (limit, late) => {
    const millis = Duration.toMillis(limit)
    const list = lists.get(millis) ?? listOf(millis, now, runFork)
    lists.set(millis, list)
    return list(late)
  }
})
