/** The gateways of a simulation: starting, stopping, pausing and killing them, and keeping them at work. */
import type { GatewayProcess } from "./GatewayProcess.js"
import { type JobRow, jobName, type Mirror, typeOf } from "./Mirror.js"
import { longStandstill } from "./Plan.js"
import * as Process from "./Process.js"
import type { Timeline } from "./Timeline.js"
import type { Trace } from "./Trace.js"

/** How long a heartbeat must not have moved before a process may be taken for dead. Unit: milliseconds. Source: D40. */
export const silence = 5000

interface Options {
  readonly timeline: Timeline
  readonly mirror: Mirror
  readonly trace: Trace
  /** How far the clock of the next process is ahead. Unit: milliseconds. */
  readonly ahead: () => number
  readonly boot: (process: Process.Process) => GatewayProcess
  readonly died: (process: Process.Process) => void
  readonly logged: (process: Process.Process, message: string) => void
}

export type Fleet = ReturnType<typeof make>

/** Something is under way in it that has to be lived through moment by moment. */
const isBusy = ({ process, state, underWay }: GatewayProcess): boolean =>
  process.state() === "running" && (state() !== "serving" || underWay() > 0)

export const make = (options: Options) => {
  const { ahead, boot, died, logged, mirror, timeline, trace } = options
  const gateways: Array<GatewayProcess> = []
  const stops: Array<ReadonlyArray<string>> = []

  const alive = () => gateways.filter(({ process }) => process.state() !== "dead")
  const serving = () => alive().filter(({ process, state }) => state() === "serving" && process.state() === "running")

  /** The types of operations that are under way in a process. */
  const underWay = (process: Process.Process): ReadonlyArray<string> =>
    Array.from(mirror.jobs.values()).flatMap(({ kind, owner, subject }) => {
      const row = mirror.transactions.get(subject)
      return kind === "recover" && owner === process.owner && row !== undefined ? [typeOf(row)] : []
    })

  const resume = (process: Process.Process): void => {
    if (process.state() !== "paused") return
    process.become("running")
    process.goTo(timeline.now())
    trace.add(process.name, "goes on")
  }

  return {
    /** What speaks against a process that works on a job, as another may have taken it for dead. */
    doubt: ({ owner = "" }: Process.Process, job: Pick<JobRow, "kind" | "subject">): string | undefined => {
      const worker = mirror.workers.get(owner)
      if (worker === undefined || mirror.jobs.get(jobName(job))?.owner !== owner) return "does not hold its work"
      return timeline.now() - worker.heartbeatAt < silence ? undefined : "has a heartbeat that is old"
    },
    /** Those that were not stopped or killed. */
    alive,
    serving,
    start: (): void => {
      const process: Process.Process = Process.make({
        ...{ name: `gate-${gateways.length + 1}`, now: timeline.now, ahead: ahead() },
        log: (message) => logged(process, message)
      })
      timeline.join(process)
      trace.add(process.name, process.ahead === 0 ? "starts" : `starts with its clock ${process.ahead} ms ahead`)
      gateways.push(boot(process))
    },
    /** It dies, or has stopped by itself. */
    end: (process: Process.Process, how: string): void => {
      if (process.state() === "dead") return
      process.become("dead")
      timeline.leave(process)
      died(process)
      trace.add(process.name, how)
    },
    pause: (process: Process.Process, millis: number): void => {
      if (process.state() !== "running") return
      if (millis >= longStandstill.least) stops.push(underWay(process))
      process.become("paused")
      trace.add(process.name, `stands still for ${millis} ms`)
      timeline.at(timeline.now() + millis, () => resume(process))
    },
    /** The types of operations that were under way in a process, at each time when it stood still for long. */
    stops,
    resumeAll: (): void => {
      for (const { process } of gateways) resume(process)
    },
    /** The next instant at which something happens in a gateway, given when its sleepers want to be woken. */
    nextInstant: (wakes: ReadonlyArray<number>): number => {
      const now = timeline.now()
      const ahead = Math.max(...alive().map(({ process }) => process.ahead))
      const jobs = Array.from(mirror.jobs.values())
      const free = jobs.flatMap(({ owner, runAt }) => (owner === null ? runAt - ahead : []))
      // Loops look around all the time. Where nothing is under way they are left asleep until something is due.
      const isWatched = free.length < jobs.length || free.some((at) => at <= now) || alive().some(isBusy)
      return Math.min(...(isWatched ? wakes : []).concat(free).filter((instant) => instant > now))
    }
  }
}
