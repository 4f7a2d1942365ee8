import type { FaultPoint, Moment } from "@florin/core/store/FaultPoints"
import type { Random } from "@florin/testing/parties/Random"
import * as Effect from "effect/Effect"
import type { Disk } from "../Disk.js"
import type { FaultPlan } from "../FaultPlan.js"
import type { Fleet } from "../Fleet.js"
import type { Options } from "../GatewayProcess.js"
import type { Plan } from "../Plan.js"
import type { Process } from "../Process.js"
import type { Trace } from "../Trace.js"

interface Surroundings {
  readonly random: Random
  readonly faultPlan: FaultPlan
  readonly standstills: Plan["standstills"]
  readonly trace: Trace
  readonly disk: Disk
  readonly fleet: Fleet
}

const drawn = (random: Random, standstills: Plan["standstills"]): number =>
  "least" in standstills ? random.between(standstills.least, standstills.most) : random.pick(standstills)

/** What happens to a process before and after its commits and its calls to the outside. */
export const make =
  ({ disk, faultPlan, fleet, random, standstills, trace }: Surroundings) =>
  (process: Process): Options["reached"] => {
    const suffer = (fate: "pause" | "die", point: FaultPoint, moment: Moment) =>
      Effect.suspend(() => {
        if (fate === "die") {
          fleet.end(process, `dies ${moment} ${point}`)
          return Effect.async<void>(() => undefined)
        }
        // A process that stands still within a transaction would keep all others out of the database for as long.
        if (disk.holder() !== process) fleet.pause(process, drawn(random, standstills))
        return Effect.yieldNow()
      })
    return (point, moment) => {
      const fate = faultPlan.point()
      trace.note(process.name, `${fate} ${moment} ${point}`)
      if (fate === "go") return Effect.void
      // At a turn of its own: what came before it in this turn would go on to its end all the same.
      return Effect.zipRight(Effect.yieldNow(), fate === "yield" ? Effect.void : suffer(fate, point, moment))
    }
  }
