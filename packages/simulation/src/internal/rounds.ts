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

export const make = ({ leases, random, serving, timeline }: Options): Rounds => {
  let notBefore = 0

  const onDemand = () => serving().filter(({ hasLoop }) => !hasLoop)
  const signOfLife = ({ process, underWay }: GatewayProcess): number =>
    underWay() === 0 ? Number.POSITIVE_INFINITY : Math.max(notBefore, leases.aliveUntil(process) - aliveMargin)
  const nextDue = () => Math.max(notBefore, leases.nextFree())

  const work = (gateway: GatewayProcess): void =>
    gateway.work((could) => {
      if (!could) notBefore = timeline.now() + pauseAfterFailure
    })

  return {
    next: () => {
      const told = onDemand()
      return told.length === 0 ? [] : [...told.map(signOfLife), nextDue()]
    },
    tell: () => {
      const now = timeline.now()
      const able = onDemand()
      const told = new Set(able.filter((gateway) => signOfLife(gateway) <= now))
      if (able.length > 0 && nextDue() <= now) told.add(random.pick(able))
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
