/** An acquirer of the simulation: it keeps a ledger, and the way to it loses, repeats and delays what is sent. */
import { AcquirerAnswer, type AcquirerRequest, type AcquirerService, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { type AcquirerReport, noReport } from "@florin/core/cards/AcquirerReport"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as AcquirerLedger from "./AcquirerLedger.js"
import type { CallFate, FaultPlan, StatusFate } from "./FaultPlan.js"
import type { Process } from "./Process.js"
import type { Timeline } from "./Timeline.js"
import type { Trace } from "./Trace.js"

/** A request that arrived. `known`: under its key one had arrived before. */
export interface Arrival {
  readonly acquirer: ScriptedAcquirer
  readonly process: Process
  readonly request: AcquirerRequest
  readonly entry: AcquirerLedger.Entry
  readonly known: boolean
}

/** A request that a process sends now, whether it arrives or not. */
export interface Sent {
  readonly acquirer: ScriptedAcquirer
  readonly process: Process
  readonly key: string
}

export interface ScriptedAcquirer {
  readonly name: string
  readonly simulated: boolean
  readonly ledger: AcquirerLedger.AcquirerLedger
  /** The acquirer as a process reaches it. */
  readonly service: (process: Process) => AcquirerService
}

export interface Options {
  readonly name: string
  readonly gatewayId: number
  readonly simulated: boolean
  /** Unit: milliseconds. */
  readonly inFlightWindow: number
  readonly timeline: Timeline
  readonly faultPlan: FaultPlan
  readonly trace: Trace
  readonly labelOf: (key: string) => string
  readonly sent: (sent: Sent) => void
  readonly arrived: (arrival: Arrival) => void
}

const report = (mismatch: boolean): AcquirerReport => ({
  ...noReport,
  authCode: "000001",
  avsResult: mismatch ? "N" : "Y"
})

const answerOf = (entry: AcquirerLedger.Entry, mismatch: boolean): AcquirerAnswer =>
  entry.declined === undefined
    ? AcquirerAnswer.Approved({ report: report(mismatch) })
    : AcquirerAnswer.Declined({ reason: entry.declined, report: noReport })

/** What was said of an address stays said, to later questions too. */
const statusOf = (entry: AcquirerLedger.Entry | undefined, mismatch: boolean): AcquirerStatus => {
  if (entry === undefined) return AcquirerStatus.NotFound()
  return entry.declined === undefined
    ? AcquirerStatus.Approved({ report: report(mismatch) })
    : AcquirerStatus.Declined({ reason: entry.declined, report: noReport })
}

const broken = Effect.die(new Error("the connector broke"))

/** What the caller hears, if it hears anything. */
const heard = (fate: CallFate, answer: AcquirerAnswer | undefined): Effect.Effect<AcquirerAnswer> | undefined => {
  switch (fate.answer) {
    case "breaks":
      return broken
    case "hangs":
      return undefined
    case "no-answer":
      return Effect.succeed(AcquirerAnswer.NoAnswer())
    case "comes":
      return answer === undefined ? undefined : Effect.succeed(answer)
  }
}

const told = (fate: StatusFate, status: AcquirerStatus): Effect.Effect<AcquirerStatus> | undefined => {
  switch (fate.answer) {
    case "breaks":
      return broken
    case "hangs":
      return undefined
    case "unknown":
      return Effect.succeed(AcquirerStatus.Unknown())
    case "truth":
      return Effect.succeed(status)
  }
}

export const make = (options: Options): ScriptedAcquirer => {
  const { labelOf, name, inFlightWindow, timeline, trace, faultPlan } = options
  const ledger = AcquirerLedger.make()
  const mismatches = new Set<string>()

  const arrive = (process: Process, request: AcquirerRequest, fate: CallFate): AcquirerAnswer => {
    const known = ledger.entries.has(request.key)
    const entry = ledger.enter(request, fate.verdict)
    if (!known && fate.mismatch) mismatches.add(request.key)
    const says = entry.declined ?? "approved"
    trace.add(name, `${known ? "again " : ""}${entry.kind} ${entry.amount} for ${labelOf(request.key)}: ${says}`)
    options.arrived({ acquirer: self, process, request, entry, known })
    return answerOf(entry, mismatches.has(request.key))
  }

  const send = (process: Process, request: AcquirerRequest, hear: (answer: Effect.Effect<AcquirerAnswer>) => void) => {
    const fate = faultPlan.call()
    const back = (answer: AcquirerAnswer | undefined) => {
      const sound = heard(fate, answer)
      if (sound !== undefined) timeline.at(timeline.now() + fate.delay, () => hear(sound))
    }
    if (fate.way !== "once" || fate.answer !== "comes") {
      trace.add(process.name, `sends ${labelOf(request.key)} to ${name}: ${fate.way}, answer ${fate.answer}`)
    }
    options.sent({ acquirer: self, process, key: request.key })
    if (fate.way === "never-sent") return back(AcquirerAnswer.NotSent())
    if (fate.way === "lost") return back(undefined)
    const now = timeline.now()
    timeline.at(now + Math.floor(inFlightWindow * fate.transit), () => back(arrive(process, request, fate)))
    if (fate.way === "twice") timeline.at(now + inFlightWindow, () => arrive(process, request, fate))
  }

  const ask = (process: Process, key: string, hear: (answer: Effect.Effect<AcquirerStatus>) => void) => {
    const fate = faultPlan.status()
    // The answer is as old as the question, however long it takes to come.
    const status = statusOf(ledger.entries.get(key), mismatches.has(key))
    const sound = told(fate, status)
    const says = fate.answer === "truth" ? status._tag : fate.answer
    trace.add(name, `is asked about ${labelOf(key)} by ${process.name}: ${says}`)
    if (sound !== undefined) timeline.at(timeline.now() + fate.delay, () => hear(sound))
  }

  const self: ScriptedAcquirer = {
    name,
    simulated: options.simulated,
    ledger,
    service: (process) => ({
      gatewayId: options.gatewayId,
      name,
      simulated: options.simulated,
      inFlightWindow: Duration.millis(inFlightWindow),
      perform: (request) => Effect.async((resume) => void send(process, request, resume)),
      status: (key) => Effect.async((resume) => void ask(process, key, resume))
    })
  }
  return self
}
