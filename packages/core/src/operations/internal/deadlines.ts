import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"

interface Deadline {
  readonly at: number
  readonly late: () => void
}

/** Deadlines after one duration: the first that was set is the first that is reached. */
const listOf = (limit: number, runFork: (effect: Effect.Effect<void>) => unknown) => {
  const waiting = new Set<Deadline>()
  let watched = false

  const next = (): Deadline | undefined => {
    for (const first of waiting) return first
    return undefined
  }

  // One sleeper for all, and none while nothing waits.
  const watch: Effect.Effect<void> = Effect.suspend(() => {
    const first = next()
    if (first === undefined) {
      watched = false
      return Effect.void
    }
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (first.at > now) return Effect.zipRight(Effect.sleep(Duration.millis(first.at - now)), watch)
      waiting.delete(first)
      first.late()
      return watch
    })
  })

  return (now: number, late: () => void): (() => void) => {
    const deadline = { at: now + limit, late }
    waiting.add(deadline)
    if (!watched) {
      watched = true
      runFork(watch)
    }
    return () => void waiting.delete(deadline)
  }
}

/** Sets deadlines on the injected clock; what is returned takes one back. */
export const make = Effect.gen(function* () {
  const fibers = yield* FiberSet.make<void>()
  const runFork = yield* FiberSet.runtime(fibers)<never>()
  const lists = new Map<number, ReturnType<typeof listOf>>()
  return {
    add: (now: number, limit: Duration.Duration, late: () => void): (() => void) => {
      const millis = Duration.toMillis(limit)
      const list = lists.get(millis) ?? listOf(millis, runFork)
      lists.set(millis, list)
      return list(now, late)
    }
  }
})
