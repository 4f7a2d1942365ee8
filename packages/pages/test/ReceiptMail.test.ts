import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { Amount } from "@florin/core/money/Amount"
import * as Pages from "@florin/pages/Pages"
import * as DateTime from "effect/DateTime"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { billed, paid } from "./internal/paid.js"

const transaction: CardTransaction = {
  ...paid,
  details: { additionalData: { receiptText: ["Thank you", "See you"] } },
  paidAt: DateTime.unsafeMake("2026-03-01T12:34:01Z")
}

const { uid } = transaction

const { receiptMail } = Pages.Pages.defaultValue()

const receiptUrl = `https://pay.example/receipts/${uid}`

const mailOf = (changes: Partial<CardTransaction> = {}, merchant = "Books", simulated = false) =>
  receiptMail({ transaction: { ...transaction, ...changes }, merchant, simulated, receiptUrl })

const price = (amount: number, times: number | null) => ({
  ...{ amount: Amount.make(amount), times },
  interval: { length: 1, unit: "month" as const }
})

const withLines = (...receiptText: ReadonlyArray<string>) => mailOf({ details: { additionalData: { receiptText } } })

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&#96;": "`",
  "&amp;": "&"
}

/** The text that a mail program shows of the HTML part. */
const shown = (html: string): string =>
  html
    .slice(html.indexOf("<body"))
    .replace(/<[^>]*>/g, " ")
    .replace(/&(?:lt|gt|quot|amp|#39|#96);/g, (entity) => entities[entity]!)

describe("the mail with a receipt", () => {
  it("D36: has one subject and two parts, with merchant, amount, date, masked card and reference", () => {
    const { html, subject, text } = mailOf({ report: null })
    assert.strictEqual(subject, "Receipt from Books: €1,234.56")
    assert.strictEqual(
      text,
      [
        "Your payment to Books was successful.",
        "",
        "Amount: €1,234.56",
        "Shop: Books",
        "Description: Order 42",
        "Paid: March 1, 2026 at 12:34 PM UTC",
        "Card: Visa •••• 0000",
        `Reference: ${uid}`,
        "",
        "Thank you",
        "See you",
        "",
        `View receipt: ${receiptUrl}`,
        "",
        "This mail was sent automatically. Questions about your order are answered by the shop.",
        ""
      ].join("\n")
    )
    const says = shown(html)
    for (const part of ["€1,234.56", "Books", "Order 42", "March 1, 2026 at 12:34 PM UTC", "Visa •••• 0000", uid]) {
      assert.include(says, part)
    }
  })

  it.each([
    ["en", { then: [price(123456, null)], isMetered: false }, undefined],
    ["en", { then: [], isMetered: true }, undefined],
    [
      "en",
      { then: [price(123456, 2), price(200000, null)] },
      "Then: €1,234.56 every month, 2 times, then €2,000.00 every month"
    ],
    ["en", { then: [price(200000, null)], isMetered: true }, "Then: €2,000.00 every month, plus what you use"],
    ["ru", { then: [price(200000, null)] }, "Затем: 2\u00a0000,00\u00a0€ каждый месяц"]
  ] as const)("D61, D65: in %s says for how long a reduction lasts: %j", (language, prices, line) => {
    const { text } = receiptMail({
      ...{ transaction: { ...transaction, language }, merchant: "Books", simulated: false, receiptUrl },
      prices: { isMetered: false, ...prices }
    })
    const found = text.split("\n").find((one) => /^(?:Then|Затем): /.test(one))
    assert.strictEqual(found, line)
  })

  it("D61, D65: shows what a charge of a subscription consists of", () => {
    const subscription = { id: "sbs_0000000000000001", purpose: "renewal", bill: { lines: billed.lines } } as never
    const { html, text } = mailOf({ subscription })
    assert.include(text, ["Amount: €1,234.56", ...billed.english, "Shop: Books"].join("\n"))
    assert.include(shown(html), "Coupon SAVE")
    assert.notInclude(html, "<b>")
    const page = Pages.Pages.defaultValue().receipt({
      transaction: { ...transaction, subscription },
      merchant: "Books",
      simulated: false
    })
    assert.match(page, /<dt>Coupon SAVE<\/dt><dd>-€200\.00<\/dd>/)
    assert.notInclude(page, "<b>")
  })

  it("D36: shows what the acquirer reports: the text on the statement and the approval code", () => {
    const report = { authCode: "A1B2C3", billingDescriptor: "BOOKS*42", bankCode: null, rrn: null, refId: null }
    const { html, text } = mailOf({ report: { ...report, message: null, avsResult: null, cvcResult: null } })
    for (const part of [text, shown(html)]) {
      assert.match(part, /On your card statement:? +BOOKS\*42/)
      assert.match(part, /Approval code:? +A1B2C3/)
    }
  })

  it.each([
    { language: "ru", expected: "ru" },
    { language: "ru-RU", expected: "ru" },
    { language: "en", expected: "en" },
    { language: "de", expected: "en" }
  ])("Authorization request | language: $language is mailed in $expected", ({ expected, language }) => {
    const { html, subject, text } = mailOf({ language })
    const isRussian = expected === "ru"
    assert.strictEqual(
      subject,
      isRussian ? "Квитанция от Books: 1\u00a0234,56\u00a0€" : "Receipt from Books: €1,234.56"
    )
    assert.include(html, `<html lang="${expected}" dir="ltr">`)
    for (const part of [text, shown(html)]) {
      assert.match(
        part,
        isRussian ? /Оплачено:? +1 марта 2026 г\. в 12:34 UTC/ : /Paid:? +March 1, 2026 at 12:34 PM UTC/
      )
    }
  })

  it.each([
    { language: "en", subject: "TEST: Receipt from Books: €1,234.56", note: "No money moves." },
    {
      language: "ru",
      subject: "ТЕСТ: Квитанция от Books: 1\u00a0234,56\u00a0€",
      note: "Деньги не переводятся."
    }
  ])("D39: says $subject of what moved no money", ({ language, note, subject }) => {
    const mail = mailOf({ language }, "Books", true)
    assert.strictEqual(mail.subject, subject)
    for (const part of [mail.text, shown(mail.html)]) assert.include(part, note)
    assert.notInclude(mailOf({ language }).text + mailOf({ language }).html, note)
  })

  it.each([
    { says: "markup", line: `<script>alert(1)</script> & "quoted"`, lines: [`<script>alert(1)</script> & "quoted"`] },
    { says: "CR and LF", line: "one\r\ntwo\nthree\rfour", lines: ["one", "two", "three", "four"] },
    { says: "headers of its own", line: "\r\nBcc: x@y.example\r\n\r\n.", lines: ["", "Bcc: x@y.example", "", "."] },
    { says: "control characters", line: "a\u0000b\u001b[31mc\u2028d", lines: ["a b [31mc", "d"] }
  ])("additional_data | receipt_text: a line with $says is text and nothing else", ({ line, lines }) => {
    const { html, text } = withLines(line)
    assert.include(text, `\n\n${lines.join("\n")}\n\nView receipt`)
    const says = shown(html)
    for (const part of lines) assert.include(says, part)
    assert.notMatch(html, /<script|<b>/)
  })

  it("additional_data | receipt_text: of several lines, each has its own, in order", () => {
    const { html, text } = withLines("first", "second")
    assert.include(text, "\nfirst\nsecond\n")
    assert.include(html, "first<br>second")
    assert.notInclude(mailOf({ details: {} }).html, "<br>")
  })

  it("D36: loads nothing, runs nothing, and has no link but the receipt's", () => {
    const { html } = mailOf({ description: "https://evil.example/<img src=x>" }, "<a href='https://evil.example'>")
    assert.notMatch(html, /<(?:script|img|link|iframe|style|form|object|video|svg)|\son\w+="|url\(|@import|\ssrc="/i)
    assert.deepStrictEqual(
      [...html.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, url]) => url),
      [receiptUrl]
    )
  })

  it("D36: never shows the holder, the token or anything else of the card, whatever the merchant sends", () => {
    const line = fc.string({ unit: "binary", maxLength: 60 })
    fc.assert(
      fc.property(line, line, fc.array(line, { maxLength: 4 }), (merchant, description, receiptText) => {
        const details = { additionalData: { receiptText } }
        const { html, subject, text } = mailOf({ description, details }, merchant, true)
        assert.notMatch(subject, /[\u0000-\u001f\u007f]/)
        for (const part of [html, text]) {
          assert.notMatch(part, /[\u0000-\u0009\u000b-\u001f\u007f]/)
          for (const hidden of ["JANE DOE", "f".repeat(64), "e".repeat(64), "420000", "2099", "secret-key"]) {
            assert.notInclude(part, hidden)
          }
        }
      }),
      { numRuns: 300 }
    )
  })
})
