/** Runs a seed: its simulation, its steps, and what was found. */
import type { Image } from "./Disk.js"
import { invariants } from "./Invariants.js"
import type { PlanKind } from "./Plan.js"
import { forgetting } from "./Process.js"
import * as Simulation from "./Simulation.js"
import * as Steps from "./Steps.js"

export interface Options {
  /** Only so many steps are taken before the simulation comes to rest. */
  readonly steps?: number | undefined
  /** Default: processes agree on the time. */
  readonly planKind?: PlanKind
  /** Called after each step: a test does something there that must not go unnoticed. */
  readonly meddle?: (simulation: Simulation.Simulation) => void
}

const simulate = (image: Image, seed: number, { meddle, planKind = "agreed", steps: most }: Options) => {
  const simulation = Simulation.make(image, seed, planKind)
  const { disk, fleet, plan, timeline, trace, violation } = simulation
  const { lines, notes } = trace
  const steps = Steps.make(simulation)
  for (let count = 0; count < plan.gateways; count++) fleet.start()
  timeline.settle()
  const last = Math.min(plan.steps, most ?? plan.steps)
  let taken = 0
  while (taken < last && violation() === undefined) {
    taken += 1
    trace.show("step", `${taken} of ${plan.steps}`)
    steps.take()
    meddle?.(simulation)
  }
  if (violation() === undefined) steps.comeToRest()
  disk.close()
  return { seed, planKind, steps: taken, trace: lines, notes, violation: violation(), stops: fleet.stops }
}

/** What became of a seed: the steps taken, what happened, what is wrong, and when processes stood still for long. */
export type Result = Readonly<ReturnType<typeof simulate>>

/** Runs the simulation of a seed to its end, or to the first thing that is wrong. */
export const run = (image: Image, seed: number, options: Options = {}): Result =>
  forgetting(() => simulate(image, seed, options))

/** The run with the fewest steps of this seed that breaks the same invariant. */
export const shortest = (image: Image, failed: Result, options: Options = {}): Result => {
  for (let steps = 0; steps < failed.steps; steps++) {
    const result = run(image, failed.seed, { ...options, planKind: failed.planKind, steps })
    if (result.violation?.invariant === failed.violation?.invariant) return result
  }
  return failed
}

const flags: Readonly<Record<PlanKind, string>> = {
  agreed: "",
  estranged: " --stops 1",
  subscribed: " --subscriptions"
}

/** What is wrong with a seed, the last of what went before, and how to see it all again. */
export const report = ({ planKind, seed, steps, trace, violation }: Result): string => {
  if (violation === undefined) return `Seed ${seed} holds`
  const { invariant, says } = violation
  return [
    `Seed ${seed}, step ${steps}: ${says}`,
    `Invariant ${invariant}: ${invariants[invariant]}`,
    "",
    ...trace.slice(-40),
    "",
    `npm run simulation -- --seed ${seed} --steps ${steps}${flags[planKind]}`
  ].join("\n")
}
