/** What the operators' routes answer. Timestamps are in UTC with milliseconds. */

import type { Doubt } from "@florin/core/operator/OperatorRules"
import type { WaitingProof } from "@florin/core/operator/OperatorStore"
import type { Report } from "@florin/core/reconciliation/Reconciliation"
import type { Difference, MovementTerms } from "@florin/core/reconciliation/ReconciliationRules"
import type { Health } from "@florin/core/routing/AcquirerHealth"
import { shownTrackingId } from "@florin/core/transaction-base/TransactionBase"
import { ofCard, type Transaction } from "@florin/core/transactions/Transaction"
import type { ConflictingReport, Transfer } from "@florin/core/transfers/Transfer"
import * as DateTime from "effect/DateTime"
import { timestamp } from "./internal/sections.js"
import { spelled, type Written } from "./internal/written.js"
import type * as Schemas from "./OperatorSchemas.js"

type Proofs = Written<typeof Schemas.ProofsDocument.Encoded>

type Reported = Written<typeof Schemas.EvidenceDocument.Encoded>

type Doubts = Written<typeof Schemas.DoubtsDocument.Encoded>

type Acquiring = Written<typeof Schemas.AcquirersDocument.Encoded>

type Found = Written<typeof Schemas.FoundTransactionsDocument.Encoded>

type Reconciled = Written<typeof Schemas.ReconciliationDocument.Encoded>

const proof = ({ document, payment, proof: _ }: WaitingProof): Proofs["proofs"][number] => ({
  uid: _.uid,
  shop: _.shop,
  payment_uid: payment.uid,
  amount: _.amount,
  currency: _.currency,
  test: _.test,
  claimed_at: timestamp(_.createdAt),
  number: payment.proof?.count ?? null,
  document: { file_name: document.fileName, file_size: document.size },
  payment: {
    amount: payment.amount,
    description: payment.description ?? null,
    tracking_id: payment.trackingId ?? null,
    created_at: timestamp(payment.createdAt),
    pay_by: timestamp(payment.payBy),
    ref_id: payment.report?.refId ?? null,
    mark: payment.order?.mark ?? null,
    target_card: payment.order?.account ?? null,
    bank_type: payment.order?.bank ?? null,
    evidence: payment.evidence.map(report)
  }
})

const report = ({
  amount,
  paidAt,
  refId,
  reportedAt,
  said: outcome
}: ConflictingReport): Reported["transfers"][number]["evidence"][number] => ({
  said: outcome,
  ref_id: refId,
  amount,
  paid_at: timestamp(paidAt),
  reported_at: timestamp(reportedAt)
})

/** Proofs that wait for a decision: `{"proofs":[…]}`. Source: D29. */
export const proofsOf = (proofs: ReadonlyArray<WaitingProof>): Proofs => ({ proofs: proofs.map(proof) })

const marked = (transfer: Transfer): Reported["transfers"][number] => ({
  uid: transfer.uid,
  shop: transfer.shop,
  type: transfer.type,
  status: transfer.status,
  amount: transfer.amount,
  currency: transfer.currency,
  test: transfer.test,
  tracking_id: shownTrackingId(transfer) ?? null,
  gateway_id: transfer.gatewayId,
  created_at: timestamp(transfer.createdAt),
  pay_by: timestamp(transfer.payBy),
  paid_at: timestamp(transfer.paidAt),
  evidence: transfer.evidence.map(report)
})

/** Transfers with reports that changed nothing: `{"transfers":[…]}`. Source: D28. */
export const evidenceOf = (transfers: ReadonlyArray<Transfer>): Reported => ({ transfers: transfers.map(marked) })

/** A transaction in a list of all shops. */
export const found = (transaction: Transaction): Found["transactions"][number] => {
  const byCard = ofCard(transaction)
  return {
    uid: transaction.uid,
    shop: transaction.shop,
    type: transaction.type,
    status: transaction.status,
    amount: transaction.amount,
    currency: transaction.currency,
    test: transaction.test,
    tracking_id: shownTrackingId(transaction) ?? null,
    gateway_id: transaction.gatewayId,
    email: (transaction.details.customer ?? byCard?.recipient)?.email ?? null,
    last4: byCard?.card?.facts.last4 ?? null,
    subscription: byCard?.subscription?.id ?? null,
    created_at: timestamp(transaction.createdAt)
  }
}

/** What a search of all shops has found: `{"transactions":[…]}`. */
export const foundOf = (transactions: ReadonlyArray<Transaction>): Found => ({ transactions: transactions.map(found) })

const voids = (partial: Health["can"]["partialVoids"]) => {
  if (partial === "rest") return partial
  return partial ? "any" : "none"
}

const acquirer = ({ can, ...health }: Health): Acquiring["acquirers"][number] => ({
  gateway_id: health.gatewayId,
  name: health.name,
  simulated: health.simulated,
  can: {
    captures: can.captures,
    partial_voids: voids(can.partialVoids),
    refunds: can.refunds,
    credits: can.credits,
    payouts: can.payouts,
    checks: can.zeroAmountChecks,
    contracts: can.contracts,
    currencies: can.currencies,
    sources: can.sources,
    authenticates: can.authenticates
  },
  breaker: spelled(health.breaker),
  calls: health.calls,
  failure_ratio: health.failureRatio,
  median_ms: health.median,
  p95_ms: health.p95,
  total: health.total
})

/** What acquirers can do, and how they do, as this process has measured it: `{"acquirers":[…]}`. Source: D42, D53. */
export const acquirersOf = (acquirers: ReadonlyArray<Health>): Acquiring => ({ acquirers: acquirers.map(acquirer) })

const doubt = (
  { about, attempts, nextAt, since, transaction: _ }: Doubt,
  now: DateTime.Utc
): Doubts["doubts"][number] => ({
  uid: _.uid,
  shop: _.shop,
  type: _.type,
  about,
  amount: _.amount,
  currency: _.currency,
  test: _.test,
  gateway_id: _.gatewayId,
  since: timestamp(since),
  seconds: Math.max(0, Math.floor(DateTime.distance(since, now) / 1000)),
  attempts,
  next_at: timestamp(nextAt)
})

/** What is in doubt, and for how long at `now`: `{"doubts":[…]}`. Source: D40. */
export const doubtsOf = (doubts: ReadonlyArray<Doubt>, now: DateTime.Utc): Doubts => ({
  doubts: doubts.map((one) => doubt(one, now))
})

const moved = ({ amount, currency, kind }: MovementTerms) => ({ kind, amount, currency })

const difference = ({ gatewayId, key, kind, ours, theirs, uid }: Difference): Reconciled["differences"][number] => ({
  kind: spelled(kind),
  uid: uid ?? null,
  gateway_id: gatewayId,
  key,
  ours: ours === undefined ? null : { ...moved(ours), status: ours.status },
  theirs: theirs === undefined ? null : { ...moved(theirs), at: timestamp(theirs.at) }
})

/** The most differences of one answer. The log of the daily job has as many. */
const mostDifferences = 1000

/** What a reconciliation found. At most 1000 differences are listed, and `difference_count` says how many there are. */
export const reportOf = ({ checked, differences, inDoubt, notCompared, period }: Report): Reconciled => ({
  from: timestamp(period.from),
  to: timestamp(period.to),
  checked,
  in_doubt: inDoubt,
  not_compared: notCompared.map(({ gatewayId, reason }) => ({
    gateway_id: gatewayId,
    reason: spelled(reason)
  })),
  difference_count: differences.length,
  differences: differences.slice(0, mostDifferences).map(difference)
})
