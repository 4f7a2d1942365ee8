import * as Duration from "effect/Duration"
import { type Commit, type Decision, decided, refuse, Stale } from "../../commits/Commit.js"
import * as Reads from "../../commits/Reads.js"
import type { Write } from "../../commits/Write.js"
import type { Transaction } from "../../transactions/Transaction.js"
import type { TransactionEvent } from "../../transactions/TransactionEvent.js"
import type { Answer } from "../Answer.js"
import { type HookFacts, hookWrites } from "../TransactionHook.js"
import type { LateContext, TransactionKind } from "../TransactionKind.js"
import * as TransactionWriter from "../TransactionWriter.js"

/** An outcome that another process's record has superseded. */
interface Superseded {
  readonly kind: TransactionKind
  readonly transaction: Transaction
  readonly event: TransactionEvent
}

/** When this process's request may take effect at the provider without a record of it here. */
const mayStandFrom = ({ event, kind, transaction }: Superseded, { now }: LateContext): number | undefined => {
  // What rolls forward reaches the provider's decision under the same key.
  if (kind.unknownOutcome === "rolls-forward") return undefined
  if (event._tag === "Approved" || event._tag === "ActionNeeded" || event._tag === "Acknowledged") {
    return now.epochMillis
  }
  if (event._tag !== "NoAnswer") return undefined
  return now.epochMillis + Duration.toMillis(kind.inFlightWindow(transaction))
}

const reversal = (runAt: number | undefined, current: Transaction): ReadonlyArray<Write> => {
  if (runAt === undefined || current.status === "successful") return []
  return [TransactionWriter.reversalDue(current, runAt)]
}

const answered = (superseded: Superseded, current: Transaction, context: LateContext): Decision<Answer, never> => {
  const answer = TransactionWriter.answerOf(current, context)
  const writes = reversal(mayStandFrom(superseded, context), current)
  const wakeAt = TransactionWriter.earliest(writes)
  return decided([...writes, ...TransactionWriter.keptAnswer(answer)], answer, { wakeAt })
}

interface SupersededFacts extends HookFacts {
  readonly current: Transaction | undefined
}

/**
 * Answers with the stored transaction, because another process has decided, or will. Enqueues a reversal if this
 * process's request may have taken effect. A stored answer is never overwritten.
 */
export const supersede = (superseded: Superseded, context: LateContext): Commit<SupersededFacts, Answer, Stale> => ({
  name: "record-too-late",
  load: {
    current: Reads.transaction(superseded.transaction.shop, superseded.transaction.uid),
    ...context.projection?.load
  },
  decide: (facts) => {
    const { current } = facts
    if (current === undefined) return refuse(new Stale())
    const written = superseded.kind.answeredLate?.(current, superseded.event, context)
    if (written === undefined) return answered(superseded, current, context)
    const { answer, change, wakeAt, writes } = written
    const all = [...writes, ...hookWrites(context.projection, facts, change)]
    return decided(all, answer, { wakeAt, changes: [change] })
  }
})
