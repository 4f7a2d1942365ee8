import type { WorkerRecord } from "@florin/core/commits/Reads"
import type { Write } from "@florin/core/commits/Write"
import * as Lease from "@florin/core/due-work/Lease"
import * as Duration from "effect/Duration"

/** The heartbeats of each process as last seen, and since when they have stood. Unit of `since`: ms of our clock. */
export type Seen = ReadonlyMap<string, { readonly heartbeats: number; readonly since: number }>

const length = Duration.toMillis(Lease.length)

/**
 * Deregisters dead processes, and releases what they held: by this process's monotonic clock, one whose heartbeat has not changed for the length of a
 * lease is dead, whatever the wall clocks say. Source: D40.
 */
export const judged = (
  seen: Seen,
  workers: ReadonlyArray<WorkerRecord>,
  self: string,
  now: number
): ReadonlyArray<Write> => {
  const dead = workers.filter(({ heartbeats, owner }) => {
    const known = seen.get(owner)
    return owner !== self && known?.heartbeats === heartbeats && now - known.since >= length
  })
  return [
    // Only if its heartbeat is still unchanged.
    ...dead.map(({ heartbeats, owner }): Write => ({ _tag: "DeregisterWorker", owner, heartbeats })),
    { _tag: "ReleaseOrphans" }
  ]
}

/** What was seen last. A later look makes another map. */
export const make = () => {
  let seen: Seen = new Map()
  return {
    seen: (): Seen => seen,
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
