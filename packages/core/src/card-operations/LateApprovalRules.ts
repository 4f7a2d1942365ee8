/** The rules by which a charge that was given up as never seen is looked for again. Source: D40. */
import type * as DateTime from "effect/DateTime"
import type { CardTransaction } from "../cards/CardTransaction.js"
import { type Commit, decided } from "../commits/Commit.js"
import * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import { TransactionUid } from "../ids/Ids.js"
import type { ClaimedJob } from "../jobs/Job.js"
import type { ProviderStatus } from "../operations/TransactionKind.js"
import * as TransactionWriter from "../operations/TransactionWriter.js"
import { nextLookAt } from "../time/RetrySchedule.js"
import { isUndecided, mayBeApproved } from "./ReversalRules.js"

/** Whether it is successful after all, or a reversal of it has begun. */
const isFound = ({ attempts = [], status }: CardTransaction): boolean =>
  status === "successful" || attempts.some(({ step }) => step === "reversal")

/** Whether its acquirer is asked: recovery asks about what is pending, and what waits for its customer was not sent yet. */
export const isQueried = (transaction: CardTransaction): boolean => !isFound(transaction) && !isUndecided(transaction)

const isDeclined = (known: ProviderStatus): boolean => typeof known === "object" && known._tag === "Declined"

/**
 * What a look has found. An approval, or what may still become one, is taken back by the work for that; what its acquirer
 * does not know, or does not say, is looked for again.
 */
export const conclude = (
  job: ClaimedJob,
  known: ProviderStatus,
  now: DateTime.Utc
): Commit<{ readonly transaction: CardTransaction | undefined }, number | undefined, never> => ({
  name: "look-again",
  load: { transaction: Reads.cardTransaction(job.shop, TransactionUid.make(job.subject)) },
  decide: ({ transaction }) => {
    const finish: Write = { _tag: "FinishJob", job }
    if (transaction === undefined || isFound(transaction) || isDeclined(known)) return decided([finish], undefined)
    if (isQueried(transaction) && mayBeApproved(known) === true) {
      const { epochMillis } = now
      return decided([finish, TransactionWriter.reversalDue(transaction, epochMillis)], epochMillis, {
        wakeAt: epochMillis
      })
    }
    const next = nextLookAt(now, job.attempts + 1)?.epochMillis
    if (next === undefined) return decided([finish], undefined)
    return decided([{ _tag: "PostponeJob", job, runAt: next }], next, { wakeAt: next })
  }
})
