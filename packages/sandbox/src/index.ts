/**
 * A simulated acquirer with a ledger of its own, and a controllable clock.
 *
 * @since 0.1.0
 */
export * as ClockCommand from "./ClockCommand.js"
export * as ClockTarget from "./ClockTarget.js"
export * as Ledger from "./Ledger.js"
export * as Movement from "./Movement.js"
export * as Records from "./Records.js"
export * as Sandbox from "./Sandbox.js"
export * as SandboxAcquirer from "./SandboxAcquirer.js"
export * as SandboxClock from "./SandboxClock.js"
export * as SandboxControls from "./SandboxControls.js"
export * as SandboxDatabase from "./SandboxDatabase.js"
export * as SandboxPostgres from "./SandboxPostgres.js"
export * as TestCards from "./TestCards.js"
export * as TestTriggers from "./TestTriggers.js"
