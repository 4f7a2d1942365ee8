/** Runs due work. */
export * as Scheduler from "./Scheduler.js"
export * as SchedulerSettings from "./SchedulerSettings.js"
