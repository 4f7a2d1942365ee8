import { assert, describe, it } from "@effect/vitest"
import { PlanId, ShopId, SubscriptionId } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import type { Plan } from "@florin/core/plans/Plan"
import * as Outlook from "@florin/core/subscriptions/Outlook"
import { type Subscription, SubscriptionState } from "@florin/core/subscriptions/Subscription"
import { created } from "@florin/core/subscriptions/SubscriptionRules"
import { CouponCode } from "@florin/core/terms/Coupon"
import { type Item, ItemId } from "@florin/core/terms/Item"
import type { Interval } from "@florin/core/time/Interval"
import { english } from "@florin/pages/English"
import type { CardFault } from "@florin/pages/Language"
import { Pages } from "@florin/pages/Pages"
import { russian } from "@florin/pages/Russian"
import * as DateTime from "effect/DateTime"
import { paid, stamp, token } from "./internal/paid.js"

const pages = Pages.defaultValue()

const at = DateTime.unsafeMake("2026-03-01T22:30:00Z")
const zone = DateTime.zoneMakeOffset(2 * 3_600_000)
const merchant = "Smith & <Sons>"
const id = SubscriptionId.make("sbs_0123456789abcdef")
const month: Interval = { length: 1, unit: "month" }

const plan: Plan = {
  shop: ShopId.make("shop"),
  id: PlanId.make("pln_0123456789abcdef"),
  title: "<b>Books</b>",
  currency: Currency.make("EUR"),
  language: "en",
  amount: Amount.make(1995),
  interval: month,
  trial: null,
  billingCycles: null,
  numberPaymentAttempts: 3,
  preventPaymentsAtNight: false,
  test: false,
  createdAt: at
}

const trialOf = (amount: number): Plan["trial"] => ({
  amount: Amount.make(amount),
  interval: { length: 14, unit: "day" },
  asFirstPayment: true
})

const model = { plan, merchant, language: "en", simulated: false, subscription: id, script: "../../assets/card.js" }

/** Without the entities and the spaces that a browser does not show as such. */
const plainly = (page: string): string =>
  page.replaceAll("&#39;", "'").replaceAll("&amp;", "&").replaceAll("\u00a0", " ").replaceAll("\u202f", " ")

const form = (changes: Partial<Plan> = {}, more: object = {}) =>
  plainly(pages.plan({ ...model, plan: { ...plan, ...changes }, ...more }))

const linesOf = (page: string): ReadonlyArray<string> =>
  [...page.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, value]) => `${name}: ${value}`)

// Source: D59, D61.
describe("the page of a subscription that is more than its plan", () => {
  const seats = { kind: "item", title: "Seat", quantity: 3, amount: 5985 } as const
  const charges = {
    now: Amount.make(2000),
    then: [{ amount: Amount.make(5985), interval: month, times: null }],
    isMetered: false,
    lines: [
      seats,
      { kind: "discount", coupon: "HALF", title: "HALF", amount: -2985 } as const,
      { kind: "balance", title: "Balance", amount: -1000 } as const
    ]
  }

  it("says what the first payment consists of, and what follows", () => {
    const page = form({}, { charges })
    assert.deepStrictEqual(linesOf(page), [
      "Seat × 3: €59.85",
      "Coupon HALF: -€29.85",
      "From your balance: -€10.00",
      "Now: €20.00 for 1 month",
      "Then: €59.85 every month",
      "Ends: When you cancel it with the shop"
    ])
    assert.include(page, "Pay €20.00")
    assert.include(page, "to charge this card €59.85 every month")
  })

  it("says for how long a price holds, and that usage comes on top of it", () => {
    const then = [
      { amount: Amount.make(3000), interval: month, times: 2 },
      { amount: Amount.make(5985), interval: month, times: null }
    ]
    const page = form({}, { charges: { ...charges, then, isMetered: true } })
    const price = "€30.00 every month, 2 times, then €59.85 every month, plus what you use"
    assert.include(linesOf(page), `Then: ${price}`)
    assert.include(page, `to charge this card ${price} until you cancel.`)
    assert.include(
      form({}, { language: "ru", charges: { ...charges, then } }),
      "30,00 € каждый месяц, 2 раза, затем 59,85 € каждый месяц"
    )
    assert.notInclude(form({}, { charges: { ...charges, then: [] } }), "By continuing")
  })

  it("asks for the card alone where nothing is to be paid now", () => {
    const page = form({}, { charges: { ...charges, now: Amount.make(0) } })
    assert.match(page, /<button class="action" type="submit">Subscribe<\/button>/)
    assert.include(form({}, { language: "ru", charges }), "Купон HALF")
  })
})

// Source: D22, "price, interval, trial".
describe("the page of a plan", () => {
  it.each([
    {
      what: "goes on until it is cancelled",
      changes: {},
      lines: ["Now: €19.95 for 1 month", "Then: €19.95 every month", "Ends: When you cancel it with the shop"],
      agreement:
        "By continuing you allow Smith & &lt;Sons&gt; to charge this card €19.95 every month until you cancel.",
      button: "Pay €19.95"
    },
    {
      what: "begins with a paid trial",
      changes: { trial: trialOf(100) },
      lines: [
        "Now: €1.00 for a trial of 2 weeks",
        "After the trial: €19.95 every month",
        "Ends: When you cancel it with the shop"
      ],
      agreement: "charge this card €19.95 every month after the trial until you cancel.",
      button: "Pay €1.00"
    },
    {
      what: "begins with a free trial, and ends after 12 payments",
      changes: { trial: trialOf(0), billingCycles: 12 },
      lines: [
        "Now: Free trial of 2 weeks",
        "After the trial: €19.95 every month, 12 times",
        "Ends: By itself after the last payment"
      ],
      agreement: "charge this card €19.95 every month, 12 times after the trial.",
      button: "Start the free trial"
    },
    {
      what: "has two payments",
      changes: { billingCycles: 2 },
      lines: ["Now: €19.95 for 1 month", "Then: €19.95 once", "Ends: By itself after the last payment"],
      agreement: "charge this card €19.95 once.",
      button: "Pay €19.95"
    },
    {
      what: "has one payment",
      changes: { billingCycles: 1 },
      lines: ["Now: €19.95 for 1 month", "Ends: By itself; nothing more is charged"],
      agreement: undefined,
      button: "Pay €19.95"
    }
  ])("of a plan that $what says so", ({ agreement, button, changes, lines }) => {
    const page = form(changes)
    assert.deepStrictEqual(linesOf(page), lines)
    assert.include(page, `type="submit">${button}</button>`)
    if (agreement === undefined) assert.notInclude(page, "By continuing")
    else assert.include(page, agreement)
    // First the merchant, and what is paid now.
    const [, summary = ""] = /<header class="summary">([\s\S]*?)<\/header>/.exec(page) ?? []
    assert.match(summary, /Smith & &lt;Sons&gt;[\s\S]*€(19\.95|1\.00|0\.00)[\s\S]*&lt;b&gt;Books&lt;\/b&gt;/)
  })

  it("is in the language that it is asked for", () => {
    const page = form({ trial: trialOf(100) }, { language: "ru-RU" })
    assert.include(page, '<html lang="ru"')
    assert.deepStrictEqual(linesOf(page), [
      "Сейчас: 1,00 € за пробный период на 2 недели",
      "После пробного периода: 19,95 € каждый месяц",
      "Окончание: Когда вы отмените подписку у продавца"
    ])
    assert.include(page, "после пробного периода списывать с этой карты 19,95 € каждый месяц, пока вы не отмените")
    assert.include(page, ">Оплатить 1,00 €</button>")
  })

  // Source: D39.
  it("marks a test", () => {
    assert.include(form({}, { simulated: true }), "<strong>TEST</strong> No money moves.")
    assert.notInclude(form(), "TEST")
  })

  it("escapes what the merchant wrote, and runs no script but its own", () => {
    const page = pages.plan(model)
    assert.notInclude(page, "<b>")
    assert.notInclude(page, "<Sons>")
    assert.notMatch(page, /<link|<img|\son\w+="|style="|javascript:|url\(|@import/i)
    assert.deepStrictEqual(page.match(/<script[^>]*>/g), ['<script src="../../assets/card.js" defer>'])
  })

  // Source: WCAG 2.2, 1.3.5, 3.3.1, 3.3.2, 4.1.2.
  it("has a label, a purpose and a hint for each field, and sends the subscription's id", () => {
    const page = form()
    for (const [name, purpose] of [
      ["number", "cc-number"],
      ["expiry", "cc-exp"],
      ["code", "cc-csc"],
      ["holder", "cc-name"]
    ]) {
      assert.include(page, `<label for="${name}">`)
      assert.match(page, new RegExp(`<input id="${name}" name="${name}" [^>]*autocomplete="${purpose}"`))
    }
    assert.match(page, /id="expiry"[^>]*aria-describedby="expiry-hint"/)
    assert.include(page, `<input type="hidden" name="subscription" value="${id}">`)
    assert.notInclude(page, 'aria-invalid="true"')
  })

  // This page has no fields of a provider.
  const faults = (Object.keys(english.words.plan.faults) as Array<CardFault>).filter((one) => one !== "token-missing")

  it.each(faults.map((fault) => ({ fault })))("says $fault on top, beside its field, and in its title", ({ fault }) => {
    // A coupon was given with the subscription: the page has no field for it.
    const places = fault === "refused" || fault === "too-many" || fault.startsWith("coupon-") ? 0 : 1
    for (const [language, { words }] of [
      ["en", english],
      ["ru", russian]
    ] as const) {
      const page = form({}, { language, entered: { expiry: "09/35", holder: "Jane <i>", faults: [fault] } })
      const sentence = words.plan.faults[fault]
      const seen = page.replace(/data-say="[^"]*"/, "")
      assert.include(page, `<title>${words.plan.fault}: ${words.plan.title}`)
      assert.include(page, 'role="alert"')
      assert.strictEqual(seen.split(sentence).length - 1, 1 + places)
      assert.strictEqual(page.split('aria-invalid="true"').length - 1, places)
      assert.include(page, 'value="09/35"')
      assert.include(page, 'value="Jane &lt;i&gt;"')
    }
  })

  it("points at the first faulty field", () => {
    const faults: ReadonlyArray<CardFault> = ["holder-wrong", "expired"]
    const page = form({}, { entered: { expiry: "01/20", holder: "", faults } })
    assert.match(
      page,
      /<input id="expiry"[^>]* aria-describedby="expiry-hint expiry-fault" aria-invalid="true" autofocus>/
    )
    assert.strictEqual(page.split(" autofocus").length - 1, 1)
  })
})

const instants = (...list: ReadonlyArray<readonly [Interval["unit"], number, string, string]>) =>
  list.map(([unit, length, inEnglish, inRussian]) => ({ interval: { unit, length }, inEnglish, inRussian }))

describe("an interval", () => {
  it.each(
    instants(
      ["hour", 1, "every hour", "каждый час"],
      ["hour", 12, "every 12 hours", "каждые 12 часов"],
      ["hour", 21, "every 21 hours", "каждый 21 час"],
      ["day", 1, "every day", "каждый день"],
      ["day", 3, "every 3 days", "каждые 3 дня"],
      ["day", 30, "every 30 days", "каждые 30 дней"],
      ["day", 7, "every week", "каждую неделю"],
      ["day", 14, "every 2 weeks", "каждые 2 недели"],
      ["day", 147, "every 21 weeks", "каждую 21 неделю"],
      ["month", 1, "every month", "каждый месяц"],
      ["month", 6, "every 6 months", "каждые 6 месяцев"],
      ["month", 12, "every year", "каждый год"],
      ["month", 60, "every 5 years", "каждые 5 лет"]
    )
  )("of $interval.length $interval.unit is $inEnglish, $inRussian", ({ inEnglish, inRussian, interval }) => {
    const charge = { amount: "1", interval }
    assert.strictEqual(english.words.plan.recurring(charge), `1 ${inEnglish}`)
    assert.strictEqual(russian.words.plan.recurring(charge), `1 ${inRussian}`)
  })

  it.each([
    [1, "1 один раз"],
    [2, "1 каждый месяц, 2 раза"],
    [5, "1 каждый месяц, 5 раз"],
    [21, "1 каждый месяц, 21 раз"]
  ] as const)("is charged %s times in Russian words", (times, expected) => {
    assert.strictEqual(russian.words.plan.recurring({ amount: "1", interval: month, times }), expected)
  })
})

const started = created({ id, plan, customer: undefined, now: at })
const transaction = { ...paid, amount: plan.amount }

const shownAs = (changes: Partial<Subscription>) => {
  const subscription: Subscription = { ...started, anchor: at, card: transaction.card ?? null, ...changes }
  return { subscription, outlook: Outlook.of(subscription, zone) }
}

const result = (changes: Partial<Subscription>, more: object = {}) =>
  plainly(
    pages.subscription({
      ...shownAs(changes),
      transaction,
      merchant,
      simulated: false,
      zone,
      receiptUrl: "../../receipts/x",
      ...more
    })
  )

const due = DateTime.unsafeMake("2026-03-31T22:30:00Z")
const declined = { transaction: { ...transaction, status: "failed", reason: "funds" } }

describe("the page of a subscription", () => {
  // The days are those of the zone in which it is billed, not of UTC.
  it.each([
    {
      state: "active",
      changes: { renewAt: due, activeTo: due },
      title: "Your subscription is active",
      lines: [
        "Paid: €19.95 on March 1, 2026",
        "Paid until: April 1, 2026",
        "Next payment: €19.95 on April 1, 2026",
        "Ends: When you cancel it with the shop"
      ]
    },
    {
      state: "trial",
      changes: { renewAt: due, activeTo: due, language: "ru" },
      title: "Пробный период начался",
      lines: [
        "Оплачено: 19,95 €, 1 марта 2026 г.",
        "Пробный период до: 1 апреля 2026 г.",
        "Следующий платёж: 19,95 €, 1 апреля 2026 г.",
        "Окончание: Когда вы отмените подписку у продавца"
      ]
    },
    {
      state: "failed_attempt",
      changes: { renewAt: due, activeTo: due, attempts: 1 },
      more: declined,
      title: "The last payment did not go through",
      lines: ["Paid until: April 1, 2026", "Next attempt: €19.95 on April 1, 2026"]
    },
    {
      state: "canceled",
      changes: { activeTo: due },
      title: "The subscription is cancelled",
      lines: ["Paid: €19.95 on March 1, 2026", "Paid until: April 1, 2026"]
    },
    {
      state: "expired",
      changes: { activeTo: due },
      title: "All payments are made",
      lines: ["Paid: €19.95 on March 1, 2026", "Paid until: April 1, 2026"]
    },
    { state: "failed", changes: {}, more: declined, title: "Payment declined", lines: [] }
  ] as const)(
    "of one that is $state says what was paid, and what comes next",
    ({ changes, lines, state, title, ...rest }) => {
      const page = result({ ...changes, state }, "more" in rest ? rest.more : {})
      assert.include(page, `<h1>${title}</h1>`)
      assert.include(page, `<title>${title} · `)
      assert.deepStrictEqual(linesOf(page), lines)
    }
  )

  it("says the hour where hours are counted", () => {
    const hourly = { ...plan, interval: { length: 1, unit: "hour" } } as const
    const page = result({ state: "active", plan: hourly, renewAt: due })
    assert.match(page, /Next payment<\/dt><dd>€19\.95 on April 1, 2026 at 12:30 AM/)
  })

  it("charges the next plan, unless the present cycle is retried", () => {
    const nextPlan = { ...plan, amount: Amount.make(500) }
    assert.include(result({ state: "active", nextPlan, renewAt: due }), "€5.00 on April 1")
    assert.include(result({ state: "error", nextPlan, renewAt: due, attempts: 1 }), "€19.95 on April 1")
  })

  const seats: Item = {
    id: ItemId.make("seats"),
    title: "Seats",
    quantity: 3,
    price: { kind: "per_unit", unitAmount: Amount.make(500) }
  }
  const coupon = {
    code: CouponCode.make("HALF"),
    discount: { kind: "percent", percent: 5000 },
    cyclesLeft: 2
  } as const
  const billed = { state: "active", cycle: 1, paidCycles: 1, renewAt: due, activeTo: due, items: [seats] } as const

  /** What follows the title of each row. */
  const ahead = (page: string) => linesOf(page).filter((one) => /^(Next|Then|Last|Ends|Следующий|Затем)/.test(one))

  it.each([
    ["items", {}, ["Next payment: €15.00 on April 1, 2026", "Ends: When you cancel it with the shop"]],
    [
      "a coupon that ends",
      { coupon },
      [
        "Next payment: €7.50 on April 1, 2026",
        "Then: €7.50 once, then €15.00 every month",
        "Ends: When you cancel it with the shop"
      ]
    ],
    ["an end", { ending: { reason: "asked" } }, []]
  ] as const)("says what comes next of one with %s", (_, changes, lines) => {
    assert.deepStrictEqual(ahead(result({ ...billed, ...changes })), [...lines])
  })

  it.each([
    ["asked", { reason: "asked" }, true],
    ["complete", { reason: "cycles", isComplete: true }, false],
    ["due", { reason: "asked", isDue: true }, false]
  ] as const)(
    "of one whose end is %s says when it ends, and how to take that back where it can be",
    (_, ending, may) => {
      for (const [language, sentence, back] of [
        ["en", "Ends on April 1, 2026, and does not renew.", "you can change your mind: ask"],
        ["ru", "Не продлевается, действует до 1 апреля 2026", "вы можете передумать: обратитесь к продавцу"]
      ] as const) {
        const { subscription, outlook } = shownAs({ ...billed, ending, language })
        const page = plainly(pages.subscription({ subscription, outlook, merchant, simulated: false, zone }))
        const { nothingMore } = (language === "en" ? english : russian).words.plan
        assert.include(page, sentence)
        assert.include(page, nothingMore)
        assert.strictEqual(page.includes(back), may)
      }
    }
  )

  it("says what a subscription owes at its end", () => {
    const waiting = [{ kind: "one-off", title: "Setup", amount: 990 }] as const
    const page = result({ ...billed, waiting, ending: { reason: "asked" } })
    assert.deepStrictEqual(ahead(page), ["Last payment: €9.90 on April 1, 2026"])
    assert.notInclude(page, english.words.plan.nothingMore)
  })

  it("says the same where another card is given", () => {
    const card = { stage: "form", merchant, simulated: false, zone, script: "" } as const
    const page = (changes: Partial<Subscription>) =>
      plainly(pages.newCard({ ...card, ...shownAs({ ...billed, ...changes }) }))
    assert.deepStrictEqual(ahead(page({ coupon })), [
      "Next payment: €7.50 on April 1, 2026",
      "Then: €7.50 once, then €15.00 every month"
    ])
    assert.include(page({ ending: { reason: "asked" } }), "Ends on April 1, 2026, and does not renew.")
  })

  it("says that a paused one is not charged", () => {
    const page = result({ state: "active", pausedAt: at, activeTo: due })
    assert.include(page, "nothing is charged until it is resumed")
    assert.notInclude(page, "Next payment")
  })

  it("of one that failed says why, and offers a new beginning", () => {
    const page = result({ state: "failed" }, declined)
    assert.include(page, english.messages.funds)
    assert.match(page, /<form method="post">[\s\S]*name="again"[\s\S]*Try again<\/button>/)
    for (const state of SubscriptionState.literals.filter((state) => state !== "failed"))
      assert.notInclude(result({ state }), "Try again")
  })

  // Source: D2, masked data only.
  it("shows the brand and the last four digits of a card and no more of it", () => {
    const page = result({ state: "active" })
    assert.include(page, "Visa •••• 0000")
    for (const hidden of [token, stamp, "420000", "JANE", "secret-key", "2099"]) assert.notInclude(page, hidden)
  })

  it("leads back only where a browser may go", () => {
    const address = "https://shop.example/?a=1"
    assert.include(result({ state: "active" }, { returnUrl: address }), `href="${address}"`)
    assert.notInclude(result({ state: "active" }, { returnUrl: "javascript:alert(1)" }), "Back to the shop")
    assert.notInclude(result({ state: "active" }), "Back to the shop")
  })

  it("escapes what others wrote, and runs no script", () => {
    const page = pages.subscription({
      subscription: { ...started, state: "canceled" },
      outlook: Outlook.nothing,
      merchant,
      simulated: true,
      zone
    })
    for (const raw of ["<b>", "<Sons>", "<script"]) assert.notInclude(page, raw)
    assert.include(page, "<strong>TEST</strong>")
    // Nothing was asked for.
    assert.notInclude(page, 'class="amount')
  })
})
