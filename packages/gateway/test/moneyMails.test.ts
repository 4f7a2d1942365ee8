/** Mails about money, from the commit that makes a fact to the mail server's answer. Source: D65. */
import { assert, it } from "@effect/vitest"
import { Coupons } from "@florin/core/billing/Coupons"
import { type Mail, Mailer, MailOutcome } from "@florin/core/mail/Mailer"
import { FaultPoints } from "@florin/core/store/FaultPoints"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  at,
  billing,
  cancel,
  changePlan,
  createPlan,
  hook,
  monthly,
  pause,
  playing,
  progress,
  resume,
  subscribe,
  uncancel,
  until,
  type Verdict
} from "./internal/billing.js"
import { card, charge, child, pass, pay, refund, shop } from "./internal/world.js"

const address = "jane@customer.example"
const customer = { email: address, ip: "203.0.113.7" }

const yearly = (changes: object = {}) =>
  monthly({ plan: { amount: 9900, interval: 12, interval_unit: "month" }, ...changes })

const trial = { trial: { amount: 0, interval: 14, interval_unit: "day" } }

interface Options {
  readonly script?: ReadonlyArray<Verdict>
  readonly settings?: object
  readonly send?: (mail: Mail, attempt: number) => Effect.Effect<MailOutcome>
  readonly points?: Layer.Layer<never>
}

/** A gateway with a mailer, and the mails about money that it was handed. */
const mailing = ({ points = Layer.empty, script = [], send, settings = {} }: Options = {}) => {
  const [mails, receipts]: [Array<Mail>, Array<Mail>] = [[], []]
  const mailer = Layer.succeed(Mailer, {
    send: (mail) =>
      Effect.suspend(() => {
        if (mail.id.startsWith("receipt-")) {
          receipts.push(mail)
          return Effect.succeed(MailOutcome.Accepted())
        }
        mails.push(mail)
        return send?.(mail, mails.length) ?? Effect.succeed(MailOutcome.Accepted())
      })
  })
  const layer = billing({
    acquirers: playing(...script).acquirers,
    shops: [{ id: "plain", secret_key: "plain-secret-0001", name: "Plain", notification_url: hook, ...settings }],
    settings: Layer.merge(mailer, points)
  })
  return {
    mails,
    receipts,
    layer,
    // The sandbox's acquirer moves no money, and mails say so.
    subjects: () => mails.map(({ subject }) => subject.replace(/^(?:TEST|ТЕСТ): /, ""))
  }
}

const begin = (plan: object, changes: object = {}) =>
  Effect.gen(function* () {
    yield* at("2026-03-10T10:00:00Z")
    const { id } = yield* subscribe(plan, { customer, ...changes })
    yield* pass(0)
    return id
  })

describeOnContract("a charge ahead", () => {
  it.effect("D65: of a year is mailed a week before, to the customer, with its day and amount", () => {
    const { layer, mails, subjects } = mailing()
    return Effect.gen(function* () {
      const id = yield* begin(yearly())
      yield* until("2027-03-03T09:59:00Z")
      assert.lengthOf(mails, 0)
      yield* until("2027-03-03T10:00:00Z")
      assert.deepStrictEqual(subjects(), ["Payment to Plain on March 10, 2027: €99.00"])
      assert.deepStrictEqual([mails[0]!.to, mails[0]!.language], [address, "en"])
      assert.match(mails[0]!.id, new RegExp(`^charge-ahead-${id.replace("_", "-")}-\\d+-1$`))
      assert.include(mails[0]!.text, `https://pay.example/plans/`)
      yield* until("2027-03-11T10:00:00Z")
      assert.lengthOf(mails, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("D61, D65: and the receipt before it say for how long a reduction lasts", () => {
    const { layer, mails, receipts } = mailing()
    return Effect.gen(function* () {
      const request = yield* BillingRequests.coupon({ code: "NEW", percent_off: 5000, duration: "cycles:2" })
      yield* (yield* Coupons).create(yield* shop("plain"), request)
      yield* begin(yearly(), { coupon: "NEW" })
      yield* until("2027-03-03T10:00:00Z")
      yield* until("2027-03-11T10:00:00Z")
      const reply = [...receipts, ...mails].map(({ text }) => text.split("\n").find((line) => line.startsWith("Then")))
      assert.deepStrictEqual(reply, [
        "Then: €49.50 once, then €99.00 every year",
        "Then: €99.00 every year",
        "Then: €99.00 every year"
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect("D65: that ends a trial is mailed three days before, in the customer's language", () => {
    const { layer, mails, subjects } = mailing()
    return Effect.gen(function* () {
      yield* begin(monthly(trial), { settings: { language: "ru" } })
      yield* until("2026-03-21T10:00:00Z")
      assert.deepStrictEqual(subjects(), ["Платёж продавцу Plain 24 марта 2026 г.: 10,00\u00a0€"])
      assert.include(mails[0]!.text, "пробный период")
    }).pipe(Effect.provide(layer))
  })

  it.effect("D65: is mailed once, whatever is taken back and asked for again after it", () => {
    const { layer, subjects } = mailing()
    return Effect.gen(function* () {
      const id = yield* begin(monthly(trial))
      yield* until("2026-03-21T11:00:00Z")
      assert.lengthOf(subjects(), 1)
      yield* pause(id)
      yield* pass("1 hour")
      yield* resume(id)
      yield* pass("1 hour")
      yield* cancel(id, { at_period_end: true })
      yield* pass("1 hour")
      yield* uncancel(id)
      yield* pass("1 hour")
      const plan = yield* createPlan(yearly({ title: "Other" }))
      yield* changePlan(id, { plan: { id: plan.id } })
      yield* pass("1 day")
      assert.lengthOf(subjects(), 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("D65: of one that is paused or is to end is not mailed, and is once it goes on", () => {
    const { layer, subjects } = mailing()
    return Effect.gen(function* () {
      const id = yield* begin(monthly(trial))
      yield* cancel(id, { at_period_end: true })
      yield* until("2026-03-22T10:00:00Z")
      assert.lengthOf(subjects(), 0)
      yield* uncancel(id)
      yield* pass(0)
      assert.lengthOf(subjects(), 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("D65: is mailed once although the process dies after each step of it", () => {
    const broken = new Set(["commit.mail-begin before", "commit.mail-begin after", "commit.mail-result before"])
    // The receipt of the first charge is none of these mails.
    let isAhead = false
    const points = Layer.succeed(FaultPoints, (point, moment) =>
      isAhead && broken.delete(`${point} ${moment}`) ? Effect.dieMessage("broken") : Effect.void
    )
    const { layer, mails } = mailing({ points })
    return Effect.gen(function* () {
      yield* begin(monthly(trial))
      isAhead = true
      for (const hour of [10, 11, 12, 13]) yield* until(`2026-03-21T${hour}:00:00Z`)
      assert.deepStrictEqual([...broken], [])
      // What was sent and not recorded is sent once more under the same id; nothing else is.
      assert.strictEqual(new Set(mails.map(({ id }) => id)).size, 1)
      assert.lengthOf(mails, 2)
    }).pipe(Effect.provide(layer))
  })
})

describeOnContract("a charge that failed", () => {
  it.effect("D65: is mailed each time, with the day of the next attempt and an address for another card", () => {
    const { layer, mails, subjects } = mailing({ script: ["approved", "declined", "declined", "approved"] })
    return Effect.gen(function* () {
      const id = yield* begin(monthly())
      yield* until("2026-04-11T04:00:00Z")
      assert.deepStrictEqual(
        subjects(),
        Array.from({ length: 2 }, () => "The payment to Plain did not go through: €10.00")
      )
      assert.include(mails[0]!.text, "Next attempt: April 11, 2026")
      assert.include(mails[1]!.text, "Next attempt: April 12, 2026")
      assert.match(
        mails[0]!.text,
        new RegExp(`https://pay\\.example/subscriptions/${id}/new-card\\?until=\\d+&seal=[\\w-]{43}\\n`)
      )
      yield* until("2026-05-01T00:00:00Z")
      assert.lengthOf(mails, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("D65: is tried again, and mailed to be, by the shop's own table", () => {
    const settings = { decline_retry_days: "2, 4" }
    const { layer, mails } = mailing({ settings, script: ["approved", "declined", "declined", "approved"] })
    return Effect.gen(function* () {
      const id = yield* begin(monthly())
      yield* until("2026-04-12T04:00:00Z")
      assert.include(mails[0]!.text, "Next attempt: April 12, 2026")
      assert.include(mails[1]!.text, "Next attempt: April 16, 2026")
      assert.deepStrictEqual(yield* progress(id), {
        state: "failed_attempt",
        paid: 1,
        failed: 2,
        next: "2026-04-16T03:00"
      })
    }).pipe(Effect.provide(layer))
  })

  it.effect("D65: technically is not mailed: the card is well", () => {
    const { layer, subjects } = mailing({ script: ["approved", "error", "approved"] })
    return Effect.gen(function* () {
      yield* begin(monthly())
      yield* until("2026-05-01T00:00:00Z")
      assert.deepStrictEqual(subjects(), [])
    }).pipe(Effect.provide(layer))
  })
})

describeOnContract("a subscription that ends", () => {
  it.effect.each([
    { says: "by its merchant", script: [], reason: "is cancelled" },
    {
      says: "unpaid",
      script: ["approved", "declined", "declined", "declined"],
      reason: "its payment did not go through"
    }
  ] as const)("D65: $says is mailed once", ({ reason, script, says }) => {
    const { layer, mails, subjects } = mailing({ script })
    return Effect.gen(function* () {
      const id = yield* begin(monthly())
      if (says === "by its merchant") yield* cancel(id, { cancel_reason: "A note of ours" })
      yield* until("2026-07-01T00:00:00Z")
      const last = mails.filter(({ id }) => id.startsWith("subscription-ended-"))
      assert.lengthOf(last, 1)
      assert.strictEqual(subjects().at(-1), "Your subscription with Plain has ended")
      assert.include(last[0]!.text, reason)
      assert.notInclude(mails.map(({ text }) => text).join(), "A note of ours")
    }).pipe(Effect.provide(layer))
  })
})

describeOnContract("a refund", () => {
  it.effect("D65: is mailed to the customer of the payment", () => {
    const { layer, mails, subjects } = mailing()
    return Effect.gen(function* () {
      yield* at("2026-03-10T10:00:00Z")
      const paid = yield* pay(charge({ customer: { email: address } }))
      yield* refund(child(paid, 400, { reason: "Returned" }))
      yield* pass("1 hour")
      assert.deepStrictEqual(subjects(), ["Refund from Plain: €4.00"])
      assert.include(mails[0]!.text, "Your payment: €10.00, March 10, 2026")
      assert.strictEqual(mails[0]!.to, address)
    }).pipe(Effect.provide(layer))
  })

  it.effect("D65: of a customer without an address is not mailed, and leaves no work", () => {
    const { layer, subjects } = mailing()
    return Effect.gen(function* () {
      yield* at("2026-03-10T10:00:00Z")
      const paid = yield* pay(charge({ customer: undefined }))
      yield* refund(child(paid, 400, { reason: "Returned" }))
      yield* pass("1 hour")
      assert.deepStrictEqual(subjects(), [])
      assert.strictEqual(yield* pass(0), 0)
    }).pipe(Effect.provide(layer))
  })
})

describeOnContract("a shop", () => {
  it.effect("D65: that wants no mails gets none sent, and its plans for tests send none by themselves", () => {
    const settings = {
      mail_yearly_days: 0,
      mail_trial_days: 0,
      mail_card_days: 0,
      mail_failed_charges: false,
      mail_ended_subscriptions: false,
      mail_refunds: false
    }
    const { layer, subjects } = mailing({ settings, script: ["approved", "approved", "approved", "declined"] })
    return Effect.gen(function* () {
      yield* begin(yearly(trial))
      const paid = yield* pay(charge({ customer: { email: address } }))
      yield* refund(child(paid, 400, { reason: "Returned" }))
      const id = yield* begin(monthly({ test: true }))
      yield* until("2026-04-11T00:00:00Z")
      yield* cancel(id, { cancel_reason: "Moved" })
      yield* pass("1 day")
      assert.deepStrictEqual(subjects(), [])
    }).pipe(Effect.provide(layer))
  })

  it.effect("D65: costs nothing without a mailer: no work is left due", () =>
    Effect.gen(function* () {
      yield* begin(monthly(trial))
      assert.strictEqual((yield* shop("plain")).name, "Plain")
      yield* until("2026-03-21T11:00:00Z")
      assert.strictEqual(yield* pass(0), 0)
    }).pipe(Effect.provide(billing()))
  )
})

describeOnContract("a mail server", () => {
  it.effect("D65: that refuses for now is asked again until the charge is made, with the same id", () => {
    const { layer, mails } = mailing({ send: () => Effect.succeed(MailOutcome.Deferred({ reason: "451" })) })
    return Effect.gen(function* () {
      yield* begin(monthly({ trial: { amount: 0, interval: 1, interval_unit: "day" } }), { card })
      yield* until("2026-03-20T10:00:00Z")
      // Three days of attempts would go on after the charge that it is about: 1, 5 and 30 minutes, 2, 5 and 10 hours.
      assert.lengthOf(mails, 7)
      assert.lengthOf(new Set(mails.map(({ id }) => id)), 1)
    }).pipe(Effect.provide(layer))
  })
})
