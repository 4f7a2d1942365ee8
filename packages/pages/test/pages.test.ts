import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { DeclineReason } from "@florin/core/cards/DeclineReason"
import { english, russian } from "@florin/core/language/CustomerMessages"
import { TransactionStatus, TransactionType } from "@florin/core/transaction-base/TransactionBase"
import { Pages } from "@florin/pages/Pages"
import * as DateTime from "effect/DateTime"
import { paid, stamp, token } from "./internal/paid.js"

const { contentSecurityPolicy, identification, issuer, problem, receipt, result, verification } = Pages.defaultValue()

const transaction: CardTransaction = { ...paid, description: '<img src=x onerror="alert(1)">' }

const merchant = "Smith & <Sons>"
const shown = { merchant, simulated: false }

const form = { action: "https://issuer.example/acs", fields: { creq: '"><script>' } }
const asking = { ...shown, transaction, script: "../assets/verification.js" }

const all: ReadonlyArray<readonly [string, string]> = [
  ["receipt", receipt({ transaction, ...shown })],
  ["result", result({ transaction, ...shown, receiptUrl: "../receipts/x" })],
  ["page of a challenge", verification({ ...asking, step: { _tag: "challenge", form } })],
  ["page of the method step", verification({ ...asking, step: { _tag: "method", frame: form, form } })],
  ["page of a step that is over", verification({ ...asking, step: { _tag: "finished" } })],
  ["page that waits", verification({ ...asking, step: { _tag: "wait" } })],
  [
    "page of the simulated issuer",
    issuer({
      ...{ merchant, amount: transaction.amount, currency: transaction.currency, language: "en", last4: "0000" },
      ...{ approve: form, decline: form, cancel: form, wrong: form, isWrong: true }
    })
  ],
  [
    "simulated issuer's page of the method step",
    identification({ language: "ru", form, script: "../assets/verification.js" })
  ],
  ["page that is not there", problem({ problem: "not-found", language: "ru", passes: false })]
]

describe.each(all)("the %s", (_, page) => {
  it("runs no script but its own, and loads nothing from elsewhere", () => {
    assert.notMatch(page, /<link|<img|\son\w+="|style="|javascript:|url\(|@import/i)
    const scripts = [...page.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
    assert.isTrue(scripts.every((tag) => tag === '<script src="../assets/verification.js" defer>'))
  })

  it("has the one stylesheet that the policy lets through", () => {
    const styles = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style]) => style!)
    assert.strictEqual(styles.length, 1)
    const hash = createHash("sha256").update(styles[0]!).digest("base64")
    assert.include(contentSecurityPolicy({}), `'sha256-${hash}'`)
    assert.notMatch(contentSecurityPolicy({}), /unsafe|\*|https?:/)
  })

  // Source: WCAG 2.2, 2.4.2, 3.1.1, 1.3.1, 1.4.4.
  it("says its language and title, and has one main part with one heading of the first level", () => {
    assert.match(page, /^<!doctype html>\n<html lang="(en|ru)" dir="ltr">/)
    assert.match(page, /<title>[^<]+<\/title>/)
    assert.strictEqual(page.match(/<main/g)?.length, 1)
    assert.strictEqual(page.match(/<h1/g)?.length, 1)
    assert.notMatch(page, /user-scalable|maximum-scale/)
  })

  it("escapes what others wrote", () => {
    assert.notInclude(page, "<Sons>")
    assert.notInclude(page, "<img")
    assert.notInclude(page, '"><script>')
  })
})

describe("a receipt", () => {
  // Source: D2, masked data only.
  it("shows the brand and the last four digits of a card and no more of it", () => {
    const page = receipt({ transaction, ...shown })
    assert.include(page, "Visa •••• 0000")
    for (const hidden of [token, stamp, "420000", "JANE", "secret-key", "2099"]) assert.notInclude(page, hidden)
  })

  it.each([
    ["en", "Receipt", "€1,234.56", "Payment successful"],
    ["ru-RU", "Квитанция", "1 234,56 €", "Платёж выполнен"],
    ["de", "Receipt", "€1,234.56", "Payment successful"]
  ] as const)("in %s is a %s over %s: %s", (language, title, amount, status) => {
    const page = receipt({ transaction: { ...transaction, language }, ...shown }).replaceAll("\u00a0", " ")
    for (const text of [`<p class="kind">${title}</p>`, amount, `<h1>${status}</h1>`]) assert.include(page, text)
  })

  // Source: D10.
  it.each([
    ["en", "Hold released", "Mar 8, 2026", "The hold was released because its period was over."],
    ["ru", "Блокировка снята", "8 мар. 2026", "Срок блокировки истёк, и она снята."]
  ] as const)("in %s says of a hold that lapsed: %s, %s", (language, words, day, sentence) => {
    const lapsed = { type: "authorization", closedAt: DateTime.unsafeMake("2026-03-08T12:00:01Z") } as const
    const page = (closedBy?: "HoldLapsed" | "Closed") =>
      receipt({ transaction: { ...transaction, ...lapsed, language, ...(closedBy && { closedBy }) }, ...shown })
    assert.include(page("HoldLapsed"), `<dt>${words}</dt><dd><time datetime="2026-03-08T12:00:01.000Z">${day}`)
    assert.include(page("HoldLapsed"), sentence)
    for (const other of [page("Closed"), page()]) {
      for (const reply of [words, sentence]) assert.notInclude(other, reply)
    }
  })

  it.each([
    ["authorization", "Approved", "Paid"],
    ["payment", "Paid", "Approved"],
    ["capture", "Paid", "Approved"]
  ] as const)("of a %s names the instant of its approval: %s, not %s", (type, label, other) => {
    const page = receipt({ transaction: { ...transaction, type }, ...shown })
    assert.include(page, `<dt>${label}</dt><dd><time datetime="2026-03-01T12:00:01.000Z">`)
    assert.notInclude(page, `<dt>${other}</dt>`)
  })

  // Source: D39.
  it.each([
    ["en", "TEST", "No money moves."],
    ["ru", "ТЕСТ", "Деньги не переводятся."]
  ] as const)("in %s says %s where no money moved, and so does a result", (language, mark, words) => {
    const pages = (simulated: boolean) => {
      const model = { transaction: { ...transaction, language }, merchant, simulated }
      return [receipt(model), result({ ...model, receiptUrl: "../receipts/x" })]
    }
    for (const page of pages(true)) assert.include(page, `<strong>${mark}</strong> ${words}`)
    for (const page of pages(false)) for (const reply of [mark, words]) assert.notInclude(page, reply)
  })
})

const unescaped = (page: string): string => page.replaceAll("&#39;", "'")

describe("a result", () => {
  const page = (status: TransactionStatus, returnUrl?: string) =>
    result({
      transaction: { ...transaction, status },
      ...shown,
      receiptUrl: "../receipts/x",
      ...(returnUrl === undefined ? {} : { returnUrl })
    })

  // Source: D16.
  it.each([
    ["successful", "Payment successful", undefined],
    ["failed", "Payment declined", english.unspecified],
    ["pending", "Payment is being processed", english.pending],
    ["expired", "Payment expired", english["order-expired"]],
    ["incomplete", "Payment not completed", english.confirmation]
  ] as const)("of a %s one is headed %s and says: %s", (status, title, message) => {
    assert.include(page(status), `<h1>${title}</h1>`)
    assert.include(page(status), `<title>${title} · `)
    if (message !== undefined) assert.include(unescaped(page(status)), `<p>${message}</p>`)
  })

  it.each(DeclineReason.literals.map((reason) => ({ reason })))(
    "Transaction | friendly_message: is the sentence of a page about a transaction declined for $reason",
    ({ reason }) => {
      const declined = { ...transaction, status: "failed", reason } as const
      const reply = (language: string) => {
        const model = { ...shown, transaction: { ...declined, language } }
        return [receipt(model), result({ ...model, receiptUrl: "../receipts/x" })].map(unescaped)
      }
      for (const text of reply("en")) assert.include(text, `<p>${english[reason]}</p>`)
      for (const text of reply("ru")) assert.include(text, `<p>${russian[reason]}</p>`)
    }
  )

  it("has a headline of its own for every kind and status, in every language", () => {
    for (const language of Pages.defaultValue().languages) {
      const titles = TransactionType.literals.flatMap((type) =>
        TransactionStatus.literals.map((status) => language.words.titles[type][status])
      )
      assert.isTrue(titles.every((title) => title.length > 3))
      for (const type of TransactionType.literals)
        assert.strictEqual(new Set(Object.values(language.words.titles[type])).size, 5)
    }
  })

  it.each([
    ["https://shop.example/?a=1&b=2", 'href="https://shop.example/?a=1&amp;b=2"'],
    ['https://shop.example/"onclick="x', 'href="https://shop.example/&quot;onclick=&quot;x"']
  ])("leads back to %s", (address, link) => {
    assert.include(page("successful", address), link)
  })

  it.each(["javascript:alert(1)", "data:text/html,x", " https://shop.example", "//shop.example"])(
    "does not lead to %s",
    (address) => {
      assert.notInclude(page("successful", address), "Back to the shop")
    }
  )
})

describe("a problem", () => {
  it.each([
    ["not-found", "Page not found", false],
    ["refused", "This page cannot be opened like that", false],
    ["busy", "One moment, please", true],
    ["failed", "Something went wrong", true]
  ] as const)("%s is headed %s", (kind, title, passes) => {
    const page = problem({ problem: kind, language: "de-AT, en;q=0.5", passes, requestId: "0a1b" })
    assert.include(page, `<h1>${title}</h1>`)
    assert.include(page, "Reference: 0a1b")
    assert.strictEqual(page.includes("Try again</a>"), passes)
  })
})
