import type { ClaimedJob } from "@florin/core/jobs/Job"
import * as Machine from "@florin/core/machine/Machine"
import type { Notification } from "@florin/core/notifications/Notification"
import * as NotificationMachine from "@florin/core/notifications/NotificationMachine"
import { decided, type Operation, refuse } from "@florin/core/store/Operation"
import * as Reads from "@florin/core/store/Reads"
import type { Write } from "@florin/core/store/Write"
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as DeliverySchedule from "../DeliverySchedule.js"
import type { Outcome } from "../Sender.js"

/** What an attempt came to, in the words of the table and of the notification's row. */
export interface Attempt {
  readonly trigger: NotificationMachine.Trigger
  readonly result: string
  readonly retryAfter: Option.Option<Duration.Duration>
}

export const attempt = (
  trigger: NotificationMachine.Trigger,
  result: string,
  retryAfter: Option.Option<Duration.Duration> = Option.none()
): Attempt => ({ trigger, result, retryAfter })

export const attemptOf = (outcome: Outcome): Attempt => {
  switch (outcome._tag) {
    case "Acknowledged":
      return attempt("Acknowledged", String(outcome.status))
    case "Gone":
      return attempt("Gone", "410")
    case "Rejected":
      return attempt("AttemptFailed", String(outcome.status), outcome.retryAfter)
    case "Unanswered":
      return attempt("AttemptFailed", outcome.reason)
  }
}

/** An attempt that was made, and by what its result is decided. */
export interface Made {
  readonly job: ClaimedJob
  readonly sent: Notification
  readonly made: Attempt
  readonly now: DateTime.Utc
  readonly settings: DeliverySchedule.Schedule
  readonly attemptLimit: number
  readonly random: number
}

interface Facts {
  /** Held first: nothing is added to the subject's work between what is seen to wait and the work's end. */
  readonly held: Reads.JobRecord | undefined
  readonly current: Notification | undefined
  readonly waiting: Notification | undefined
}

/** What an attempt makes of its notification, which may have been superseded while the attempt was under way. */
const outcomeOf = ({ attemptLimit, made, now, random, settings }: Made, current: Notification) => {
  const { id, shop, status } = current
  const attempts = current.attempts + 1
  const found = Machine.decide(NotificationMachine.machine, status, made.trigger, { attempts, attemptLimit })
  if (Either.isLeft(found)) return { writes: [], status, retryAt: undefined }
  const { effects, next } = found.right
  const update: Write = {
    _tag: "UpdateNotification",
    notification: { shop, id, status: next, attempts, lastResult: made.result, updatedAt: now }
  }
  const wait = effects.includes("retry")
    ? DeliverySchedule.waitAfter(settings, attempts, made.retryAfter, random)
    : Option.none()
  const retryAt = Option.map(wait, (duration) => DateTime.addDuration(now, duration).epochMillis)
  return { writes: [update], status: next, retryAt: Option.getOrUndefined(retryAt) }
}

/** What becomes of the subject's work. */
const decide = (attempt: Made, current: Notification | undefined, waiting: Notification | undefined) => {
  const { job, now, sent } = attempt
  const outcome = current === undefined ? undefined : outcomeOf(attempt, current)
  const writes = outcome?.writes ?? []
  const isOther = waiting !== undefined && waiting.id !== sent.id
  if (!isOther && outcome?.status !== "waiting") {
    return decided([{ _tag: "FinishJob", job }, ...writes] as ReadonlyArray<Write>, undefined)
  }
  const runAt = isOther ? now.epochMillis : (outcome?.retryAt ?? now.epochMillis)
  return decided([{ _tag: "PostponeJob", job, runAt }, ...writes] as ReadonlyArray<Write>, runAt, { wakeAt: runAt })
}

type Recording<Read, Refusal> = Operation<Read, number | undefined, Refusal>

/** Records an attempt: its notification, and whether its subject's work ends or comes back, and when. */
export const recorded = (attempt: Made): Recording<Facts, never> => {
  const { job, sent } = attempt
  return {
    name: "delivery-result",
    load: {
      held: Reads.job(job),
      current: Reads.notification(sent.shop, sent.id),
      waiting: Reads.waiting(sent.shop, sent.subject)
    },
    decide: ({ current, waiting }) => decide(attempt, current, waiting)
  }
}

/** As `recorded`, with fewer reads, while what was sent is what waits still. */
export const recordedAsSent = (attempt: Made): Recording<Omit<Facts, "current">, "another waits"> => {
  const { job, sent } = attempt
  return {
    name: "delivery-result",
    load: { held: Reads.job(job), waiting: Reads.waiting(sent.shop, sent.subject) },
    decide: ({ waiting }) => (waiting?.id === sent.id ? decide(attempt, waiting, waiting) : refuse("another waits"))
  }
}

/** Ends a subject's work when nothing waits, which may have changed since it was looked at. */
export const nothingWaited = (job: ClaimedJob, now: DateTime.Utc): Recording<Omit<Facts, "current">, never> => ({
  name: "delivery-result",
  load: { held: Reads.job(job), waiting: Reads.waiting(job.shop, job.subject) },
  decide: ({ waiting }) => {
    if (waiting === undefined) return decided([{ _tag: "FinishJob", job }], undefined)
    const runAt = now.epochMillis
    return decided([{ _tag: "PostponeJob", job, runAt }], runAt, { wakeAt: runAt })
  }
})

/** What waits for the subjects of these jobs. */
export const waitingOf = (
  jobs: ReadonlyArray<ClaimedJob>
): Operation<{ readonly waiting: ReadonlyArray<Notification> }, ReadonlyArray<Notification>, never> => ({
  name: "delivery-result",
  load: { waiting: Reads.waitingOf(jobs) },
  decide: ({ waiting }) => decided([], waiting)
})
