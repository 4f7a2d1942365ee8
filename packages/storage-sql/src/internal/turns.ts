import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import type { Restore } from "./busy.js"

/** One at a time, first come first served. Unlike a semaphore it knows who waits, and hands the turn to one of them. */
export interface Turns {
  readonly waiting: () => number
  /** Ends with the turn. Who is interrupted when the turn was already handed over leaves it as if it had been used. */
  readonly take: (restore: Restore, leave: Effect.Effect<void>) => Effect.Effect<void>
  /** Hands the turn to the next, or lies it down. */
  readonly pass: Effect.Effect<void>
}

export const make = (): Turns => {
  const queue: Array<Deferred.Deferred<void>> = []
  let taken = false

  const withdraw = (turn: Deferred.Deferred<void>): boolean => {
    const place = queue.indexOf(turn)
    if (place >= 0) queue.splice(place, 1)
    return place >= 0
  }

  return {
    waiting: () => queue.length,
    take: (restore, leave) =>
      Effect.suspend(() => {
        if (!taken) {
          taken = true
          return Effect.void
        }
        const turn = Deferred.unsafeMake<void>(FiberId.none)
        queue.push(turn)
        return Effect.onInterrupt(restore(Deferred.await(turn)), () =>
          Effect.suspend(() => (withdraw(turn) ? Effect.void : leave))
        )
      }),
    pass: Effect.suspend(() => {
      const next = queue.shift()
      if (next !== undefined) return Effect.asVoid(Deferred.succeed(next, undefined))
      taken = false
      return Effect.void
    })
  }
}
