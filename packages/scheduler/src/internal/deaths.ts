import * as Lease from "@florin/core/jobs/Lease"
import type { WorkerRecord } from "@florin/core/store/Reads"
import type { Write } from "@florin/core/store/Write"
import * as Duration from "effect/Duration"

interface Seen {
  readonly heartbeats: number
  readonly since: number
}

const length = Duration.toMillis(Lease.length)

/**
 * The other processes as this one has seen them, by its own monotonic clock: one whose heartbeat has not moved for the
 * length of a lease is dead, whatever its clock or this one's says. Source: D40.
 */
export const make = () => {
  let seen = new Map<string, Seen>()
  return {
    /** Takes the dead off, each only where it has said nothing since it was read. Pure over what was seen before. */
    judge: (workers: ReadonlyArray<WorkerRecord>, self: string, now: number): ReadonlyArray<Write> => {
      const dead = workers.filter(({ heartbeats, owner }) => {
        const known = seen.get(owner)
        return owner !== self && known?.heartbeats === heartbeats && now - known.since >= length
      })
      return [
        ...dead.map(({ heartbeats, owner }): Write => ({ _tag: "DeregisterWorker", owner, heartbeats })),
        { _tag: "ReleaseOrphans" }
      ]
    },
    see: (workers: ReadonlyArray<WorkerRecord>, now: number): void => {
      seen = new Map(
        workers.map(({ heartbeats, owner }) => {
          const known = seen.get(owner)
          return [owner, known?.heartbeats === heartbeats ? known : { heartbeats, since: now }]
        })
      )
    }
  }
}
