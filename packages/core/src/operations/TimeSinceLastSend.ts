/** How long nothing can have been sent of what is in doubt. */
import * as Effect from "effect/Effect"
import type { ClaimedJob } from "../jobs/Job.js"

/** More than are ever in doubt at once; beyond this limit the one that began longest ago is dropped. */
const mostObserved = 100_000

type Job = Pick<ClaimedJob, "shop" | "subject" | "fence">

const nameOf = ({ shop, subject }: Job) => `${shop} ${subject}`

/** `fence`: that of the last claim by this process. */
interface Entry {
  readonly from: number
  readonly fence: number
}

/** Each claim raises the fence by one, and new work has another one. */
const isNextClaim = (known: Entry, { fence }: Job): boolean => fence === known.fence || fence === known.fence + 1

/**
 * How long this process has known that no process can be sending a transaction: since the end of its own last call, or
 * since it first held the job, which is after the former holder was done or declared dead. In milliseconds of the
 * monotonic clock, because clocks of different machines are not comparable.
 */
export const make = (now: () => number) => {
  const entries = new Map<string, Entry>()
  const set = (job: Job, from: number): void => {
    const name = nameOf(job)
    entries.delete(name)
    if (entries.size >= mostObserved) entries.delete(entries.keys().next().value!)
    entries.set(name, { from, fence: job.fence })
  }
  const forget = (job: Job): void => void entries.delete(nameOf(job))

  return {
    known: entries as ReadonlyMap<string, unknown>,
    /** `isSentAgain`: another process that has held the job meanwhile may have sent it, so that the time begins anew. */
    since: (job: Job, isSentAgain: boolean): number => {
      const known = entries.get(nameOf(job))
      if (known === undefined || (isSentAgain && !isNextClaim(known, job))) {
        set(job, now())
        return 0
      }
      entries.set(nameOf(job), { from: known.from, fence: job.fence })
      return now() - known.from
    },
    /** A call has ended just now. */
    begin: (job: Job): void => set(job, now()),
    forget,
    /** Sends, which is never quiet, also if nobody waits for it any more. */
    sending: <A>(job: Job, call: Effect.Effect<A>, isDecided: (answer: A) => boolean): Effect.Effect<A> =>
      Effect.suspend(() => {
        set(job, Number.POSITIVE_INFINITY)
        return Effect.onExit(call, (exit) =>
          Effect.sync(() => (exit._tag === "Success" && isDecided(exit.value) ? forget(job) : set(job, now())))
        )
      })
  }
}
