/** The contract of the operator's queries, as tests that every store runs. */

import type { HeldJob, Write } from "@florin/core/commits/Write"
import { newTransactionUid, type TransactionUid } from "@florin/core/ids/Ids"
import { never } from "@florin/core/jobs/Job"
import { type OperatorPageRequest, OperatorStore, type WaitingProof } from "@florin/core/operator/OperatorStore"
import type { StorageError } from "@florin/core/store/StorageError"
import type { Transaction } from "@florin/core/transactions/Transaction"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as Effect from "effect/Effect"
import * as assert from "../internal/assert.js"
import type { Runner } from "../Runner.js"
import {
  shop as aShop,
  at,
  documentWith,
  inserting,
  insertTransaction,
  millis,
  notificationWith,
  onFreshStore,
  otherShop,
  replacing,
  type StoreLayer,
  type StoreTest,
  transferWith,
  write
} from "./StoreUnderTest.js"

const insertTransfer = Effect.fnUntraced(function* (changes: Partial<Transfer> = {}, ...more: ReadonlyArray<Write>) {
  const transfer = yield* transferWith(changes)
  yield* write(...inserting(transfer), ...more)
  return transfer
})

const uidsOf = (transactions: ReadonlyArray<Transaction>) => transactions.map(({ uid }) => uid)

/** The pages of a list, until one is not full. */
const pagesOf = <A>(
  list: (page: OperatorPageRequest) => Effect.Effect<ReadonlyArray<A>, StorageError>,
  uidOf: (one: A) => TransactionUid,
  limit: number
) =>
  Effect.gen(function* () {
    const pages: Array<ReadonlyArray<TransactionUid>> = []
    for (;;) {
      const after = pages.at(-1)?.at(-1)
      const page = (yield* list({ limit, ...(after === undefined ? {} : { after }) })).map(uidOf)
      pages.push(page)
      if (page.length < limit) return pages
    }
  })

/** A proof with its payment and its document. */
const insertProof = Effect.fnUntraced(function* (changes: Partial<Transfer> = {}) {
  const payment = yield* insertTransfer({ status: "failed", ...(changes.shop && { shop: changes.shop }) })
  const proof = yield* transferWith({ type: "proof", status: "pending", parentUid: payment.uid, ...changes })
  const document = yield* documentWith({ shop: proof.shop, proof: proof.uid, fileName: `${proof.uid}.pdf` })
  yield* write(...inserting(proof), { _tag: "InsertDocument", document })
  const { fileName, size } = document
  return { proof, payment, document: { fileName, size } } satisfies WaitingProof
})

const proofsOf = (waiting: ReadonlyArray<WaitingProof>) => uidsOf(waiting.map(({ proof }) => proof))

const proofs = (test: StoreTest): void => {
  test("a proof waits until it is decided, also after a change that decides nothing", () =>
    Effect.gen(function* () {
      const { proofs } = yield* OperatorStore
      for (const status of ["successful", "failed"] as const) {
        const waiting = yield* insertProof()
        assert.deepStrictEqual(yield* proofs({ limit: 10 }), [waiting])
        const begun: Transfer = { ...waiting.proof, version: 2, report: { refId: "bank-1", message: null } }
        yield* write(...replacing(begun))
        assert.deepStrictEqual(yield* proofs({ limit: 10 }), [{ ...waiting, proof: begun }])
        yield* write(...replacing({ ...begun, version: 3, status }))
        assert.deepStrictEqual(yield* proofs({ limit: 10 }), [], status)
      }
    }))

  test("a proof that is decided when it is written never waits, nor does any other transaction", () =>
    Effect.gen(function* () {
      const { proofs } = yield* OperatorStore
      yield* insertProof({ status: "failed" })
      for (const type of ["payment", "refund", "payout"] as const) yield* insertTransfer({ type })
      yield* insertTransaction({ status: "pending" })
      assert.deepStrictEqual(yield* proofs({ limit: 10 }), [])
    }))

  test("a decision that is not committed leaves its proof waiting", () =>
    Effect.gen(function* () {
      const { proofs } = yield* OperatorStore
      const { proof } = yield* insertProof()
      yield* Effect.exit(write(...replacing({ ...proof, version: 7, status: "successful" })))
      assert.deepStrictEqual(proofsOf(yield* proofs({ limit: 10 })), [proof.uid])
    }))

  test("proofs of all shops are listed oldest first, those of one millisecond by uid, page by page", () =>
    Effect.gen(function* () {
      const { proofs } = yield* OperatorStore
      const late = yield* insertProof({ createdAt: at(3) })
      const early = yield* insertProof({ createdAt: at(1), shop: otherShop })
      const same = yield* Effect.forEach([1, 2, 3], () => insertProof({ createdAt: at(2) }))
      const expected = proofsOf([early, ...same, late])
      for (const limit of [1, 2, 3, 5, 6]) {
        const pages = yield* pagesOf(proofs, ({ proof }) => proof.uid, limit)
        assert.deepStrictEqual(pages.flat(), expected, `pages of ${limit}`)
        assert.isTrue(pages.every((page) => page.length <= limit))
      }
    }))

  test("a page goes on behind a proof that was decided meanwhile, and an unknown one finds nothing", () =>
    Effect.gen(function* () {
      const { proofs } = yield* OperatorStore
      const [{ proof: first }, { proof: second }] = [yield* insertProof(), yield* insertProof()]
      yield* write(...replacing({ ...first, version: 2, status: "failed" }))
      assert.deepStrictEqual(proofsOf(yield* proofs({ limit: 10, after: first.uid })), [second.uid])
      assert.deepStrictEqual(yield* proofs({ limit: 10, after: yield* newTransactionUid }), [])
    }))
}

const kept = ({ shop, uid }: Transfer, offset: number): Write => ({
  _tag: "KeepEvidence",
  shop,
  uid,
  at: millis(offset)
})
const settled = ({ shop, uid }: Transfer): Write => ({ _tag: "SettleEvidence", shop, uid })

const evidence = (test: StoreTest): void => {
  test("a marked transfer is listed, as it is now, until its mark is taken away", () =>
    Effect.gen(function* () {
      const { evidence } = yield* OperatorStore
      const transfer = yield* insertTransfer({ status: "failed" })
      yield* insertTransfer({ status: "failed" })
      assert.deepStrictEqual(yield* evidence({ limit: 10 }), [])
      yield* write(kept(transfer, 1))
      assert.deepStrictEqual(yield* evidence({ limit: 10 }), [transfer])
      const paid = { said: "paid", refId: null, amount: transfer.amount, paidAt: at(5), reportedAt: at(6) } as const
      const next: Transfer = { ...transfer, version: 2, evidence: [paid] }
      yield* write(...replacing(next))
      assert.deepStrictEqual(yield* evidence({ limit: 10 }), [next])
      yield* write(settled(transfer))
      assert.deepStrictEqual(yield* evidence({ limit: 10 }), [])
    }))

  test("marks are listed oldest first, whatever the transfers' age, and repeating one keeps its first instant", () =>
    Effect.gen(function* () {
      const { evidence } = yield* OperatorStore
      const first = yield* insertTransfer({ createdAt: at(9), shop: otherShop })
      const [second, third] = [yield* insertTransfer(), yield* insertTransfer()]
      const last = yield* insertTransfer({ createdAt: at(-9) })
      yield* write(kept(third, 3), kept(second, 3))
      yield* write(kept(last, 4))
      yield* write(kept(first, 2))
      yield* write(kept(first, 5), kept(second, 1))
      const expected = [first, second, third, last].map(({ uid }) => uid)
      for (const limit of [1, 2, 4, 5]) {
        assert.deepStrictEqual(
          (yield* pagesOf(evidence, ({ uid }) => uid, limit)).flat(),
          expected,
          `pages of ${limit}`
        )
      }
    }))

  test("a mark that was taken away and comes again has its new instant", () =>
    Effect.gen(function* () {
      const { evidence } = yield* OperatorStore
      const [first, second] = [yield* insertTransfer(), yield* insertTransfer()]
      yield* write(kept(first, 1), kept(second, 2))
      yield* write(settled(first))
      yield* write(kept(first, 3))
      assert.deepStrictEqual(uidsOf(yield* evidence({ limit: 10 })), [second.uid, first.uid])
    }))

  test("taking away a mark that is not there is no error and touches no other", () =>
    Effect.gen(function* () {
      const { evidence } = yield* OperatorStore
      const [marked, other] = [yield* insertTransfer(), yield* insertTransfer()]
      yield* write(kept(marked, 1))
      yield* write(settled(other), settled({ ...marked, shop: otherShop }))
      assert.deepStrictEqual(uidsOf(yield* evidence({ limit: 10 })), [marked.uid])
      yield* write(settled(marked))
      yield* write(settled(marked))
      assert.deepStrictEqual(yield* evidence({ limit: 10 }), [])
    }))

  test("a page goes on behind a mark that was taken away meanwhile; one that never was finds nothing", () =>
    Effect.gen(function* () {
      const { evidence } = yield* OperatorStore
      const [first, second, never] = [yield* insertTransfer(), yield* insertTransfer(), yield* insertTransfer()]
      yield* write(kept(first, 1), kept(second, 2))
      yield* write(settled(first))
      assert.deepStrictEqual(uidsOf(yield* evidence({ limit: 10, after: first.uid })), [second.uid])
      assert.deepStrictEqual(yield* evidence({ limit: 10, after: never.uid }), [])
      assert.deepStrictEqual(yield* evidence({ limit: 10, after: yield* newTransactionUid }), [])
    }))
}

const jobOf = ({ shop, uid }: Transaction, kind = "recover"): HeldJob => ({ shop, kind, subject: uid, fence: 1 })

const holding = (transaction: Transaction, offset: number, kind?: string): Write => ({
  _tag: "HoldJob",
  job: jobOf(transaction, kind),
  runAt: millis(offset),
  share: "a share",
  owner: "p1"
})

const inDoubt = (test: StoreTest): void => {
  const pending = Effect.fnUntraced(function* (changes: Partial<Transfer> = {}) {
    const transfer = yield* insertTransfer({ status: "pending", ...changes })
    yield* write(holding(transfer, 1))
    return transfer
  })

  test("a pending transaction is in doubt as long as it has a job: held, put off or parked", () =>
    Effect.gen(function* () {
      const { inDoubt } = yield* OperatorStore
      const transaction = yield* insertTransaction({ status: "pending" })
      const job = jobOf(transaction)
      const listed = Effect.map(inDoubt({ limit: 10 }), (all) =>
        all.map((one) => {
          assert.deepStrictEqual(one.transaction, transaction)
          return [one.attempts, one.nextAt?.epochMillis ?? null]
        })
      )
      assert.deepStrictEqual(yield* listed, [])
      yield* write(holding(transaction, 1))
      assert.deepStrictEqual(yield* listed, [[0, millis(1)]])
      yield* write({ _tag: "PostponeJob", job, runAt: millis(5) })
      assert.deepStrictEqual(yield* listed, [[1, millis(5)]])
      yield* write({ _tag: "SuspendJob", job })
      assert.deepStrictEqual(yield* listed, [[0, null]])
      yield* write({ _tag: "EnqueueJob", job, runAt: millis(7), share: "a share" })
      assert.deepStrictEqual(yield* listed, [[0, millis(7)]])
      yield* write({ _tag: "FinishJob", job })
      assert.deepStrictEqual(yield* listed, [])
    }))

  for (const status of ["incomplete", "successful", "failed", "expired"] as const) {
    test(`a transaction that is ${status} is not in doubt, whatever job it has`, () =>
      Effect.gen(function* () {
        const { inDoubt } = yield* OperatorStore
        yield* write(holding(yield* insertTransaction({ status }), 1))
        assert.deepStrictEqual(yield* inDoubt({ limit: 10 }), [])
      }))
  }

  test("another kind of job, or another shop's, leaves no doubt", () =>
    Effect.gen(function* () {
      const { inDoubt } = yield* OperatorStore
      const transaction = yield* insertTransaction({ status: "pending" })
      yield* write(holding(transaction, 1, "expire"), holding({ ...transaction, shop: otherShop }, 1))
      assert.deepStrictEqual(yield* inDoubt({ limit: 10 }), [])
    }))

  test("cards and transfers of all shops are listed oldest first, whether held or not, page by page", () =>
    Effect.gen(function* () {
      const { inDoubt } = yield* OperatorStore
      const late = yield* pending({ createdAt: at(3) })
      const early = yield* pending({ createdAt: at(1), shop: otherShop })
      const same = yield* Effect.forEach([1, 2, 3], () => pending({ createdAt: at(2) }))
      const card = yield* insertTransaction({ status: "pending", createdAt: at(2) })
      yield* write(holding(card, 1))
      for (const one of [early, same[1]!]) yield* write({ _tag: "PostponeJob", job: jobOf(one), runAt: millis(9) })
      yield* write({ _tag: "SuspendJob", job: jobOf(same[2]!) })
      const expected = [early, ...same, card, late].map(({ uid }) => uid)
      for (const limit of [1, 2, 3, 6, 7]) {
        const pages = yield* pagesOf(inDoubt, ({ transaction }) => transaction.uid, limit)
        assert.deepStrictEqual(pages.flat(), expected, `pages of ${limit}`)
      }
    }))

  test("a page goes on behind a transaction that is resolved meanwhile, and an unknown one finds nothing", () =>
    Effect.gen(function* () {
      const { inDoubt } = yield* OperatorStore
      const [first, second] = [yield* pending(), yield* pending()]
      yield* write(...replacing({ ...first, version: 2, status: "failed" }), { _tag: "FinishJob", job: jobOf(first) })
      const behind = yield* inDoubt({ limit: 10, after: first.uid })
      assert.deepStrictEqual(
        behind.map(({ transaction }) => transaction.uid),
        [second.uid]
      )
      assert.deepStrictEqual(yield* inDoubt({ limit: 10, after: yield* newTransactionUid }), [])
    }))
}

const reversals = (test: StoreTest): void => {
  test("D40: a charge that is to be taken back is in doubt as long as it has that job, and once if it is pending", () =>
    Effect.gen(function* () {
      const { inDoubt } = yield* OperatorStore
      const listed = Effect.map(inDoubt({ limit: 10 }), (all) =>
        all.map(({ nextAt, transaction: { uid } }) => [uid, nextAt?.epochMillis ?? null])
      )
      const failed = yield* insertTransaction({ status: "failed", createdAt: at(1) })
      const job = { ...jobOf(failed), kind: "reverse" }
      yield* write(holding(failed, 5, "reverse"))
      assert.deepStrictEqual(yield* listed, [[failed.uid, millis(5)]])
      yield* write({ _tag: "SuspendJob", job })
      const pending = yield* insertTransaction({ status: "pending", createdAt: at(2) })
      yield* write(holding(pending, 7, "reverse"))
      assert.deepStrictEqual(yield* listed, [[failed.uid, null]])
      yield* write(holding(pending, 9))
      assert.deepStrictEqual(yield* listed, [
        [failed.uid, null],
        [pending.uid, millis(9)]
      ])
    }))
}

const contradictions = (test: StoreTest): void => {
  test("D53: what an acquirer contradicts is in doubt until that is settled, and once if it is to be taken back, too", () =>
    Effect.gen(function* () {
      const { inDoubt } = yield* OperatorStore
      const listed = Effect.map(inDoubt({ limit: 10 }), (all) =>
        all.map(({ isContradicted, nextAt, transaction: { uid } }) => [uid, isContradicted, nextAt === null])
      )
      const charge = yield* insertTransaction({ status: "successful", createdAt: at(1) })
      const job = { ...jobOf(charge), kind: "contradiction" }
      const marked: Write = { _tag: "EnqueueJob", job, runAt: never, share: "a share" }
      yield* write(marked)
      yield* write(marked)
      assert.deepStrictEqual(yield* listed, [[charge.uid, true, true]])
      yield* write(holding(charge, 5, "reverse"))
      assert.deepStrictEqual(yield* listed, [[charge.uid, false, false]])
      yield* write({ _tag: "FinishJob", job: { ...jobOf(charge), kind: "reverse" } })
      const pending = yield* insertTransaction({ status: "pending", createdAt: at(2) })
      yield* write({ ...marked, job: { ...jobOf(pending), kind: "contradiction" } })
      assert.deepStrictEqual(yield* listed, [[charge.uid, true, true]])
      yield* write({ _tag: "CancelJob", job })
      assert.deepStrictEqual(yield* listed, [])
    }))
}

const backlogs = (test: StoreTest): void => {
  test("webhooks are counted as long as they wait or are exhausted, of every shop", () =>
    Effect.gen(function* () {
      const { backlog } = yield* OperatorStore
      const counted = Effect.map(backlog(at(5)), ({ webhooksExhausted, webhooksWaiting }) => [
        webhooksWaiting,
        webhooksExhausted
      ])
      assert.deepStrictEqual(yield* counted, [0, 0])
      for (const [shop, statuses] of [
        [undefined, ["waiting", "waiting", "exhausted"]],
        [otherShop, ["waiting", "delivered", "superseded", "stopped", "exhausted", "exhausted"]]
      ] as const) {
        for (const status of statuses) {
          const notification = yield* notificationWith({ status, ...(shop && { shop }) })
          yield* write({ _tag: "InsertNotification", notification })
        }
      }
      assert.deepStrictEqual(yield* counted, [3, 3])
    }))

  test("a job is late from the instant on that is asked about, by its kind, unless a process holds it", () =>
    Effect.gen(function* () {
      const { backlog } = yield* OperatorStore
      const lateAt = (second: number) =>
        Effect.map(backlog(at(second)), ({ late }) =>
          late.flatMap(({ count, kind }) => (count === 0 ? [] : [`${kind} ${count}`])).sort()
        )
      assert.deepStrictEqual(yield* lateAt(9), [])
      const enqueued = (kind: string, subject: string, runAt: number, shop = aShop): Write => ({
        _tag: "EnqueueJob",
        job: { shop, kind, subject },
        runAt: millis(runAt),
        share: "a share"
      })
      yield* write(
        enqueued("notify", "one", 3),
        enqueued("notify", "two", 5),
        enqueued("notify", "one", 5, otherShop),
        enqueued("renew", "one", 4),
        enqueued("sweep", "one", 9)
      )
      yield* write(holding(yield* insertTransaction({ status: "pending" }), 1))
      assert.deepStrictEqual(yield* lateAt(2), [])
      assert.deepStrictEqual(yield* lateAt(3), ["notify 1"])
      assert.deepStrictEqual(yield* lateAt(4), ["notify 1", "renew 1"])
      assert.deepStrictEqual(yield* lateAt(5), ["notify 3", "renew 1"])
    }))
}

/** Everything that is promised of the operator's queries. */
export const operatorStoreSuite = (runner: Runner, layer: StoreLayer): void => {
  const test = onFreshStore(runner, layer)
  runner.describe("what waits for an operator", () => {
    proofs(test)
    evidence(test)
    inDoubt(test)
    reversals(test)
    contradictions(test)
    backlogs(test)
  })
}
