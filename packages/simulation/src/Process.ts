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

export interface Options extends Pick<Place, "log"> {
  readonly name: string
  /** How far its clock on the wall is ahead of the true time. Unit: milliseconds. */
  readonly ahead: number
  /** The true time. */
  readonly now: () => number
}

export type Process = ReturnType<typeof make>

export const make = ({ ahead, log, name, now }: Options) => {
  const clock = VirtualClock.make(now() + ahead)
  const start = now()
  const tasks: Array<Scheduler.Task> = []
  let state: State = "running"
  const scheduler: Scheduler.Scheduler = {
    // Fibers give way where the simulation wants them to, not after a number of operations.
    shouldYield: () => false,
    scheduleTask: (task) => void tasks.push(task)
  }

  return {
    ...{ name, log, clock, ahead, scheduler },
    /** The name under which it holds leases: it registers one when it starts, and another after it was taken for dead. */
    owner: undefined as string | undefined,
    /** What its monotonic clock shows: the true time, which goes on while it stands still. */
    monotonic: (): number => now() - start,
    /** The true instant at which the next of its sleepers wants to be woken. */
    nextDue: (): number | undefined => {
      const due = clock.nextDue()
      return due === undefined ? undefined : due - ahead
    },
    /** Sets its clock to a true instant, and wakes the fibers that slept until then. */
    goTo: (instant: number): void => clock.jumpTo(instant + ahead),
    state: (): State => state,
    /** It may run, and a fiber of it is ready. */
    isReady: (): boolean => state === "running" && tasks.length > 0,
    /** Runs a ready fiber until it waits for something. */
    step: (): void => tasks.shift()?.(),
    /** What is dead stays dead. */
    become: (next: State): void => {
      if (state !== "dead") state = next
    }
  }
}
