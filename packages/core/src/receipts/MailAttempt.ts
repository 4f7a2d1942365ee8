/** One attempt to send a mail, as part of a job: within its time, by a process that is sure of its lease. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { CommitStore } from "../commits/Commit.js"
import * as Lease from "../due-work/Lease.js"
import type { ClaimedJob } from "../jobs/Job.js"
import { type Mail, type MailContent, MailOutcome, type MailService } from "../mail/Mailer.js"
import { calling } from "../store/FaultPoints.js"
import * as ReceiptMailRules from "./ReceiptMailRules.js"

/** A mail that is still to be written. */
export interface UnwrittenMail extends Pick<Mail, "id" | "to" | "language"> {
  /** A host's own may throw: that counts as a temporary failure. */
  readonly content: Effect.Effect<MailContent, unknown>
}

/** The time limit of an attempt. A mailer has a shorter one of its own, which closes the connection. */
const attemptLimit = Duration.seconds(60)

const failed = MailOutcome.Deferred({ reason: "failed" })
const timeout = MailOutcome.Deferred({ reason: "timeout" })

/** Composes mails and hands them to the mailer, unless the process is no longer sure of its lease. */
export const sending = Effect.fnUntraced(function* (mailer: MailService) {
  const whileSure = Lease.callIfHeld(yield* Lease.Lease, yield* CommitStore)
  const call = yield* calling

  return (job: ClaimedJob, { content, ...mail }: UnwrittenMail) => {
    // A host's composer or mailer may throw, or return something that is not an effect.
    const send = Effect.flatMap(content, (written) =>
      Effect.suspend(() => Effect.map(mailer.send({ ...written, ...mail }), ReceiptMailRules.received))
    )
    const attempt = send.pipe(
      Effect.disconnect,
      Effect.timeoutTo({ duration: attemptLimit, onTimeout: () => timeout, onSuccess: (outcome) => outcome }),
      Effect.catchAllCause(() => Effect.succeed(failed))
    )
    return call("mail.send")(whileSure(job, attempt))
  }
})

/** Tells the operator, without an address and without anything of the mail. `what`: `receipt`, for `A receipt …`. */
export const report = (
  what: string,
  about: object,
  { attempts }: ClaimedJob,
  fate: ReceiptMailRules.ReceiptProgress
): Effect.Effect<void> => {
  const facts = { ...about, attempt: attempts + 1 }
  switch (fate._tag) {
    case "Mailed":
      return Effect.void
    case "Again":
      return Effect.logInfo(`A ${what} could not be mailed yet`, { ...facts, reason: fate.reason })
    case "Refused":
      return Effect.logWarning(`The mail server refused a ${what}`, { ...facts, reason: fate.reason })
    case "GivenUp":
      return Effect.logError(`A ${what} could not be mailed for three days`, { ...facts, reason: fate.reason })
  }
}
