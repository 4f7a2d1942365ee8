/** How long nothing can have been sent of what is in doubt. */
import * as Effect from "effect/Effect"
import type { JobName } from "../jobs/Job.js"

/** More than are ever in doubt at once; beyond this limit the oldest entry is dropped. */
const mostObserved = 100_000

const nameOf = ({ shop, subject }: JobName) => `${shop} ${subject}`

/**
 * How long this process has known that no process can be sending a transaction: since the end of its own last call, or
 * since it first held the recovery job, which is after the former holder was done or declared dead. In milliseconds of the
 * monotonic clock, because clocks of different machines are not comparable.
 */
export const make = (now: () => number) => {
  const from = new Map<string, number>()
  const set = (job: JobName, instant: number): void => {
    const name = nameOf(job)
    from.delete(name)
    if (from.size >= mostObserved) from.delete(from.keys().next().value!)
    from.set(name, instant)
  }
  const forget = (job: JobName): void => void from.delete(nameOf(job))

  return {
    known: from as ReadonlyMap<string, number>,
    since: (job: JobName): number => {
      const known = from.get(nameOf(job))
      if (known !== undefined) return now() - known
      set(job, now())
      return 0
    },
    /** A call has ended just now. */
    begin: (job: JobName): void => set(job, now()),
    forget,
    /** Sends, which is never quiet, also if nobody waits for it any more. */
    sending: <A>(job: JobName, call: Effect.Effect<A>, isDecided: (answer: A) => boolean): Effect.Effect<A> =>
      Effect.suspend(() => {
        set(job, Number.POSITIVE_INFINITY)
        return Effect.onExit(call, (exit) =>
          Effect.sync(() => (exit._tag === "Success" && isDecided(exit.value) ? forget(job) : set(job, now())))
        )
      })
  }
}

export type Quiet = ReturnType<typeof make>
