/** What an operation tells of itself where a tracer is installed, and the trace that its transaction keeps. */
import type { Commit } from "../../commits/Commit.js"
import type { Write } from "../../commits/Write.js"
import * as Tracing from "../../tracing/Tracing.js"
import type { Transaction } from "../../transactions/Transaction.js"
import type { Acceptance } from "../ProviderOperation.js"

/** What spans say of a transaction. */
export const attributesOf = ({ gatewayId, shop, status, type, uid }: Transaction): Tracing.Attributes => ({
  "florin.shop.id": shop,
  "florin.transaction.uid": uid,
  "florin.transaction.type": type,
  "florin.transaction.status": status,
  "florin.gateway.id": gatewayId ?? undefined
})

const marked = <Kind extends Transaction>(transaction: Kind, trace: string): Kind => ({ ...transaction, trace })

const markedWrite = (write: Write, trace: string): Write =>
  write._tag === "InsertTransaction" ? { ...write, transaction: marked(write.transaction, trace) } : write

/** An acceptance whose new transaction keeps the span that ordered it, so that its later work belongs to that trace. */
export const kept = <Facts, Kind extends Transaction, Refusal>(
  { parent }: Tracing.Trace,
  operation: Commit<Facts, Acceptance<Kind>, Refusal>
): Commit<Facts, Acceptance<Kind>, Refusal> => {
  const trace = parent && Tracing.traceparentOf(parent)
  if (trace === undefined) return operation
  return {
    ...operation,
    decide: (facts) => {
      const decision = operation.decide(facts)
      if (decision._tag === "Refused" || !decision.writes.some(({ _tag }) => _tag === "InsertTransaction"))
        return decision
      const writes = decision.writes.map((write) => markedWrite(write, trace))
      const { answer } = decision
      if (answer._tag === "Concluded") return { ...decision, writes }
      return { ...decision, writes, answer: { ...answer, transaction: marked(answer.transaction, trace) } }
    }
  }
}

/**
 * The trace in which an accepted operation continues: the one that its transaction keeps, even if another request
 * continues it, such as the customer's return from the issuer. The two spans are then linked.
 */
export const joined = (trace: Tracing.Trace, transaction: Transaction): Tracing.Trace => {
  const { parent } = trace
  const known = Tracing.spanOf(transaction.trace)
  if (known === undefined || parent === undefined || known.traceId === parent.traceId) return trace
  if (parent._tag === "Span") Tracing.link(parent, known)
  return { ...trace, parent: known }
}
