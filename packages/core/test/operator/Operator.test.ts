import { assert, describe, it } from "@effect/vitest"
import { Acquirers } from "@florin/core/cards/Acquirer"
import { ShopId, type TransactionUid } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import * as Operator from "@florin/core/operator/Operator"
import { OperatorStore } from "@florin/core/operator/OperatorStore"
import { VaultError } from "@florin/core/store/VaultError"
import type { Transaction } from "@florin/core/transactions/Transaction"
import { DocumentStore } from "@florin/core/transfers/DocumentStore"
import { DocumentVault, type SealedDocument } from "@florin/core/transfers/DocumentVault"
import { noReport } from "@florin/core/transfers/ProviderReport"
import type { ProofState, Transfer } from "@florin/core/transfers/Transfer"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { now, totals, transactionWith, uid } from "../samples.js"
import { after, minutes15, paid, shown, timePassed, transferWith } from "../transfers/given.js"
import { type Held, holding, layerOf } from "../transfers/holding.js"

const proofOf = (status: ProofState["status"]): { readonly proof: ProofState } => ({
  proof: { uid: uid("9"), status, message: "Begun", count: 1 }
})
const payment = transferWith({ status: "failed", reason: "unpaid", report: noReport, ...proofOf("pending") })
const proof = transferWith({
  ...{ type: "proof", uid: uid("9"), parentUid: uid("1"), amount: Amount.make(90_000), payBy: null },
  idempotencyKey: "proof-1"
})

const undecided = transactionWith({ status: "pending", createdAt: DateTime.subtract(now, { hours: 2 }) })

const sealed: SealedDocument = { keyId: "k1", wrapped: "wrapped", content: new Uint8Array([7]) }

/** The document of the proof, and a vault that opens it for this shop and proof alone. */
const documents = Layer.mergeAll(
  Layer.succeed(Acquirers, []),
  Layer.succeed(
    DocumentStore,
    DocumentStore.of({
      find: (shop, proof) =>
        Effect.succeed(
          proof === uid("9")
            ? Option.some({ shop, proof, fileName: "proof.pdf", size: 1, sealed, createdAt: now })
            : Option.none()
        ),
      notSealedWith: () => Effect.succeed([]),
      countNotSealedWith: () => Effect.succeed(0),
      replaceSealed: () => Effect.void
    })
  ),
  Layer.succeed(
    DocumentVault,
    DocumentVault.of({
      seal: () => new VaultError({ reason: "no-key" }),
      open: (shop, proof, { content }) =>
        shop === "shop" && proof === uid("9") ? Effect.succeed(content) : new VaultError({ reason: "altered" }),
      rewrap: () => new VaultError({ reason: "no-key" })
    })
  ),
  Layer.succeed(
    OperatorStore,
    OperatorStore.of({
      proofs: () => Effect.succeed([]),
      evidence: () => Effect.succeed([]),
      inDoubt: ({ limit }) =>
        Effect.succeed(
          limit < 1000 ? [] : [{ transaction: undecided, attempts: 1, nextAt: null, isContradicted: false }]
        ),
      overview: {
        followers: () => Effect.succeed([]),
        totals: () => Effect.succeed(totals()),
        webhooksOf: () => Effect.succeed([]),
        webhooks: () => Effect.succeed([]),
        tally: () => Effect.succeed({ lines: [], counted: 0, last: undefined })
      },
      backlog: ({ epochMillis }) =>
        Effect.succeed({ webhooksWaiting: 3, webhooksExhausted: 2, late: [{ kind: "notify", count: epochMillis }] })
    })
  )
)

type Service = Effect.Effect.Success<typeof Operator.make>

/** What an operator's command is answered with: how the payment stands, or its refusal. */
const ran = <E extends { readonly _tag: string; readonly message: string }>(
  held: Held,
  command: (operator: Service) => Effect.Effect<Transfer, E>
) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(now.epochMillis)
    return yield* Effect.flatMap(Operator.make, command).pipe(
      Effect.map(shown),
      Effect.catchAll((error) => Effect.succeed(error._tag === "InvalidRequest" ? error.message : error._tag))
    )
  }).pipe(Effect.provide(Layer.merge(layerOf(held), documents)), Effect.scoped)

const by = { by: "ann" }
const announced = (version: number, status: string) => [
  "EnqueueJob notify +0 https://shop.example|shop",
  `InsertNotification ${version} https://shop.example/hook ${version} ${status}`
]

describe("the numbers for whoever is on call", () => {
  it.effect("are the oldest doubts, webhooks, and work that has been due for ten seconds", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now.epochMillis)
      const { doubts, ...counted } = yield* Effect.flatMap(Operator.make, ({ backlog }) => backlog)
      const late = [{ kind: "notify", count: now.epochMillis - 10_000 }]
      assert.deepStrictEqual(counted, { webhooksWaiting: 3, webhooksExhausted: 2, late })
      assert.deepStrictEqual(
        doubts.map(({ about, since }) => [about, since]),
        [["outcome", undecided.createdAt]]
      )
    }).pipe(Effect.provide(Layer.merge(layerOf(holding(payment)), documents)), Effect.scoped)
  )
})

describe("an operator's decision on a proof", () => {
  it.effect.each(["its own uid", "the uid of its payment"])(
    "Payment proof | pending, Proof approved: by %s, changes both in one commit with one webhook (D29)",
    (named) =>
      Effect.gen(function* () {
        const held = holding(payment, proof)
        const of = named === "its own uid" ? proof.uid : payment.uid
        assert.strictEqual(yield* ran(held, ({ approve }) => approve(of, by)), "successful 90000 @0")
        assert.deepStrictEqual(held.commits, [
          {
            name: "proof-decide",
            did: [
              ...["ReplaceTransaction payment 2 successful", "AppendHistory 2 failed ProofApproved successful ann"],
              ...announced(2, "successful"),
              ...["ReplaceTransaction proof 2 successful", "AppendHistory 2 pending ProofApproved successful ann"],
              ...["KeepAnswer proof-1 2 successful", "CancelJob recover"]
            ],
            reported: ["payment failed ProofApproved successful", "proof pending ProofApproved successful"]
          }
        ])
      })
  )

  it.effect("Payment proof | pending, Proof declined: changes both in one commit with one webhook (D29)", () =>
    Effect.gen(function* () {
      const held = holding(payment, proof)
      const decision = { ...by, message: "Not this account" }
      assert.strictEqual(yield* ran(held, ({ decline }) => decline(proof.uid, decision)), "failed unpaid 100000")
      assert.deepStrictEqual(held.commits, [
        {
          name: "proof-decide",
          did: [
            ...["ReplaceTransaction payment 2 failed unpaid", "AppendHistory 2 failed ProofDeclined failed ann"],
            ...announced(2, "failed"),
            ...["ReplaceTransaction proof 2 failed not-proven", "AppendHistory 2 pending ProofDeclined failed ann"],
            ...["KeepAnswer proof-1 2 failed", "CancelJob recover"]
          ],
          reported: ["payment failed ProofDeclined failed", "proof pending ProofDeclined failed"]
        }
      ])
      const { proof: state } = held.rows.get(payment.uid) as Transfer
      assert.deepStrictEqual(state, { ...payment.proof!, status: "failed", message: "Not this account" })
    })
  )

  it.effect("D29: with another amount makes that the payment's and the proof's", () =>
    Effect.gen(function* () {
      const held = holding(payment, proof)
      yield* ran(held, ({ approve }) => approve(proof.uid, { ...by, amount: Amount.make(70_000) }))
      const amounts = [payment, proof].map(({ uid }) => held.rows.get(uid)?.amount as number)
      assert.deepStrictEqual(amounts, [70_000, 70_000])
    })
  )

  it.effect("D29: is made once: the second one is refused and changes nothing", () =>
    Effect.gen(function* () {
      const held = holding(payment, proof)
      yield* ran(held, ({ approve }) => approve(proof.uid, by))
      for (const uid of [proof.uid, payment.uid]) {
        assert.strictEqual(yield* ran(held, ({ decline }) => decline(uid, by)), "The proof is decided already")
      }
      assert.strictEqual((held.rows.get(payment.uid) as Transfer).status, "successful")
    })
  )

  it.effect.each<readonly [string, ReadonlyArray<Transaction>, TransactionUid, string]>([
    ["nothing", [payment, proof], uid("7"), "NotFound"],
    ["a payment without a proof", [transferWith({ status: "failed" })], uid("1"), "NotFound"],
    ["a refund", [transferWith({ type: "refund" })], uid("1"), "NotFound"],
    ["a card transaction", [transactionWith()], uid("1"), "NotFound"],
    ["a proof whose payment is gone", [proof], uid("9"), "NotFound"],
    ["a payment whose proof is gone", [payment], uid("1"), "NotFound"],
    ["a payment of a shop that is gone", [{ ...payment, shop: ShopId.make("gone") }, proof], uid("1"), "NotFound"],
    [
      "a proof that another one has followed",
      [{ ...payment, proof: { ...payment.proof!, uid: uid("8") } }, proof],
      uid("9"),
      "The proof is decided already"
    ]
  ])("D29: on %s is refused and writes nothing", ([, all, of, expected]) =>
    Effect.gen(function* () {
      const held = holding(...all)
      assert.strictEqual(yield* ran(held, ({ approve }) => approve(of, by)), expected)
      assert.strictEqual(yield* ran(held, ({ decline }) => decline(of, by)), expected)
      assert.isTrue(held.commits.every(({ did }) => did === expected))
      assert.deepStrictEqual([...held.rows.values()], [...all])
    })
  )
})

describe("the document of a proof", () => {
  const opened = (of: TransactionUid, all: ReadonlyArray<Transaction>) =>
    Effect.flatMap(Operator.make, ({ document }) => document(of)).pipe(
      Effect.map(({ content, fileName }) => `${fileName} ${content}`),
      Effect.catchAll(({ _tag }) => Effect.succeed(_tag)),
      Effect.provide(Layer.merge(layerOf(holding(...all)), documents)),
      Effect.scoped
    )

  it.effect.each<readonly [string, TransactionUid, string, Transfer]>([
    ["a proof", uid("9"), "proof.pdf 7", proof],
    ["a payment", uid("1"), "NotFound", proof],
    ["nothing", uid("7"), "NotFound", proof],
    ["a proof of another shop than it was sealed for", uid("9"), "VaultError", { ...proof, shop: ShopId.make("other") }]
  ])("D29: of %s is released, or not", ([, of, expected, held]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* opened(of, [payment, held]), expected)
    })
  )
})

describe("an operator's correction of a transfer", () => {
  const because = { reason: "The bank's statement", by: "ann" }
  const toPaid = { ...because, status: "successful" } as const
  const toUnpaid = { ...because, status: "failed" } as const
  const failed = after(transferWith({ report: noReport }), timePassed(minutes15 + 1))
  const expired = after(transferWith({ expiredAt: now }), timePassed(0))

  it.effect("D7, D28: is committed, announced, and settles the evidence", () =>
    Effect.gen(function* () {
      const held = holding(after(failed, [1, paid(99_900, 1)]))
      const amount = Amount.make(99_900)
      const reply = yield* ran(held, ({ correct }) => correct(failed.uid, { ...toPaid, amount }))
      assert.strictEqual(reply, "successful 99900 @0 +99900@1")
      assert.deepStrictEqual(held.commits, [
        {
          name: "transfer-correct",
          did: [
            "ReplaceTransaction payment 4 successful",
            "AppendHistory 4 failed Corrected successful ann: The bank's statement",
            ...announced(4, "successful"),
            "SettleEvidence"
          ],
          reported: ["payment failed Corrected successful"]
        }
      ])
    })
  )

  it.effect("D40: of one that is pending ends the queries too", () =>
    Effect.gen(function* () {
      const held = holding(transferWith({ type: "payout", method: "sbp", payBy: null }))
      assert.strictEqual(yield* ran(held, ({ correct }) => correct(uid("1"), toUnpaid)), "failed provider 100000")
      assert.deepStrictEqual(held.commits[0]?.did.slice(-2), ["CancelJob recover", "SettleEvidence"])
    })
  )

  // Source: D32: refunds never add up to more than was paid.
  it.effect("D7, D32: of a payment looks at its refunds, and that of a refund at its payment and its siblings", () =>
    Effect.gen(function* () {
      const bought = after(transferWith({ report: noReport }), [0, paid(100_000, 0)])
      const refundOf = (last: string, amount: number, status: Transfer["status"]) =>
        transferWith({
          ...{
            type: "refund",
            uid: uid(last),
            parentUid: bought.uid,
            amount: Amount.make(amount),
            status,
            payBy: null
          },
          reason: status === "failed" ? "provider" : null
        })
      const held = holding(bought, refundOf("2", 60_000, "failed"), refundOf("3", 50_000, "pending"))
      const corrected = (of: TransactionUid, to: typeof toPaid | typeof toUnpaid) =>
        ran(held, ({ correct }) => correct(of, to))
      assert.strictEqual(yield* corrected(bought.uid, toUnpaid), "status can't be failed while refunds count")
      assert.strictEqual(yield* corrected(uid("2"), toPaid), "amount can't be greater than 50000")
      assert.strictEqual(yield* corrected(uid("3"), toUnpaid), "failed provider 50000")
      assert.strictEqual(yield* corrected(uid("2"), toPaid), "successful 60000 @0")
      assert.strictEqual(yield* corrected(uid("2"), toUnpaid), "failed provider 60000")
      assert.strictEqual(yield* corrected(bought.uid, toUnpaid), "failed provider 100000")
    })
  )

  it.effect.each<readonly [string, Transaction, typeof toPaid | typeof toUnpaid, string]>([
    ["nothing", transferWith({ uid: uid("7") }), toPaid, "NotFound"],
    ["a card transaction", transactionWith(), toUnpaid, "NotFound"],
    ["a payment whose proof is pending", payment, toPaid, "A proof is pending. Approve or decline it"],
    ["a failed payment to failed", failed, toUnpaid, "status is that of the transfer already"],
    ["an expired payment to failed", expired, toUnpaid, "status can't follow expired"]
  ])("D7: of %s is refused, and settles no evidence", ([, transaction, correction, expected]) =>
    Effect.gen(function* () {
      const held = holding(transaction)
      assert.strictEqual(yield* ran(held, ({ correct }) => correct(uid("1"), correction)), expected)
      assert.isTrue(held.commits.every(({ did }) => did === expected))
    })
  )
})
