/** What a host may set. */
import type { Lane } from "@florin/core/jobs/JobHandlers"
import * as Context from "effect/Context"

/**
 * How many jobs run at once, for each lane a number of its own: acquirers and receivers that hang delay nothing else.
 *
 * Within a lane no shop, acquirer or receiver takes more than half of what the others leave; `guaranteed` places are
 * each one's own, even where all are taken. Source: D42.
 */
export class SchedulerSettings extends Context.Reference<SchedulerSettings>()("@florin/scheduler/SchedulerSettings", {
  defaultValue: (): { readonly places: Readonly<Record<Lane, number>>; readonly guaranteed: number } => ({
    places: { calls: 256, deliveries: 1024, commits: 256 },
    guaranteed: 8
  })
}) {}
