import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"

interface Deadline {
  readonly at: number
  readonly late: () => void
}

/** Deadlines after one duration: the first that was set is the first that is reached. */
const listOf = (limit: number, now: () => number, runFork: (effect: Effect.Effect<void>) => unknown) => {
  const waiting = new Set<Deadline>()
  let isWatched = false

  const reached = (until: number): void => {
    for (const deadline of waiting) {
      if (deadline.at > until) return
      waiting.delete(deadline)
      deadline.late()
    }
  }

  // One sleeper for all, and none while nothing waits.
  const watch: Effect.Effect<void> = Effect.suspend(() => {
    for (const { at } of waiting) {
      const slept = Effect.sleep(Math.max(0, at - now()))
      return Effect.zipRight(
        slept,
        Effect.suspend(() => {
          reached(at)
          return watch
        })
      )
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
 * Sets deadlines; what is returned takes one back. They run on the machine's time: a clock that a test or the sandbox
 * has stopped must not let a receiver hold on for ever.
 */
export const make = Effect.gen(function* () {
  const { unsafeNow } = yield* MonotonicClock
  const fibers = yield* FiberSet.make<void>()
  const runFork = yield* Effect.withClock(FiberSet.runtime(fibers)<never>(), Clock.make())
  const lists = new Map<number, ReturnType<typeof listOf>>()
  return (limit: number, late: () => void): (() => void) => {
    const list = lists.get(limit) ?? listOf(limit, unsafeNow, runFork)
    lists.set(limit, list)
    return list(late)
  }
})

export type Deadlines = Effect.Effect.Success<typeof make>
