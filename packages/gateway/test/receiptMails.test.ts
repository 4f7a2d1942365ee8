/** Receipts by mail, from the payment to the mail server's answer. Source: D36. */
import { assert, it } from "@effect/vitest"
import { type Mail, Mailer, MailOutcome } from "@florin/core/mail/Mailer"
import { FaultPoints, type Moment } from "@florin/core/store/FaultPoints"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as Pages from "@florin/pages/Pages"
import { Scheduler } from "@florin/scheduler/Scheduler"
import { SchedulerSettings } from "@florin/scheduler/SchedulerSettings"
import { describeOnContract, emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/TestClock"
import { receiver } from "./internal/receiver.js"
import {
  authorize,
  capture,
  card,
  charge,
  child,
  find,
  morning,
  pass,
  pay,
  soon,
  type WorldOptions,
  world
} from "./internal/world.js"

const address = "jane@customer.example"

/** A payment of a customer with an address. */
const order = (changes: object = {}) =>
  charge({
    customer: { email: address },
    additional_data: { receipt_text: ["Thank you", "<b>Two</b> lines"] },
    ...changes
  })

type Send = (mail: Mail, attempt: number) => Effect.Effect<MailOutcome>

const accepted: Send = () => Effect.succeed(MailOutcome.Accepted())
const deferred = MailOutcome.Deferred({ reason: "451" })

/** A gateway with a mailer, the mails that it was handed, and what was logged. */
const mailing = (send: Send, { settings, ...options }: WorldOptions = {}) => {
  const mails: Array<Mail> = []
  const logged: Array<string> = []
  const mailer = Layer.succeed(Mailer, {
    send: (mail) =>
      Effect.suspend(() => {
        mails.push(mail)
        return send(mail, mails.length)
      })
  })
  const log = Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ logLevel, message }) => void logged.push(`${logLevel.label} ${JSON.stringify(message)}`))
  )
  const layer = Layer.merge(world({ ...options, settings: Layer.merge(mailer, settings ?? Layer.empty) }), log)
  return { mails, logged, layer }
}

describeOnContract("a payment of a customer with an address", () => {
  it.effect("D36: is mailed once, in parts, with the lines of receipt_text", () => {
    const { layer, mails } = mailing(accepted)
    return Effect.gen(function* () {
      yield* morning
      const { uid } = yield* pay(order())
      assert.lengthOf(mails, 0)
      yield* pass("4 days")
      assert.lengthOf(mails, 1)
      const [{ html, id, language, subject, text, to }] = mails as [Mail]
      assert.deepStrictEqual([id, to, language], [`receipt-${uid}`, address, "en"])
      assert.strictEqual(subject, "TEST: Receipt from Plain: €10.00")
      assert.include(text, "Thank you\n<b>Two</b> lines")
      assert.include(html, "&lt;b&gt;Two&lt;/b&gt; lines")
      for (const part of [text, html]) assert.include(part, `https://pay.example/receipts/${uid}`)
    }).pipe(Effect.provide(layer))
  })

  it.effect.each([
    { language: "ru", subject: "ТЕСТ: Квитанция от Plain: 10,00\u00a0€" },
    { language: "ru-RU", subject: "ТЕСТ: Квитанция от Plain: 10,00\u00a0€" },
    { language: "de", subject: "TEST: Receipt from Plain: €10.00" }
  ])("Authorization request | language: a payment in $language is mailed as $subject", ({ language, subject }) => {
    const { layer, mails } = mailing(accepted)
    return Effect.gen(function* () {
      yield* morning
      yield* pay(order({ language }))
      yield* pass("1 second")
      assert.deepStrictEqual(
        mails.map((mail) => [mail.subject, mail.language]),
        [[subject, language]]
      )
    }).pipe(Effect.provide(layer))
  })

  it.effect.each([
    { says: "a declined payment", work: pay(order({ credit_card: { ...card, holder: "DECLINE" } })) },
    { says: "a payment without an address", work: pay(order({ customer: undefined })) },
    {
      says: "an authorization and its capture",
      work: Effect.flatMap(authorize(order()), (held) => capture(child(held, 1000)))
    }
  ])("D36: $says is not mailed", ({ work }) => {
    const { layer, mails } = mailing(accepted)
    return Effect.gen(function* () {
      yield* morning
      yield* work
      yield* pass("1 hour")
      assert.deepStrictEqual(mails, [])
    }).pipe(Effect.provide(layer))
  })

  it.effect("D36: is mailed when recovery finds that it succeeded", () => {
    const { layer, mails } = mailing(accepted)
    return Effect.gen(function* () {
      yield* morning
      const { status, uid } = yield* pay(order({ credit_card: { ...card, holder: "LATE" } }))
      assert.deepStrictEqual([status, mails.length], ["pending", 0])
      yield* pass("10 minutes")
      assert.deepStrictEqual([(yield* find(uid)).status, mails.length], ["successful", 1])
    }).pipe(Effect.provide(layer))
  })

  it.effect("D36: is not mailed before the commit that records it, and once after it", () => {
    let isBroken = true
    const settings = Layer.succeed(FaultPoints, (point, moment) =>
      isBroken && point === "commit.record" && moment === "before" ? Effect.dieMessage("broken") : Effect.void
    )
    const { layer, mails } = mailing(accepted, { settings })
    return Effect.gen(function* () {
      yield* morning
      yield* Effect.exit(pay(order()))
      yield* pass("1 hour")
      assert.lengthOf(mails, 0)
      isBroken = false
      yield* pass("1 day")
      assert.lengthOf(mails, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("D36: costs nothing without a mailer: no work is left due", () =>
    Effect.gen(function* () {
      yield* morning
      yield* pass("0 millis")
      yield* pay(order())
      assert.strictEqual(yield* pass("0 millis"), 0)
    }).pipe(Effect.provide(world()))
  )
})

describeOnContract("a mail server", () => {
  it.effect("D36: that refuses for now (451) is asked again after a minute, with the same id, until it accepts", () => {
    const { layer, logged, mails } = mailing((_, attempt) =>
      Effect.succeed(attempt < 3 ? deferred : MailOutcome.Accepted())
    )
    return Effect.gen(function* () {
      yield* morning
      const { uid } = yield* pay(order())
      const counts: Array<number> = []
      for (const wait of ["0 millis", "59999 millis", "1 millis", "299999 millis", "1 millis", "4 days"] as const) {
        yield* pass(wait)
        counts.push(mails.length)
      }
      assert.deepStrictEqual(counts, [1, 1, 2, 2, 3, 3])
      assert.deepStrictEqual([...new Set(mails.map(({ id }) => id))], [`receipt-${uid}`])
      assert.deepStrictEqual(
        logged.filter((line) => line.includes("receipt")),
        [1, 2].map(
          (attempt) => `INFO ${JSON.stringify(["A receipt could not be mailed yet", { uid, attempt, reason: "451" }])}`
        )
      )
    }).pipe(Effect.provide(layer))
  })

  it.effect("D36: that refuses for good (550) is not asked again", () => {
    const { layer, logged, mails } = mailing(() => Effect.succeed(MailOutcome.Rejected({ reason: "550" })))
    return Effect.gen(function* () {
      yield* morning
      const { uid } = yield* pay(order())
      yield* pass("4 days")
      assert.lengthOf(mails, 1)
      assert.include(
        logged,
        `WARN ${JSON.stringify(["The mail server refused a receipt", { uid, attempt: 1, reason: "550" }])}`
      )
      assert.notInclude(logged.join("\n"), address)
    }).pipe(Effect.provide(layer))
  })

  it.effect("D36: that never accepts is asked ten times in about three days, and the operator is told", () => {
    const { layer, logged, mails } = mailing(() => Effect.succeed(deferred))
    return Effect.gen(function* () {
      yield* morning
      const { uid } = yield* pay(order())
      yield* pass("75 hours")
      assert.lengthOf(mails, 9)
      yield* pass("1 hour")
      assert.lengthOf(mails, 10)
      yield* pass("7 days")
      assert.lengthOf(mails, 10)
      assert.include(
        logged,
        `ERROR ${JSON.stringify(["A receipt could not be mailed for three days", { uid, attempt: 10, reason: "451" }])}`
      )
    }).pipe(Effect.provide(layer))
  })

  it.effect.each([
    { says: "throws", send: () => Effect.die(new Error(address)) },
    { says: "answers nothing", send: () => Effect.succeed(undefined as never) }
  ])("D41: a mailer that $says counts as a temporary failure", ({ send }) => {
    const { layer, logged, mails } = mailing((mail, attempt) => (attempt === 1 ? send() : accepted(mail, attempt)))
    return Effect.gen(function* () {
      yield* morning
      yield* pay(order())
      yield* pass("1 hour")
      assert.lengthOf(mails, 2)
      assert.notInclude(logged.join("\n"), address)
    }).pipe(Effect.provide(layer))
  })

  it.effect.each([
    { says: "hangs", hang: Effect.never },
    { says: "hangs and can't be interrupted", hang: Effect.uninterruptible(Effect.never) }
  ])("D41: one that $says is given up after a minute, and asked again", ({ hang }) => {
    const { layer, mails } = mailing((mail, attempt) => (attempt === 1 ? hang : accepted(mail, attempt)))
    return Effect.gen(function* () {
      yield* morning
      yield* pay(order())
      const sending = yield* Effect.fork(pass("0 millis"))
      while (mails.length === 0) yield* soon
      while (sending.unsafePoll() === null) yield* Effect.zipRight(TestClock.adjust("60 seconds"), soon)
      yield* Fiber.join(sending)
      yield* pass("1 hour")
      assert.lengthOf(mails, 2)
    }).pipe(Effect.provide(layer))
  })
})

describeOnContract("a mail server that hangs", () => {
  it.scopedLive("D42: takes no place from webhooks, and one shop's mails none from another's", () =>
    Effect.gen(function* () {
      const released = yield* Deferred.make<void>()
      const settings = Layer.succeed(SchedulerSettings, {
        places: { commits: 8, calls: 8, deliveries: 8, mails: 8 },
        guaranteed: 2
      })
      const { layer, mails } = mailing(() => Effect.as(Deferred.await(released), MailOutcome.Accepted()), { settings })
      const { deliveries, url } = yield* receiver
      const until = (isSo: () => boolean) => Effect.repeat(soon, { until: isSo })
      const of = (email: string) => mails.filter(({ to }) => to === email).length
      yield* Effect.gen(function* () {
        const loop = yield* Effect.fork(Effect.flatMap(Scheduler, ({ live }) => live))
        const many = Array.from({ length: 12 }, (_, index) => order({ amount: 1000 + index, notification_url: url }))
        yield* Effect.forEach(many, (body) => pay(body), { concurrency: 4 })
        yield* until(() => deliveries.length === 12 && of(address) === 4)
        yield* pay(order({ customer: { email: "other@customer.example" }, notification_url: url }), { shop: "flags" })
        yield* until(() => deliveries.length === 13 && of("other@customer.example") === 1)
        assert.strictEqual(of(address), 4)
        yield* Deferred.succeed(released, undefined)
        yield* until(() => mails.length === 13)
        yield* Fiber.interrupt(loop)
      }).pipe(Effect.provide(layer))
    })
  )
})

/** This process sees that the other's heartbeat has not changed for the length of a lease, and takes over. */
const takeOver = Effect.gen(function* () {
  const { runDue } = yield* Scheduler
  yield* runDue(yield* DateTime.now)
  yield* TestClock.adjust("5 seconds")
  yield* runDue(yield* DateTime.now)
})

/**
 * Two processes on one store. The first one pays, and stands still at the fault point until `goOn`: it sends no
 * heartbeat, and then sees that time has passed.
 */
const twoProcesses = Effect.fnUntraced(function* (where: Moment) {
  yield* morning
  const store = Layer.succeedContext(yield* Layer.build(emptyStore))
  const reached = yield* Deferred.make<void>()
  const goOn = yield* Deferred.make<void>()
  let monotonic = 0
  const asleep = Deferred.await(goOn).pipe(
    Effect.zipRight(
      Effect.sync(() => {
        monotonic = 10_000
      })
    )
  )
  const settings = Layer.merge(
    Layer.succeed(MonotonicClock, { unsafeNow: () => monotonic }),
    Layer.succeed(FaultPoints, (point, moment) =>
      point === "mail.send" && moment === where
        ? Effect.zipRight(Deferred.succeed(reached, undefined), asleep)
        : Effect.void
    )
  )
  const first = mailing(accepted, { store, settings })
  const second = mailing(accepted, { store })
  const one = yield* Layer.build(first.layer)
  const other = yield* Layer.build(second.layer)
  const { uid } = yield* Effect.provide(pay(order()), one)
  const sending = yield* Effect.fork(Effect.provide(pass("0 millis"), one))
  yield* Deferred.await(reached)
  return { first, second, other, uid, sending, goOn }
})

describeOnContract("a process that ends between the mail server's answer and its own commit", () => {
  it.scoped("D36: leaves the mail to the next one, which sends it once more under the same id", () =>
    Effect.gen(function* () {
      const { first, other, second, sending, uid } = yield* twoProcesses("after")
      assert.lengthOf(first.mails, 1)
      yield* Fiber.interrupt(sending)
      yield* Effect.provide(Effect.zipRight(takeOver, pass("1 day")), other)
      const ids = [...first.mails, ...second.mails].map(({ id }) => id)
      assert.deepStrictEqual(ids, [`receipt-${uid}`, `receipt-${uid}`])
    })
  )
})

describeOnContract("a process that stands still before it sends", () => {
  it.scoped("D40: sends nothing once another one has taken over", () =>
    Effect.gen(function* () {
      const { first, goOn, other, second, sending } = yield* twoProcesses("before")
      yield* Effect.provide(takeOver, other)
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.join(sending)
      assert.deepStrictEqual([first.mails.length, second.mails.length], [0, 1])
    })
  )
})

describeOnContract("a host with mails of its own", () => {
  it.effect("D36: has them sent, and a failing one is tried again", () => {
    let made = 0
    const own = Pages.layer({
      replace: {
        receiptMail: ({ merchant, receiptUrl }) => {
          made += 1
          if (made === 1) throw new Error("broken")
          return { subject: merchant, text: receiptUrl, html: "<p>own</p>" }
        }
      }
    }).pipe(Layer.orDie)
    const { layer, mails } = mailing(accepted, { settings: own })
    return Effect.gen(function* () {
      yield* morning
      const { uid } = yield* pay(order())
      yield* pass("1 hour")
      assert.deepStrictEqual(
        mails.map(({ html, subject, text }) => [subject, text, html]),
        [["Plain", `https://pay.example/receipts/${uid}`, "<p>own</p>"]]
      )
    }).pipe(Effect.provide(layer))
  })
})
