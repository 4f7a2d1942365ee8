import * as HoldRules from "@florin/core/card-operations/HoldRules"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import type { Write } from "@florin/core/commits/Write"
import { ofCard, type Transaction } from "@florin/core/transactions/Transaction"
import { assert, describe, it } from "vitest"
import { claimed, later, notification, now, shopWith, totals, transactionWith } from "../samples.js"

const job = claimed("release-hold")
const context = { shop: shopWith(), encode: ({ status }: Transaction) => status, notification, now }

const names = (writes: ReadonlyArray<Write>): string =>
  writes
    .map((write) =>
      write._tag === "EnqueueJob" || write._tag === "CancelJob" ? `${write._tag} ${write.job.kind}` : write._tag
    )
    .join(", ")

const decided = (rule: typeof HoldRules.release, transaction: CardTransaction | undefined, pending = 0) => {
  const decision = rule(job, context).decide({ transaction, totals: totals({ pending }) })
  return decision._tag === "Decided" ? names(decision.writes) : "refused"
}

const url = { notificationUrl: "https://shop.example/hook" }

describe("a hold whose period is over", () => {
  // Source: D10: released, closed, announced; a capture or void in doubt keeps the hold.
  it.each([
    {
      name: "nothing taken",
      transaction: transactionWith({ details: url }),
      expected:
        "FinishJob, ReplaceTransaction, AppendHistory, EnqueueJob notify, InsertNotification, CancelJob release-hold, EnqueueJob reverse"
    },
    {
      name: "nobody to tell",
      transaction: transactionWith(),
      expected: "FinishJob, ReplaceTransaction, AppendHistory, CancelJob release-hold, EnqueueJob reverse"
    },
    { name: "one child in doubt", transaction: transactionWith(), pending: 1, expected: "PostponeJob" },
    { name: "already closed", transaction: transactionWith({ closedAt: now }), expected: "FinishJob" },
    { name: "gone", transaction: undefined, expected: "FinishJob" },
    { name: "never approved", transaction: transactionWith({ status: "failed" }), expected: "FinishJob" }
  ])("D10: $name: $expected", ({ expected, pending, transaction }) => {
    assert.strictEqual(decided(HoldRules.release, transaction, pending ?? 0), expected)
  })

  it("D10: says that it lapsed", () => {
    const decision = HoldRules.release(job, context).decide({ transaction: transactionWith(), totals: totals() })
    assert(decision._tag === "Decided")
    const [change] = decision.changes ?? []
    assert.strictEqual(change?.transition.trigger, "HoldLapsed")
    assert.strictEqual(ofCard(change?.transaction)?.closedBy, "HoldLapsed")
    assert.deepStrictEqual(change?.transaction.closedAt, now)
  })
})

describe("expired_at", () => {
  // Source: States and transitions, "Time passes".
  it.each([
    { status: "incomplete", expiredAt: now, expected: "FinishJob, ReplaceTransaction, AppendHistory" },
    { status: "incomplete", expiredAt: later(1), expected: "PostponeJob" },
    { status: "pending", expiredAt: now, expected: "FinishJob" },
    { status: "successful", expiredAt: now, expected: "FinishJob" }
  ] as const)("reached by one that is $status: $expected", ({ expected, expiredAt, status }) => {
    assert.strictEqual(decided(HoldRules.expireIncomplete, transactionWith({ status, expiredAt })), expected)
  })
})
