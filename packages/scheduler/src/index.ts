/**
 * Runs due work.
 *
 * @since 0.1.0
 */
export * as Scheduler from "./Scheduler.js"
export * as SchedulerSettings from "./SchedulerSettings.js"
