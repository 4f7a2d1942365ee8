/** The spans of due work, in the traces that began it. */
import { TransactionUid } from "@florin/core/ids/Ids"
import type { ClaimedJob } from "@florin/core/jobs/Job"
import * as Tracing from "@florin/core/tracing/Tracing"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const isUid = Schema.is(TransactionUid)

const attributesOf = ({ attempts, kind, shop, subject }: ClaimedJob): Tracing.Attributes => ({
  "florin.shop.id": shop,
  "florin.job.kind": kind,
  "florin.job.subject": subject,
  "florin.job.attempt": attempts + 1
})

/**
 * Runs a job in its span. Work about a transaction belongs to the trace that the transaction keeps, even if another
 * process does it long after; other work begins a trace.
 */
export const make = Effect.gen(function* () {
  const transactions = yield* Effect.serviceOption(TransactionStore)

  const keptBy = ({ shop, subject }: ClaimedJob) =>
    Option.isNone(transactions) || !isUid(subject)
      ? Effect.succeedNone
      : Effect.catchAllCause(transactions.value.find(shop, subject), () => Effect.succeedNone)

  return <A, E>(trace: Tracing.Trace, job: ClaimedJob, work: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.flatMap(Tracing.within({ ...trace, parent: undefined }, keptBy(job)), (found) => {
      const parent = Tracing.spanOf(Option.getOrUndefined(found)?.trace)
      const options = { kind: "consumer", attributes: attributesOf(job) } as const
      return Tracing.spanned({ ...trace, parent, root: true }, `job ${job.kind}`, work, options)
    })
})
