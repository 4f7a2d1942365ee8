import { assert, describe, it } from "@effect/vitest"
import * as SubscriptionHook from "@florin/core/billing/SubscriptionHook"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import type { Write } from "@florin/core/commits/Write"
import { AcquirerKey } from "@florin/core/ids/Ids"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import { notification, shopWith, shownCard, transactionWith, uid } from "../samples.js"
import { at } from "../time/clocks.js"
import { berlin, id, otherCard, paidAt, planWith, renewedWith, shown, trialOf, waiting } from "./given.js"

const context = {
  shop: shopWith({ notificationUrl: "https://shop.example/hook" as never }),
  encode: (_: Subscription, event?: string) => event ?? "",
  notification
}

const shownWrite = (write: Write): string => {
  switch (write._tag) {
    case "ReplaceSubscription": {
      const { charging, lastTransaction, version } = write.subscription
      const last = lastTransaction === null ? "none" : `${lastTransaction.type} ${lastTransaction.status}`
      return `${version} for ${write.replaces}: ${shown(write.subscription)}, last ${last}, charging ${charging === null ? "nothing" : "one"}`
    }
    case "EnqueueJob":
      return `job ${write.job.kind} at ${new Date(write.runAt).toISOString()}`
    case "InsertNotification":
      return `${write.notification.sequence} ${write.notification.body}`
    default:
      return write._tag
  }
}

const active = paidAt(planWith(), "2026-03-10T10:00+01:00")
const charging: Subscription = { ...active, charging: uid("7"), renewAt: null, version: 4 }

/** A renewal of the cycle that is due on 10 April. */
const charge = (changes: Partial<CardTransaction> = {}): CardTransaction =>
  transactionWith({
    uid: uid("7"),
    type: "payment",
    subscription: { id, purpose: "renewal", cycle: 1 },
    createdAt: at("2026-04-10T10:00+02:00"),
    updatedAt: at("2026-04-10T10:00:03+02:00"),
    ...changes
  })

const failed = (reason: DeclineReason | null, changes: Partial<CardTransaction> = {}) =>
  charge({ status: "failed", reason, ...changes })

const follow = (subscription: Subscription, transaction: CardTransaction) =>
  SubscriptionHook.follow(subscription, transaction, context, berlin)
    .map(shownWrite)
    .filter((write) => write !== "EnqueueJob")

const written = (subscription: Subscription, transaction: CardTransaction) =>
  follow(subscription, transaction).filter((write) => / for /.test(write) || /subscription/.test(write))

describe("a subscription, when its charge", () => {
  // Source: D25: "nothing is retried until the acquirer has answered"; D40.
  it.each(["pending", "incomplete"] as const)("is %s, waits (D25)", (status) => {
    assert.deepStrictEqual(follow(charging, charge({ status })), [])
  })

  it("succeeds, goes on to the next cycle and says so (D26)", () => {
    assert.deepStrictEqual(written(charging, charge()), [
      "5 renewed.subscription",
      "5 for 4: active paid 2 failed 0 next 2 at 2026-05-10T10:00+02:00, last payment successful, charging nothing"
    ])
    assert.include(follow(charging, charge())[0], "job renew at 2026-05-10T08:00:00.000Z")
  })

  it("is declined, is retried the next day (D25)", () => {
    assert.deepStrictEqual(written(charging, failed("funds")), [
      "5 failed_attempt.subscription",
      "5 for 4: failed_attempt paid 1 failed 1 next 1 at 2026-04-11T03:00+02:00, last payment failed, charging nothing"
    ])
  })

  it("could not be decided, is retried in the next hour (D25)", () => {
    assert.deepStrictEqual(written(charging, failed("acquirer-temporary")), [
      "5 failed_attempt.subscription",
      "5 for 4: error paid 1 failed 1 next 1 at 2026-04-10T11:00+02:00, last payment failed, charging nothing"
    ])
  })

  it("D25: fails, counts for the card that was charged, whichever it has by then", () => {
    for (const reason of ["funds", "acquirer-temporary", null] as const) {
      const writes = SubscriptionHook.follow(
        { ...charging, card: otherCard },
        failed(reason, { card: shownCard }),
        context,
        berlin
      )
      const declines = writes.flatMap((one) => (one._tag === "ReplaceSubscription" ? one.subscription.declines : []))
      assert.deepStrictEqual(declines, [{ at: at("2026-04-10T10:00:03+02:00"), card: shownCard.stamp }])
    }
  })

  it("is declined for ever, is cancelled (D25)", () => {
    assert.include(written(charging, failed("fraud-issuer"))[1], "canceled paid 1 failed 1 next -")
  })

  it("expires, counts as declined: nobody has paid (D25)", () => {
    const first = { ...waiting(planWith()), charging: uid("7") }
    const start = charge({ status: "expired", subscription: { id, purpose: "start", cycle: 0 } })
    assert.include(written(first, start)[1], "failed paid 0 failed 1 next -, last payment expired")
  })

  it("succeeds after it was cancelled, stays cancelled and keeps the charge (D23)", () => {
    const over = { ...charging, state: "canceled" as const }
    for (const transaction of [charge(), failed("funds")]) {
      assert.deepStrictEqual(written(over, transaction), [
        `5 for 4: canceled paid 1 failed 0 next -, last payment ${transaction.status}, charging nothing`
      ])
    }
  })

  it("is another one than it waits for, changes nothing", () => {
    assert.deepStrictEqual(follow({ ...charging, charging: uid("8") }, failed("funds")), [])
    assert.deepStrictEqual(follow(active, failed("funds")), [])
  })

  it("was passed on, remembers the acquirer that was asked last", () => {
    const attempts = [
      { step: "charge" as const, key: AcquirerKey.make("k2"), gatewayId: 2, at: at("2026-04-10T10:00:01+02:00") }
    ]
    const [write] = SubscriptionHook.follow(charging, charge({ attempts } as never), context, berlin).filter(
      ({ _tag }) => _tag === "ReplaceSubscription"
    )
    assert.strictEqual(write?._tag === "ReplaceSubscription" ? write.subscription.gatewayId : 0, 2)
  })
})

// Source: D40: "a late truth is written, announced and kept in the history"; D25.
describe("a late success of a charge that was told as failed", () => {
  const failing = { ...renewedWith(active, ["declined"]), version: 6 }
  const late = charge({ updatedAt: at("2026-04-10T18:00+02:00") })

  it("D40: pays the cycle while its retry waits", () => {
    assert.deepStrictEqual(written(failing, late), [
      "7 renewed.subscription",
      "7 for 6: active paid 2 failed 0 next 2 at 2026-05-10T10:00+02:00, last payment successful, charging nothing"
    ])
  })

  it("D40: pays the last cycle", () => {
    const last = { ...failing, plan: planWith({ billingCycles: 2 }) }
    assert.include(written(last, late)[1], "expired paid 2 failed 0 next -")
  })

  it.each<[string, Subscription, CardTransaction]>([
    ["the retry has paid it", renewedWith(failing, ["charged"]), late],
    ["the next cycle has failed meanwhile", renewedWith(failing, ["charged", "declined"]), late],
    ["it is cancelled", { ...failing, state: "canceled" }, late],
    ["it is a failure again", failing, failed("funds")]
  ])("D40: changes nothing when %s", (_, subscription, transaction) => {
    assert.deepStrictEqual(follow(subscription, transaction), [])
  })

  // Otherwise a retry that fails would be made again, and the cycle paid twice.
  it.each([
    ["declined", failed("funds", { uid: uid("9") })],
    ["paid too", charge({ uid: uid("9") })]
  ])("D40: pays the cycle while its retry is under way; the retry, %s, changes nothing", (_, retry) => {
    const [paid] = SubscriptionHook.follow(
      { ...failing, charging: uid("9"), renewAt: null },
      late,
      context,
      berlin
    ).filter(({ _tag }) => _tag === "ReplaceSubscription")
    assert(paid?._tag === "ReplaceSubscription")
    assert.strictEqual(shown(paid.subscription), "active paid 2 failed 0 next 2 at 2026-05-10T10:00+02:00")
    assert.strictEqual(paid.subscription.charging, uid("9"))
    assert.deepStrictEqual(follow(paid.subscription, retry), [
      "job renew at 2026-05-10T08:00:00.000Z",
      `8 for 7: active paid 2 failed 0 next 2 at 2026-05-10T10:00+02:00, last payment ${retry.status}, charging nothing`
    ])
  })

  it("D40: of an earlier plan's cycle of the same number pays nothing", () => {
    // Cycle 1 of the old plan was retried in the end; cycle 1 of the new one fails.
    const dearer = planWith({ every: "10 day" })
    const replanned = renewedWith({ ...renewedWith(failing, ["charged"]), nextPlan: dearer }, ["charged", "declined"])
    assert.deepInclude(replanned, { cycle: 1, attempts: 1 })
    assert.deepStrictEqual(follow(replanned, late), [])
  })

  it("D24: and a change of the trial's own charge is no payment of the first cycle", () => {
    const trial = planWith({ trial: trialOf(100, "7 day", true) })
    const failed = renewedWith(paidAt(trial, "2026-03-10T10:00+01:00"), ["declined"])
    assert.deepInclude(failed, { cycle: 0, attempts: 1 })
    const first = charge({
      subscription: { id, purpose: "start", cycle: 0 },
      createdAt: at("2026-03-10T10:00+01:00"),
      updatedAt: at("2026-03-17T18:00+01:00")
    })
    assert.deepStrictEqual(follow(failed, first), [])
  })
})

describe("the check of another card", () => {
  const check = (changes: Partial<CardTransaction> = {}) =>
    charge({
      uid: uid("8"),
      type: "tokenization",
      subscription: { id, purpose: "card", cycle: 1 },
      card: otherCard,
      ...changes
    })
  const failing = { ...renewedWith(active, ["declined"]), version: 6 }

  it("D25: replaces the card, and forgets nothing that failed", () => {
    const [write] = SubscriptionHook.follow(failing, check(), context, berlin)
    assert(write?._tag === "ReplaceSubscription")
    assert.strictEqual(write.subscription.card, otherCard)
    assert.deepStrictEqual(write.subscription.declines, failing.declines)
    assert.isAbove(failing.declines.length, 0)
    assert.strictEqual(shown(write.subscription), shown(failing))
  })

  it("changes nothing while a charge is under way but the card", () => {
    assert.deepStrictEqual(written(charging, check()), [
      "5 for 4: active paid 1 failed 0 next -, last none, charging one"
    ])
  })

  // The latest wish wins: a check that succeeds after that of a later wish changes nothing.
  it.each([
    { checks: undefined, left: undefined, replaces: true },
    { checks: ["8"], left: [], replaces: true },
    { checks: ["7", "8", "9"], left: ["9"], replaces: true },
    { checks: ["9"], left: ["9"], replaces: false },
    { checks: [], left: [], replaces: false }
  ])("the last of the wishes $checks that is fulfilled stands: replaces $replaces", (row) => {
    const uids = (names: ReadonlyArray<string> | undefined) => names?.map((name) => uid(name))
    const checks = uids(row.checks)
    const subscription = checks === undefined ? failing : { ...failing, checks }
    const [write] = SubscriptionHook.follow(subscription, check(), context, berlin)
    const after = write?._tag === "ReplaceSubscription" ? write.subscription : subscription
    assert.strictEqual(after.card, row.replaces ? otherCard : failing.card)
    assert.deepStrictEqual(after.checks, uids(row.left))
  })

  it.each<[string, Subscription, CardTransaction]>([
    ["it failed", failing, check({ status: "failed" })],
    ["it is not decided", failing, check({ status: "pending" })],
    ["the subscription has ended", { ...failing, state: "canceled" }, check()]
  ])("changes nothing when %s", (_, subscription, transaction) => {
    assert.deepStrictEqual(follow(subscription, transaction), [])
  })
})
