/** What the people do who run the gateway: proofs to decide, payments to correct, outcomes that are in doubt. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { type Commit, type Decision, decided, refuse } from "../commits/Commit.js"
import * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import type { ShopId, TransactionUid } from "../ids/Ids.js"
import { outsideUnitOfWork } from "../operations/Operations.js"
import { type HookFacts, hookWrites } from "../operations/TransactionHook.js"
import type { LateContext } from "../operations/TransactionKind.js"
import { isVisible, type VisibleShops } from "../people/Role.js"
import { given } from "../request/Given.js"
import { type InvalidRequest, invalid, NotFound } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import { existing } from "../store/Records.js"
import type { StorageError } from "../store/StorageError.js"
import type { NotInsideTransaction } from "../store/UnitOfWork.js"
import type { VaultError } from "../store/VaultError.js"
import { isTransfer, type Transaction } from "../transactions/Transaction.js"
import { type NewestPageRequest, TransactionStore } from "../transactions/TransactionStore.js"
import * as TransferUpdates from "../transfer-operations/TransferUpdates.js"
import { DocumentStore } from "../transfers/DocumentStore.js"
import { DocumentVault } from "../transfers/DocumentVault.js"
import type { Transfer } from "../transfers/Transfer.js"
import type { TransferEvent } from "../transfers/TransferEvent.js"
import * as OperatorRules from "./OperatorRules.js"
import { type Backlog as Counted, type OperatorPageRequest, OperatorStore, type WaitingProof } from "./OperatorStore.js"
import * as Overview from "./Overview.js"

/** The document of a proof, as it was sent. */
export interface OpenDocument {
  readonly fileName: string
  readonly content: Uint8Array
}

export type OperatorError = NotFound | InvalidRequest | NotInsideTransaction | StorageError

/** Of all shops. Lists are oldest first where they do not say otherwise; `after` is the last uid of the previous page. */
export class Operator extends Context.Tag("@florin/core/Operator")<
  Operator,
  {
    /** Proofs that wait for a decision. Source: D29. */
    readonly proofs: (page: OperatorPageRequest) => Effect.Effect<ReadonlyArray<WaitingProof>, StorageError>
    /** The document of a proof. Released to an operator only. */
    readonly document: (
      proof: TransactionUid,
      sight?: VisibleShops
    ) => Effect.Effect<OpenDocument, NotFound | VaultError | StorageError>
    /** Decides the pending proof of a payment: its own uid, or the payment's. Answers with the payment. */
    readonly approve: (
      uid: TransactionUid,
      decision: OperatorRules.ProofApproval
    ) => Effect.Effect<Transfer, OperatorError>
    readonly decline: (uid: TransactionUid, decision: OperatorRules.Refusal) => Effect.Effect<Transfer, OperatorError>
    /** What a decision or a correction was about, as it is now: the payment, for its proof. Source: D13. */
    readonly decided: (uid: TransactionUid, sight?: VisibleShops) => Effect.Effect<Transfer, NotFound | StorageError>
    /** Transfers about which the bank has reported what changed nothing. Source: D28. */
    readonly evidence: (page: OperatorPageRequest) => Effect.Effect<ReadonlyArray<Transfer>, StorageError>
    /** Replaces the state of a transfer. Source: D7. */
    readonly correct: (
      uid: TransactionUid,
      correction: OperatorRules.Correction
    ) => Effect.Effect<Transfer, OperatorError>
    /** The transactions that are wanted, of one shop or of all, newest first. */
    readonly transactions: (
      shop: ShopId | null,
      page: NewestPageRequest,
      sight?: VisibleShops
    ) => Effect.Effect<ReadonlyArray<Transaction>, StorageError>
    /** Transactions whose outcome is not known, and charges whose reversal is not. Source: D40. */
    readonly inDoubt: (page: OperatorPageRequest) => Effect.Effect<ReadonlyArray<OperatorRules.Doubt>, StorageError>
    /** What is looked up, and changes nothing. */
    readonly overview: Overview.Overview
    /** What has not been done, in numbers: for metrics. */
    readonly backlog: Effect.Effect<Backlog, StorageError>
  }
>() {}

interface ProofFacts extends HookFacts {
  readonly payment: Transfer | undefined
  readonly proof: Transfer | undefined
}

type DecisionOn = (proof: Transfer) => Either.Either<TransferEvent, InvalidRequest>

/** The proof and its payment change in one commit, which announces the payment. Source: D29. */
const deciding = (
  { payment, proof, shop }: { readonly shop: Shop; readonly payment: TransactionUid; readonly proof: TransactionUid },
  eventOf: DecisionOn,
  context: LateContext
): Commit<ProofFacts, Transfer, NotFound | InvalidRequest> => ({
  name: "proof-decide",
  load: {
    payment: Reads.transfer(shop.id, payment),
    proof: Reads.transfer(shop.id, proof),
    ...context.projection?.load
  },
  decide: (facts): Decision<Transfer, NotFound | InvalidRequest> => {
    const found = OperatorRules.pendingProof(facts.payment, facts.proof)
    if (Either.isLeft(found)) return refuse(found.left)
    const [payment, proof] = found.right
    const event = eventOf(proof)
    if (Either.isLeft(event)) return refuse(event.left)
    const written = [payment, proof].map((transfer) => TransferUpdates.writes(transfer, event.right, context))
    const [paid] = written
    if (paid === undefined) return decided([], payment)
    const all = written.flatMap((one) => (one === undefined ? [] : one.writes))
    const changes = written.flatMap((one) => (one === undefined ? [] : [one.change]))
    const writes = [...all, ...hookWrites(context.projection, facts, paid.change)]
    return decided(writes, paid.change.transaction as Transfer, { wakeAt: paid.wakeAt, changes })
  }
})

interface CorrectionFacts extends TransferUpdates.TransferFacts, OperatorRules.SumFacts {}

const settled = ({ shop, uid }: Transfer): ReadonlyArray<Write> => [{ _tag: "SettleEvidence", shop, uid }]

const unreachable = ({ status }: Transfer) => invalid("status", `can't follow ${status}`)

/** A correction, after which no evidence waits any more. */
const correcting = (
  { parentUid, shop, uid }: Transfer,
  correction: OperatorRules.Correction,
  context: LateContext
): Commit<CorrectionFacts, Transfer, NotFound | InvalidRequest> => ({
  name: "transfer-correct",
  // A refund takes part in the sum of its payment.
  load: {
    payment: Reads.transfer(shop, parentUid ?? uid),
    transfer: Reads.transfer(shop, uid),
    totals: Reads.parentTotals(shop, parentUid ?? uid),
    ...context.projection?.load
  },
  decide: (facts) => {
    const { transfer } = facts
    const decision = TransferUpdates.decide(
      facts,
      (found) => OperatorRules.corrected(found, correction, facts),
      context
    )
    if (decision._tag === "Refused" || transfer === undefined) return decision
    if (decision.writes.length === 0) return refuse(unreachable(transfer))
    return { ...decision, writes: [...decision.writes, ...settled(transfer)] }
  }
})

/** How many transactions are looked at at a time. */
const lookedAt = 500

/** Work that has waited for longer is late: a scheduler that keeps up takes what is due within a second. */
export const lateAfter = Duration.seconds(10)

export interface Backlog extends Counted {
  /** The doubts among the thousand oldest undecided transactions: busy gateways have more that wait for customers. */
  readonly doubts: ReadonlyArray<Pick<OperatorRules.Doubt, "about" | "since">>
}

/** Whoever scrapes metrics asks every few seconds, so no more is looked at than this costs. */
const mostLookedAt = 2 * lookedAt

const backlog = Effect.fnUntraced(function* (store: Context.Tag.Service<OperatorStore>) {
  const now = yield* DateTime.now
  const counted = yield* store.backlog(DateTime.subtractDuration(now, lateAfter))
  const undecided = yield* store.inDoubt({ limit: mostLookedAt })
  return { ...counted, doubts: undecided.flatMap((one) => OperatorRules.doubtOf(one, now) ?? []) }
})

/** A page of doubts. The store also lists what waits for a customer or a bank, so a page may take several of its own. */
const doubts = Effect.fnUntraced(function* (
  list: Context.Tag.Service<OperatorStore>["inDoubt"],
  { after, limit, sight }: OperatorPageRequest
) {
  const now = yield* DateTime.now
  const found: Array<OperatorRules.Doubt> = []
  let last = after
  for (;;) {
    const page = yield* list({ limit: lookedAt, ...given({ after: last, sight }) })
    found.push(...page.flatMap((one) => OperatorRules.doubtOf(one, now) ?? []))
    last = page.at(-1)?.transaction.uid
    if (found.length >= limit || page.length < lookedAt) return found.slice(0, limit)
  }
})

export const make = Effect.gen(function* () {
  const store = yield* OperatorStore
  const transactions = yield* TransactionStore
  const documents = yield* DocumentStore
  const vault = yield* DocumentVault
  const changing = yield* TransferUpdates.make

  const find = (uid: TransactionUid, sight: VisibleShops = "all"): Effect.Effect<Transfer, NotFound | StorageError> => {
    const isFound = (one: Transaction): one is Transfer => isTransfer(one) && isVisible(sight, one.shop)
    return existing(Effect.map(transactions.findPublic(uid), Option.filter(isFound)))
  }

  const document = Effect.fnUntraced(function* (uid: TransactionUid, sight?: VisibleShops) {
    const { shop } = yield* find(uid, sight)
    const { fileName, sealed } = yield* existing(documents.find(shop, uid))
    return { fileName, content: yield* vault.open(shop, uid, sealed) }
  })

  const decide = Effect.fnUntraced(function* (
    uid: TransactionUid,
    sight: VisibleShops | undefined,
    eventOf: DecisionOn
  ) {
    const named = yield* find(uid, sight)
    const [payment, proof] = named.type === "proof" ? [named.parentUid, named.uid] : [named.uid, named.proof?.uid]
    if (payment === undefined || proof === undefined) return yield* new NotFound()
    const shop = yield* changing.shopOf(named)
    const paid = named.uid === payment ? named : yield* find(payment)
    return yield* changing.committed(shop, paid, (context) => deciding({ shop, payment, proof }, eventOf, context))
  })

  const correct = Effect.fnUntraced(function* (uid: TransactionUid, correction: OperatorRules.Correction) {
    const transfer = yield* find(uid, correction.sight)
    const shop = yield* changing.shopOf(transfer)
    return yield* changing.committed(shop, transfer, (context) => correcting(transfer, correction, context))
  })

  return Operator.of({
    proofs: store.proofs,
    evidence: store.evidence,
    transactions: Overview.newestIn(transactions.newest),
    inDoubt: (page) => doubts(store.inDoubt, page),
    overview: yield* Overview.make,
    backlog: backlog(store),
    document,
    decided: (uid, sight) =>
      Effect.flatMap(find(uid, sight), (named) =>
        named.type === "proof" && named.parentUid !== undefined ? find(named.parentUid) : Effect.succeed(named)
      ),
    approve: (uid, decision) =>
      outsideUnitOfWork(
        "Operator.approve",
        decide(uid, decision.sight, (proof) => OperatorRules.approval(proof, decision))
      ),
    decline: (uid, decision) =>
      outsideUnitOfWork(
        "Operator.decline",
        decide(uid, decision.sight, () => Either.right(OperatorRules.refusal(decision)))
      ),
    correct: (uid, correction) => outsideUnitOfWork("Operator.correct", correct(uid, correction))
  })
})
