/** The acquirers and the receivers of a simulation, as a process reaches them. */
import { isCharge } from "@florin/core/cards/CardChange"
import type { ThreeDSecureServer } from "@florin/core/three-d-secure/ThreeDSecureServer"
import * as ScriptedAcquirer from "@florin/testing/parties/ScriptedAcquirer"
import * as ScriptedThreeDSecureServer from "@florin/testing/parties/ScriptedThreeDSecureServer"
import * as ScriptedTransferProvider from "@florin/testing/parties/ScriptedTransferProvider"
import * as Sender from "@florin/webhook-dispatcher/Sender"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Abilities } from "./Abilities.js"
import type { Tell } from "./AcquirerTellings.js"
import type { FaultPlan, PostFate } from "./FaultPlan.js"
import type { Acquirer, Audit, Bank } from "./Invariants.js"
import type { Plan } from "./Plan.js"
import type { Process } from "./Process.js"
import type { Timeline } from "./Timeline.js"
import type { Trace } from "./Trace.js"

export interface Surroundings {
  readonly timeline: Timeline
  readonly faultPlan: FaultPlan
  readonly trace: Trace
  readonly audit: Audit
  /** How much later a charge leaves than its process has looked at its lease. Unit: milliseconds. */
  readonly heldBack: (process: Process) => number
}

/** A real acquirer, another one that is asked after it, and one for test transactions. */
const identities = [
  { name: "bank", gatewayId: 1, simulated: false },
  { name: "other bank", gatewayId: 3, simulated: false },
  { name: "sandbox", gatewayId: 2, simulated: true }
]

/** `tell`: tells of what an acquirer has decided; undefined: acquirers are only asked. */
interface Manners extends Pick<Plan, "inFlightWindow" | "remembers"> {
  readonly tell: Tell | undefined
  /** What the next acquirer can do. */
  readonly abilities: () => Abilities
}

/** The acquirers that all processes reach. */
export const acquirers = (
  around: Surroundings,
  { abilities, inFlightWindow, remembers, tell }: Manners
): ReadonlyArray<Acquirer> =>
  identities.map((identity) => acquirer(around, { ...identity, ...abilities(), inFlightWindow, remembers, tell }))

const acquirer = (
  { audit, faultPlan, heldBack, timeline, trace }: Surroundings,
  { remembers, tell, ...identity }: (typeof identities)[number] & Omit<Manners, "abilities"> & Abilities
): Acquirer => {
  const own = {
    ...identity,
    tells: tell !== undefined,
    ...(remembers === undefined ? {} : { keyLife: remembers + identity.inFlightWindow })
  }
  const { name } = own
  const scripted = ScriptedAcquirer.make({
    ...own,
    capturesOnce: own.capabilities.captures === "one",
    arrived: (arrival) => {
      const { amount, declined = "approved", key, kind } = arrival.entry
      trace.add(name, `${arrival.isKnown ? "again " : ""}${kind} ${amount} for ${trace.labelOf(key)}: ${declined}`)
      audit("arrived", { ...arrival, acquirer: self })
      const notice = arrival.isKnown ? undefined : scripted.sentAbout(key).at(-1)
      if (notice !== undefined) tell?.(self, key, notice)
    }
  })

  const self: Acquirer = {
    ...own,
    ledger: scripted.ledger,
    act: (key, does) => timeline.outside(scripted.act(key, does)),
    leavesOpen: remembers !== undefined || !own.answersByKey,
    sentPastLife: scripted.sentPastLife,
    service: (process) => {
      const perform: typeof scripted.perform = (movement, manner) => {
        const millis = isCharge(movement.kind) ? heldBack(process) : 0
        const sent = scripted.perform(movement, manner)
        return millis === 0 ? sent : Effect.delay(sent, millis)
      }
      const inside = ScriptedAcquirer.service(
        { ...scripted, perform },
        {
          ...own,
          manner: (movement, request) => {
            const { key } = movement
            const manner = { ...faultPlan.call(), course: faultPlan.course(request) }
            const { answer, course, way } = manner
            const sends = `sends ${trace.labelOf(key)} to ${name}`
            if (way !== "once" || answer !== "comes") trace.add(process.name, `${sends}: ${way}, answer ${answer}`)
            if (course !== "decides") trace.add(name, `${course}, for ${trace.labelOf(key)}`)
            const hasLeft = way !== "never-sent"
            audit("sent", { acquirer: self, process, key, request: { acquirer: self, movement, hasLeft } })
            return manner
          },
          statusManner: (key) => {
            const drawn = faultPlan.status()
            const manner = own.answersByKey ? drawn : { ...drawn, answer: "unknown" as const }
            const truth = scripted.undecided.has(key) ? "Underway" : scripted.says(key)._tag
            const says = manner.answer === "truth" ? truth : manner.answer
            if (says === truth) audit("requested", { key, isFound: truth !== "NotFound" })
            trace.add(name, `is asked about ${trace.labelOf(key)} by ${process.name}: ${says}`)
            return manner
          }
        }
      )
      return {
        ...inside,
        ...(own.answersByKey ? {} : { answersByKey: false }),
        perform: (request) => timeline.outside(inside.perform(request)),
        status: (key, about) => {
          const isDue = scripted.undecided.get(key)?.manner.course === "accepts" && faultPlan.isReady()
          const answered = inside.status(key, about)
          return timeline.outside(isDue ? Effect.zipRight(scripted.decide(key), answered) : answered)
        }
      }
    }
  }
  return self
}

/** The bank that all processes reach. */
export const bank = (
  { audit, faultPlan, timeline, trace }: Surroundings,
  { inFlightWindow, tellsTime }: Pick<Plan, "inFlightWindow" | "tellsTime">
): Bank => {
  const own = { name: "giro", gatewayId: 5 }
  const scripted = ScriptedTransferProvider.make({
    ...{ inFlightWindow, tellsTime },
    arrived: (arrival) => {
      const { account, isKnown } = arrival
      const { amount, key, kind, rejected = "taken" } = account
      trace.add(own.name, `${isKnown ? "again " : ""}${kind} ${amount} for ${trace.labelOf(key)}: ${rejected}`)
      audit("arrivedAtBank", arrival)
    }
  })
  return {
    ...own,
    ledger: scripted.ledger,
    service: (process) => {
      const inside = ScriptedTransferProvider.service(scripted, {
        ...own,
        manner: (request) => {
          const manner = faultPlan.transfer(request)
          const { answer, way } = manner
          const sends = `sends ${trace.labelOf(request.key)} to ${own.name}`
          if (way !== "once" || answer !== "comes") trace.add(process.name, `${sends}: ${way}, answer ${answer}`)
          audit("sent", { acquirer: own, process, key: request.key })
          return manner
        },
        statusManner: (key) => {
          const manner = faultPlan.status()
          const account = scripted.ledger.accounts.get(key)
          const truth = account === undefined ? "NotFound" : ScriptedTransferProvider.progressOf(account, 0)._tag
          const says = manner.answer === "truth" ? truth : manner.answer
          trace.add(own.name, `is asked about ${trace.labelOf(key)} by ${process.name}: ${says}`)
          return manner
        }
      })
      return {
        ...inside,
        perform: (request) => timeline.outside(inside.perform(request)),
        status: (key) => timeline.outside(inside.status(key))
      }
    }
  }
}

/** How a process reaches the 3-D Secure server. */
export const server =
  ({ faultPlan, timeline, trace }: Surroundings) =>
  (process: Process): ThreeDSecureServer => {
    const inside = ScriptedThreeDSecureServer.service((request) => {
      const manner = faultPlan.authentication()
      const says = manner.answer === "comes" ? ScriptedThreeDSecureServer.answer(request)._tag : manner.answer
      trace.add("issuer", `is asked about ${trace.labelOf(request.transaction.uid)} by ${process.name}: ${says}`)
      return manner
    })
    return { ...inside, ask: (request) => timeline.outside(inside.ask(request)) }
  }

const { Outcome } = Sender

const rejected = (status: number, retryAfter = Option.none<Duration.Duration>()) =>
  Outcome.Rejected({ status, retryAfter })

/** What the sender sees, and when it does not have to wait for the time limit to see it. */
const outcomeOf = ({ answer, retryAfter }: PostFate): Sender.Outcome | undefined =>
  ({
    accepts: Outcome.Acknowledged({ status: 204, answer: Option.some("") }),
    gone: Outcome.Gone(),
    rejects: rejected(500),
    redirects: rejected(302),
    "too-many": rejected(429, Option.some(Duration.seconds(retryAfter))),
    refuses: Outcome.Unanswered({ reason: "connection-failed" }),
    hangs: undefined,
    unheard: undefined
  })[answer]

/** A question before a charge: some receivers say no in words. */
const consent = (fate: PostFate): Sender.Outcome | undefined =>
  fate.answer === "gone" ? Outcome.Acknowledged({ status: 200, answer: Option.some('{"code":1}') }) : outcomeOf(fate)

/** What a webhook tells of: a transaction, or an order that nobody has paid. */
const subjectOf = (body: string): { readonly uid: string; readonly status: string } => {
  const { status, token, transaction } = JSON.parse(body)
  return transaction ?? { uid: token, status }
}

/** How a process reaches the receivers. */
export const sender =
  ({ audit, faultPlan, timeline, trace }: Surroundings) =>
  (process: Process): Sender.Sender["Type"] => {
    const take = ({ body, fresh: isQuestion = false, headers, timeLimit, url }: Sender.Post) => {
      const fate = faultPlan.post()
      const outcome = isQuestion ? consent(fate) : outcomeOf(fate)
      const limit = Duration.toMillis(timeLimit)
      const receivedAt = timeline.now() + (outcome === undefined ? limit : Math.min(fate.delay, limit))
      const { status, uid } = subjectOf(body)
      const sequence = Number(headers["Florin-Sequence"])
      const what = `${trace.labelOf(uid)} v${sequence} ${status}`
      trace.add(process.name, `${isQuestion ? "asks the merchant about" : "announces"} ${what}: ${fate.answer}`)
      const row = { id: String(headers["Webhook-Id"]), sequence, body, url }
      if (!isQuestion) audit("posted", { process, row, answer: fate.answer, receivedAt })
      return { receivedAt, outcome: outcome ?? Outcome.Unanswered({ reason: "timeout" }) }
    }
    return {
      post: (request) =>
        Effect.suspend(() => {
          const { receivedAt, outcome } = take(request)
          return timeline.outside(Effect.delay(Effect.succeed(outcome), receivedAt - timeline.now()))
        }),
      unsafePost: (request, _now, hear) => {
        let isGivenUp = false
        const { receivedAt, outcome } = take(request)
        timeline.at(receivedAt, () => (isGivenUp ? undefined : hear(outcome)))
        return () => {
          isGivenUp = true
        }
      }
    }
  }
