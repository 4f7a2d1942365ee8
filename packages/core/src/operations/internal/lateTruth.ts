import { type Decision, decided, type Operation, refuse, Stale } from "../../commits/Operation.js"
import * as Reads from "../../commits/Reads.js"
import type { Write } from "../../commits/Write.js"
import { lastCharge } from "../../envelope/Envelope.js"
import * as Share from "../../jobs/Share.js"
import type { Transaction } from "../../transactions/Transaction.js"
import type { TransactionEvent } from "../../transactions/TransactionEvent.js"
import type { Answer } from "../Answer.js"
import type { TransactionKind } from "../TransactionKind.js"
import * as TransactionWriter from "../TransactionWriter.js"

/** An outcome that arrived too late to record it. Instants and durations in milliseconds. */
interface Late {
  readonly kind: TransactionKind
  readonly transaction: Transaction
  readonly event: TransactionEvent
  readonly now: number
  readonly window: number
  readonly encode: (transaction: Transaction) => string
  /** What it still changes. */
  readonly heard?: (current: Transaction) => TransactionWriter.Written | undefined
}

/** When this process's request may take effect at the provider without a record of it here. */
const mayStandFrom = ({ event, kind, now, window }: Late): number | undefined => {
  // What rolls forward reaches the provider's decision under the same key.
  if (kind.unknownOutcome === "rolls-forward") return undefined
  if (event._tag === "Approved") return now
  return event._tag === "NoAnswer" ? now + window : undefined
}

const reversal = (late: Late, current: Transaction): ReadonlyArray<Write> => {
  const runAt = mayStandFrom(late)
  if (runAt === undefined || current.status === "successful") return []
  const share = Share.ofAcquirer(current.shop, lastCharge(current).gatewayId)
  return [{ _tag: "EnqueueJob", job: TransactionWriter.job(current, "reverse"), runAt, share }]
}

const answered = (late: Late, current: Transaction): Decision<Answer, never> => {
  const document = late.encode(current)
  const { idempotencyKey: key, shop } = current
  const writes = reversal(late, current)
  const kept: ReadonlyArray<Write> =
    key === undefined ? [] : [{ _tag: "KeepAnswer", shop, key, answer: { status: 200, body: document } }]
  const wakeAt = TransactionWriter.earliest(writes)
  return decided([...writes, ...kept], { transaction: current, document }, { wakeAt })
}

/** Answers with the stored transaction, and enqueues a reversal if this process's request may have taken effect. */
export const lateTruth = (late: Late): Operation<{ readonly current: Transaction | undefined }, Answer, Stale> => ({
  name: "record-too-late",
  load: { current: Reads.transaction(late.transaction.shop, late.transaction.uid) },
  decide: ({ current }) => {
    if (current === undefined) return refuse(new Stale())
    const heard = late.heard?.(current)
    if (heard === undefined) return answered(late, current)
    const { change, document, wakeAt, writes } = heard
    return decided(writes, { transaction: change.transaction, document }, { wakeAt, changes: [change] })
  }
})
