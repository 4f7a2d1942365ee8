/**
 * A simulation: gateways on one database, acquirers, receivers and merchants, in a time of its own. Its seed
 * decides everything, so that the same seed is the same simulation again.
 */
import * as Disk from "./Disk.js"
import * as FaultPlan from "./FaultPlan.js"
import * as Fleet from "./Fleet.js"
import * as GatewayProcess from "./GatewayProcess.js"
import type { Auditor, Scene, Violation } from "./Invariants.js"
import { auditors } from "./internal/auditors.js"
import * as Labels from "./internal/labels.js"
import { points } from "./internal/points.js"
import type { Changed, JobRow } from "./Mirror.js"
import * as Mirror from "./Mirror.js"
import * as Plan from "./Plan.js"
import type { Process } from "./Process.js"
import * as Random from "./Random.js"
import * as Receivers from "./Receivers.js"
import * as ScriptedAcquirer from "./ScriptedAcquirer.js"
import * as Timeline from "./Timeline.js"
import * as Trace from "./Trace.js"

export interface Simulation extends Scene {
  /** A stream of random numbers of this seed. */
  readonly stream: (name: string) => Random.Random
  readonly plan: Plan.Plan
  readonly timeline: Timeline.Timeline
  readonly trace: Trace.Trace
  readonly faultPlan: FaultPlan.FaultPlan
  readonly disk: Disk.Disk
  readonly audit: Required<Auditor>
  /** The first thing that was wrong. */
  readonly violation: () => Violation | undefined
}

/** Attempts from here on differ only in their distance. */
const often = 3

type Streams = Simulation["stream"]

/** What a simulation is made of, where each part needs some of the others. */
interface Parts {
  readonly stream: Streams
  readonly plan: Plan.Plan
  readonly regime: Plan.Regime
  readonly faultPlan: FaultPlan.FaultPlan
  readonly mirror: Mirror.Mirror
  readonly labels: Labels.Labels
  readonly timeline: Timeline.Timeline
  readonly trace: Trace.Trace
  readonly fleet: () => Fleet.Fleet
  readonly audit: () => Required<Auditor>
}

/** What became of due work. */
const noteOf = ({ after, before }: Changed<JobRow>, labels: Labels.Labels): string => {
  const job = (after ?? before)!
  const state = (row: JobRow | undefined) =>
    row === undefined ? "none" : `${row.owner === null ? "free" : "held"} #${Math.min(row.attempts, often)}`
  return `has ${job.kind} of ${labels.of(job.subject)}: ${state(before)} → ${state(after)}`
}

const disk = (image: Disk.Image, parts: Parts, fail: Scene["fail"]): Disk.Disk => {
  const { audit, labels, mirror, timeline, trace, faultPlan } = parts
  return Disk.make({
    image,
    faults: faultPlan.disk,
    failed: (process, what) => trace.add("disk", `${what} for ${process.name}`),
    strayed: (statement) => fail(9, `outside a transaction: ${statement}`),
    committed: (process, lines) => {
      const commit = mirror.apply(process, timeline.now(), lines)
      for (const { after, before } of commit.transactions) {
        if (after !== undefined && before === undefined) labels.give(after.uid, after.document.type)
      }
      for (const { after } of commit.transitions) {
        if (after === undefined) continue
        const { from, to, trigger, uid, version } = after
        trace.add(process.name, `commits ${labels.of(uid)} v${version} ${from} → ${to} (${trigger}) ${uid}`)
      }
      for (const change of commit.jobs) trace.note(process.name, noteOf(change, labels))
      audit().committed(commit)
    }
  })
}

/** A real acquirer, and one for test transactions. */
const acquirers = (parts: Parts) => {
  const { audit, labels, plan, timeline, trace, faultPlan } = parts
  return [
    { name: "bank", gatewayId: 1, simulated: false },
    { name: "sandbox", gatewayId: 2, simulated: true }
  ].map((acquirer) =>
    ScriptedAcquirer.make({
      ...acquirer,
      inFlightWindow: plan.inFlightWindow,
      timeline,
      faultPlan,
      trace,
      labelOf: labels.of,
      sent: (sent) => audit().sent(sent),
      arrived: (arrival) => audit().arrived(arrival)
    })
  )
}

/** How a gateway starts in a process. */
const boot = (parts: Parts, disk: Disk.Disk, acquirers: ReadonlyArray<ScriptedAcquirer.ScriptedAcquirer>) => {
  const { audit, fleet, labels, plan, stream, timeline, trace, faultPlan } = parts
  const kinds = stream("kinds of gateways")
  const posted = audit().posted
  const sender = Receivers.sender({ timeline, faultPlan, trace, labelOf: labels.of, posted })
  const { standstills } = plan
  const reached = points({ random: stream("pauses"), faultPlan, standstills, trace, disk: () => disk, fleet })
  return (process: Process) => {
    const hasLoop = kinds.chance(0.2)
    return GatewayProcess.start({
      process,
      driver: disk.driver(process),
      shops: plan.shops,
      acquirers: acquirers.map(({ service }) => service(process)),
      sender: sender(process),
      entropy: stream(process.name).bytes,
      reached: reached(process),
      hasLoop,
      ended: () => fleet().exit(process),
      // A loop without room looks for some every 20 ms.
      concurrency: hasLoop ? 32 : kinds.pick([1, 3, 32])
    })
  }
}

/** The simulation of a seed, before anything has happened in it. */
export const make = (image: Disk.Image, seed: number, regime: Plan.Regime): Simulation => {
  const stream: Streams = (name) => Random.make(seed, name)
  const plan = Plan.draw(stream("plan"), regime)
  const faultPlan = FaultPlan.make(stream("faultPlan"), plan.mood)
  const mirror = Mirror.make()
  const labels = Labels.make()
  const clocks = stream("clocks")
  let violation: Violation | undefined
  const fail: Scene["fail"] = (invariant, says) => {
    violation ??= { invariant, says }
  }
  const timeline: Timeline.Timeline = Timeline.make(plan.start, {
    random: stream("turns"),
    alone: () => store.holder(),
    nextInstant: (wakes) => fleet.nextInstant(wakes),
    rest: () => fleet.rest(),
    isOver: () => violation !== undefined
  })
  const trace = Trace.make(() => timeline.now() - plan.start)
  const parts: Parts = {
    stream,
    plan,
    regime,
    faultPlan,
    mirror,
    labels,
    timeline,
    trace,
    fleet: () => fleet,
    audit: () => audit
  }
  const store = disk(image, parts, fail)
  const banks = acquirers(parts)
  const fleet: Fleet.Fleet = Fleet.make({
    random: stream("rounds"),
    timeline,
    mirror,
    trace,
    ahead: () => clocks.pick(plan.clocks),
    boot: (process) => start(process),
    died: store.abandon,
    logged: (process, message) => {
      trace.add(process.name, `logs: ${message}`)
      audit.logged(process, message)
    }
  })
  const scene: Scene = {
    mirror,
    fleet,
    shops: plan.shops,
    acquirers: banks,
    apart: Math.max(...plan.clocks) - Math.min(...plan.clocks),
    isEstranged: regime === "estranged",
    now: timeline.now,
    labelOf: labels.of,
    fail
  }
  const audit = auditors(scene)
  const start = boot(parts, store, banks)
  return { ...scene, stream, plan, timeline, trace, faultPlan, disk: store, audit, violation: () => violation }
}
