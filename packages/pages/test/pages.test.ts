import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import type { AcquirerKey, CardStamp, CardToken, ShopId, TransactionUid } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import type { Transaction, TransactionStatus } from "@florin/core/transactions/Transaction"
import { contentSecurityPolicy, languageOf } from "@florin/pages/Layout"
import { notFound } from "@florin/pages/NotFound"
import { receipt } from "@florin/pages/Receipt"
import { result } from "@florin/pages/Result"
import * as DateTime from "effect/DateTime"

const token = "f".repeat(64)
const stamp = "e".repeat(64)

const transaction: Transaction = {
  shop: "shop" as ShopId,
  uid: "0190b6a0-0000-7000-8000-000000000000" as TransactionUid,
  type: "payment",
  status: "successful",
  reason: null,
  amount: Amount.make(123456),
  currency: Currency.make("EUR"),
  test: false,
  language: "en",
  description: '<img src=x onerror="alert(1)">',
  details: {},
  card: {
    facts: { brand: "visa", first1: "4", last4: "0000", bin: "420000", bin8: "42000000" },
    holder: "JANE DOE",
    expMonth: 12,
    expYear: 2099,
    stamp: stamp as CardStamp,
    token: token as CardToken,
    product: null,
    issuerCountry: null,
    issuerName: null,
    tokenProvider: null
  },
  recurringType: null,
  routing: "skipped",
  gatewayId: 1,
  acquirerKey: "secret-key" as AcquirerKey,
  report: null,
  createdAt: DateTime.unsafeMake("2026-03-01T12:00:00Z"),
  updatedAt: DateTime.unsafeMake("2026-03-01T12:00:00Z"),
  paidAt: DateTime.unsafeMake("2026-03-01T12:00:01Z"),
  expiredAt: null,
  closedAt: null,
  settledAt: null,
  manuallyCorrectedAt: null,
  version: 1
}

const merchant = "Smith & <Sons>"
const shown = { merchant, simulated: false }

const all: ReadonlyArray<readonly [string, string]> = [
  ["receipt", receipt({ transaction, ...shown })],
  ["result", result({ transaction, ...shown, receiptUrl: "../receipts/x" })],
  ["page that is not there", notFound({ language: "ru" })]
]

describe.each(all)("the %s", (_, page) => {
  it("runs no script and loads nothing", () => {
    assert.notMatch(page, /<script|<link|<img|<iframe|\son\w+="|style="|javascript:|url\(|@import/i)
  })

  it("has the one stylesheet that the policy lets through", () => {
    const styles = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style]) => style!)
    assert.strictEqual(styles.length, 1)
    const hash = createHash("sha256").update(styles[0]!).digest("base64")
    assert.include(contentSecurityPolicy, `'sha256-${hash}'`)
    assert.notMatch(contentSecurityPolicy, /unsafe|\*|https?:/)
  })

  // Source: WCAG 2.2, 2.4.2, 3.1.1, 1.3.1, 1.4.4.
  it("says its language and title, and has one main part with one heading of the first level", () => {
    assert.match(page, /^<!doctype html>\n<html lang="(en|ru)">/)
    assert.match(page, /<title>[^<]+<\/title>/)
    assert.strictEqual(page.match(/<main/g)?.length, 1)
    assert.strictEqual(page.match(/<h1/g)?.length, 1)
    assert.notMatch(page, /user-scalable|maximum-scale/)
  })

  it("escapes what others wrote", () => {
    assert.notInclude(page, "<Sons>")
    assert.notInclude(page, "<img")
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
    ["en", "Receipt", "1,234.56 EUR", "Successful"],
    ["ru-RU", "Квитанция", "1 234,56 EUR", "Успешно"],
    ["de", "Receipt", "1,234.56 EUR", "Successful"]
  ] as const)("in %s is a %s over %s: %s", (language, title, amount, status) => {
    const page = receipt({ transaction: { ...transaction, language }, ...shown }).replaceAll("\u00a0", " ")
    for (const text of [`<h1>${title}</h1>`, amount, status]) assert.include(page, text)
  })

  // Source: D10.
  it.each([
    ["en", "The hold was released", "March 8, 2026", "The hold was released because its period was over."],
    ["ru", "Блокировка снята", "8 марта 2026", "Срок блокировки истёк, и она снята."]
  ] as const)("in %s says of a hold that lapsed: %s, %s", (language, words, day, sentence) => {
    const lapsed = { type: "authorization", closedAt: DateTime.unsafeMake("2026-03-08T12:00:01Z") } as const
    const page = (closedBy?: "HoldLapsed" | "Closed") =>
      receipt({ transaction: { ...transaction, ...lapsed, language, ...(closedBy && { closedBy }) }, ...shown })
    assert.include(page("HoldLapsed"), `<dt>${words}</dt><dd><time datetime="2026-03-08T12:00:01.000Z">${day}`)
    assert.include(page("HoldLapsed"), sentence)
    for (const other of [page("Closed"), page()]) {
      for (const said of [words, sentence]) assert.notInclude(other, said)
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
    ["en", "TEST", "This is a test: no money has moved."],
    ["ru", "ТЕСТ", "Это тестовая операция: деньги не переводились."]
  ] as const)("in %s says %s where no money moved, and so does a result", (language, mark, words) => {
    const pages = (simulated: boolean) => {
      const model = { transaction: { ...transaction, language }, merchant, simulated }
      return [receipt(model), result({ ...model, receiptUrl: "../receipts/x" })]
    }
    for (const page of pages(true)) assert.include(page, `<strong>${mark}</strong> ${words}`)
    for (const page of pages(false)) for (const said of [mark, words]) assert.notInclude(page, said)
  })
})

describe("a result", () => {
  const page = (status: TransactionStatus, returnUrl?: string) =>
    result({
      transaction: { ...transaction, status },
      ...shown,
      receiptUrl: "../receipts/x",
      ...(returnUrl === undefined ? {} : { returnUrl })
    })

  // Source: D16; no step of a verification is pretended.
  it.each([
    ["successful", "The operation was successful", "No verification is needed."],
    ["failed", "The operation was declined", "No verification is needed."],
    ["pending", "The operation is being processed", "No verification is needed."],
    ["expired", "The time to pay is over", "No verification is needed."],
    ["incomplete", "The operation is not completed", "Verification is not available. No money has been taken."]
  ] as const)("of a %s one says: %s. %s", (status, title, verification) => {
    assert.include(page(status), title)
    assert.include(page(status), verification)
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
      assert.notInclude(page("successful", address), "Back to the merchant")
    }
  )
})

describe("a page's language", () => {
  it.each([
    ["ru", "ru"],
    ["RU-ru", "ru"],
    ["ru;q=0.9, en", "ru"],
    ["rus", "en"],
    ["en, ru", "en"],
    ["", "en"]
  ] as const)("of %s is %s", (tag, language) => {
    assert.strictEqual(languageOf(tag), language)
  })
})
