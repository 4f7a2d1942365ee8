/**
 * A simulation: gateways on one database, acquirers, receivers and merchants, in a time of its own. Its seed
 * decides everything, so that the same seed is the same simulation again.
 */
import type { FaultPoints } from "@florin/core/store/FaultPoints"
import { card } from "@florin/testing/parties/Orders"
import * as Random from "@florin/testing/parties/Random"
import * as Effect from "effect/Effect"
import * as Abilities from "./Abilities.js"
import * as AcquirerTellings from "./AcquirerTellings.js"
import { asDeclared } from "./checks/Abilities.js"
import { sameAnswers } from "./checks/Answers.js"
import { reconciled } from "./checks/Books.js"
import { paidOnce } from "./checks/Checkouts.js"
import { deliveries } from "./checks/Deliveries.js"
import { chargedOnce, noDuplicates } from "./checks/Intents.js"
import { sums, trueEffects } from "./checks/Money.js"
import { lawfulStates } from "./checks/States.js"
import { eachCycleOnce } from "./checks/Subscriptions.js"
import { trueTransfers } from "./checks/Transfers.js"
import { nothingLying } from "./checks/Work.js"
import * as Disk from "./Disk.js"
import * as FaultPlan from "./FaultPlan.js"
import * as Fleet from "./Fleet.js"
import * as GatewayProcess from "./GatewayProcess.js"
import type { Audit, Auditor, Scene, Violation } from "./Invariants.js"
import * as Mirror from "./Mirror.js"
import * as Outsiders from "./Outsiders.js"
import * as Plan from "./Plan.js"
import type { Process } from "./Process.js"
import * as Timeline from "./Timeline.js"
import * as Trace from "./Trace.js"

export interface Simulation extends Scene {
  /** A stream of random numbers of this seed. */
  readonly stream: (name: string) => Random.Random
  readonly planKind: Plan.PlanKind
  readonly plan: Plan.Plan
  readonly timeline: Timeline.Timeline
  readonly trace: Trace.Trace
  readonly faultPlan: FaultPlan.FaultPlan
  readonly disk: Disk.Disk
  readonly audit: Audit
  readonly violation: () => Violation | undefined
}

/** The first of them learns the names under which processes hold leases; the others ask for them. */
const checks = [
  ...[nothingLying, asDeclared, chargedOnce, trueEffects, trueTransfers, sums, deliveries],
  ...[sameAnswers, noDuplicates, eachCycleOnce, lawfulStates, paidOnce, reconciled]
]

type Boot = Outsiders.Surroundings & Pick<Simulation, "stream" | "plan" | "disk" | "fleet" | "acquirers" | "bank">

/** What happens to a process before and after its commits and its calls to the outside. */
const suffering = ({ disk, faultPlan, fleet, plan, stream, trace }: Boot) => {
  const random = stream("pauses")
  return (process: Process): NonNullable<FaultPoints["Type"]> =>
    (point, moment) => {
      const fate = faultPlan.point()
      trace.note(process.name, `${fate} ${moment} ${point}`)
      if (fate === "go") return Effect.void
      const suffer = Effect.suspend(() => {
        if (fate === "die") {
          fleet.end(process, `dies ${moment} ${point}`)
          return Effect.async<void>(() => undefined)
        }
        if (fate === "yield") return Effect.void
        // A process that stands still within a transaction would keep all others out of the database for as long.
        if (disk.holder() !== process) fleet.pause(process, plan.standstill(random))
        return Effect.yieldNow()
      })
      // At a turn of its own: what came before it in this turn would go on to its end all the same.
      return Effect.zipRight(Effect.yieldNow(), suffer)
    }
}

/**
 * In some simulations a process may stand still with a charge in its hands, behind its last look at its lease: the charge
 * arrives after another one may have given it up. Drawn apart, so that the others stay as they are.
 */
const holdingBack = (
  { disk, faultPlan, fleet, plan }: Pick<Boot, "disk" | "faultPlan" | "fleet" | "plan">,
  random: Random.Random
) => {
  const isOn = random.chance(0.4)
  return (process: Process): number => {
    if (!isOn || !random.chance(10 * faultPlan.mood().pause) || disk.holder() === process) return 0
    const millis = plan.standstill(random)
    fleet.pause(process, millis)
    return millis
  }
}

const booting = (around: Boot) => {
  const { acquirers, bank, disk, fleet, plan, stream } = around
  const sender = Outsiders.sender(around)
  const server = Outsiders.server(around)
  const random = stream("kinds of gateways")
  const reached = suffering(around)
  return (process: Process) =>
    GatewayProcess.start({
      ...{ process, shops: plan.shops, driver: disk.driver(process), sender: sender(process) },
      server: server(process),
      acquirers: acquirers.map(({ service }) => service(process)),
      bank: bank.service(process),
      entropy: stream(process.name).bytes,
      reached: reached(process),
      ended: () => fleet.end(process, "has stopped"),
      // Seldom few: a loop without room looks for some every 20 ms.
      places: random.pick([2, 32, 32, 32])
    })
}

/** As a value of its own, in a document or in a document within one. */
const securityCode = new RegExp(`"${card.verification_value}\\\\*"`)

/** The simulation of a seed, before anything has happened in it. */
export const make = (image: Disk.Image, seed: number, planKind: Plan.PlanKind): Simulation => {
  const stream = (name: string) => Random.make(seed, name)
  const plan = Plan.draw(stream("plan"), planKind)
  const faultPlan = FaultPlan.make(stream("faultPlan"), plan.mood, plan.inFlightWindow, stream("courses"))
  const mirror = Mirror.make()
  const clocks = stream("clocks")
  let violation: Violation | undefined
  const audit: Audit = (name, event) => {
    for (const auditor of auditors) auditor[name]?.(event)
  }
  const fail: Scene["fail"] = (invariant, says) => {
    violation ??= { invariant, says }
  }
  const timeline: Timeline.Timeline = Timeline.make(plan.start, {
    random: stream("turns"),
    alone: () => disk.holder(),
    nextInstant: (wakes) => fleet.nextInstant(wakes),
    isOver: () => violation !== undefined
  })
  const trace = Trace.make(() => timeline.now() - plan.start)
  const disk: Disk.Disk = Disk.make({
    image,
    faults: faultPlan.disk,
    failed: (process, what) => trace.add("disk", `${what} for ${process.name}`),
    strayed: (statement) => fail(9, `outside a transaction: ${statement}`),
    committed: (process, lines) => {
      if (lines.some(({ cells }) => securityCode.test(String(cells)))) fail(10, `${process.name} wrote a security code`)
      const commit = mirror.apply(process, timeline.now(), lines)
      trace.committed(commit)
      audit("committed", commit)
    }
  })
  const around: Outsiders.Surroundings = { timeline, faultPlan, trace, audit, heldBack: (...at) => heldBack(...at) }
  const tellings = stream("tellings")
  // In some simulations acquirers tell. The others stay as they are.
  const tell: AcquirerTellings.Tell | undefined = tellings.chance(0.25)
    ? (...reported) => telling(...reported)
    : undefined
  const abilities = Abilities.drawing(stream("declared"), stream("questions"), tell !== undefined)
  const acquirers = Outsiders.acquirers(around, { ...plan, tell, abilities })
  const bank = Outsiders.bank(around, plan)
  const fleet: Fleet.Fleet = Fleet.make({
    ...{ timeline, mirror, trace },
    ahead: () => clocks.pick(plan.clocks),
    boot: (process) => boot(process),
    died: disk.abandon,
    logged: (process, message) => {
      trace.add(process.name, `logs: ${message}`)
      audit("logged", message)
    }
  })
  const heldBack = holdingBack({ disk, faultPlan, fleet, plan }, stream("hands"))
  const telling = AcquirerTellings.make({ fail, fleet, labelOf: trace.labelOf, timeline, trace }, tellings)
  const boot = booting({ ...around, stream, plan, disk, fleet, acquirers, bank })
  const scene: Scene = {
    ...{ mirror, fleet, shops: plan.shops, acquirers, bank, now: timeline.now, labelOf: trace.labelOf, fail },
    blame: (invariant, uid, says) =>
      says === undefined ? undefined : fail(invariant, `${trace.labelOf(uid)} ${says}`),
    apart: Math.max(...plan.clocks) - Math.min(...plan.clocks)
  }
  const auditors: ReadonlyArray<Auditor> = checks.map((check) => check(scene))
  return { ...scene, planKind, stream, plan, timeline, trace, faultPlan, disk, audit, violation: () => violation }
}
