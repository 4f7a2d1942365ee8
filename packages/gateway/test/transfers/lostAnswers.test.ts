/** Journeys of transfers whose provider loses requests or answers, or answers nonsense. Source: D20, D40, D41. */
import { assert } from "@effect/vitest"
import type { TransferAnswer, TransferProvider, TransferStatus } from "@florin/core/transfers/TransferProvider"
import * as Effect from "effect/Effect"
import { verify } from "./internal/deliveries.js"
import { Journey, stories } from "./internal/journey.js"
import { code } from "./internal/merchant.js"
import { behaving, type Manners } from "./internal/provider.js"

/** How often each key was sent. */
const sendings = new Map<string, number>()

/** Counts what is sent to the bank. */
const counted = (bank: TransferProvider): TransferProvider => ({
  ...bank,
  perform: (request) =>
    Effect.suspend(() => {
      sendings.set(request.key, (sendings.get(request.key) ?? 0) + 1)
      return bank.perform(request)
    })
})

const noAnswer = Effect.succeed<TransferAnswer>({ _tag: "NoAnswer" })
const notSeen = Effect.succeed<TransferStatus>({ _tag: "NotFound" })

const answers = (reply: unknown) => Effect.succeed(reply as TransferAnswer)

/** Says something else than what it did, the first time. */
const saying =
  (reply: Effect.Effect<TransferAnswer>, isDone: boolean): Manners[string] =>
  (bank) => {
    let isFirst = true
    return {
      perform: (request) =>
        Effect.suspend(() => {
          if (!isFirst) return bank.perform(request)
          isFirst = false
          return isDone ? Effect.zipRight(bank.perform(request), reply) : reply
        })
    }
  }

const report = { refId: "bank-1", message: null }

const garbage: Readonly<Record<string, unknown>> = {
  "says nothing": undefined,
  "says a text": "Paid",
  "says a tag that there is not": { _tag: "Approved" },
  "says no report": { _tag: "Waiting", order: null },
  "says an amount below zero": { _tag: "Paid", report, amount: -100_000, paidAt: new Date() },
  "says a date as text": { _tag: "Paid", report, amount: 100_000, paidAt: "2035-01-01T00:00:00Z" },
  "says a reason of its own": { _tag: "Rejected", report, reason: "weather" },
  "says an order with a line break": {
    _tag: "Waiting",
    report,
    order: { payload: "a\nb", account: null, mark: null, bank: null }
  }
}

const manners: Manners = {
  "never seen, thrice": (bank) => {
    let lost = 3
    return {
      perform: (request) => Effect.suspend(() => (lost-- > 0 ? noAnswer : bank.perform(request))),
      status: (key) => Effect.suspend(() => (lost >= 0 ? notSeen : bank.status(key)))
    }
  },
  "arrives late": (bank) => {
    let sent: Effect.Effect<unknown> = Effect.void
    let requested = 0
    return {
      perform: (request) => Effect.sync(() => (sent = bank.perform(request))).pipe(Effect.zipRight(noAnswer)),
      status: (key) =>
        Effect.suspend(() =>
          requested++ < 2
            ? notSeen
            : Effect.zipRight(
                Effect.zipRight(
                  sent,
                  Effect.sync(() => (sent = Effect.void))
                ),
                bank.status(key)
              )
        )
    }
  },
  "asked in vain": (bank) => {
    let requested = 0
    return {
      perform: (request) => Effect.zipRight(bank.perform(request), noAnswer),
      status: (key) => Effect.suspend(() => (requested++ < 3 ? Effect.succeed({ _tag: "Unknown" }) : bank.status(key)))
    }
  },
  dies: saying(Effect.die("broken"), false),
  "dies when it is done": saying(Effect.die("broken"), true),
  throws: () => ({
    perform: () => {
      throw new Error("broken")
    }
  }),
  "is no effect": () => ({ perform: () => "Paid" as never }),
  ...Object.fromEntries(Object.entries(garbage).map(([name, reply]) => [name, saying(answers(reply), false)])),
  ...Object.fromEntries(
    Object.entries(garbage).map(([name, reply]) => [`${name}, done`, saying(answers(reply), true)])
  ),
  talks: () => ({
    perform: () =>
      answers({
        _tag: "Rejected",
        reason: "provider",
        report: { refId: "4200000000000000", message: "Card 4200 0000 0000 0000\u0007 is\nblocked" }
      })
  })
}

stories(
  "a lost request or answer",
  (it) => {
    it.effect.each([
      { description: "TIMEOUT", sent: 2, version: 3 },
      { description: "LATE", sent: 1, version: 3 },
      { description: "never seen, thrice", sent: 1, version: 5 },
      { description: "asked in vain", sent: 1, version: 3 },
      { description: "dies", sent: 1, version: 3 },
      { description: "dies when it is done", sent: 1, version: 3 }
    ])(
      "D40: a payment ($description) is pending, then open, and the bank has one order",
      ({ description, sent, version }) =>
        Effect.gen(function* () {
          const { bank, books, find, pass, pay, reported } = yield* Journey
          const payment = yield* pay({ method: code, description })
          assert.deepStrictEqual([payment.status, payment.code], ["pending", "P.9999"])
          assert.deepStrictEqual(yield* reported(payment), [])
          yield* pass("PT10M")
          assert.deepStrictEqual(yield* reported(payment), [`${version} payment pending 100000`])
          assert.strictEqual(sendings.get(payment.uid), sent)
          yield* bank.pay(payment.uid)
          assert.deepStrictEqual(yield* reported(payment), [`${version + 1} payment successful 100000`])
          assert.strictEqual((yield* find(payment.uid)).status, "successful")
          assert.deepStrictEqual(yield* books(payment.uid), ["transfer 100000"])
        })
    )

    it.effect.each([
      { reason: "TIMEOUT", sent: 2, version: 3 },
      { reason: "LATE", sent: 1, version: 3 },
      { reason: "never seen, thrice", sent: 1, version: 5 },
      { reason: "dies when it is done", sent: 1, version: 3 }
    ])(
      "D40: payouts and refunds ($reason) roll forward under the same key: one movement each",
      ({ reason, sent, version }) =>
        Effect.gen(function* () {
          const { bank, books, pass, pay, payOut, refund, reported } = yield* Journey
          const payment = yield* pay({ method: code })
          yield* bank.pay(payment.uid)
          const payout = yield* payOut({ description: reason })
          const back = yield* refund(payment, { reason })
          assert.deepStrictEqual([payout.status, back.status], ["pending", "pending"])
          yield* pass("PT10M")
          assert.deepStrictEqual(yield* reported(payout), [`${version} payout pending 700000`])
          assert.deepStrictEqual(yield* reported(back), [`${version} refund pending 100000`])
          yield* bank.completePayout(payout.uid)
          yield* bank.completeRefund(back.uid)
          assert.deepStrictEqual(yield* reported(payout), [`${version + 1} payout successful 700000`])
          assert.deepStrictEqual(yield* reported(back), [`${version + 1} refund successful 100000`])
          assert.deepStrictEqual([sendings.get(payout.uid), sendings.get(back.uid)], [sent, sent])
          assert.deepStrictEqual(yield* books(payout.uid), ["payout 700000"])
          assert.deepStrictEqual(yield* books(back.uid), ["refund 100000"])
        })
    )

    it.effect("D28: an order that never reached the bank has failed when its time is over", () =>
      Effect.gen(function* () {
        const { find, pass, pay, reported } = yield* Journey
        const payment = yield* pay({ description: "throws" })
        yield* pass("PT15M")
        assert.strictEqual((yield* find(payment.uid)).status, "pending")
        yield* pass("PT0.001S")
        assert.strictEqual((yield* find(payment.uid)).code, "F.0205")
        assert.match((yield* reported(payment)).join(), /^\d+ payment failed 100000$/)
      })
    )

    it.effect("D41: nonsense is no answer: the caller gets pending, and what was done is found out", () =>
      Effect.gen(function* () {
        const { bank, books, pass, payOut, reported } = yield* Journey
        for (const name of Object.keys(garbage)) {
          for (const description of [name, `${name}, done`]) {
            const payout = yield* payOut({ description })
            assert.strictEqual(payout.status, "pending", description)
            yield* pass("PT1M")
            yield* bank.completePayout(payout.uid)
            assert.deepStrictEqual(yield* reported(payout), ["3 payout pending 700000", "4 payout successful 700000"])
            assert.deepStrictEqual(yield* books(payout.uid), ["payout 700000"])
          }
        }
      })
    )

    it.effect.each(["throws", "is no effect"])("D41: a provider that %s has given no answer", (description) =>
      Effect.gen(function* () {
        const { find, pass, payOut } = yield* Journey
        const payout = yield* payOut({ description })
        assert.strictEqual(payout.status, "pending")
        yield* pass("PT1M")
        assert.strictEqual((yield* find(payout.uid)).status, "pending")
      })
    )

    it.effect("D20, D40: is not failed by a merchant that refuses when asked again, because it may still arrive", () =>
      Effect.gen(function* () {
        const { bank, find, pass, pay, reported, verifications } = yield* Journey
        const payment = yield* pay({
          method: code,
          description: "arrives late",
          verification_url: verify("refuse-later")
        })
        yield* pass("PT5S")
        assert.isAbove((yield* verifications).length, 1)
        assert.strictEqual((yield* find(payment.uid)).status, "pending")
        yield* pass("PT5M")
        yield* bank.pay(payment.uid)
        yield* pass("PT5M")
        assert.strictEqual((yield* find(payment.uid)).status, "successful")
        assert.notInclude((yield* reported(payment)).join(), "failed")
      })
    )

    it.effect("D41: no card number and no control of a bank's words is shown", () =>
      Effect.gen(function* () {
        const { documents, get, payOut } = yield* Journey
        const payout = yield* payOut({ description: "talks" })
        const { text } = yield* get(`/beyag/transactions/${payout.uid}`)
        const reported = JSON.stringify(yield* documents(payout))
        for (const shown of [JSON.stringify(payout), text, reported]) {
          assert.notMatch(shown, /4200 ?0000|\\u0007|\\n/)
          assert.include(shown, "blocked")
        }
      })
    )
  },
  { providers: (bank) => behaving(manners)(counted(bank)) }
)

stories(
  "a merchant that is asked first",
  (it) => {
    it.effect("D20: and refuses has a failed payment, F.7001, and the bank is never asked", () =>
      Effect.gen(function* () {
        const { books, pass, pay, reported, verifications } = yield* Journey
        const payment = yield* pay({ verification_url: verify("refuse") })
        assert.deepStrictEqual([payment.status, payment.code], ["failed", "F.7001"])
        assert.deepStrictEqual(yield* reported(payment), ["2 payment failed 100000"])
        const requested = yield* verifications
        assert.deepStrictEqual(
          requested.map(({ sequence, document }) => [sequence, document.transaction.status]),
          [[1, "pending"]]
        )
        yield* pass("PT16M")
        assert.deepStrictEqual([sendings.get(payment.uid), yield* books(payment.uid)], [undefined, []])
        assert.deepStrictEqual(yield* reported(payment), [])
      })
    )

    it.effect("D20: and goes on has an open payment", () =>
      Effect.gen(function* () {
        const { pay, reported, verifications } = yield* Journey
        const payment = yield* pay({ verification_url: verify("go-on") })
        assert.strictEqual(payment.status, "pending")
        assert.deepStrictEqual(yield* reported(payment), ["2 payment pending 100000"])
        assert.strictEqual((yield* verifications).length, 1)
        assert.strictEqual(sendings.get(payment.uid), 1)
      })
    )
  },
  { providers: (bank) => [counted(bank)] }
)
