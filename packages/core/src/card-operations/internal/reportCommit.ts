import * as Either from "effect/Either"
import { apply } from "../../cards/CardChange.js"
import { CardEvent } from "../../cards/CardEvent.js"
import type { SavedCard } from "../../cards/CardStore.js"
import type { CardTransaction } from "../../cards/CardTransaction.js"
import { type Commit, type Decision, decided } from "../../commits/Commit.js"
import * as Reads from "../../commits/Reads.js"
import type { Write } from "../../commits/Write.js"
import { contradiction, never, reversal } from "../../jobs/Job.js"
import * as PartitionKey from "../../jobs/PartitionKey.js"
import { kind as recover } from "../../operations/Recovery.js"
import { type HookFacts, hookWrites } from "../../operations/TransactionHook.js"
import type { RecordContext } from "../../operations/TransactionKind.js"
import * as TransactionWriter from "../../operations/TransactionWriter.js"
import { consequencesOf, writesOf } from "../CardWrites.js"
import * as Contracts from "../Contracts.js"
import { type Consequence, consequence, type JobsInFlight, type OutcomeReport, reportedOf } from "../ReportRules.js"

export interface ReportFacts extends HookFacts {
  readonly transaction: CardTransaction | undefined
  readonly calling: Reads.JobRecord | undefined
  readonly reversing?: Reads.JobRecord | undefined
  readonly contracted?: SavedCard | undefined
}

/** What a report has changed: the consequence that it had for the transaction as it was. */
export type Applied = Consequence["_tag"] | "Mismatch"

const nothing: Decision<Applied, never> = decided([], "Nothing")

/** Nobody has anything to ask any more. */
const answered = (before: CardTransaction, after: CardTransaction): ReadonlyArray<Write> =>
  before.status === "pending" && after.status !== "pending"
    ? [{ _tag: "CancelJob", job: TransactionWriter.job(after, recover) }]
    : []

/** It stays on the operators' list until one of them settles it. */
const listed = (transaction: CardTransaction): Write => ({
  _tag: "EnqueueJob",
  job: TransactionWriter.job(transaction, contradiction),
  runAt: never,
  share: PartitionKey.ofInternalWork(transaction.shop)
})

/** An event as any other that is recorded, with what follows from it. A row that the machine lacks writes nothing. */
const recorded = (
  facts: ReportFacts,
  transaction: CardTransaction,
  event: CardEvent,
  context: RecordContext,
  tag: Applied,
  more: ReadonlyArray<Write> = []
): Decision<Applied, never> => {
  const change = apply(transaction, event, context.now)
  if (Either.isLeft(change)) return more.length === 0 ? nothing : decided(more, tag)
  const own = TransactionWriter.replaced(change.right, context)
  const other = consequencesOf(transaction, event)?.write(facts, change.right, context) ?? { writes: [] }
  // The transaction comes before its job, as in every commit of an outcome.
  const writes = [
    ...own.writes,
    ...hookWrites(context.projection, facts, change.right),
    ...other.writes,
    ...answered(transaction, change.right.transaction),
    ...more
  ]
  return decided(writes, tag, {
    wakeAt: TransactionWriter.earliest(writes),
    changes: other.change === undefined ? [own.change] : [own.change, other.change]
  })
}

const decide = (facts: ReportFacts, report: OutcomeReport, context: RecordContext): Decision<Applied, never> => {
  const { calling, contracted, reversing, transaction } = facts
  if (transaction === undefined) return nothing
  const underway: JobsInFlight = { isCalled: (calling?.owner ?? null) !== null, isReversing: reversing !== undefined }
  const found = consequence(transaction, report, underway)
  const ended: Write = { _tag: "CancelJob", job: TransactionWriter.job(transaction, reversal) }
  switch (found._tag) {
    case "Nothing":
      return nothing
    case "Contradiction":
      return decided([listed(transaction)], "Contradiction")
    case "Question":
      return decided([], found.mismatch === true ? "Mismatch" : "Question")
    case "Record":
      return recorded(facts, transaction, found.event, context, "Record")
    case "TakeBack": {
      if (transaction.isApprovedThere !== true)
        return recorded(facts, transaction, CardEvent.ApprovalReported(), context, "TakeBack")
      const writes = writesOf("reverse", transaction, context)
      return decided(writes, "TakeBack", { wakeAt: TransactionWriter.earliest(writes) })
    }
    case "TakenBack":
      return recorded(facts, transaction, CardEvent.TakenBack(), context, "TakenBack", [ended])
    case "Kept": {
      const more = [...Contracts.written(contracted, { ...transaction, status: "successful" }), ended]
      return recorded(facts, transaction, found.event, context, "Kept", more)
    }
  }
}

/** How the transaction was when it was looked up, which says what is read. */
export interface Found {
  readonly transaction: CardTransaction
  readonly report: OutcomeReport
}

/**
 * The commit of a report of an acquirer, for the transaction as it then is. It neither needs the job of the call nor waits
 * for it: whoever holds it finds that it was overtaken.
 */
export const reported = (
  { report, transaction }: Found,
  context: RecordContext
): Commit<ReportFacts, Applied, never> => {
  const { decision } = report
  const { shop, uid } = transaction
  const isReversal = reportedOf(transaction, report)?.of === "reversal"
  const contracted = isReversal ? Contracts.readCard(transaction) : undefined
  const load = {
    ...(decision === undefined ? {} : consequencesOf(transaction, decision)?.load),
    ...context.projection?.load,
    transaction: Reads.cardTransaction(shop, uid),
    calling: Reads.job(TransactionWriter.job(transaction, recover)),
    ...(isReversal && { reversing: Reads.job(TransactionWriter.job(transaction, reversal)) }),
    ...(contracted && { contracted })
  }
  return {
    name: "acquirer-report",
    load: load as Reads.Reads<ReportFacts>,
    decide: (facts) => decide(facts, report, context)
  }
}
