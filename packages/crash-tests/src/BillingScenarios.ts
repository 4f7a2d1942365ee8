/** How the fault points of plans, customers and subscriptions are reached. */
import * as Orders from "@florin/testing/parties/Orders"
import type { Delivery } from "@florin/testing/parties/Receiver"
import { type Manner, prompt } from "@florin/testing/parties/ScriptedAcquirer"
import * as Effect from "effect/Effect"
import { untilFound } from "./Process.js"
import { type Another, type Scenario, stop } from "./Scenario.js"
import type { Stage } from "./Stage.js"

const hour = 3_600_000

/** A key that was claimed by a request whose process died counts as in progress for so long. */
export const abandoned = 61_000

/** Every hour, after an hour at another price, so that an acquirer can tell renewals from the first charge. */
const hourly = {
  ...{ title: "Hourly", currency: "EUR" },
  plan: { amount: 1000, interval: 1, interval_unit: "hour" },
  trial: { amount: 100, interval: 1, interval_unit: "hour", as_first_payment: true }
}

const monthly = { ...hourly, plan: { amount: 1000, interval: 1, interval_unit: "month" }, trial: undefined }

const subscribe = ({ merchant }: Stage, more: object = {}) =>
  merchant.post("/subscriptions", { plan: hourly, tracking_id: "subscription", card: Orders.card, ...more })

/** What the merchant was told of the subscription. */
const reportedOf = ({ environment }: Stage): ReadonlyArray<Delivery> =>
  environment.receiver.deliveries().filter(({ event }) => event !== undefined)

const hears = (event: string, stage: Stage) => reportedOf(stage).some((_) => _.event === `${event}.subscription`)

const reported = (event: string) => (stage: Stage) => hears(event, stage)

const isReported = (event: string, stage: Stage) => untilFound(() => hears(event, stage) || undefined)

/** A post about the subscription, which the merchant repeats until it is answered. */
const posted = Effect.fnUntraced(function* (stage: Stage, action: string, body: object = {}) {
  const id = reportedOf(stage)[0]!.uid
  return yield* stage.merchant.post(`/subscriptions/${id}/${action}`, body)
})

/** The last post was answered with that status. */
const answered =
  (status: number) =>
  ({ merchant }: Stage): boolean =>
    merchant.posts().at(-1)?.status === status

const subscribed = (stage: Stage) => Effect.zipRight(subscribe(stage), isReported("created", stage))

/** What is posted creates one thing; the merchant repeats it until it is created. */
const creating = (play: Scenario["play"]): Scenario => ({ play, later: abandoned, ends: answered(201) })

/** An hour passes while no process runs; the process that is started then renews the subscription, and has the trap. */
const renewing = (hours: number, first: Scenario["play"] = subscribed): Scenario => ({
  first: (stage) => Effect.zipRight(first(stage), stop(stage)),
  play: (stage) => stage.launch({ traps: [stage.trap], ahead: hours * hour }),
  ends: (stage) => hears("renewed", stage) || hears("failed_attempt", stage)
})

const declining = ({ amount }: { readonly amount: number }): Manner =>
  amount === 1000 ? { ...prompt, verdict: "funds" } : prompt

/** Its renewal was declined. */
const declined = Effect.fnUntraced(function* (stage: Stage) {
  yield* subscribed(stage)
  yield* stop(stage)
  yield* stage.launch({ ahead: hour })
  yield* isReported("failed_attempt", stage)
})

/** The merchant charges it once more, now. Whichever process dies, that is made long before the retry of the decline. */
const chargedNow: Scenario = {
  manner: declining,
  first: declined,
  play: (stage) => posted(stage, "charge"),
  later: abandoned,
  ends: (stage) => reportedOf(stage).filter(({ event }) => event === "failed_attempt.subscription").length >= 2
}

const execute = (statement: string) => (stage: Stage) => stage.front().tell({ _tag: "Execute", statement })

/** Its work comes too early, as it does where a clock was set back meanwhile. The payment wakes the process. */
const early: Scenario = {
  first: (stage) => Effect.zipRight(subscribed(stage), stop(stage)),
  play: Effect.fnUntraced(function* (stage) {
    yield* stage.launch({ traps: [stage.trap] })
    yield* execute("UPDATE florin_jobs SET run_at = 0 WHERE kind = 'renew'")(stage)
    return yield* stage.pay()
  }),
  later: hour,
  ends: reported("renewed")
}

/** The gateway refuses to charge it: its card is gone, and another one is waited for. */
const refused = renewing(1, (stage) => Effect.zipRight(subscribed(stage), execute("DELETE FROM florin_cards")(stage)))

/** Its period is over with which it was to end. */
const ending: Scenario = {
  ...renewing(1, (stage) => Effect.zipRight(subscribed(stage), posted(stage, "cancel", { at_period_end: true }))),
  ends: reported("canceled")
}

/** Its customer is mailed that it ended: once, whichever process dies before anything is sent. */
const mailed: Scenario = {
  first: (stage) =>
    Effect.zipRight(
      subscribe(stage, { customer: { email: "jane@customer.example", ip: "203.0.113.7" } }),
      isReported("created", stage)
    ),
  play: (stage) => posted(stage, "cancel", { cancel_reason: "Moved away" }),
  later: abandoned,
  ends: ({ environment }) =>
    environment.receiver.mails().filter((id) => id.startsWith("subscription-ended-")).length === 1
}

/** One cycle, which gives features. */
const once = { ...hourly, trial: undefined, infinite: false, billing_cycles: 1, features: { seats: 5 } }

const customer = { email: "jane@shop.example", ip: "203.0.113.7" }

/** How often the merchant was told what the customer may use. */
const entitled = (stage: Stage): number =>
  reportedOf(stage).filter(({ event }) => event === "entitlements.changed").length

/** The time is over for which its last cycle was paid. */
const lapsing: Scenario = {
  ...renewing(1, (stage) =>
    Effect.zipRight(
      subscribe(stage, { plan: once, customer }),
      untilFound(() => entitled(stage) === 1 || undefined)
    )
  ),
  ends: (stage) => entitled(stage) === 2
}

const renewed = renewing(1)

/** Its balance pays for it. */
const free: Scenario = {
  ...renewing(
    1,
    Effect.fnUntraced(function* (stage) {
      yield* subscribe(stage, { quantity: 1 })
      yield* isReported("created", stage)
      yield* execute(`INSERT INTO florin_balances (shop_id, owner, currency, amount)
        SELECT shop_id, id, 'EUR', 1000 FROM florin_subscriptions`)(stage)
    })
  ),
  freeCycles: 1,
  ends: reported("renewed")
}

/** It has three units from now on, and the two more are charged at once: another amount than the plan's. */
const changed: Scenario = {
  first: (stage) => Effect.zipRight(subscribe(stage, { plan: monthly, quantity: 1 }), isReported("created", stage)),
  play: (stage) => posted(stage, "change", { quantity: 3 }),
  later: abandoned,
  // Without the charge, which its acquirer never saw, nothing changes.
  ends: (stage) => hears("changed", stage) || stage.environment.receiver.deliveries().some(isUnpaid)
}

const isUnpaid = ({ event, status }: Delivery): boolean => event === undefined && status === "failed"

const coupon = { code: "SPRING", percent_off: 2500, max_redemptions: 10 }

const metered = {
  items: [
    {
      ...{ id: "requests", title: "Requests" },
      price: { kind: "per_unit", unit_amount: 2, metered: {} }
    }
  ]
}

/** 10.00 EUR in advance, and 0.02 EUR for each request when the period is over. */
const used = {
  plan: { ...hourly, trial: undefined },
  items: [{ id: "access", title: "Access", price: { kind: "flat", amount: 1000 }, quantity: 1 }, ...metered.items]
}

/** The charges that the merchant was told to have succeeded. */
const paid = ({ environment }: Stage): number =>
  new Set(
    environment.receiver
      .deliveries()
      .filter(({ event, status }) => event === undefined && status === "successful")
      .map(({ uid }) => uid)
  ).size

/**
 * What was used of it is charged when its last period is over: once, and then it has ended. What the acquirer never got is
 * not sent again but told as failed, and is charged by a retry: until then it has not ended.
 */
const owing: Scenario = {
  ...renewing(
    1,
    Effect.fnUntraced(function* (stage) {
      yield* subscribe(stage, used)
      yield* isReported("created", stage)
      yield* posted(stage, "usage", { item: "requests", quantity: 5, key: "one" })
      yield* posted(stage, "cancel", { at_period_end: true })
      yield* isReported("end_scheduled", stage)
    })
  ),
  ends: (stage) => (hears("canceled", stage) ? paid(stage) === 2 : paid(stage) === 1 && hears("failed_attempt", stage))
}

export const scenarios = {
  "commit.coupon-create": creating(({ merchant }) => merchant.post("/coupons", coupon)),
  "commit.coupon-give": {
    first: ({ merchant }: Stage) =>
      Effect.zipRight(
        merchant.post("/coupons", coupon),
        merchant.post("/customers", { email: "jane@shop.example", ip: "203.0.113.7" })
      ),
    play: ({ merchant }: Stage) => {
      const { id } = merchant.posts()[1]!.answer as { readonly id: string }
      return merchant.post(`/customers/${id}/coupon`, { coupon: coupon.code })
    },
    later: abandoned,
    ends: answered(200)
  },
  "commit.usage-record": {
    first: (stage: Stage) => Effect.zipRight(subscribe(stage, metered), isReported("created", stage)),
    play: (stage: Stage) => posted(stage, "usage", { item: "requests", quantity: 5, key: "one" }),
    later: abandoned,
    // Once, however often it was sent.
    ends: (stage: Stage) =>
      answered(200)(stage) && /"quantity":5\b/.test(JSON.stringify(stage.merchant.posts().at(-1)?.answer))
  },
  "commit.plan-create": creating(({ merchant }) => merchant.post("/plans", monthly)),
  "commit.customer-create": creating(({ merchant }) =>
    merchant.post("/customers", { email: "jane@shop.example", ip: "203.0.113.7" })
  ),
  "commit.subscription-create": creating((stage) => subscribe(stage, { card: undefined })),
  "commit.accept-subscription": creating(subscribe),
  "commit.subscription-change": {
    first: subscribed,
    play: (stage: Stage) => posted(stage, "cancel", { cancel_reason: "Moved away" }),
    later: abandoned,
    ends: reported("canceled")
  },
  "commit.mail-begin": mailed,
  "commit.accept-renewal": renewed,
  "commit.accept-change": changed,
  "commit.renew-claim": chargedNow,
  "commit.renew-free": free,
  "commit.renew-nothing": early,
  "commit.renew-refused": refused,
  "commit.entitlements-lapse": lapsing
} satisfies Readonly<Record<string, Scenario>>

/** More of what happens to renewals. */
export const others: ReadonlyArray<Another> = [
  { ...renewed, point: "commit.jobs-claim", what: "a renewal" },
  { ...renewed, point: "acquirer.perform", what: "a renewal" },
  { ...renewed, point: "commit.record", what: "the outcome of a renewal" },
  { ...renewed, manner: declining, point: "commit.record", what: "the decline of a renewal" },
  { ...chargedNow, point: "commit.accept-renewal", what: "a charge that the merchant asks for" },
  { ...ending, point: "commit.renew-refused", what: "the end of its last period" },
  { ...owing, point: "commit.accept-renewal", what: "the charge of what is owed at its end" },
  { ...owing, point: "acquirer.perform", what: "the charge of what is owed at its end" },
  { ...owing, point: "commit.record", what: "the outcome of what is owed at its end" }
]
