import type { Random } from "@florin/testing/parties/Random"
import type { GatewayProcess } from "../GatewayProcess.js"
import type { Timeline } from "../Timeline.js"
import type { Leases } from "./leases.js"

interface Options {
  readonly random: Random
  readonly timeline: Timeline
  readonly leases: Leases
  readonly serving: () => ReadonlyArray<GatewayProcess>
}

/** How often a host looks around while its process works, or while another's work lies idle. Unit: milliseconds. */
const lookEvery = 1500

/** A round that carried no heartbeat, or that failed, is not tried again at the same instant. */
const pauseAfterFailure = 250

/** What is due and could not be claimed is looked for again a little later. */
const pauseInDoubt = 1000

/** When a gateway that does due work on demand has to be told to: something is due, or its heartbeat is. */
export const make = ({ leases, random, serving, timeline }: Options) => {
  const toldAt = new Map<GatewayProcess, number>()
  let notBefore = 0

  const onDemand = () => serving().filter(({ hasLoop }) => !hasLoop)

  /** It works, or something lies idle: held by it, or by a process that does not run or goes by another name now. */
  const mustLook = (gateway: GatewayProcess, holders: ReadonlySet<string>): boolean => {
    if (gateway.underWay() > 0) return true
    const own = leases.ownerOf(gateway.process)
    for (const holder of holders) if (holder === own || !leases.isPresent(holder)) return true
    return false
  }

  const looksAt = (gateway: GatewayProcess, holders: ReadonlySet<string>): number => {
    if (!mustLook(gateway, holders)) return Number.POSITIVE_INFINITY
    const heartbeatAt = leases.heartbeatAt(gateway.process) ?? Number.NEGATIVE_INFINITY
    const last = toldAt.get(gateway) ?? Number.NEGATIVE_INFINITY
    return Math.max(notBefore, heartbeatAt + lookEvery, last + pauseAfterFailure)
  }

  const nextFree = (gateways: ReadonlyArray<GatewayProcess>) => leases.nextFree(gateways.map(({ process }) => process))
  const nextDue = (gateways: ReadonlyArray<GatewayProcess>) => Math.max(notBefore, nextFree(gateways))

  const work = (gateway: GatewayProcess): void => {
    toldAt.set(gateway, timeline.now())
    gateway.work((could) => {
      const now = timeline.now()
      // It has done all that it could.
      if (could && nextFree([gateway]) <= now) notBefore = now + pauseInDoubt
      if (!could) notBefore = now + pauseAfterFailure
    })
  }

  return {
    /** The instants at which a gateway has to be told. */
    next: (): ReadonlyArray<number> => {
      const told = onDemand()
      if (told.length === 0) return []
      const holders = leases.holders()
      return [...told.map((gateway) => looksAt(gateway, holders)), nextDue(told)]
    },
    /** Tells the gateways for which it is time; says whether there was one. */
    tell: (): boolean => {
      const now = timeline.now()
      const able = onDemand()
      const holders = leases.holders()
      const told = new Set(able.filter((gateway) => looksAt(gateway, holders) <= now))
      const due = able.filter((gateway) => nextDue([gateway]) <= now)
      if (due.length > 0) told.add(random.pick(due))
      told.forEach(work)
      return told.size > 0
    }
  }
}
