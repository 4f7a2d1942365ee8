import type { PlanId, SubscriptionId } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import type { Plan } from "@florin/core/plans/Plan"
import * as Outlook from "@florin/core/subscriptions/Outlook"
import type { UpcomingCharge } from "@florin/core/subscriptions/Preview"
import { ownCancelReasons, type Subscription } from "@florin/core/subscriptions/Subscription"
import * as SubscriptionRules from "@florin/core/subscriptions/SubscriptionRules"
import * as Pages from "@florin/pages/Pages"
import * as DateTime from "effect/DateTime"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { billed, paid, stamp, token } from "./internal/paid.js"

const pages = Pages.Pages.defaultValue()

const at = (instant: string) => DateTime.unsafeMake(instant)

const plan: Plan = {
  shop: paid.shop,
  id: "pln_0000000000000001" as PlanId,
  title: "Books unlimited",
  currency: Currency.make("EUR"),
  language: "en",
  amount: Amount.make(123456),
  interval: { length: 12, unit: "month" },
  trial: null,
  billingCycles: null,
  numberPaymentAttempts: 3,
  preventPaymentsAtNight: false,
  test: false,
  createdAt: at("2026-01-01T00:00Z")
}

const id = "sbs_0000000000000001" as SubscriptionId

const subscriptionWith = (changes: Partial<Subscription> = {}): Subscription => ({
  ...SubscriptionRules.created({ id, plan, customer: undefined, now: at("2026-01-01T00:00Z") }),
  state: "active",
  card: paid.card!,
  // Just before midnight in UTC, and on the next day where the shop is.
  renewAt: at("2027-02-28T23:30Z"),
  ...changes
})

const charge = {
  at: at("2027-02-28T23:30Z"),
  localTime: "2027-03-01T00:30:00+01:00",
  amount: plan.amount,
  currency: plan.currency,
  reason: "cycle",
  cycle: 2,
  ifDeclined: { state: "failed_attempt", retryAt: null },
  ifError: { state: "error", retryAt: null }
} satisfies UpcomingCharge

const next = { next: charge, then: [], isMetered: false } satisfies Outlook.Outlook

const about = (language = "en") => ({
  merchant: "Books",
  language,
  simulated: false,
  zone: DateTime.zoneUnsafeMakeNamed("Europe/Berlin"),
  at: at("2027-02-21T23:30Z"),
  subscription: subscriptionWith()
})

const subscriptionUrl = "https://pay.example/plans/pln_0000000000000001/pay?subscription=sbs_0000000000000001"
const cardUrl = "https://pay.example/subscriptions/sbs_0000000000000001/new-card?until=1&seal=x"
const receiptUrl = `https://pay.example/receipts/${paid.uid}`

const failed = { ...paid, status: "failed", reason: "funds" } as const
const refund = { ...paid, type: "refund", amount: Amount.make(400), paidAt: at("2026-03-05T12:00Z") } as const

/** Each mail as it is sent, in a language, with a name that a merchant has chosen. */
const mailsOf = (language = "en", more: { readonly merchant?: string; readonly simulated?: boolean } = {}) => {
  const base = { ...about(language), ...more }
  const ended = { ...base, fact: "subscription-ended", subscriptionUrl } as const
  return {
    ahead: pages.chargeAheadMail({ ...base, fact: "charge-ahead", charge, outlook: next, subscriptionUrl }),
    expiring: pages.cardExpiringMail({ ...base, fact: "card-expiring", charge, outlook: next, cardUrl }),
    failed: pages.chargeFailedMail({ ...base, fact: "charge-failed", retry: charge, outlook: next, failed, cardUrl }),
    ended: pages.subscriptionEndedMail({ ...ended, subscription: subscriptionWith({ state: "expired" }) }),
    refund: pages.refundMail({ ...base, fact: "refunded", refund, payment: paid, receiptUrl })
  }
}

const automatic = "This mail was sent automatically. Questions about your order are answered by the shop."

// Source: D65.
describe("a mail about money", () => {
  it("D65: names the charge ahead, its day where the shop is, and the card", () => {
    const { subject, text } = mailsOf().ahead
    assert.strictEqual(subject, "Payment to Books on March 1, 2027: €1,234.56")
    assert.strictEqual(
      text,
      [
        "Your subscription with Books is renewed on March 1, 2027.",
        "",
        "Amount: €1,234.56",
        "Day of payment: March 1, 2027",
        "Shop: Books",
        "Subscription: Books unlimited",
        "Card: Visa •••• 0000",
        "",
        "To change or cancel the subscription, turn to the shop before that day.",
        "",
        `View the subscription: ${subscriptionUrl}`,
        "",
        automatic,
        ""
      ].join("\n")
    )
  })

  it("D65: says what the charge consists of, or the one that failed", () => {
    const ahead = { ...charge, lines: billed.lines }
    const asFailed = {
      ...failed,
      subscription: { id, purpose: "renewal", cycle: 2, bill: { lines: billed.lines } }
    } as never
    const lines = ["Amount: €1,234.56", ...billed.english, ""].join("\n")
    for (const { text } of [
      pages.chargeAheadMail({ ...about(), fact: "charge-ahead", charge: ahead, outlook: next, subscriptionUrl }),
      pages.cardExpiringMail({ ...about(), fact: "card-expiring", charge: ahead, outlook: next, cardUrl }),
      pages.chargeFailedMail({
        ...about(),
        fact: "charge-failed",
        retry: charge,
        outlook: next,
        failed: asFailed,
        cardUrl
      })
    ])
      assert.include(text, lines)
    const { text } = pages.chargeFailedMail({
      ...about(),
      fact: "charge-failed",
      retry: ahead,
      outlook: next,
      failed,
      cardUrl
    })
    assert.notInclude(text, billed.english[1])
  })

  const monthly = { length: 1, unit: "month" } as const
  const reduced: Outlook.Outlook = {
    next: { ...charge, amount: Amount.make(500) },
    then: [
      { amount: Amount.make(500), interval: monthly, times: 1 },
      { amount: Amount.make(1000), interval: monthly, times: null }
    ],
    isMetered: false
  }

  it.each<[string, string, Outlook.Outlook]>([
    ["en", "Then: €5.00 once, then €10.00 every month\n", reduced],
    ["ru", "Затем: 5,00\u00a0€ один раз, затем 10,00\u00a0€ каждый месяц\n", reduced],
    [
      "en",
      "Then: €10.00 every month, plus what you use\n",
      { ...reduced, then: reduced.then.slice(1), isMetered: true }
    ]
  ])("D61, D65: in %s says for how long a reduction lasts: %s", (language, line, outlook) => {
    const base = { ...about(language), outlook }
    const { next: charge } = outlook
    for (const { html, text } of [
      pages.chargeAheadMail({ ...base, fact: "charge-ahead", charge: charge!, subscriptionUrl }),
      pages.cardExpiringMail({ ...base, fact: "card-expiring", charge: charge!, cardUrl }),
      pages.chargeFailedMail({ ...base, fact: "charge-failed", retry: charge, failed, cardUrl })
    ]) {
      assert.include(text, line)
      assert.include(html, line.slice(line.indexOf(": ") + 2, -1))
    }
  })

  it("D65: says nothing of what follows a charge at the same price", () => {
    const same = { next: charge, then: [{ amount: charge.amount, interval: monthly, times: null }], isMetered: false }
    const { text } = pages.chargeAheadMail({ ...about(), fact: "charge-ahead", charge, outlook: same, subscriptionUrl })
    assert.notInclude(text, "Then")
  })

  it("D65: says that a trial ends", () => {
    const trial = { ...about(), subscription: subscriptionWith({ state: "trial" }) }
    const { text } = pages.chargeAheadMail({
      ...{ ...trial, fact: "charge-ahead", subscriptionUrl },
      ...{ charge: { ...charge, reason: "after-trial" }, outlook: next }
    })
    assert.match(text, /^Your trial with Books ends on March 1, 2027\./)
  })

  it.each([
    {
      mail: "expiring",
      lines: ["Card: Visa •••• 0000", "Valid until: 12/99", "Day of payment: March 1, 2027", cardUrl]
    },
    {
      mail: "failed",
      lines: ["Amount: €1,234.56", "Next attempt: March 1, 2027", "There is not enough money", "until then", cardUrl]
    },
    { mail: "ended", lines: ["All payments of your subscription with Books are made.", "Nothing more is charged."] },
    {
      mail: "refund",
      lines: ["Amount: €4.00", "Refunded: March 5, 2026", "Your payment: €1,234.56, March 1, 2026", receiptUrl]
    }
  ] as const)("D65: $mail says $lines", ({ lines, mail }) => {
    const { html, text } = mailsOf()[mail]
    for (const line of lines) assert.include(text, line)
    assert.include(html, "Books")
  })

  it("D65: of a charge that failed says that nothing is tried while the subscription is paused", () => {
    const base = { ...about(), fact: "charge-failed", cardUrl, outlook: Outlook.nothing } as const
    const { text } = pages.chargeFailedMail({ ...base, retry: undefined, failed: undefined })
    assert.notInclude(text, "Next attempt")
    assert.include(text, "The subscription is paused")
  })

  it.each<[Partial<Subscription>, string]>([
    [{ state: "canceled", cancelReason: "A note of the shop" }, "is cancelled."],
    [{ state: "canceled", cancelReason: ownCancelReasons.attempts }, "its payment did not go through."],
    [{ state: "canceled", cancelReason: ownCancelReasons.forbidden }, "its payment did not go through."],
    [{ state: "canceled", cancelReason: ownCancelReasons.ending }, "with the period that was paid."],
    [{ state: "failed" }, "its payment did not go through."],
    [{ state: "expired" }, "are made."]
  ])("D65: %j ends as its customer sees it: %s", (changes, expected) => {
    const { html, text } = pages.subscriptionEndedMail({
      ...{ ...about(), fact: "subscription-ended", subscriptionUrl },
      subscription: subscriptionWith(changes)
    })
    assert.include(text.split("\n")[0], expected)
    for (const part of [html, text]) assert.notInclude(part, "A note of the shop")
  })

  it("D65: is in Russian for who reads Russian, and says that a test moves no money", () => {
    const subjects = Object.values(mailsOf("ru-RU", { simulated: true })).map(({ subject }) => subject)
    assert.deepStrictEqual(subjects, [
      "ТЕСТ: Платёж продавцу Books 1 марта 2027 г.: 1\u00a0234,56\u00a0€",
      "ТЕСТ: Срок действия карты истечёт до следующего платежа продавцу Books",
      "ТЕСТ: Платёж продавцу Books не прошёл: 1\u00a0234,56\u00a0€",
      "ТЕСТ: Ваша подписка у продавца Books закончилась",
      "ТЕСТ: Возврат от Books: 4,00\u00a0€"
    ])
    for (const { html, text } of Object.values(mailsOf("ru", { simulated: true }))) {
      assert.include(html, '<html lang="ru" dir="ltr">')
      for (const part of [html, text]) assert.include(part, "Деньги не переводятся.")
    }
  })

  it("D65: loads nothing, runs nothing, has one link, and shows nothing else of the card, whatever the merchant is called", () => {
    const word = fc.string({ unit: "binary", maxLength: 40 })
    fc.assert(
      fc.property(word, (merchant) => {
        for (const { html, subject, text } of Object.values(mailsOf("en", { merchant }))) {
          assert.notMatch(subject, /[\u0000-\u001f\u007f]/)
          for (const part of [html, text]) {
            assert.notMatch(part, /[\u0000-\u0009\u000b-\u001f\u007f]/)
            for (const hidden of ["JANE DOE", token, stamp, "420000", "secret-key"]) assert.notInclude(part, hidden)
          }
          assert.lengthOf([...html.matchAll(/(?:href|action|src)="([^"]*)"/g)], 1)
        }
      }),
      { numRuns: 20 }
    )
    const { html } = mailsOf("en", { merchant: "<img src=x onerror=alert(1)>" }).failed
    assert.notMatch(html, /<(?:script|img|link|iframe|style|form|object|video|svg)|@import/i)
  })
})
