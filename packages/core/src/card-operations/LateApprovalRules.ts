/** The rules by which a charge that was given up as never seen is looked for again. Source: D40. */

import type { CardTransaction } from "../cards/CardTransaction.js"
import { type Commit, decided } from "../commits/Commit.js"
import * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import { TransactionUid } from "../ids/Ids.js"
import type { ClaimedJob } from "../jobs/Job.js"
import * as TransactionWriter from "../operations/TransactionWriter.js"
import { lookAgainAt } from "../time/RetrySchedule.js"
import type { HoldContext } from "./HoldRules.js"
import { isUndecided } from "./ReversalRules.js"

/** Whether it is successful after all, or its approval is taken back already. */
const isFound = ({ attempts = [], status }: CardTransaction): boolean =>
  status === "successful" || attempts.some(({ step }) => step === "reversal")

const finished = (job: ClaimedJob): Write => ({ _tag: "FinishJob", job })

/**
 * Has the acquirer asked whether it has approved what was told as undone, by the work that then takes it back; and plans
 * the next look.
 */
export const lookAgain = (
  job: ClaimedJob,
  { now }: Pick<HoldContext, "now">
): Commit<{ readonly transaction: CardTransaction | undefined }, number | undefined, never> => ({
  name: "look-again",
  load: { transaction: Reads.cardTransaction(job.shop, TransactionUid.make(job.subject)) },
  decide: ({ transaction }) => {
    if (transaction === undefined || isFound(transaction)) return decided([finished(job)], undefined)
    const next = lookAgainAt(now, job.attempts + 1)
    const own: Write = next ? { _tag: "PostponeJob", job, runAt: next.epochMillis } : finished(job)
    // Recovery asks about what is pending, and of what waits for its customer nothing is taken back.
    if (isUndecided(transaction)) return decided([own], next?.epochMillis, { wakeAt: next?.epochMillis })
    const { epochMillis } = now
    return decided([own, TransactionWriter.reversalDue(transaction, epochMillis)], epochMillis, { wakeAt: epochMillis })
  }
})
