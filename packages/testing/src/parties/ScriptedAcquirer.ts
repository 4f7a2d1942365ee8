/**
 * An acquirer that does what a script says: it approves, declines, loses requests or answers, repeats them, charges late,
 * or contradicts itself. What it did stands in a ledger of its own.
 */
import { AcquirerAnswer, type AcquirerService, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { type AcquirerReport, noReport } from "@florin/core/cards/AcquirerReport"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as AcquirerLedger from "./AcquirerLedger.js"
import * as Travel from "./Travel.js"

/** What becomes of a request on its way there and back, and what the acquirer makes of it. */
export interface Manner extends Travel.Way {
  readonly verdict: AcquirerLedger.Verdict
  /** What it reports of an approval, to later questions too. Default: nothing is known. */
  readonly report?: AcquirerReport
}

/** Approves and answers at once. */
export const prompt: Manner = { ...Travel.straight, verdict: "approve" }

/** A request that arrived. `isKnown`: one had arrived under its key before. */
export interface Arrival {
  readonly movement: AcquirerLedger.Movement
  readonly entry: AcquirerLedger.Entry
  readonly isKnown: boolean
}

export interface ScriptedAcquirer {
  readonly ledger: AcquirerLedger.AcquirerLedger
  /** Once begun, a request arrives whether or not its sender still waits. */
  readonly perform: (movement: AcquirerLedger.Movement, manner: Manner) => Effect.Effect<AcquirerAnswer>
  readonly status: (key: string, manner: Travel.StatusManner) => Effect.Effect<AcquirerStatus>
}

export interface Options {
  /** How long a request may be on its way. Unit: milliseconds. Default: 0. */
  readonly inFlightWindow?: number
  /** Called with each request that arrives, before it is answered. */
  readonly arrived?: (arrival: Arrival) => void
}

const contrary = (answer: AcquirerAnswer): AcquirerAnswer =>
  answer._tag === "Approved"
    ? AcquirerAnswer.Declined({ reason: "do-not-honour", report: noReport })
    : AcquirerAnswer.Approved({ report: noReport })

export const make = ({ arrived = () => undefined, inFlightWindow = 0 }: Options = {}): ScriptedAcquirer => {
  const ledger = AcquirerLedger.make()
  const reports = new Map<string, AcquirerReport>()

  const decided = ({ declined, key }: AcquirerLedger.Entry) =>
    declined === undefined
      ? ({ _tag: "Approved", report: reports.get(key) ?? noReport } as const)
      : ({ _tag: "Declined", reason: declined, report: noReport } as const)

  const arrive = (movement: AcquirerLedger.Movement, { report, verdict }: Manner): Effect.Effect<AcquirerAnswer> =>
    Effect.map(Clock.currentTimeMillis, (at) => {
      const isKnown = ledger.entries.has(movement.key)
      const entry = ledger.enter(movement, verdict, at)
      if (!isKnown && report !== undefined) reports.set(movement.key, report)
      arrived({ movement, entry, isKnown })
      return decided(entry)
    })

  return {
    ledger,
    perform: (movement, manner) =>
      Travel.send<AcquirerAnswer>({ arrive: arrive(movement, manner), contrary, inFlightWindow }, manner),
    status: (key, manner) =>
      Travel.tell<AcquirerStatus>(manner, () => {
        const entry = ledger.entries.get(key)
        return entry === undefined ? AcquirerStatus.NotFound() : decided(entry)
      })
  }
}

/** How a gateway reaches it: the script is asked anew for each request and each question. */
export const service = (
  acquirer: ScriptedAcquirer,
  {
    gatewayId = 1,
    inFlightWindow = 0,
    manner = () => prompt,
    name = "scripted",
    simulated = false,
    statusManner = () => Travel.truthful
  }: {
    readonly gatewayId?: number
    readonly name?: string
    readonly simulated?: boolean
    /** Unit: milliseconds. */
    readonly inFlightWindow?: number
    readonly manner?: (movement: AcquirerLedger.Movement) => Manner
    readonly statusManner?: (key: string) => Travel.StatusManner
  } = {}
): AcquirerService => ({
  gatewayId,
  name,
  simulated,
  inFlightWindow: Duration.millis(inFlightWindow),
  perform: (request) =>
    Effect.suspend(() => {
      const movement = AcquirerLedger.movementOf(request)
      return acquirer.perform(movement, manner(movement))
    }),
  status: (key) => Effect.suspend(() => acquirer.status(key, statusManner(key))),
  movements: (period) => Effect.sync(() => AcquirerLedger.movedIn(acquirer.ledger.entries.values(), period))
})
