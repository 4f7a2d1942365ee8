import type { Random } from "@florin/testing/parties/Random"
import type { GatewayProcess } from "../GatewayProcess.js"
import type { Timeline } from "../Timeline.js"
import type { Leases } from "./leases.js"

interface Options {
  readonly random: Random
  readonly timeline: Timeline
  readonly leases: Leases
  readonly alive: () => ReadonlyArray<GatewayProcess>
  readonly serving: () => ReadonlyArray<GatewayProcess>
}

/** How often a host looks around while its process works, or while another's work lies idle. Unit: milliseconds. */
const lookEvery = 1500

/** A round that carried no heartbeat, or that failed, is not tried again at the same instant. */
const pauseAfterFailure = 250

/** What is due and could not be claimed is looked for again a little later. */
const pauseInDoubt = 1000

/** When a gateway that does due work on demand has to be told to: something is due, or its heartbeat is. */
export const make = ({ alive, leases, random, serving, timeline }: Options) => {
  const toldAt = new Map<GatewayProcess, number>()
  let notBefore = 0

  const onDemand = () => serving().filter(({ hasLoop }) => !hasLoop)
  const nextDue = (gateways: ReadonlyArray<GatewayProcess>) => leases.nextFree(gateways.map(({ process }) => process))

  /** Where it works, or something lies idle: held by it, or by a process that does not run or has another name now. */
  const looksAt = (gateway: GatewayProcess): number => {
    const others = alive().flatMap(({ process }) =>
      process !== gateway.process && leases.isPresent(process) ? process.owner : []
    )
    const isIdle = Array.from(leases.holders()).every((holder) => others.includes(holder))
    if (isIdle && gateway.underWay() === 0) return Number.POSITIVE_INFINITY
    const last = toldAt.get(gateway) ?? Number.NEGATIVE_INFINITY
    return Math.max(notBefore, leases.heartbeatAt(gateway.process) + lookEvery, last + pauseAfterFailure)
  }

  const work = (gateway: GatewayProcess): void => {
    toldAt.set(gateway, timeline.now())
    gateway.work((could) => {
      const now = timeline.now()
      // It has done all that it could.
      if (could && nextDue([gateway]) <= now) notBefore = now + pauseInDoubt
      if (!could) notBefore = now + pauseAfterFailure
    })
  }

  return {
    /** The instants at which a gateway has to be told. */
    next: (): ReadonlyArray<number> => {
      const able = onDemand()
      return [...able.map(looksAt), Math.max(notBefore, nextDue(able))]
    },
    /** Tells the gateways for which it is time; says whether there was one. */
    tell: (): boolean => {
      const now = timeline.now()
      const able = onDemand()
      const told = new Set(able.filter((gateway) => looksAt(gateway) <= now))
      const due = notBefore <= now ? able.filter((gateway) => nextDue([gateway]) <= now) : []
      if (due.length > 0) told.add(random.pick(due))
      told.forEach(work)
      return told.size > 0
    }
  }
}
