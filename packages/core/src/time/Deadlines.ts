/** Deadlines for many external calls at once: one sleeping fiber serves all deadlines of the same length. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type * as Scope from "effect/Scope"

/** Sets a deadline: calls `late` once after `limit`, unless the returned function cancels it. */
export type Deadlines = (limit: Duration.Duration, late: () => void) => () => void

interface Deadline {
  readonly at: number
  readonly late: () => void
}

/** Deadlines of one duration, which are reached in the order they were set. */
const listOf = (limit: number, now: () => number, runFork: (effect: Effect.Effect<void>) => unknown) => {
  const waiting = new Set<Deadline>()
  let isWatched = false

  // One fiber sleeps for all deadlines, and none while there are none.
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
 * Deadlines on the current `Clock`, while the scope is open.
 *
 * Unit: whole milliseconds of the clock's nanoseconds, which changes to the system time do not affect.
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
