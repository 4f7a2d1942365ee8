import * as Share from "@florin/core/jobs/Share"
import type { Candidate, Running } from "./shares.js"

const change = (counts: Map<string, number>, name: string, by: number): void => {
  const count = (counts.get(name) ?? 0) + by
  if (count > 0) counts.set(name, count)
  else counts.delete(name)
}

/** Counts what runs in a lane. */
export const make = () => {
  const shops = new Map<string, number>()
  const resources = new Map<string, number>()
  let total = 0
  const count = ({ share, shop }: Candidate, by: number): void => {
    const resource = Share.resourceOf(share)
    total += by
    change(shops, shop, by)
    if (resource !== "") change(resources, resource, by)
  }
  return {
    running: (): Running => ({ total, shops, resources }),
    begin: (job: Candidate): void => count(job, 1),
    end: (job: Candidate): void => count(job, -1)
  }
}
