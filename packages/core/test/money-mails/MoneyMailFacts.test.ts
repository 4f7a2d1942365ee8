import type { KeyRecord } from "@florin/core/idempotency/IdempotencyKey"
import * as MoneyMailFacts from "@florin/core/money-mails/MoneyMailFacts"
import * as MoneyMailTasks from "@florin/core/money-mails/MoneyMailTasks"
import type { MoneyMailSettings } from "@florin/core/shops/Shop"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import * as DateTime from "effect/DateTime"
import { assert, describe, it } from "vitest"
import { claimed, shopWith, shownCard, transactionWith, uid } from "../samples.js"
import { id, type OutcomeName, paidAt, planWith, renewedWith, settle, trialOf } from "../subscriptions/given.js"
import { at, zone } from "../time/clocks.js"

const utc = zone("UTC")
const email = "jane@customer.example"

const addressed = (subscription: Subscription, changes: Partial<Subscription> = {}): Subscription => ({
  ...subscription,
  customer: { email },
  ...changes
})

/** Paid once, on 10 March 2026 at 10:00 UTC. */
const paid = (plan: Parameters<typeof planWith>[0], changes: Partial<Subscription> = {}): Subscription =>
  addressed(paidAt(planWith(plan), "2026-03-10T10:00Z", utc), changes)

const shown = (instant: DateTime.Utc) => DateTime.formatIso(instant).slice(0, 16)

const aheadOf = (subscription: Subscription, moneyMails: MoneyMailSettings = {}) =>
  MoneyMailFacts.ahead(subscription, shopWith({ moneyMails })).map(({ dueAt, fact }) => `${fact} ${shown(dueAt)}`)

const yearly = { every: "12 month" }
const trial = { trial: trialOf(0, "14 day") }
const expiring = (expMonth: number, expYear: number) => ({ card: { ...shownCard, expMonth, expYear } })
const last = (createdAt: string) => ({
  lastTransaction: { uid: uid("1"), type: "payment" as const, status: "successful" as const, createdAt: at(createdAt) }
})

// Source: D65.
describe("what lies ahead of a customer", () => {
  it.each<{
    readonly says: string
    readonly subscription: Subscription
    readonly settings?: MoneyMailSettings
    readonly expected: ReadonlyArray<string>
  }>([
    { says: "a yearly charge", subscription: paid(yearly), expected: ["charge-ahead 2027-03-03T10:00"] },
    {
      says: "a charge each 365 days",
      subscription: paid({ every: "365 day" }),
      expected: ["charge-ahead 2027-03-03T10:00"]
    },
    {
      says: "a charge each 8760 hours",
      subscription: paid({ every: "8760 hour" }),
      expected: ["charge-ahead 2027-03-03T10:00"]
    },
    { says: "a charge each 364 days", subscription: paid({ every: "364 day" }), expected: [] },
    { says: "a charge each 11 months", subscription: paid({ every: "11 month" }), expected: [] },
    { says: "a monthly charge", subscription: paid({}), expected: [] },
    { says: "the end of a trial", subscription: paid(trial), expected: ["charge-ahead 2026-03-21T10:00"] },
    {
      says: "the end of a trial, by the shop's own days",
      subscription: paid(trial),
      settings: { trialDays: 10 },
      expected: ["charge-ahead 2026-03-14T10:00"]
    },
    { says: "the end of a trial, not wanted", subscription: paid(trial), settings: { trialDays: 0 }, expected: [] },
    { says: "a yearly charge, not wanted", subscription: paid(yearly), settings: { yearlyDays: 0 }, expected: [] },
    {
      says: "a yearly charge, 28 days before",
      subscription: paid(yearly),
      settings: { yearlyDays: 28 },
      expected: ["charge-ahead 2027-02-10T10:00"]
    },
    { says: "a free yearly plan", subscription: paid({ ...yearly, amount: 0 }), expected: [] },
    {
      says: "a change to a yearly plan",
      subscription: paid({}, { nextPlan: planWith(yearly) }),
      expected: ["charge-ahead 2026-04-03T10:00"]
    },
    { says: "a change from a yearly plan", subscription: paid(yearly, { nextPlan: planWith() }), expected: [] },
    { says: "a customer without an address", subscription: paid(yearly, { customer: {} }), expected: [] },
    { says: "a test plan", subscription: paid({ ...yearly, test: true }), expected: [] },
    {
      says: "a test plan, wanted",
      subscription: paid({ ...yearly, test: true }),
      settings: { tests: true },
      expected: ["charge-ahead 2027-03-03T10:00"]
    },
    { says: "a paused one", subscription: paid(yearly, { pausedAt: at("2026-04-01T00:00Z") }), expected: [] },
    {
      says: "one that ends with its period",
      subscription: paid(yearly, { ending: { reason: "Moved" } }),
      expected: []
    },
    { says: "one that is cancelled", subscription: paid(yearly, { state: "canceled" }), expected: [] },
    { says: "one that is charged now", subscription: paid(yearly, { charging: uid("2") }), expected: [] },
    { says: "one whose charge failed", subscription: paid(yearly, { attempts: 1 }), expected: [] },
    {
      says: "a card that expires before the charge",
      subscription: paid({}, { ...expiring(3, 2026), ...last("2026-03-10T10:00Z") }),
      expected: ["card-expiring 2026-04-03T10:00"]
    },
    {
      says: "a card that expires in the month of the charge",
      subscription: paid({}, { ...expiring(4, 2026), ...last("2026-03-10T10:00Z") }),
      expected: []
    },
    {
      says: "a card that had expired at the last charge, which succeeded",
      subscription: paid({}, { ...expiring(2, 2026), ...last("2026-03-10T10:00Z") }),
      expected: []
    },
    {
      says: "a card that expires, not wanted",
      subscription: paid({}, { ...expiring(3, 2026), ...last("2026-03-10T10:00Z") }),
      settings: { cardDays: 0 },
      expected: []
    },
    {
      says: "a card whose expiry is not known",
      subscription: paid({}, { card: { ...shownCard, expMonth: null, expYear: null }, ...last("2026-03-10T10:00Z") }),
      expected: []
    },
    {
      says: "a yearly charge that the card does not live to see",
      subscription: paid(yearly, { ...expiring(12, 2026), ...last("2026-03-10T10:00Z") }),
      expected: ["charge-ahead 2027-03-03T10:00", "card-expiring 2027-03-03T10:00"]
    }
  ])("D65: $says is mailed as $expected", ({ expected, settings, subscription }) => {
    assert.deepStrictEqual(aheadOf(subscription, settings), expected)
  })

  it("D65: a fact keeps its name over pauses and cancellations that are taken back, and each charge has its own", () => {
    const nameOf = (subscription: Subscription) => MoneyMailFacts.ahead(subscription, shopWith())[0]?.name
    const one = paid(yearly)
    const name = nameOf(one)
    assert.strictEqual(nameOf({ ...one, renewAt: at("2027-03-12T08:00Z"), version: 9 }), name)
    assert.notStrictEqual(nameOf(addressed(renewedWith(one, ["charged"], utc))), name)
    assert.notInclude(name, shownCard.token)
  })
})

/** The subjects of the mails that a change adds, by the outcomes of its renewals. */
const changed = (outcomes: ReadonlyArray<OutcomeName>, plan = {}, moneyMails: MoneyMailSettings = {}) => {
  const before = renewedWith(paid(plan), outcomes.slice(0, -1), utc)
  const { effects, subscription } = settle(before, outcomes.at(-1)!, before.renewAt!, utc)!
  return MoneyMailFacts.changeWrites(subscription, effects, shopWith({ moneyMails })).map((write) =>
    write._tag === "EnqueueJob" ? `${write.job.subject} ${shown(DateTime.unsafeMake(write.runAt))}` : write._tag
  )
}

describe("what a change means for a customer", () => {
  it.each<{
    readonly says: string
    readonly outcomes: ReadonlyArray<OutcomeName>
    readonly plan?: object
    readonly settings?: MoneyMailSettings
    readonly expected: ReadonlyArray<string>
  }>([
    { says: "a success", outcomes: ["charged"], expected: [] },
    { says: "a decline", outcomes: ["declined"], expected: [`charge-failed/${id}/1.1 2026-04-10T10:00`] },
    {
      says: "a second decline",
      outcomes: ["declined", "declined"],
      expected: [`charge-failed/${id}/1.2 2026-04-11T03:00`]
    },
    { says: "a decline, not wanted", outcomes: ["declined"], settings: { failed: false }, expected: [] },
    { says: "a technical error", outcomes: ["error"], expected: [] },
    {
      says: "the last decline",
      outcomes: ["declined", "declined", "declined"],
      expected: [`subscription-ended/${id} 2026-04-12T03:00`]
    },
    { says: "a stolen card", outcomes: ["forbidden"], expected: [`subscription-ended/${id} 2026-04-10T10:00`] },
    { says: "a stolen card, not wanted", outcomes: ["forbidden"], settings: { ended: false }, expected: [] },
    {
      says: "the last cycle",
      outcomes: ["charged"],
      plan: { billingCycles: 2 },
      expected: [`subscription-ended/${id} 2026-04-10T10:00`]
    },
    {
      says: "a failure after a free trial",
      outcomes: ["declined"],
      plan: trial,
      expected: [`subscription-ended/${id} 2026-03-24T10:00`]
    },
    { says: "a yearly success", outcomes: ["charged"], plan: yearly, expected: [`charge-ahead/${id} 2028-03-03T10:00`] }
  ])("D65: $says adds $expected", ({ expected, outcomes, plan, settings }) => {
    assert.deepStrictEqual(changed(outcomes, plan, settings), expected)
  })

  it("D65: a first charge that fails ends nothing", () => {
    const { effects, subscription } = settle(
      addressed({ ...paid({}), state: "redirecting", anchor: null, hasPaid: false }),
      "declined",
      at("2026-03-10T10:00Z"),
      utc
    )!
    assert.strictEqual(subscription.state, "failed")
    assert.deepStrictEqual(MoneyMailFacts.changeWrites(subscription, effects, shopWith()), [])
  })
})

describe("a refund", () => {
  it.each([
    { says: "that was made", expected: 1 },
    { says: "that failed", changes: { status: "failed" as const }, expected: 0 },
    { says: "of a test", changes: { test: true }, expected: 0 },
    { says: "of a test, wanted", changes: { test: true }, settings: { tests: true }, expected: 1 },
    { says: "that is not wanted", settings: { refunded: false }, expected: 0 },
    { says: "that is a capture", changes: { type: "capture" as const }, expected: 0 }
  ])("D65: $says adds $expected", ({ changes, expected, settings = {} }) => {
    const refund = transactionWith({ type: "refund", ...changes })
    assert.lengthOf(MoneyMailFacts.refundWrites(refund, shopWith({ moneyMails: settings })), expected)
  })
})

const jobOf = (subject: string) => ({ ...claimed("mail-money"), subject })

const begun = (
  subject: string,
  known: Subscription,
  now: string,
  facts: { sent?: KeyRecord; stored?: Subscription } = {}
) => {
  const job = jobOf(subject)
  const about = MoneyMailTasks.subjectOf(job)
  if (about.fact === "refunded") throw new Error("not a subscription")
  const commit = MoneyMailTasks.decideTask(job, about, known, shopWith(), at(now))
  const decision = commit.decide({ subscription: facts.stored ?? known, sent: facts.sent })
  if (decision._tag === "Refused") return "stale"
  const { _tag } = decision.answer
  return [_tag, ...decision.writes.map((write) => write._tag)].join(" ")
}

const failed = addressed(renewedWith(paid({}), ["declined"], utc))
const sent: KeyRecord = { fingerprint: "mail", claimedAt: 0, answer: undefined }

describe("a job that mails a fact", () => {
  const year = paid(yearly)
  it.each<{ says: string; subject: string; known: Subscription; now: string; sent?: KeyRecord; expected: string }>([
    {
      says: "too early",
      subject: `charge-ahead/${id}`,
      known: year,
      now: "2027-03-03T09:59Z",
      expected: "Later SuspendJob EnqueueJob"
    },
    { says: "in time", subject: `charge-ahead/${id}`, known: year, now: "2027-03-03T10:00Z", expected: "Send" },
    {
      says: "in time, sent before",
      subject: `charge-ahead/${id}`,
      known: year,
      now: "2027-03-03T10:00Z",
      sent,
      expected: "Nothing FinishJob"
    },
    {
      says: "a minute before the charge",
      subject: `charge-ahead/${id}`,
      known: year,
      now: "2027-03-10T09:59Z",
      expected: "Send"
    },
    {
      says: "with the charge",
      subject: `charge-ahead/${id}`,
      known: year,
      now: "2027-03-10T10:00Z",
      expected: "Nothing FinishJob"
    },
    {
      says: "of a paused one",
      subject: `charge-ahead/${id}`,
      known: { ...year, pausedAt: at("2026-04-01T00:00Z") },
      now: "2027-03-04T10:00Z",
      expected: "Nothing FinishJob"
    },
    {
      says: "of a failure that stands",
      subject: `charge-failed/${id}/1.1`,
      known: failed,
      now: "2026-04-10T11:00Z",
      expected: "Send"
    },
    {
      says: "of a failure before the last",
      subject: `charge-failed/${id}/1.0`,
      known: failed,
      now: "2026-04-10T11:00Z",
      expected: "Nothing FinishJob"
    },
    {
      says: "of a failure that is tried again now",
      subject: `charge-failed/${id}/1.1`,
      known: { ...failed, charging: uid("7") },
      now: "2026-04-10T11:00Z",
      expected: "Nothing FinishJob"
    },
    {
      says: "of a failure that was paid since",
      subject: `charge-failed/${id}/1.1`,
      known: { ...failed, state: "active", attempts: 0 },
      now: "2026-04-10T11:00Z",
      expected: "Nothing FinishJob"
    },
    {
      says: "of an end",
      subject: `subscription-ended/${id}`,
      known: { ...year, state: "canceled" },
      now: "2026-04-10T11:00Z",
      expected: "Send"
    },
    {
      says: "of a customer whose address is gone",
      subject: `subscription-ended/${id}`,
      known: { ...year, state: "canceled", customer: {} },
      now: "2026-04-10T11:00Z",
      expected: "Nothing FinishJob"
    }
  ])("D65: $says: $expected", ({ expected, known, now, subject, ...facts }) => {
    assert.strictEqual(begun(subject, known, now, facts), expected)
  })

  it("D65: writes nothing when the subscription has changed since it was read", () => {
    assert.strictEqual(
      begun(`charge-ahead/${id}`, year, "2027-03-03T10:00Z", { stored: { ...year, version: 99 } }),
      "stale"
    )
  })

  // What a change enqueues while the mail is on its way is this same job, and would end with it.
  it("D65: keeps its mark under a name that no request can send, and looks once more for the next fact", () => {
    const now = at("2026-01-01T00:00Z")
    const decision = MoneyMailTasks.mailed(jobOf("x"), "charge-ahead one", now).decide({})
    assert(decision._tag === "Decided")
    const reported = decision.writes.map((write) => {
      if (write._tag === "ClaimKey") return `${write._tag} ${write.key}`
      return write._tag === "EnqueueJob" ? `${write._tag} ${write.job.subject} ${write.runAt}` : write._tag
    })
    assert.deepStrictEqual(reported, [
      "SuspendJob",
      `EnqueueJob x ${now.epochMillis}`,
      "ClaimKey mail charge-ahead one"
    ])
    assert.strictEqual(decision.wakeAt, now.epochMillis)
  })
})
