/**
 * How many requests are worked on, and the door that closes before the end.
 */
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"

export interface Admission {
  readonly enter: () => "admitted" | "full" | "draining"
  readonly leave: () => void
  /** Who is inside waits for something outside, such as its client, and takes up no place meanwhile. */
  readonly waiting: <A, E>(wait: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** Lets nobody in any more and waits; says how many are still inside when the time is over. */
  readonly drain: (time: Duration.DurationInput) => Effect.Effect<number>
}

export const make = (limit: number): Admission => {
  const empty = Deferred.unsafeMake<void>(FiberId.none)
  let inside = 0
  let draining = false
  const leave = (): void => {
    inside--
    if (draining && inside === 0) Deferred.unsafeDone(empty, Effect.void)
  }
  return {
    enter: () => {
      if (draining) return "draining"
      if (inside >= limit) return "full"
      inside++
      return "admitted"
    },
    leave,
    waiting: (wait) =>
      Effect.acquireUseRelease(
        Effect.sync(leave),
        () => wait,
        () => Effect.sync(() => inside++)
      ),
    drain: (time) =>
      Effect.suspend(() => {
        draining = true
        if (inside === 0) Deferred.unsafeDone(empty, Effect.void)
        return Effect.as(Effect.timeoutOption(Deferred.await(empty), time), undefined)
      }).pipe(Effect.map(() => inside))
  }
}
