import type { Account } from "@florin/testing/parties/BankLedger"
import type { Document, Posted } from "@florin/testing/parties/Merchant"
import type { Delivery } from "@florin/testing/parties/Receiver"
import * as Transfers from "@florin/testing/parties/Transfers"
import { assert, describe, it } from "vitest"

const document = (changes: Partial<Document> = {}): Document => ({
  ...{ uid: "a", type: "payment", status: "successful", amount: 100, currency: "RUB", method_type: "sbp" },
  ...changes
})

const account = (changes: Partial<Account> = {}): Account => ({
  ...{ key: "a", kind: "payment", amount: 100, currency: "RUB", intent: "order-0", payBy: 1000 },
  ...{ moved: [{ amount: 100, at: 1000 }], rejected: undefined, excessive: false },
  ...changes
})

const delivery = (status: string): Delivery => ({ id: status, sequence: 2, uid: "a", status, at: 0 })

const posted = (path: string, answer: unknown): Posted => ({ path, attempts: 1, status: 200, answer })

const proofOf = (uid: string) => posted("/proof", { transaction: { uid, type: "proof" } })
const confirmed = (status: string) => posted("/confirm", { response: { parent_uid: "a", status } })

const good: Transfers.Evidence = {
  ...{ documents: [document()], proofs: new Map(), books: [account()], deliveries: [delivery("successful")] },
  ...{ posts: [], decisions: [] }
}

const failed = document({ status: "failed" })
const unpaid = account({ moved: [] })
const late = (at: number) => account({ moved: [{ amount: 100, at }] })
const payout = (changes: Partial<Document>) => [document({ type: "payout", ...changes })]
const paidOut = account({ kind: "payout" })
const corrected = document({ manually_corrected_at: "2026-11-24T06:00:00Z" })
const decided = (changes: Partial<Transfers.Decision>): Partial<Transfers.Evidence> => ({
  decisions: [{ uid: "a", status: "successful", isProof: false, ...changes }]
})

type Case = readonly [says: string, evidence: Partial<Transfers.Evidence>, line?: string]

describe("the auditor of bank transfers", () => {
  const cases: ReadonlyArray<Case> = [
    ["all agree", {}],
    ["paid a millisecond after the last instant in time", { books: [late(1001)] }],
    [
      "paid after the end",
      { books: [late(1002)] },
      "contradicted: a: payment successful, and its customer paid too late"
    ],
    [
      "another amount",
      { books: [account({ moved: [{ amount: 90, at: 0 }] })] },
      "contradicted: a: payment successful, and the bank did payment 90 RUB"
    ],
    [
      "the amount that arrived",
      { documents: [document({ amount: 90 })], books: [account({ moved: [{ amount: 90, at: 0 }] })] }
    ],
    ["never heard of", { books: [] }, "contradicted: a: payment successful, and the bank has never heard of it"],
    ["not paid", { books: [unpaid] }, "contradicted: a: payment successful, and the bank has moved nothing"],
    [
      "rejected",
      { books: [account({ moved: [], rejected: "provider" })] },
      "contradicted: a: payment successful, and the bank has moved nothing: provider"
    ],
    ["failed, and nothing paid", { documents: [failed], books: [unpaid], deliveries: [] }],
    ["failed, and paid late", { documents: [failed], books: [late(1001)], deliveries: [] }],
    [
      "failed, and paid in time",
      { documents: [failed], deliveries: [] },
      "contradicted: a: payment failed, and its customer has paid in time"
    ],
    [
      "expired, and paid in time",
      { documents: [document({ status: "expired" })], deliveries: [] },
      "contradicted: a: payment expired, and its customer has paid in time"
    ],
    [
      "failed, and paid without an end",
      { documents: [failed], books: [account({ payBy: undefined })], deliveries: [] },
      "contradicted: a: payment failed, and its customer has paid in time"
    ],
    ["pending, and paid in time", { documents: [document({ status: "pending" })], deliveries: [] }],
    ["corrected, and never paid", { documents: [corrected], books: [unpaid] }],
    ["proven, and paid late", { documents: [document({ proof: { status: "successful" } })], books: [late(5000)] }],
    [
      "a proof that was declined, and paid in time",
      { documents: [document({ status: "failed", proof: { status: "failed" } })], deliveries: [] },
      "contradicted: a: payment failed, and its customer has paid in time"
    ],
    ["a payout of the bank's amount", { documents: payout({}), books: [paidOut] }],
    [
      "a failed payout that was paid out",
      { documents: payout({ status: "failed" }), books: [paidOut], deliveries: [] },
      "contradicted: a: payout failed, and 100 has moved"
    ],
    ["paid, and unknown here", { documents: [] }, "contradicted: a: a payment has moved, and is not known here"],
    ["asked for, and unknown here", { documents: [], books: [unpaid] }],
    [
      "told in two ways",
      { deliveries: [delivery("failed"), delivery("successful")] },
      "contradicted: a: told as failed, then successful"
    ],
    [
      "told in two ways, with a correction between them",
      { documents: [corrected], deliveries: [delivery("failed"), delivery("successful")] }
    ],
    ["told as pending first", { deliveries: [delivery("pending"), delivery("successful")] }],
    ["confirmed, and paid", { posts: [confirmed("successful")] }],
    ["not confirmed, and paid since", { posts: [confirmed("failed")] }],
    [
      "confirmed, and failed",
      { documents: [failed], books: [unpaid], deliveries: [], posts: [confirmed("successful")] },
      "contradicted: a: confirmed, and not successful"
    ],
    [
      "one intent under two keys",
      { books: [account(), account({ key: "b", moved: [] })] },
      "doubled: order-0: 2 times in the bank's books"
    ],
    [
      "two attempts at one order of our page, the first rejected",
      {
        books: [account(), account({ key: "b", moved: [], rejected: "provider" })],
        attempts: new Set(["a", "b"])
      }
    ],
    [
      "a refund of more than is left",
      { books: [account(), account({ key: "b", kind: "refund", intent: "order-1", moved: [], excessive: true })] },
      "doubled: b: 100 is more than is left"
    ],
    ["a proof that is there", { posts: [proofOf("p")], proofs: new Map([["p", document({ uid: "p" })]]) }],
    ["a proof that is gone", { posts: [proofOf("p")] }, "lost: p: a proof was acknowledged, and is not there"],
    ["a decision that stands", decided({})],
    [
      "a decision that does not stand",
      decided({ status: "failed" }),
      "lost: a: decided as failed , and is successful 100"
    ],
    [
      "a decision on another amount",
      decided({ amount: 90 }),
      "lost: a: decided as successful 90, and is successful 100"
    ],
    [
      "a decision without its proof",
      decided({ isProof: true }),
      "lost: a: decided as successful , and is successful 100"
    ],
    [
      "the last of two decisions",
      { decisions: [...decided({ status: "failed" }).decisions!, ...decided({}).decisions!] }
    ]
  ]

  for (const [says, evidence, line] of cases) {
    it(says, () => {
      const findings = Object.entries(Transfers.check({ ...good, ...evidence }))
      const found = findings.flatMap(([kind, lines]) => lines.map((says) => `${kind}: ${says}`))
      assert.deepStrictEqual(found, line === undefined ? [] : [line])
    })
  }
})
