import type { GatewayProcess } from "../GatewayProcess.js"
import { longStandstill } from "../Plan.js"
import type { Random } from "../Random.js"
import type { Simulation } from "../Simulation.js"

/** What happens to gateways, and around them. */
export interface Operators {
  readonly kill: () => void
  readonly start: () => void
  readonly pause: () => void
  readonly stop: () => void
  readonly faultPlan: () => void
}

const mostGateways = 3

export const make = ({ fleet, trace, faultPlan, isEstranged }: Simulation, random: Random): Operators => {
  const withGateway = (act: (gateway: GatewayProcess) => void): void => {
    const alive = fleet.alive()
    if (alive.length > 0) act(random.pick(alive))
  }

  return {
    kill: () => withGateway(({ process }) => fleet.kill(process, "at once")),
    start: () => {
      if (fleet.alive().length < mostGateways) fleet.start()
    },
    pause: () =>
      withGateway(({ process }) =>
        fleet.pause(process, random.between(isEstranged ? longStandstill.least : 10, 60_000))
      ),
    stop: () => withGateway(fleet.stop),
    faultPlan: () => {
      const part = random.pick(["call", "status", "receiver", "decline"] as const)
      const level = random.pick([0, 0.3, 1])
      trace.add("faultPlan", `${part} ${level}`)
      faultPlan.set({ ...faultPlan.mood(), [part]: level })
    }
  }
}
