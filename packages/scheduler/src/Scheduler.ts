/** Runs due work: everything due at an instant, or continuously in a loop that sleeps until the next job. */
import { JobStore } from "@florin/core/jobs/Job"
import { ServedShops } from "@florin/core/jobs/ServedShops"
import type { StorageError } from "@florin/core/store/StorageError"
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type { ClaimSpec } from "./internal/claims.js"
import * as Due from "./internal/due.js"
import * as Loop from "./internal/loop.js"

export class Scheduler extends Context.Tag("@florin/scheduler/Scheduler")<
  Scheduler,
  {
    /**
     * Runs everything due at `now` in order, including jobs added meanwhile, of the shops that this process serves; returns
     * how many ran. Jobs of one kind that follow each other start together where their handler takes several at once.
     */
    readonly runDue: (now: DateTime.Utc) => Effect.Effect<number, StorageError>
    /** When the earliest job that no process holds is due, of the shops that this one serves. */
    readonly nextDue: Effect.Effect<Option.Option<DateTime.Utc>, StorageError>
    /** The loop. Never completes; interrupting it lets running jobs finish (up to 6 s per lane). */
    readonly live: Effect.Effect<never>
    /** Runs an effect while the loop starts no new jobs, to move a clock. */
    readonly exclusively: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>() {}

export const make = Effect.gen(function* () {
  const nextDue = (yield* JobStore).nextDueOf(yield* ServedShops)
  const turn = yield* Effect.makeSemaphore(1)
  const due = yield* Due.make
  const live = yield* Loop.make(due, turn, nextDue)

  // Many that start together share their commits; the rest of a batch is held and not running.
  const batch = 128

  const runDue = Effect.fnUntraced(function* (now: DateTime.Utc) {
    let ran = 0
    while (true) {
      const kinds = Array.from(due.handlers.keys())
      // A slow round still claims only what was due when it began.
      const wanted: ClaimSpec = { now, kinds, window: batch, perShare: 0, picking: () => (found) => found }
      const { freed, jobs: claimed } = yield* due.claimAndPerform(wanted)
      if (claimed.length === 0 && !freed) return ran
      ran += claimed.length
    }
  })

  return Scheduler.of({
    runDue,
    nextDue,
    live,
    exclusively: turn.withPermits(1)
  })
})

/** The scheduler with its loop running until the scope closes, once `first` is over. */
export const makeLive = (first: Effect.Effect<void> = Effect.void) =>
  Effect.tap(make, ({ live }) => Effect.forkScoped(Effect.interruptible(Effect.zipRight(first, live))))

/** The scheduler without its loop; the host runs due work. */
export const layer = Layer.scoped(Scheduler, make)

export const layerLive = Layer.scoped(Scheduler, makeLive())
