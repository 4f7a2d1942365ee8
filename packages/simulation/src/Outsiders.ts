/** The acquirers and the receivers of a simulation, as a process reaches them. */
import * as AcquirerLedger from "@florin/testing/parties/AcquirerLedger"
import * as ScriptedAcquirer from "@florin/testing/parties/ScriptedAcquirer"
import * as Sender from "@florin/webhook-dispatcher/Sender"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { FaultPlan, PostFate } from "./FaultPlan.js"
import type { Acquirer, Auditor } from "./Invariants.js"
import type { Process } from "./Process.js"
import type { Timeline } from "./Timeline.js"
import type { Trace } from "./Trace.js"

export interface Surroundings {
  readonly timeline: Timeline
  readonly faultPlan: FaultPlan
  readonly trace: Trace
  readonly labelOf: (key: string) => string
  readonly audit: () => Required<Auditor>
}

/** An acquirer that all processes reach. */
export const acquirer = (
  { audit, faultPlan, labelOf, timeline, trace }: Surroundings,
  {
    inFlightWindow,
    ...own
  }: { readonly name: string; readonly gatewayId: number } & {
    readonly simulated: boolean
    /** Unit: milliseconds. */
    readonly inFlightWindow: number
  }
): Acquirer => {
  const { name } = own
  const { ledger, perform, status } = ScriptedAcquirer.make({
    inFlightWindow,
    arrived: (arrival) => {
      const { amount, declined = "approved", key, kind } = arrival.entry
      trace.add(name, `${arrival.isKnown ? "again " : ""}${kind} ${amount} for ${labelOf(key)}: ${declined}`)
      audit().arrived({ ...arrival, acquirer: self })
    }
  })

  const send = (process: Process, movement: AcquirerLedger.Movement) =>
    Effect.suspend(() => {
      const manner = faultPlan.call()
      const { answer, way } = manner
      const sends = `sends ${labelOf(movement.key)} to ${name}`
      if (way !== "once" || answer !== "comes") trace.add(process.name, `${sends}: ${way}, answer ${answer}`)
      audit().sent({ acquirer: self, process, key: movement.key })
      return timeline.outside(perform(movement, manner))
    })

  const ask = (process: Process, key: string) =>
    Effect.suspend(() => {
      const manner = faultPlan.status()
      const entry = ledger.entries.get(key)
      const truth = entry === undefined ? "NotFound" : entry.declined === undefined ? "Approved" : "Declined"
      const says = manner.answer === "truth" ? truth : manner.answer
      trace.add(name, `is asked about ${labelOf(key)} by ${process.name}: ${says}`)
      return timeline.outside(status(key, manner))
    })

  const self: Acquirer = {
    ...own,
    ledger,
    service: (process) => ({
      ...own,
      inFlightWindow: Duration.millis(inFlightWindow),
      perform: (request) => send(process, AcquirerLedger.movementOf(request)),
      status: (key) => ask(process, key)
    })
  }
  return self
}

const { Outcome } = Sender

/** What the sender sees, and when it does not have to wait for the time limit to see it. */
const outcomeOf = ({ answer, retryAfter }: PostFate): Sender.Outcome | undefined => {
  const rejected = (status: number, seconds?: number) =>
    Outcome.Rejected({ status, retryAfter: Option.map(Option.fromNullable(seconds), Duration.seconds) })
  switch (answer) {
    case "accepts":
      return Outcome.Acknowledged({ status: 204, answer: Option.some("") })
    case "gone":
      return Outcome.Gone()
    case "rejects":
      return rejected(500)
    case "redirects":
      return rejected(302)
    case "too-many":
      return rejected(429, retryAfter)
    case "refuses":
      return Outcome.Unanswered({ reason: "connection-failed" })
    case "hangs":
    case "unheard":
      return undefined
  }
}

/** A question before a charge: some receivers say no in words. */
const consent = (fate: PostFate): Sender.Outcome | undefined =>
  fate.answer === "gone" ? Outcome.Acknowledged({ status: 200, answer: Option.some('{"code":1}') }) : outcomeOf(fate)

/** How a process reaches the receivers. */
export const sender =
  ({ audit, faultPlan, labelOf, timeline, trace }: Surroundings) =>
  (process: Process): Sender.Sender["Type"] => {
    const take = ({ body, fresh: isQuestion = false, headers, timeLimit, url }: Sender.Post) => {
      const fate = faultPlan.post()
      const outcome = isQuestion ? consent(fate) : outcomeOf(fate)
      const limit = Duration.toMillis(timeLimit)
      const heardAt = timeline.now() + (outcome === undefined ? limit : Math.min(fate.delay, limit))
      const { transaction } = JSON.parse(body) as { transaction: { uid: string; status: string } }
      const sequence = Number(headers["florin-sequence"])
      const what = `${labelOf(transaction.uid)} v${sequence} ${transaction.status}`
      trace.add(process.name, `${isQuestion ? "asks the merchant about" : "announces"} ${what}: ${fate.answer}`)
      const id = String(headers["webhook-id"])
      if (!isQuestion) audit().posted({ process, url, id, sequence, body, answer: fate.answer, heardAt })
      return { heardAt, outcome: outcome ?? Outcome.Unanswered({ reason: "timeout" }) }
    }
    return Sender.Sender.of({
      post: (request) =>
        Effect.suspend(() => {
          const { heardAt, outcome } = take(request)
          return timeline.outside(Effect.delay(Effect.succeed(outcome), heardAt - timeline.now()))
        }),
      unsafePost: (request, _now, hear) => {
        let isGivenUp = false
        const { heardAt, outcome } = take(request)
        timeline.at(heardAt, () => (isGivenUp ? undefined : hear(outcome)))
        return () => {
          isGivenUp = true
        }
      }
    })
  }
