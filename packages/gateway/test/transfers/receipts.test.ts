/** Receipts by mail of payments by bank transfer. Source: D36. */
import { assert } from "@effect/vitest"
import { type Mail, Mailer, MailOutcome } from "@florin/core/mail/Mailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Journey, stories } from "./internal/journey.js"
import { code, data } from "./internal/merchant.js"

const mails: Array<Mail> = []

const mailer = Layer.succeed(Mailer, {
  send: (mail) => {
    mails.push(mail)
    return Effect.succeed(MailOutcome.Accepted())
  }
})

/** What was mailed about a transfer, by what is due now. */
const mailed = ({ uid }: { readonly uid: string }) =>
  Effect.map(
    Effect.flatMap(Journey, ({ pass }) => pass("PT0S")),
    () => mails.filter(({ id }) => id.includes(uid))
  )

const jane = { customer: { email: "jane@customer.example" } }

stories(
  "the receipt of a payment by transfer",
  (it) => {
    it.effect.each([
      { method: code, language: "ru", says: "1 000,00" },
      { method: data, language: "en", says: "1,000.00" }
    ])(
      "D36: is mailed once in the language $language when the bank says that it is paid",
      ({ language, method, says }) =>
        Effect.gen(function* () {
          const { bank, pay } = yield* Journey
          const payment = yield* pay({ ...jane, method, language })
          assert.deepStrictEqual(yield* mailed(payment), [])
          yield* bank.pay(payment.uid)
          yield* bank.pay(payment.uid)
          const [mail, ...more] = yield* mailed(payment)
          assert.deepStrictEqual([mail?.to, mail?.language, more], [jane.customer.email, language, []])
          assert.include(mail?.text.replace(/\s/g, " "), says)
          assert.include(mail?.text, `https://pay.example/receipts/${payment.uid}`)
        })
    )

    it.effect("D36: is mailed when a proof is approved, with what was approved, and not before", () =>
      Effect.gen(function* () {
        const { operator, pass, pay, prove } = yield* Journey
        const payment = yield* pay(jane)
        yield* pass("PT16M")
        yield* prove(payment)
        assert.deepStrictEqual(yield* mailed(payment), [])
        yield* operator.approve(payment.uid, { amount: 77_700 })
        const [mail, ...more] = yield* mailed(payment)
        assert.deepStrictEqual([mail?.to, more], [jane.customer.email, []])
        assert.include(mail?.text, "777.00")
      })
    )

    it.effect("D36: is mailed when an operator corrects a payment to successful", () =>
      Effect.gen(function* () {
        const { correct, pass, pay } = yield* Journey
        const payment = yield* pay(jane)
        yield* pass("PT16M")
        yield* correct(payment.uid, { status: "successful", reason: "Seen", by: "jane" })
        assert.lengthOf(yield* mailed(payment), 1)
      })
    )

    it.effect(
      "D36: is mailed of nothing else: no failed payment, no refund, no payout, no customer without address",
      () =>
        Effect.gen(function* () {
          const { bank, pay, payOut, refund } = yield* Journey
          const nameless = yield* pay({ method: code })
          yield* bank.pay(nameless.uid)
          const failed = yield* pay({ ...jane, description: "DECLINE" })
          const back = yield* refund(nameless, { reason: "DONE" })
          const out = yield* payOut({ ...jane, description: "DONE" })
          for (const transfer of [nameless, failed, back, out]) assert.deepStrictEqual(yield* mailed(transfer), [])
        })
    )
  },
  { settings: mailer }
)
