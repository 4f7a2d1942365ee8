import {
  type Commit,
  CommitStore,
  type CommitOutcome as Committed,
  decided,
  refuse,
  type Stale,
  settledAs
} from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import type { Write } from "@florin/core/commits/Write"
import { Worker } from "@florin/core/due-work/Worker"
import { Entropy } from "@florin/core/ids/Ids"
import type { ClaimedJob } from "@florin/core/jobs/Job"
import * as Machine from "@florin/core/machine/Machine"
import { tried } from "@florin/core/notifications/Notification"
import * as NotificationMachine from "@florin/core/notifications/NotificationMachine"
import type { StorageError } from "@florin/core/store/StorageError"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { DeliveryObserver } from "../DeliveryObserver.js"
import * as DeliverySchedule from "../DeliverySchedule.js"
import type { Outcome } from "../Sender.js"
import { WebhookSettings } from "../WebhookSettings.js"

/** The result of an attempt, as the machine's trigger and as the notification's `last_result`. */
export interface Attempt {
  readonly trigger: NotificationMachine.Trigger
  readonly result: string
  readonly retryAfter: Option.Option<Duration.Duration>
}

/** An attempt that has ended. */
export interface Ended extends Attempt {
  /** Real time. Unit: milliseconds. */
  readonly milliseconds: number
}

const attempt = (
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

/** Starts timing an attempt and returns the function that ends it, which reports it to an observer. */
export const watching = Effect.gen(function* () {
  const observe = yield* DeliveryObserver
  const { unsafeNow } = yield* MonotonicClock
  const attemptLimit = DeliverySchedule.attemptLimit(yield* WebhookSettings)
  return ({ attempts, id, shop, subject }: Reads.NotificationToSend) => {
    const began = unsafeNow()
    return (made: Attempt): Ended => {
      const milliseconds = unsafeNow() - began
      const { result, trigger } = made
      observe?.({
        shop,
        uid: subject,
        notification: id,
        attempt: attempts + 1,
        isDelivered: trigger === "Acknowledged",
        isExhausted: trigger === "AttemptFailed" && attempts + 1 >= attemptLimit,
        result,
        milliseconds
      })
      return { ...made, milliseconds: Math.round(milliseconds) }
    }
  }
})

/** A finished attempt and the inputs for its decision. */
interface Made {
  readonly job: ClaimedJob
  readonly sent: Reads.NotificationToSend
  readonly made: Ended
  readonly now: DateTime.Utc
  readonly settings: DeliverySchedule.Schedule
  readonly attemptLimit: number
  readonly random: number
}

interface Facts {
  /** Locked first, so that no notification is added between reading the waiting ones and finishing the job. */
  readonly held: void
  readonly current: Reads.NotificationRecord | undefined
  readonly waiting: Reads.NotificationRecord | undefined
}

/** Applies an attempt to its notification, which may have been superseded during the attempt. */
const outcomeOf = ({ attemptLimit, made, now, random, settings }: Made, current: Reads.NotificationRecord) => {
  const { id, shop, status } = current
  const { milliseconds, result } = made
  const tries = tried(current.tries, { at: now, milliseconds, result })
  const attempts = current.attempts + 1
  const found = Machine.decide(NotificationMachine.machine, status, made.trigger, { attempts, attemptLimit })
  if (Either.isLeft(found)) return { writes: [], status, retryAt: undefined }
  const { effects, next } = found.right
  const update: Write = {
    _tag: "UpdateNotification",
    notification: { shop, id, status: next, attempts, lastResult: result, tries, updatedAt: now }
  }
  const wait = effects.includes("retry")
    ? DeliverySchedule.waitAfter(settings, attempts, made.retryAfter, random)
    : Option.none()
  const retryAt = Option.map(wait, (duration) => DateTime.addDuration(now, duration).epochMillis)
  return { writes: [update], status: next, retryAt: Option.getOrUndefined(retryAt) }
}

/** Finishes or postpones the subject's job. */
const decide = (attempt: Made, current: Facts["current"], waiting: Facts["waiting"]) => {
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

type Recording<Read, Refusal> = Commit<Read, number | undefined, Refusal>

/**
 * Records an attempt: updates its notification, and finishes or postpones its subject's job.
 *
 * A process that was stopped for longer than its lease has lost the job: its commit is `Stale`, and nothing of the attempt is
 * kept. Whoever has the job now has begun an attempt of its own, whose end alone decides when the next one is due and when
 * there is none; a receiver knows both by the one id. The lost end stands in the log, by the observer, under the same number.
 */
const recorded = (attempt: Made): Recording<Facts, never> => {
  const { job, sent } = attempt
  return {
    name: "delivery-result",
    load: {
      held: Reads.jobLock(job),
      current: Reads.notification(sent.shop, sent.id),
      waiting: Reads.waiting(sent.shop, sent.subject)
    },
    decide: ({ current, waiting }) => decide(attempt, current, waiting)
  }
}

/** Like `recorded`, with fewer reads, while the sent notification is still the waiting one. */
const recordedAsSent = (attempt: Made): Recording<Omit<Facts, "current">, "another waits"> => {
  const { job, sent } = attempt
  return {
    name: "delivery-result",
    load: { held: Reads.jobLock(job), waiting: Reads.waiting(sent.shop, sent.subject) },
    decide: ({ waiting }) => (waiting?.id === sent.id ? decide(attempt, waiting, waiting) : refuse("another waits"))
  }
}

/** Finishes a subject's job if, read again under the lock, no notification is waiting. */
const nothingWaited = (job: ClaimedJob, now: DateTime.Utc): Recording<Omit<Facts, "current">, never> => ({
  name: "delivery-result",
  load: { held: Reads.jobLock(job), waiting: Reads.waiting(job.shop, job.subject) },
  decide: ({ waiting }) => {
    if (waiting === undefined) return decided([{ _tag: "FinishJob", job }], undefined)
    const runAt = now.epochMillis
    return decided([{ _tag: "PostponeJob", job, runAt }], runAt, { wakeAt: runAt })
  }
})

type Recorded = Committed<number | undefined, never>

/** Records attempts and wakes the worker for the next one. */
export const recording = Effect.gen(function* () {
  const settings = yield* WebhookSettings
  const entropy = yield* Entropy
  const store = yield* CommitStore
  const worker = yield* Worker
  const attemptLimit = DeliverySchedule.attemptLimit(settings)
  const random = () => entropy(4).reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** 32

  const woken =
    (now: DateTime.Utc, done: (outcome: Recorded) => void) =>
    (outcome: Recorded): void => {
      done(outcome)
      const again = outcome._tag === "Committed" ? outcome.answer : undefined
      if (again !== undefined) worker.unsafeWakeFor(again, now.epochMillis)
    }

  const nothing = (job: ClaimedJob, now: DateTime.Utc, done: (outcome: Recorded) => void): void =>
    store.submit(nothingWaited(job, now), woken(now, done))

  const record = (
    job: ClaimedJob,
    sent: Reads.NotificationToSend,
    made: Ended,
    now: DateTime.Utc,
    done: (outcome: Recorded) => void
  ): void => {
    const chance = made.trigger === "AttemptFailed" ? random() : 0
    const attempt: Made = { job, sent, made, now, settings, attemptLimit, random: chance }
    const committed = woken(now, done)
    store.submit(recordedAsSent(attempt), (outcome) => {
      if (outcome._tag !== "Failed") return committed(outcome)
      const { error } = outcome
      if (error === "another waits") store.submit(recorded(attempt), committed)
      else committed({ _tag: "Failed", error })
    })
  }

  return { nothing, record }
})

export const exitOf = (outcome: Recorded): Exit.Exit<void, Stale | StorageError> => Exit.asVoid(settledAs(outcome))

// A submitted operation commits even if its fiber stops waiting.
export const awaiting = (
  submit: (done: (outcome: Recorded) => void) => void
): Effect.Effect<void, Stale | StorageError> =>
  Effect.uninterruptible(Effect.async((resume) => submit((outcome) => resume(exitOf(outcome)))))

/** The attempt for a shop that no longer exists. */
export const shopUnknown = attempt("AttemptFailed", "shop-unknown")
