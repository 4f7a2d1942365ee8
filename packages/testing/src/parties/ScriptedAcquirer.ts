/**
 * An acquirer that does what a script says: it approves, declines, loses requests or answers, repeats them, charges late,
 * or contradicts itself. What it did stands in a ledger of its own.
 */
import { AcquirerAnswer, type AcquirerService, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { type AcquirerReport, noReport } from "@florin/core/cards/AcquirerReport"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as AcquirerLedger from "./AcquirerLedger.js"
import { broken, send, silence } from "./internal/ways.js"

/**
 * What becomes of a request on its way there and back. Times are in milliseconds.
 *
 * - `way`: the connector knows that nothing was sent (`never-sent`); it was sent and never arrives (`lost`); it arrives
 *   `once`, or `twice`, the second time at the end of the window
 * - `before`: from sending until it arrives, `after`: from then until the answer
 * - `answer`: it `comes`; none does, which is known then (`no-answer`) or as soon as the request is sent (`cut`); nothing
 *   is ever heard (`hangs`); the connector throws (`breaks`); the answer is the contrary of what the ledger says (`lies`)
 */
export interface Manner {
  readonly way: "never-sent" | "lost" | "once" | "twice"
  readonly before: number
  readonly verdict: AcquirerLedger.Verdict
  readonly answer: "comes" | "no-answer" | "cut" | "hangs" | "breaks" | "lies"
  readonly after: number
  /** What it reports of an approval, to later questions too. Default: nothing is known. */
  readonly report?: AcquirerReport
}

/** How a question about a key is answered, after so many milliseconds. It is decided when the question comes. */
export interface StatusManner {
  readonly answer: "truth" | "unknown" | "hangs" | "breaks"
  readonly after: number
}

/** Approves and answers at once. */
export const prompt: Manner = { way: "once", before: 0, verdict: "approve", answer: "comes", after: 0 }

/** Tells the truth at once. */
export const truthful: StatusManner = { answer: "truth", after: 0 }

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
  readonly status: (key: string, manner: StatusManner) => Effect.Effect<AcquirerStatus>
}

export interface Options {
  /** How long a request may be on its way. Unit: milliseconds. Default: 0. */
  readonly inFlightWindow?: number
  /** Called with each request that arrives, before it is answered. */
  readonly arrived?: (arrival: Arrival) => void
}

const notSent = AcquirerAnswer.NotSent()

const contrary = (answer: AcquirerAnswer): AcquirerAnswer =>
  answer._tag === "Approved"
    ? AcquirerAnswer.Declined({ reason: "do-not-honour", report: noReport })
    : AcquirerAnswer.Approved({ report: noReport })

/** What the caller hears; `answer` is undefined where the request was lost. */
const heard = ({ answer: how }: Manner, answer: AcquirerAnswer | undefined): Effect.Effect<AcquirerAnswer> => {
  switch (how) {
    case "breaks":
      return broken
    case "hangs":
      return silence
    case "no-answer":
    case "cut":
      return Effect.succeed(AcquirerAnswer.NoAnswer())
    case "comes":
      return answer === undefined ? silence : Effect.succeed(answer)
    case "lies":
      return answer === undefined ? silence : Effect.succeed(contrary(answer))
  }
}

const told = ({ answer }: StatusManner, status: AcquirerStatus): Effect.Effect<AcquirerStatus> => {
  switch (answer) {
    case "breaks":
      return broken
    case "hangs":
      return silence
    case "unknown":
      return Effect.succeed(AcquirerStatus.Unknown())
    case "truth":
      return Effect.succeed(status)
  }
}

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
      send(manner, { arrive: arrive(movement, manner), notSent, heard: (said) => heard(manner, said) }, inFlightWindow),
    status: (key, manner) =>
      Effect.suspend(() => {
        const entry = ledger.entries.get(key)
        return Effect.delay(
          told(manner, entry === undefined ? AcquirerStatus.NotFound() : decided(entry)),
          manner.after
        )
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
    statusManner = () => truthful
  }: {
    readonly gatewayId?: number
    readonly name?: string
    readonly simulated?: boolean
    /** Unit: milliseconds. */
    readonly inFlightWindow?: number
    readonly manner?: (movement: AcquirerLedger.Movement) => Manner
    readonly statusManner?: (key: string) => StatusManner
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
