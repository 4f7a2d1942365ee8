import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import { DriverFault } from "./driverFault.js"

/** Makes a wait interruptible. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** A semaphore, first come first served. A waiting fiber may be interrupted; a place is never lost. */
export interface Places {
  readonly take: (restore: Restore) => Effect.Effect<void, DriverFault>
  readonly give: Effect.Effect<void>
}

/** How many may wait by default; one more is refused. */
const usualWaiting = 10_000

// Connections come free in real time: under a virtual clock the wait would never end.
const realTime = Clock.make()

const crowded = new DriverFault("busy", "too-many-waiting")
const noneFree = new DriverFault("busy", "no-free-connection")

export const make = (count: number, patience: Duration.Duration, mostWaiting = usualWaiting): Places => {
  const queue = new Set<Deferred.Deferred<void>>()
  let free = count

  const give = Effect.suspend(() => {
    for (const turn of queue) {
      queue.delete(turn)
      return Effect.asVoid(Deferred.succeed(turn, undefined))
    }
    free += 1
    return Effect.void
  })

  // A turn that is no longer in the queue was given a place, even when its fiber stopped waiting at the same moment.
  const wait = (restore: Restore) => {
    const turn = Deferred.unsafeMake<void>(FiberId.none)
    queue.add(turn)
    return restore(Effect.timeoutOption(Deferred.await(turn), patience)).pipe(
      Effect.withClock(realTime),
      Effect.onInterrupt(() => Effect.suspend(() => (queue.delete(turn) ? Effect.void : give))),
      Effect.filterOrFail(
        (given) => given._tag === "Some" || !queue.delete(turn),
        () => noneFree
      ),
      Effect.asVoid
    )
  }

  return {
    take: (restore) =>
      Effect.suspend(() => {
        if (queue.size >= mostWaiting) return Effect.fail(crowded)
        if (free === 0) return wait(restore)
        free -= 1
        return Effect.void
      }),
    give
  }
}
