// What ends an order whose time is over. Source: D44.

import { replaced } from "@florin/core/checkout-operations/CheckoutWriter"
import { expire } from "@florin/core/checkout-operations/Expiry"
import type { Checkout, CheckoutState } from "@florin/core/checkouts/Checkout"
import type { CheckoutRequest } from "@florin/core/checkouts/CheckoutRequest"
import * as CheckoutRules from "@florin/core/checkouts/CheckoutRules"
import type { Write } from "@florin/core/commits/Write"
import type { CheckoutToken, ShopId, TransactionUid } from "@florin/core/ids/Ids"
import type { ClaimedJob } from "@florin/core/jobs/Job"
import * as Either from "effect/Either"
import { assert, describe, it } from "vitest"
import { later, notification, now, shopWith } from "../samples.js"

const shop = shopWith()
const context = { shop, encode: () => "", notification }
const uid = "00000000-0000-7000-8000-000000000001" as TransactionUid
const end = 60_000

const order = { amount: 1995, currency: "EUR", description: "A book", expiredAt: later(end) }

const open: Checkout = CheckoutRules.created(
  { shop: "shop" as ShopId, token: "ab".repeat(32) as CheckoutToken, now },
  { transactionType: "payment", attempts: 2, order: order as CheckoutRequest["order"] }
).checkout

const paying = Either.getOrThrow(CheckoutRules.begun(open, uid, now)).checkout

const job: ClaimedJob = {
  ...{ shop: open.shop, kind: "expire-checkout", subject: open.token, fence: 1, attempts: 0, runAt: now },
  owner: "one"
}

const worked = (checkout: Checkout | undefined, at: number): ReadonlyArray<Write> => {
  const decision = expire(job, later(at), context).decide({ checkout })
  return decision._tag === "Decided" ? decision.writes : []
}

/** What becomes of the job, and of the order. */
const reported = (writes: ReadonlyArray<Write>): ReadonlyArray<string> =>
  writes.flatMap((write) => {
    if (write._tag === "ReplaceCheckout") return [write.checkout.state]
    if (write._tag === "PostponeJob" || write._tag === "EnqueueJob")
      return [`${write._tag} ${write.runAt - now.epochMillis}`]
    return [write._tag]
  })

describe("the work that ends an order", () => {
  it.each<readonly [name: string, checkout: Checkout | undefined, at: number, writes: ReadonlyArray<string>]>([
    ["that is gone", undefined, end, ["FinishJob"]],
    ["before its time", open, end - 1, [`PostponeJob ${end}`]],
    ["at its time", open, end, ["FinishJob", "expired"]],
    ["with an attempt under way", paying, end, ["FinishJob"]],
    ["that has its end", { ...open, state: "paid" }, end, ["FinishJob"]]
  ])("D44: %s", (_, checkout, at, writes) => {
    assert.deepStrictEqual(reported(worked(checkout, at)), writes)
  })

  // An outcome is dated before its commit: another process may have looked in between, when the time was over.
  it.each<readonly [at: number, state: CheckoutState, writes: ReadonlyArray<string>]>([
    [end - 1, "open", [`EnqueueJob ${end}`, "open"]],
    [end, "expired", ["expired"]]
  ])(
    "D44: that found an attempt under way, which failed by %s ms: it is %s, and not forgotten",
    (at, state, writes) => {
      assert.deepStrictEqual(reported(worked(paying, end)), ["FinishJob"])
      const failed = CheckoutRules.settled(paying, uid, "AttemptFailed", later(at))!
      assert.strictEqual(failed.checkout.state, state)
      assert.deepStrictEqual(reported(replaced(failed, context)), writes)
    }
  )
})
