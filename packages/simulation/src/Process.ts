/** A process of the simulation: fibers of its own, which run only when the simulation lets them. */
import * as VirtualClock from "@florin/testing/clock/VirtualClock"
import type * as Scheduler from "effect/Scheduler"

/** Where fibers run. */
export interface Place {
  readonly clock: VirtualClock.VirtualClock
  readonly scheduler: Scheduler.Scheduler
  readonly log: (message: string) => void
}

/**
 * - `running`: it runs what is ready
 * - `paused`: it stands still and does not know it, as when its machine is suspended
 * - `dead`: it was killed; nothing of it ever runs again, no finalizer either
 */
export type State = "running" | "paused" | "dead"

export interface Process extends Place {
  readonly name: string
  /** How far its clock on the wall is ahead of the true time. Unit: milliseconds. */
  readonly ahead: number
  /** What its monotonic clock shows: the true time, which goes on while it stands still. */
  readonly monotonic: () => number
  /** The true instant at which the next of its sleepers wants to be woken. */
  readonly nextDue: () => number | undefined
  /** Sets its clock to a true instant, and wakes the fibers that slept until then. */
  readonly goTo: (instant: number) => void
  readonly state: () => State
  /** It may run, and a fiber of it is ready. */
  readonly isReady: () => boolean
  /** Runs a ready fiber until it waits for something. */
  readonly step: () => void
  readonly pause: () => void
  readonly resume: () => void
  readonly kill: () => void
}

export interface Options extends Pick<Process, "name" | "ahead" | "log"> {
  /** The true time. */
  readonly now: () => number
}

export const make = ({ ahead, log, name, now }: Options): Process => {
  const clock = VirtualClock.make(now() + ahead)
  const start = now()
  const tasks: Array<Scheduler.Task> = []
  let state: State = "running"

  return {
    name,
    log,
    clock,
    ahead,
    monotonic: () => now() - start,
    nextDue: () => {
      const due = clock.nextDue()
      return due === undefined ? undefined : due - ahead
    },
    goTo: (instant) => clock.jumpTo(instant + ahead),
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
