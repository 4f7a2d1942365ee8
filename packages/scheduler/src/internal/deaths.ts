import type { WorkerRecord } from "@florin/core/commits/Reads"
import type { Write } from "@florin/core/commits/Write"
import * as Lease from "@florin/core/due-work/Lease"
import * as Duration from "effect/Duration"

interface Seen {
  readonly heartbeats: number
  readonly since: number
}

const length = Duration.toMillis(Lease.length)

/**
 * Detects dead processes: by this process's monotonic clock, one whose heartbeat has not changed for the length of a
 * lease is dead, whatever the wall clocks say. Source: D40.
 */
export const make = () => {
  let seen = new Map<string, Seen>()
  return {
    /** Deregisters dead processes, each only if its heartbeat is still unchanged. Pure over the last observation. */
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
