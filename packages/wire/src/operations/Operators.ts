/** What the people do who run the gateway, of all shops. Source: D2, D7, D13, D28, D29, D40. */
import { type ShopId, TransactionUid } from "@florin/core/ids/Ids"
import { Operator } from "@florin/core/operator/Operator"
import type { Doubt } from "@florin/core/operator/OperatorRules"
import type { OperatorPageRequest } from "@florin/core/operator/OperatorStore"
import { type VisibleShops, visibleAmong } from "@florin/core/people/Role"
import { Reconciliation, type Report } from "@florin/core/reconciliation/Reconciliation"
import { AcquirerHealth, type Health } from "@florin/core/routing/AcquirerHealth"
import * as Capabilities from "@florin/core/routing/Capabilities"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { Documents } from "../Documents.js"
import { at, decided, openedAt, proofUid, rubles, unpaid } from "../internal/transferSamples.js"
import * as OperatorDocuments from "../OperatorDocuments.js"
import * as OperatorRequests from "../OperatorRequests.js"
import type * as Requests from "../Requests.js"
import { filterOf, filters } from "./Filters.js"
import { type Call, command, read } from "./Operation.js"
import { byUid, ofShop, ofTransfer, paged, pageQuery } from "./Parts.js"
import { ofOperators } from "./RefusalForm.js"

const operators = {
  group: "operators",
  permission: "operator",
  record: "transaction",
  form: ofOperators,
  isKeyless: true
} as const

const list = {
  ...operators,
  uses: Operator,
  query: { shop: ofShop, ...pageQuery(100) },
  page: { usual: 100, most: 1000 }
} as const

const services = Effect.all({ operator: Operator, document: Documents })

type Services = Effect.Effect.Success<typeof services>

interface By {
  readonly by: string
  readonly sight?: VisibleShops | undefined
}

/** A page of what is in sight. */
const inSight = <A, E>(
  list: (page: OperatorPageRequest) => Effect.Effect<ReadonlyArray<A>, E>,
  { query: { shop, ...query }, sight = "all" }: Pick<Call<never, never, Page>, "query" | "sight">
) =>
  paged(TransactionUid, (page: Omit<OperatorPageRequest, "sight">) =>
    list({ ...page, sight: visibleAmong(sight, shop) })
  )(query)

interface Page {
  readonly shop?: ShopId | undefined
  readonly limit: number
  readonly after?: string | undefined
}

/** A decision, answered with the transfer as it is then. */
const decision = <Request>(
  schema: Schema.Schema.Any,
  decode: Requests.Decoder<Request>,
  decide: (
    operator: Operator["Type"]
  ) => (uid: TransactionUid, request: Request & By) => ReturnType<Operator["Type"]["approve"]>
) => ({
  ...operators,
  subject: byUid,
  body: { schema, decode, isOptional: true },
  answer: "TransferDocument" as const,
  member: "transaction",
  uses: services,
  run: ({ document, operator }: Services, { id, operator: by, request, sight }: Call<TransactionUid, Request>) =>
    Effect.map(decide(operator)(id, { ...request, by, sight }), (transfer) => ({
      transaction: ofTransfer(document, transfer)
    })),
  done: ({ document, operator }: Services, { id, sight }: Call<TransactionUid, string>) =>
    Effect.map(operator.decided(id, sight), (transfer) => ({ transaction: ofTransfer(document, transfer) }))
})

const arrived = "The money arrived late"
const unseen = "No such payment was received"

const waiting = {
  proof: { ...unpaid, uid: proofUid, type: "proof", status: "pending", createdAt: at(60) } as const,
  payment: unpaid,
  document: { fileName: "receipt.pdf", size: 81_204 }
}

const doubt: Doubt = {
  about: "outcome",
  transaction: { ...unpaid, type: "payout", status: "pending", report: null },
  attempts: 7,
  nextAt: at(90),
  isContradicted: false,
  since: openedAt
}

const health: Health = {
  gatewayId: 3,
  name: "Nord",
  simulated: false,
  breaker: "closed",
  calls: 120,
  failureRatio: 0.025,
  median: 210,
  p95: 640,
  total: { approved: 18_240, declined: 2110, underway: 12, failed: 31 },
  can: Capabilities.withDefaults({
    name: "Nord",
    capabilities: { captures: "one", partialVoids: false, payouts: false, sources: ["card", "token"] }
  })
}

const found: Report = {
  period: { from: openedAt, to: DateTime.add(openedAt, { days: 1 }) },
  checked: 1204,
  inDoubt: 1,
  notCompared: [{ gatewayId: 3, reason: "unavailable" }],
  differences: [
    {
      kind: "other-amount",
      key: unpaid.acquirerKey,
      gatewayId: 2,
      uid: unpaid.uid,
      ours: { kind: "transfer", amount: unpaid.amount, currency: unpaid.currency, status: "successful" },
      theirs: { kind: "transfer", amount: rubles(2000), currency: unpaid.currency, at: at(3) }
    }
  ]
}

export const operatorOperations = {
  listProofs: read({
    ...list,
    name: "proofs",
    id: "listProofs",
    at: "GET /operator/proofs",
    title: "List proofs that wait",
    description: "Proofs of all shops that wait for a decision, oldest first. Link leads to the next page.",
    example: () => ({ answer: OperatorDocuments.proofsOf([waiting]) }),
    answer: "ProofsDocument",
    member: "proofs",
    idsOn: ({ proofs }) => proofs.map(({ uid }) => uid),
    run: ({ proofs }, call) => Effect.map(inSight(proofs, call), OperatorDocuments.proofsOf)
  }),
  approveWaitingProof: command({
    ...decision(OperatorRequests.Approval, OperatorRequests.approval, ({ approve }) => approve),
    moves: ({ id, request: { amount } }) => ({ uid: id, amount }),
    name: "approve",
    id: "approveWaitingProof",
    at: "POST /operator/proofs/:uid/approve",
    title: "Approve a proof",
    description:
      "Makes the proof and its payment successful, in one commit with the webhook. uid: of the proof, or of its payment. Answers the payment.",
    example: () => ({
      request: { amount: unpaid.amount, message: arrived },
      answer: decided("successful", arrived)
    })
  }),
  declineWaitingProof: command({
    ...decision(OperatorRequests.Refusal, OperatorRequests.refusal, ({ decline }) => decline),
    name: "decline",
    id: "declineWaitingProof",
    at: "POST /operator/proofs/:uid/decline",
    title: "Decline a proof",
    description: "Leaves the payment failed and tells the merchant. uid: of the proof, or of its payment.",
    example: () => ({ request: { message: unseen }, answer: decided("failed", unseen) })
  }),
  listEvidence: read({
    ...list,
    name: "evidence",
    id: "listEvidence",
    at: "GET /operator/evidence",
    title: "List late and contradictory reports",
    description: "Transfers of all shops about which a bank has reported what changed nothing, oldest report first.",
    example: () => ({ answer: OperatorDocuments.evidenceOf([unpaid]) }),
    answer: "EvidenceDocument",
    member: "transfers",
    idsOn: ({ transfers }) => transfers.map(({ uid }) => uid),
    run: ({ evidence }, call) => Effect.map(inSight(evidence, call), OperatorDocuments.evidenceOf)
  }),
  correctTransfer: command({
    ...decision(OperatorRequests.Correction, OperatorRequests.correction, ({ correct }) => correct),
    moves: ({ id, request: { amount } }) => ({ uid: id, amount }),
    name: "correct",
    id: "correctTransfer",
    at: "POST /operator/transactions/:uid/correct",
    title: "Correct a transfer",
    description:
      "Replaces its state, also a final one, and tells the merchant. The reason and the operator are kept in its history.",
    example: () => ({
      request: { status: "successful", amount: unpaid.amount, reason: "On the bank's statement of 1 March" },
      answer: decided("successful", arrived, { manuallyCorrectedAt: at(120) })
    })
  }),
  searchTransactions: read({
    ...operators,
    uses: Operator,
    name: "transactions",
    id: "searchTransactions",
    at: "GET /operator/transactions",
    title: "Search the transactions of all shops",
    description:
      "Answers the transactions that fit everything the query asks for, of one shop or of all, in the order of their uids, newest first unless order says otherwise. A page with as many as limit may have a next one, which is asked for with the last uid as after.",
    query: {
      shop: ofShop,
      ...filters,
      ...pageQuery(100)
    },
    page: { usual: 100, most: 1000 },
    example: () => ({ answer: OperatorDocuments.foundOf([unpaid]) }),
    answer: "FoundTransactionsDocument",
    member: "transactions",
    run: ({ transactions }, { query: { after, limit, shop = null, ...query }, sight }) =>
      Effect.map(
        paged(TransactionUid, (page) => transactions(shop, { ...filterOf(query), ...page }, sight))({ after, limit }),
        OperatorDocuments.foundOf
      )
  }),
  listDoubts: read({
    ...list,
    isImpersonal: true,
    name: "inDoubt",
    id: "listDoubts",
    at: "GET /operator/doubts",
    title: "List what is in doubt",
    description:
      "Transactions of all shops whose outcome or reversal is not known, or whose acquirer contradicts what it had decided, oldest first, with how long that has been so.",
    example: () => ({ answer: OperatorDocuments.doubtsOf([doubt], at(60)) }),
    answer: "DoubtsDocument",
    member: "doubts",
    idsOn: ({ doubts }) => doubts.map(({ uid }) => uid),
    run: ({ inDoubt }, call) => Effect.zipWith(inSight(inDoubt, call), DateTime.now, OperatorDocuments.doubtsOf)
  }),
  listAcquirers: read({
    ...operators,
    name: "acquirers",
    isEverywhere: true,
    isImpersonal: true,
    id: "listAcquirers",
    at: "GET /operator/acquirers",
    title: "List the acquirers",
    description:
      "What each acquirer can do, and how its calls fared as the process that answers has measured it. Why a charge passed one over says its explanation.",
    example: () => ({ answer: OperatorDocuments.acquirersOf([health]) }),
    answer: "AcquirersDocument",
    member: "acquirers",
    uses: AcquirerHealth,
    run: ({ read }) => Effect.map(read, OperatorDocuments.acquirersOf)
  }),
  reconcile: command({
    ...operators,
    isEverywhere: true,
    name: "reconcile",
    id: "reconcile",
    command: "reconcile",
    changesNothing: true,
    at: "POST /operator/reconciliation",
    title: "Compare the books",
    description: "Compares the movements of acquirers and providers with ours and lists what differs. Changes nothing.",
    example: () => ({
      request: { from: DateTime.formatIso(found.period.from), to: DateTime.formatIso(found.period.to) },
      answer: OperatorDocuments.reportOf(found)
    }),
    body: { schema: OperatorRequests.Reconciling, decode: OperatorRequests.reconciling, isOptional: true },
    answer: "ReconciliationDocument",
    uses: Reconciliation,
    run: ({ run }, { request }) =>
      DateTime.now.pipe(
        Effect.flatMap((now) => OperatorRequests.periodOf(request, now)),
        Effect.flatMap(run),
        Effect.map(OperatorDocuments.reportOf)
      )
  })
}
