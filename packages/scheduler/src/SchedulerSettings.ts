import type { WorkerPool } from "@florin/core/due-work/JobHandlers"
import * as Context from "effect/Context"

/**
 * The maximum number of jobs running at once, per lane: acquirers, receivers and mail servers that hang delay nothing
 * else.
 *
 * Within a lane no shop, acquirer or receiver takes more than half of what the others leave; each keeps `guaranteed`
 * places even when the lane is full. Within a shop likewise: none of its acquirers or receivers takes more than half of what
 * its others leave of the shop's, and each keeps `guaranteed` places until the shop has half of the lane. Source: D42.
 */
export class SchedulerSettings extends Context.Reference<SchedulerSettings>()("@florin/scheduler/SchedulerSettings", {
  defaultValue: (): { readonly places: Readonly<Record<WorkerPool, number>>; readonly guaranteed: number } => ({
    places: { calls: 512, deliveries: 1024, mails: 32, commits: 256 },
    guaranteed: 8
  })
}) {}
