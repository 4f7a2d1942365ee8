/** The end of a simulation: the books of the acquirers are compared with ours. */
import { Reconciliation, type Report } from "@florin/core/reconciliation/Reconciliation"
import type { StorageError } from "@florin/core/store/StorageError"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type { Simulation } from "./Simulation.js"

const [minute, day] = [60_000, 86_400_000] as const

/** Compares all that was ever done, in a process that is there or starts. */
export const run = (simulation: Simulation, advance: (millis: number) => void): void => {
  const { audit, fleet, plan, timeline, violation } = simulation
  if (violation() !== undefined) return
  if (fleet.serving().length === 0) fleet.start()
  advance(minute)
  const period = { from: DateTime.unsafeMake(plan.start - day), to: DateTime.unsafeMake(timeline.now() + day) }
  const compare = Effect.flatMap(Reconciliation, (reconciliation) => reconciliation.run(period))
  let found: Exit.Exit<Report, StorageError> | undefined
  fleet.serving()[0]?.request(compare, (exit) => {
    found = exit
  })
  advance(minute)
  audit("reconciled", found)
}
