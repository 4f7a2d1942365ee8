import { doubtOf } from "@florin/core/operator/OperatorRules"
import type { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import { noReport } from "@florin/core/transfers/ProviderReport"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as DateTime from "effect/DateTime"
import { assert, describe, it } from "vitest"
import { later, now, transactionWith } from "../samples.js"
import { minutes15, transferWith } from "../transfers/given.js"

const shownSince = (changes: Partial<Transfer>, requested: boolean, at: number) => {
  const one = {
    transaction: transferWith(changes),
    attempts: 0,
    nextAt: requested ? later(at) : null,
    isContradicted: false
  }
  const doubt = doubtOf(one, later(at))
  return doubt === undefined ? "none" : DateTime.distance(now, doubt.since)
}

const known = { report: noReport }
const payout = { type: "payout", payBy: null } as const
const month = 30 * 24 * 3_600_000

/** What the doubt about a charge is about, and since when. */
const charged = (status: TransactionStatus, isContradicted = false) => {
  const transaction = transactionWith({ status, createdAt: now, updatedAt: later(3) })
  const doubt = doubtOf({ transaction, attempts: 1, nextAt: later(9), isContradicted }, later(5))
  return [doubt?.about, doubt && DateTime.distance(now, doubt.since)]
}

describe("doubts about a charge (D40)", () => {
  it.each([
    ["one that is pending, about its outcome, from its beginning", "pending", ["outcome", 0]],
    ["one that failed, about its reversal, from the beginning of that", "failed", ["reversal", 3]],
    ["a hold that is to be released, about that", "successful", ["reversal", 3]]
  ] as const)("%s", (_, status, doubt) => {
    assert.deepStrictEqual(charged(status), [...doubt])
  })
})

describe("doubts about what an acquirer contradicts (D40, D53)", () => {
  it.each(["successful", "failed"] as const)("one that is %s, about the contradiction", (status) => {
    assert.deepStrictEqual(charged(status, true), ["contradiction", 3])
  })
})

describe("doubts about a transfer (D40)", () => {
  it.each([
    ["a payment that its provider has not answered for", {}, true, 5, 0],
    ["the same one, whose query is parked", {}, false, 5, 0],
    ["a payment that waits for its customer", known, true, 5, "none"],
    ["one at the last instant of its time to pay", known, true, minutes15, "none"],
    ["one whose time to pay is over", known, true, minutes15 + 1, minutes15 + 1],
    ["one whose own end has come earlier", { ...known, expiredAt: later(7) }, true, 7, 7],
    ["one that its provider has not answered for, long after", {}, true, minutes15 + 1, 0],
    ["a payout that a bank works on", { ...payout, ...known }, true, month, "none"],
    ["a payout that nobody is asked about any more", { ...payout, ...known }, false, month, 0],
    ["a payout that its provider has not answered for", payout, true, 5, 0]
  ] as const)("%s, milliseconds from the beginning: %#", (_, changes, requested, at, since) => {
    assert.strictEqual(shownSince(changes, requested, at), since)
  })
})
