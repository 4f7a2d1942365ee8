/** What merchants and operators do in a simulation, one step after the other, and how it comes to rest. */
import type { Random } from "@florin/testing/parties/Random"
import * as CheckoutCustomers from "./CheckoutCustomers.js"
import * as Comparison from "./Comparison.js"
import { calm } from "./FaultPlan.js"
import { type GatewayProcess, runDue } from "./GatewayProcess.js"
import * as Merchants from "./Merchants.js"
import { housekeeping } from "./Mirror.js"
import { longStandstill } from "./Plan.js"
import type { Simulation } from "./Simulation.js"
import * as Subscribers from "./Subscribers.js"
import * as Transferring from "./Transferring.js"

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000] as const

/** Both sides of the window for duplicates and of the customer's time, and beyond every wait that the product has. */
const waits = [
  ...[29_999, 30_000, 30_001, 5 * second, 75 * second, 10 * minute, 15 * minute - 1, 15 * minute],
  ...[2 * hour, day, 8 * day, 31 * day]
]

/** Between two steps: at the same instant, before what was sent is answered, and after. */
const breaths = [0, 3, 400, second, second, 4 * second]

/** Nothing takes longer: the longest hold is a week, deliveries end after three days, questions come every hour. */
const longestRest = 40 * day

const mostGateways = 3

const weights = {
  ...{ order: 40, twins: 5, repeat: 10, command: 8, wait: 20, customer: 5 },
  ...{ bank: 6, confirm: 3, operator: 3 },
  ...{ kill: 3, runDue: 5, start: 2, pause: 3, stop: 2, faultPlan: 4 }
}

/** What is done in the end by those around. */
interface Ends
  extends Pick<ReturnType<typeof Transferring.make>, "close" | "settle" | "state">,
    Pick<typeof Subscribers.none, "areOver" | "cancel"> {}

/** Stops all faults and lets time pass until nothing is left to do. */
const comeToRest = (
  simulation: Simulation,
  random: Random,
  advance: (millis: number) => void,
  { areOver, cancel, close, settle, state }: Ends
): void => {
  const { audit, faultPlan, fleet, mirror, planKind, timeline, trace } = simulation
  const work = () => Array.from(mirror.jobs.values()).filter(({ kind }) => !housekeeping.has(kind))
  const isAtRest = (): boolean =>
    work().length === 0 && areOver() && fleet.alive().every((gateway) => gateway.underWay() === 0)
  trace.add("faultPlan", "everything works from here on")
  faultPlan.set(calm)
  // A process that stands still long enough to be missed goes on in its own time.
  if (planKind !== "estranged") fleet.resumeAll()
  // Those that lived through the faults must be able to finish what is left by themselves.
  if (random.chance(0.5)) fleet.start()
  const end = timeline.now() + longestRest
  do {
    if (fleet.alive().length === 0) fleet.start()
    settle()
    cancel()
    // What is held comes to its end within moments, or its holder is missed.
    const dues = Array.from(mirror.jobs.values(), ({ owner, runAt }) => (owner === null ? runAt : timeline.now()))
    const next = dues.reduce((a, b) => Math.min(a, b), end)
    // A bank that was asked for 30 days is asked no more, and tells.
    if (work().some(({ runAt }) => runAt > end)) state()
    advance(Math.max(0, next - timeline.now()) + minute)
  } while (simulation.violation() === undefined && timeline.now() < end && !isAtRest())
  // The last process may have stopped meanwhile, and the bank tells somebody.
  if (fleet.alive().length === 0) fleet.start()
  timeline.settle()
  close()
  advance(minute)
  audit("ended", undefined)
  Comparison.run(simulation, advance)
}

/** The steps of a simulation, drawn from its seed. */
export const make = (simulation: Simulation) => {
  const { faultPlan, fleet, planKind, timeline, trace } = simulation
  const random = simulation.stream("steps")

  const advance = (millis: number): void => {
    if (!timeline.advanceTo(timeline.now() + millis)) simulation.fail(9, "the processes do not come to rest")
  }

  const withGateway = (act: (gateway: GatewayProcess) => void): void => {
    const alive = fleet.alive()
    if (alive.length > 0) act(random.pick(alive))
  }

  // Orders on our page have random numbers of their own: what else a seed does stays as it is.
  const checkouts = CheckoutCustomers.make(simulation, simulation.stream("checkouts"), simulation.stream("methods"))
  const subscribers =
    planKind === "subscribed" ? Subscribers.make(simulation, simulation.stream("subscriptions")) : Subscribers.none
  const { close, plan, settle, state, ...transfers } = Transferring.make(simulation, random)

  const passes = (millis: number): void => {
    if (millis === 0) return
    // The acquirer is asked every hour: days of questions are worth it now and then only.
    if (millis > hour && faultPlan.mood().status > 0.3 && !random.chance(0.05)) {
      faultPlan.set({ ...faultPlan.mood(), status: 0.1 })
    }
    // So is an order that nobody pays.
    if (millis > hour) settle()
    trace.add("time", `${millis} ms pass`)
    advance(millis)
  }

  const doing: Readonly<Record<keyof typeof weights, () => void>> = {
    ...Merchants.make(simulation, random),
    ...transfers,
    wait: () => passes(random.pick(waits)),
    runDue: () => withGateway((gateway) => gateway.request(runDue)),
    kill: () => withGateway(({ process }) => fleet.end(process, "dies at once")),
    start: () => {
      if (fleet.alive().length < mostGateways) fleet.start()
    },
    pause: () =>
      withGateway(({ process }) =>
        fleet.pause(process, random.between(planKind === "estranged" ? longStandstill.least : 10, 60_000))
      ),
    stop: () =>
      withGateway((gateway) => {
        trace.add(gateway.process.name, "is told to stop")
        gateway.stop()
      }),
    faultPlan: () => {
      const part = random.pick(["call", "status", "receiver", "decline"] as const)
      const level = random.pick([0, 0.3, 1])
      trace.add("faultPlan", `${part} ${level}`)
      faultPlan.set({ ...faultPlan.mood(), [part]: level })
    }
  }

  return {
    take: (): void => {
      if (fleet.alive().length === 0) fleet.start()
      doing[random.weighted(weights)]()
      checkouts.step()
      subscribers.step()
      plan()
      advance(random.pick(breaths))
      passes(subscribers.passing())
    },
    comeToRest: () => comeToRest(simulation, random, advance, { close, settle, state, ...subscribers })
  }
}
