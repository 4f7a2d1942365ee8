import type { GatewayProcess } from "../GatewayProcess.js"
import type { Random } from "../Random.js"
import type { Timeline } from "../Timeline.js"
import type { Leases } from "./leases.js"

/** When gateways that do due work on demand have to be told to: something is due, or they work and must say so. */
export interface Rounds {
  /** The instants at which somebody has to be told. */
  readonly next: () => ReadonlyArray<number>
  /** Tells whom it is time to tell; says whether there was one. */
  readonly tell: () => boolean
  /** Before a request it says that it is alive, as a host that looks around all the time has done. */
  readonly prepare: (gateway: GatewayProcess) => void
}

interface Options {
  readonly random: Random
  readonly timeline: Timeline
  readonly leases: Leases
  readonly serving: () => ReadonlyArray<GatewayProcess>
}

/** Half of what a process counts as alive for: a host looks around that often while it works. */
const aliveMargin = 2500

/** A round that failed is not tried again at the same instant. */
const pauseAfterFailure = 250

/** Whoever finds work of a process that may have died looks again until it is sure. */
const pauseInDoubt = 1000

export const make = ({ leases, random, serving, timeline }: Options): Rounds => {
  let notBefore = 0

  const onDemand = () => serving().filter(({ hasLoop }) => !hasLoop)
  const signOfLife = ({ process, underWay }: GatewayProcess): number =>
    underWay() === 0 ? Number.POSITIVE_INFINITY : Math.max(notBefore, leases.aliveUntil(process) - aliveMargin)
  const nextFree = (gateways: ReadonlyArray<GatewayProcess>) => leases.nextFree(gateways.map(({ process }) => process))
  const nextDue = (gateways: ReadonlyArray<GatewayProcess>) => Math.max(notBefore, nextFree(gateways))

  const work = (gateway: GatewayProcess): void =>
    gateway.work((could) => {
      const now = timeline.now()
      // It has done all that it could: what is still due is held by somebody of whom it is not sure.
      if (could && nextFree([gateway]) <= now) notBefore = now + pauseInDoubt
      if (!could) notBefore = now + pauseAfterFailure
    })

  return {
    next: () => {
      const told = onDemand()
      return told.length === 0 ? [] : [...told.map(signOfLife), nextDue(told)]
    },
    tell: () => {
      const now = timeline.now()
      const able = onDemand()
      const told = new Set(able.filter((gateway) => signOfLife(gateway) <= now))
      const due = able.filter((gateway) => nextDue([gateway]) <= now)
      if (due.length > 0) told.add(random.pick(due))
      told.forEach(work)
      return told.size > 0
    },
    prepare: (gateway) => {
      if (gateway.hasLoop || leases.aliveUntil(gateway.process) - aliveMargin > timeline.now()) return
      work(gateway)
      timeline.settle()
    }
  }
}
