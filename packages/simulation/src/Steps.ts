/** What merchants and operators do in a simulation, one step after the other, and how it comes to rest. */

import { calm } from "./FaultPlan.js"
import * as Merchants from "./internal/merchants.js"
import * as Operators from "./internal/operators.js"
import type { Simulation } from "./Simulation.js"

export interface Steps {
  /** Does the next step. */
  readonly take: () => void
  /** Stops all faults and lets time pass until nothing is left to do. */
  readonly comeToRest: () => void
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Both sides of the window for duplicates, and beyond every wait that the product has. */
const waits = [29_999, 30_000, 30_001, 5 * second, 75 * second, 10 * minute, 2 * hour, day, 8 * day, 31 * day]

/** Between two steps: at the same instant, before what was sent is answered, and after. */
const breaths = [0, 3, 400, second, second, 4 * second]

/** Nothing takes longer: the longest hold is a week, deliveries end after three days, questions come every hour. */
const longestRest = 40 * day

const kinds = {
  order: 40,
  twins: 5,
  repeat: 10,
  command: 8,
  wait: 20,
  kill: 3,
  start: 2,
  pause: 3,
  stop: 2,
  faultPlan: 4
}

/** The steps of a simulation, drawn from its seed. */
export const make = (simulation: Simulation): Steps => {
  const { audit, fleet, mirror, timeline, trace, faultPlan } = simulation
  const random = simulation.stream("steps")

  const advance = (millis: number): void => {
    if (!timeline.advanceTo(timeline.now() + millis)) simulation.fail(9, "the processes do not come to rest")
  }

  const wait = (): void => {
    const millis = random.pick(waits)
    // The acquirer is asked every hour: days of questions are worth it now and then only.
    if (millis > hour && faultPlan.mood().status > 0.3 && !random.chance(0.05)) {
      faultPlan.set({ ...faultPlan.mood(), status: 0.1 })
    }
    trace.add("time", `${millis} ms pass`)
    advance(millis)
  }

  const doing: Readonly<Record<keyof typeof kinds, () => void>> = {
    ...Merchants.make(simulation, random),
    ...Operators.make(simulation, random),
    wait
  }

  const isAtRest = (): boolean =>
    Array.from(mirror.jobs.values()).every(({ kind }) => kind === "sweep") &&
    fleet.alive().every((gateway) => gateway.underWay() === 0)

  return {
    take: () => {
      if (fleet.alive().length === 0) fleet.start()
      doing[random.weighted(kinds)]()
      advance(random.pick(breaths))
    },
    comeToRest: () => {
      trace.add("faultPlan", "everything works from here on")
      faultPlan.set(calm)
      // A process that stands still long enough to be missed goes on in its own time.
      if (!simulation.isEstranged) fleet.resumeAll()
      fleet.start()
      const end = timeline.now() + longestRest
      do {
        // What is held comes to its end within moments, or its holder is missed.
        const dues = Array.from(mirror.jobs.values(), ({ owner, runAt }) => (owner === null ? runAt : timeline.now()))
        const next = dues.reduce((a, b) => Math.min(a, b), end)
        advance(Math.max(0, next - timeline.now()) + minute)
      } while (simulation.violation() === undefined && timeline.now() < end && !isAtRest())
      audit.ended()
    }
  }
}
