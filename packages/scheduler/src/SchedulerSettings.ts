/**
 * What a host may set, and the limits that hold for all.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"

/**
 * How many jobs run at once. Notifications have a number of their own, so that receivers that hang delay nothing else.
 *
 * @since 0.1.0
 * @category settings
 */
export class SchedulerSettings extends Context.Reference<SchedulerSettings>()("@florin/scheduler/SchedulerSettings", {
  defaultValue: (): { readonly concurrency: number; readonly notifyConcurrency: number } => ({
    concurrency: 32,
    notifyConcurrency: 1024
  })
}) {}

/**
 * How long a process counts as alive after its last heartbeat: what a dead one held is taken over after this.
 *
 * @since 0.1.0
 * @category limits
 */
export const aliveFor = Duration.seconds(5)

/**
 * @since 0.1.0
 * @category limits
 */
export const beatEvery = Duration.millis(1500)
