/**
 * A process of the simulated simulation: fibers of its own, which run only when the simulation lets them.
 *
 * @since 0.1.0
 */
import * as VirtualClock from "@florin/testing/clock/VirtualClock"
import type * as Scheduler from "effect/Scheduler"

/**
 * - `running`: it runs what is ready
 * - `paused`: it stands still and does not know it, as when its machine is suspended
 * - `dead`: it was killed; nothing of it ever runs again, no finalizer either
 *
 * @since 0.1.0
 * @category models
 */
export type State = "running" | "paused" | "dead"

/**
 * What its fibers run on. A fiber inherits the scheduler and the clock, so all of them stop with their process.
 *
 * @since 0.1.0
 * @category models
 */
export interface Process {
  readonly name: string
  readonly clock: VirtualClock.VirtualClock
  readonly scheduler: Scheduler.Scheduler
  readonly log: (message: string) => void
  readonly state: () => State
  /** It may run, and a fiber of it is ready. */
  readonly isReady: () => boolean
  /** Runs a ready fiber until it waits for something. */
  readonly step: () => void
  readonly pause: () => void
  readonly resume: () => void
  readonly kill: () => void
}

/**
 * A process whose clock shows `now`. `log` is told what it logs.
 *
 * @since 0.1.0
 * @category constructors
 */
export const make = (name: string, now: number, log: (message: string) => void): Process => {
  const tasks: Array<Scheduler.Task> = []
  let state: State = "running"

  return {
    name,
    log,
    clock: VirtualClock.make(now),
    scheduler: {
      // Fibers give way where the simulation wants them to, not after a number of operations.
      shouldYield: () => false,
      scheduleTask: (task) => {
        if (state !== "dead") tasks.push(task)
      }
    },
    state: () => state,
    isReady: () => state === "running" && tasks.length > 0,
    step: () => tasks.shift()?.(),
    pause: () => {
      if (state === "running") state = "paused"
    },
    resume: () => {
      if (state === "paused") state = "running"
    },
    kill: () => {
      state = "dead"
      tasks.length = 0
    }
  }
}
