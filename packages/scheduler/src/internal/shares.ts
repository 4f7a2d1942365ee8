import type { JobName } from "@florin/core/jobs/Job"
import * as Share from "@florin/core/jobs/Share"

/** A due job with the share that it is claimed by. */
export interface Candidate extends JobName {
  readonly share: string
}

/** How many jobs of each shop and of each resource run in a lane. */
export interface Running {
  readonly total: number
  readonly shops: ReadonlyMap<string, number>
  readonly resources: ReadonlyMap<string, number>
}

/** How many may run. `perResource`: how many of one resource at the most, by the kind of work. */
export interface Places {
  readonly size: number
  readonly guaranteed: number
  readonly perResource: (kind: string) => number
}

// Half of what the others leave: whoever comes later finds places, however many came before.
const limitOf = (own: number, total: number, { guaranteed, size }: Places): number =>
  Math.max(guaranteed, Math.floor((size - (total - own)) / 2))

/** Which of the due jobs start now, in their order. Nothing is started for one share at the cost of another. */
export const pick = <Job extends Candidate>(
  due: ReadonlyArray<Job>,
  running: Running,
  places: Places
): ReadonlyArray<Job> => {
  const shops = new Map(running.shops)
  const resources = new Map(running.resources)
  let { total } = running
  const fits = (job: Job, resource: string): boolean => {
    const ofShop = shops.get(job.shop) ?? 0
    if (total >= places.size && ofShop >= places.guaranteed) return false
    if (ofShop >= limitOf(ofShop, total, places)) return false
    if (resource === "") return true
    const ofResource = resources.get(resource) ?? 0
    return ofResource < places.perResource(job.kind) && ofResource < limitOf(ofResource, total, places)
  }
  return due.filter((job) => {
    const resource = Share.resourceOf(job.share)
    if (!fits(job, resource)) return false
    total += 1
    shops.set(job.shop, (shops.get(job.shop) ?? 0) + 1)
    if (resource !== "") resources.set(resource, (resources.get(resource) ?? 0) + 1)
    return true
  })
}
