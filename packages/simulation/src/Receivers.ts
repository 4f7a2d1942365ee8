/** What merchants run to be told: they take messages, or do not. */
import * as Sender from "@florin/webhook-dispatcher/Sender"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { FaultPlan, PostFate } from "./FaultPlan.js"
import type { Process } from "./Process.js"
import type { Timeline } from "./Timeline.js"
import type { Trace } from "./Trace.js"

/** A message as it was posted, and how it was taken. */
export interface Posted {
  readonly process: Process
  readonly url: string
  readonly id: string
  readonly sequence: number
  readonly body: string
  readonly answer: PostFate["answer"]
  /** When the sender hears what came of it. */
  readonly heardAt: number
}

export interface Options {
  readonly timeline: Timeline
  readonly faultPlan: FaultPlan
  readonly trace: Trace
  readonly labelOf: (uid: string) => string
  readonly posted: (posted: Posted) => void
}

const { Outcome } = Sender

/** What the sender sees, and when it does not have to wait for the time limit to see it. */
const outcomeOf = (fate: PostFate): Sender.Outcome | undefined => {
  switch (fate.answer) {
    case "accepts":
      return Outcome.Acknowledged({ status: 204, answer: Option.some("") })
    case "gone":
      return Outcome.Gone()
    case "rejects":
      return Outcome.Rejected({ status: 500, retryAfter: Option.none() })
    case "redirects":
      return Outcome.Rejected({ status: 302, retryAfter: Option.none() })
    case "too-many":
      return Outcome.Rejected({ status: 429, retryAfter: Option.some(Duration.seconds(fate.retryAfter)) })
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
  ({ labelOf, posted, timeline, trace, faultPlan }: Options) =>
  (process: Process): Sender.Sender["Type"] => {
    const take = (request: Sender.Post, hear: (outcome: Sender.Outcome) => void): void => {
      const fate = faultPlan.post()
      const isQuestion = request.fresh === true
      const outcome = isQuestion ? consent(fate) : outcomeOf(fate)
      const limit = Duration.toMillis(request.timeLimit)
      const after = outcome === undefined ? limit : Math.min(fate.delay, limit)
      const answered = outcome ?? Outcome.Unanswered({ reason: "timeout" })
      const heardAt = timeline.now() + after
      timeline.at(heardAt, () => hear(answered))
      const { transaction } = JSON.parse(request.body) as { transaction: { uid: string; status: string } }
      const sequence = Number(request.headers["florin-sequence"])
      const what = `${labelOf(transaction.uid)} v${sequence} ${transaction.status}`
      trace.add(process.name, `${isQuestion ? "asks the merchant about" : "announces"} ${what}: ${fate.answer}`)
      if (isQuestion) return
      const id = String(request.headers["webhook-id"])
      posted({ process, url: request.url, id, sequence, body: request.body, answer: fate.answer, heardAt })
    }
    return Sender.Sender.of({
      post: (request) => Effect.async((resume) => take(request, (outcome) => resume(Effect.succeed(outcome)))),
      unsafePost: (request, _now, hear) => {
        let isGivenUp = false
        take(request, (outcome) => {
          if (!isGivenUp) hear(outcome)
        })
        return () => {
          isGivenUp = true
        }
      }
    })
  }
