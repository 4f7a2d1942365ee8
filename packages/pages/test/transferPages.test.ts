import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { english, russian } from "@florin/core/language/CustomerMessages"
import type { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import type { Transfer } from "@florin/core/transfers/Transfer"
import { TransferReason } from "@florin/core/transfers/TransferReason"
import { Pages } from "@florin/pages/Pages"
import { payLink } from "@florin/pages/TransferPage"
import * as DateTime from "effect/DateTime"
import decodeQR from "qr/decode.js"
import { qrCode } from "../src/internal/qrCode.js"
import { account, code, later, now, payload, pending, pendingByPhone } from "./internal/transferred.js"

const pages = Pages.defaultValue()

const merchant = "Smith & <Sons>"
const shown = { merchant, simulated: false }
const zone = DateTime.zoneUnsafeMakeNamed("Europe/Moscow")
const script = "../assets/transfer.js"
const statusUrl = "../transfers/x/status"

const draw = (changes: Partial<Transfer> = {}, at = now) =>
  pages.transfer({ ...shown, transaction: { ...pending, ...changes }, now: at, zone, script, statusUrl })

const byPhone = (changes: Partial<Transfer> = {}, at = now) => draw({ ...pendingByPhone, ...changes }, at)

/** Without the entities and the spaces that a browser does not show as such. */
const plainly = (page: string): string =>
  page.replaceAll("&#39;", "'").replaceAll("&amp;", "&").replaceAll("\u00a0", " ").replaceAll("\u202f", " ")

const headingOf = (page: string): string => plainly(/<h1>([^<]*)<\/h1>/.exec(page)?.[1] ?? "")

const evil = '"><script>alert(1)</script><img src=x onerror="alert(1)">'

const hostile = { description: evil, language: "en" }

const all: ReadonlyArray<readonly [string, string]> = [
  ["opening", draw({ ...hostile, order: null })],
  ["code", draw({ ...hostile, expiredAt: later(60_000) })],
  ["code that is no link", draw({ ...hostile, order: { ...code, payload: `javascript:${evil}` } })],
  ["phone number", byPhone({ ...hostile, order: { ...account, account: evil, bank: evil, mark: evil } })],
  ["time that is over", byPhone(hostile, later(900_000))]
]

describe.each(all)("the page of a transfer with its %s", (_, page) => {
  it("runs no script but its own, and loads nothing from elsewhere", () => {
    assert.notMatch(page, /<link|<img|<[^>]*\son\w+="|style="|="javascript:|url\(|@import/i)
    const scripts = [...page.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
    assert.deepStrictEqual(scripts, [`<script src="${script}" defer>`])
  })

  it("has the one stylesheet that the policy lets through", () => {
    const styles = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style]) => style!)
    assert.strictEqual(styles.length, 1)
    const hash = createHash("sha256").update(styles[0]!).digest("base64")
    assert.include(pages.contentSecurityPolicy({ script: true }), `'sha256-${hash}'`)
  })

  // Source: WCAG 2.2, 2.4.2, 3.1.1, 1.3.1.
  it("says its language and title, and has one main part with one heading of the first level", () => {
    assert.match(page, /^<!doctype html>\n<html lang="en" dir="ltr">/)
    assert.match(page, /<title>[^<]+ · Smith &amp; &lt;Sons&gt;<\/title>/)
    assert.strictEqual(page.match(/<main/g)?.length, 1)
    assert.strictEqual(page.match(/<h1/g)?.length, 1)
  })

  it("escapes what others wrote", () => {
    assert.notInclude(page, "<Sons>")
    assert.notInclude(page, "<script>alert")
    assert.include(page, "&lt;script&gt;alert(1)&lt;/script&gt;")
  })

  it("is loaded again where there is no script, and followed where there is one", () => {
    assert.match(page, /<noscript><meta http-equiv="refresh" content="(?:2|10)"><\/noscript>/)
    assert.include(page, `data-status="${statusUrl}" data-version="2"`)
  })
})

describe("the page of a transfer", () => {
  // Source: D27, D28.
  it.each<readonly [says: string, page: string, english: string, russian: Partial<Transfer>, title: string]>([
    ["no order yet", draw({ order: null }), "Your payment is being prepared", { order: null }, "Готовим платёж"],
    [
      "an order without its code",
      ...[draw({ order: { ...code, payload: null } }), "Your payment is being prepared"],
      ...[{ order: { ...code, payload: null } }, "Готовим платёж"]
    ] as const,
    ["a code", draw(), "Pay in your bank's app", {}, "Оплатите через СБП"],
    [
      "an order without its phone number",
      ...[byPhone({ order: { ...account, account: null } }), "Your payment is being prepared"],
      ...[{ ...pendingByPhone, order: { ...account, account: null } }, "Готовим платёж"]
    ] as const,
    ["a phone number", byPhone(), "Transfer to this phone number", pendingByPhone, "Переведите по номеру телефона"],
    [
      "its end behind it",
      ...[draw({ expiredAt: later(-1) }), "The time to pay is over"],
      ...[{ expiredAt: later(-1) }, "Время на оплату истекло"]
    ] as const
  ])("D27: with %s is headed in English and in Russian", (_, page, title, changes, inRussian) => {
    assert.strictEqual(headingOf(page), title)
    assert.include(plainly(page), `<title>${title} · `)
    const other = draw({ ...changes, language: "ru-RU" })
    assert.include(other, '<html lang="ru" dir="ltr">')
    assert.strictEqual(headingOf(other), inRussian)
  })

  // Source: D28.
  it.each([
    { left: 900_000, expected: 'data-left="900"' },
    { left: 899_001, expected: 'data-left="900"' },
    { left: 899_000, expected: 'data-left="899"' },
    { left: 1, expected: 'data-left="1"' },
    { left: 0, expected: "The time to pay is over" },
    { left: -1, expected: "The time to pay is over" }
  ])("D28: counts $left ms in seconds, rounded up: $expected", ({ expected, left }) => {
    for (const page of [byPhone({ payBy: later(left) }), draw({ expiredAt: later(left) })]) {
      assert.include(page, expected)
      assert.strictEqual(page.includes('role="timer"'), left > 0)
    }
  })

  it.each<readonly [title: string, changes: Partial<Transfer>, expected: string | undefined]>([
    ["no end", {}, undefined],
    ["an end of the request", { expiredAt: later(60_000) }, 'data-left="60"'],
    ["15 minutes", { payBy: later(900_000) }, 'data-left="900"'],
    [
      "an end of the request before the 15 minutes",
      { payBy: later(900_000), expiredAt: later(60_000) },
      'data-left="60"'
    ],
    ["an end of the request after them", { payBy: later(900_000), expiredAt: later(960_000) }, 'data-left="900"']
  ])("D28: with %s counts down to it", (_, changes, expected) => {
    const page = draw(changes)
    if (expected === undefined) assert.notMatch(page, /role="timer"|<time/)
    else assert.include(page, expected)
  })

  it.each([
    {
      left: 900_000,
      language: "en",
      says: 'Pay by <time datetime="2029-01-02T22:15:00.000Z">01:15 AM GMT+3</time>',
      counts: true
    },
    {
      left: 900_000,
      language: "ru",
      says: 'Оплатите до <time datetime="2029-01-02T22:15:00.000Z">01:15 GMT+3</time>',
      counts: true
    },
    { left: 86_399_000, language: "en", says: ">12:59 AM GMT+3</time>", counts: true },
    { left: 86_400_000, language: "en", says: ">January 4, 2029 at 01:00 AM GMT+3</time>", counts: false },
    { left: 86_400_000, language: "ru", says: ">4 января 2029 г. в 01:00 GMT+3</time>", counts: false }
  ])(
    "D28: in $language says in the shop's zone until when, $left ms before: $says",
    ({ counts, language, left, says }) => {
      const page = plainly(draw({ language, expiredAt: later(left) }))
      assert.include(page, says)
      assert.strictEqual(page.includes('role="timer"'), counts)
    }
  )

  it.each([
    { language: "en", five: "5 minutes left", one: "1 minute left" },
    { language: "ru", five: "Осталось 5 минут", one: "Осталась 1 минута" }
  ])("in $language has what is read aloud near the end, and nothing before: $five, $one", ({ five, language, one }) => {
    assert.include(byPhone({ language }), `role="status" data-five="${five}" data-one="${one}"></p>`)
  })

  it.each([
    ["79001234567", "+7 900 123-45-67", "+79001234567"],
    ["+79001234567", "+7 900 123-45-67", "+79001234567"],
    ["7900123456", "7900123456", "7900123456"],
    ["+4915112345678", "+4915112345678", "+4915112345678"],
    ["790012345678", "790012345678", "790012345678"]
  ])("D27: shows the phone number %s as %s and copies %s", (number, written, copied) => {
    const page = byPhone({ order: { ...account, account: number } })
    assert.include(page, `<bdi class="value">${written}</bdi><button class="copy" type="button" data-copy="${copied}"`)
  })

  it.each([
    [150_000, "en", "RUB 1,500.00", "1500"],
    [150_050, "en", "RUB 1,500.50", "1500.50"],
    [150_005, "ru", "1 500,05 ₽", "1500,05"],
    [15_000_000, "ru", "150 000,00 ₽", "150000"]
  ] as const)("D27: shows %d in %s as %s and copies %s", (amount, language, written, copied) => {
    const page = plainly(byPhone({ amount: amount as Transfer["amount"], language }))
    assert.include(page, `<bdi class="value">${written}</bdi><button class="copy" type="button" data-copy="${copied}"`)
    assert.include(page, `<p class="amount">${written}</p>`)
  })

  it("D27: names each line with a hidden button, which scripts show, and leaves out what is not known", () => {
    const names = (page: string) => [...page.matchAll(/<dt>([^<]*)<\/dt>/g)].map(([, name]) => name)
    assert.deepStrictEqual(names(byPhone()), ["Phone number", "Recipient&#39;s bank", "Amount", "Comment"])
    assert.deepStrictEqual(names(byPhone({ order: { ...account, mark: null, bank: "" } })), ["Phone number", "Amount"])
    const buttons = [...byPhone().matchAll(/<button[^>]*>/g)].map(([tag]) => tag)
    assert.strictEqual(buttons.length, 4)
    for (const tag of buttons) assert.match(tag, / hidden>$/)
  })

  it("D2: shows neither the provider's key nor an operator's evidence", () => {
    const evidence = [
      { said: "paid" as const, refId: null, amount: pending.amount, paidAt: later(-777), reportedAt: later(-776) }
    ]
    for (const page of [draw({ evidence }), byPhone({ evidence })]) assert.notMatch(page, /secret-key|21:59:59/)
  })

  // Source: D39.
  it("D39: says TEST where no money moves", () => {
    const page = (simulated: boolean) =>
      pages.transfer({ merchant, simulated, transaction: pending, now, zone, script, statusUrl })
    assert.include(page(true), "<strong>TEST</strong> No money moves.")
    assert.notInclude(page(false), "TEST")
  })
})

describe("a link to the bank's app", () => {
  it.each([
    [payload, true],
    ["HTTPS://qr.bank.example/A", true],
    ["bank100000000111://qr.bank.example/A?type=02", true],
    ["http://qr.bank.example/A", false],
    ["javascript:alert(1)", false],
    ["javascript://qr.bank.example/%0aalert(1)", false],
    ["data:text/html,x", false],
    ["bank10000000011://qr.bank.example/A", false],
    ["bank1000000001112://qr.bank.example/A", false],
    ["intent://qr.bank.example/A", false],
    [" https://qr.bank.example/A", false],
    ["https://qr.bank.example/A\n", false],
    ["https://", false],
    ["//qr.bank.example/A", false],
    ["ST00012|Name=Books|PersonalAcc=40702810138250123017", false]
  ])("D27: leads to %s: %s", (text, isLink) => {
    assert.strictEqual(payLink(text), isLink ? text : undefined)
    const page = draw({ order: { ...code, payload: text } })
    assert.strictEqual(page.includes("Open your bank&#39;s app"), isLink)
    assert.include(page, '<svg class="code"')
  })

  it("D27: is there in words for customers who do not see the code", () => {
    assert.include(draw(), 'role="img" aria-label="QR code of this payment"')
    assert.include(draw({ language: "ru" }), 'role="img" aria-label="QR-код для оплаты"')
  })
})

/** The picture as a camera would see it: four pixels a module. */
const pictured = (svg: string) => {
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)![1])
  const width = size * 4
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    for (let row = Number(y) * 4; row < Number(y) * 4 + 4; row++) {
      for (let column = Number(x) * 4; column < (Number(x) + Number(length)) * 4; column++) {
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
      }
    }
  }
  return { width, height: width, data }
}

describe("a code", () => {
  it.each([
    ["a provider's link", payload],
    ["a short link", "https://a.example/1"],
    ["a text in Russian", "ST00012|Name=Книги|Sum=100"],
    ["a thousand letters", "x".repeat(1000)]
  ])("D27: of %s is drawn so that it can be read", (_, text) => {
    assert.strictEqual(decodeQR(pictured(qrCode(text, "A code")!.text)), text)
  })

  // Source: ISO/IEC 18004, capacity of version 40 with correction level M.
  it.each([
    [2331, true],
    [2332, false]
  ])("of %i characters is drawn: %s, and its page has a link all the same", (length, isDrawn) => {
    const long = payload.padEnd(length, "x")
    assert.strictEqual(qrCode(long, "A code") !== undefined, isDrawn)
    const page = draw({ order: { ...code, payload: long } })
    assert.strictEqual(page.includes('<svg class="code"'), isDrawn)
    assert.include(page, `href="${long.replaceAll("&", "&amp;")}"`)
  })
})

const ended = (changes: Partial<Transfer>) => ({ ...shown, transaction: { ...pendingByPhone, ...changes } })

const unescaped = (page: string): string => page.replaceAll("&#39;", "'")

describe("the result of a payment by transfer", () => {
  const returnUrl = "https://shop.example/thanks?order=1&status=successful"
  const resultOf = (changes: Partial<Transfer>, more: object = {}) =>
    pages.result({ ...ended(changes), receiptUrl: "../receipts/x", ...more })

  it.each<readonly [TransactionStatus, Transfer["reason"], string, string, string | undefined]>([
    ["successful", null, "Payment successful", "Платёж выполнен", undefined],
    ["expired", null, "Payment expired", "Платёж просрочен", english["order-expired"]],
    ["failed", "unpaid", "The time to pay is over", "Время на оплату истекло", english.unpaid],
    ["failed", "provider", "Payment declined", "Платёж отклонён", english.provider],
    ["failed", "account-funds", "Payment declined", "Платёж отклонён", english["account-funds"]],
    ["failed", "no-provider", "Payment declined", "Платёж отклонён", english["no-provider"]],
    ["failed", "verification-refused", "Payment declined", "Платёж отклонён", english["verification-refused"]],
    ["failed", "not-proven", "Payment declined", "Платёж отклонён", english["not-proven"]]
  ])("D27: that is %s, %s, is headed %s", (status, reason, title, inRussian, message) => {
    const page = resultOf({ status, reason })
    assert.strictEqual(headingOf(page), title)
    assert.include(page, `<title>${title} · `)
    if (message !== undefined) assert.include(unescaped(page), `<p>${message}</p>`)
    assert.strictEqual(headingOf(resultOf({ status, reason, language: "ru" })), inRussian)
  })

  it.each(TransferReason.literals)(
    "Transaction | friendly_message: says why it failed, %s, in both languages",
    (reason) => {
      const reply = (language: string) => {
        const changes = { status: "failed", reason, language } as const
        return [pages.receipt(ended(changes)), resultOf(changes)].map(unescaped)
      }
      for (const text of reply("en")) assert.include(text, `<p>${english[reason]}</p>`)
      for (const text of reply("ru")) assert.include(text, `<p>${russian[reason]}</p>`)
    }
  )

  it.each(["pending", "failed", "successful"] as const)(
    "D29: with a proof that is %s says so while it is examined",
    (status) => {
      const proof = { uid: pending.uid, status, message: null, count: 1 }
      const changes = { status: status === "successful" ? "successful" : "failed", reason: "unpaid", proof } as const
      const page = resultOf(changes)
      assert.strictEqual(page.includes("The proof of your payment is being checked."), status === "pending")
      assert.strictEqual(page.includes(english.unpaid), status === "failed")
    }
  )

  it("D27: goes on by itself to the shop and can be stopped, where there is one", () => {
    const onward = { script, seconds: 5 }
    const page = resultOf({ status: "successful" }, { returnUrl, onward })
    assert.include(page, `data-to="${returnUrl.replaceAll("&", "&amp;")}" data-seconds="5" hidden>`)
    assert.match(page, /<button class="quiet" type="button">Stay on this page<\/button>/)
    for (const other of [
      resultOf({ status: "successful" }, { returnUrl }),
      resultOf({ status: "successful" }, { returnUrl: "javascript:alert(1)", onward })
    ]) {
      assert.notInclude(other, "data-to=")
    }
  })
})

describe("the receipt of a transfer", () => {
  const report = { refId: "B2035-118", message: null }

  it.each([
    ["en", "Method", "Bank transfer (SBP)", "Bank&#39;s reference"],
    ["ru", "Способ", "Перевод через СБП", "Номер в банке"]
  ])("D1: in %s says how it was paid and the bank's number", (language, name, method, reference) => {
    const page = pages.receipt(ended({ status: "successful", paidAt: later(1000), report, language }))
    assert.include(page, `<dt>${name}</dt><dd>${method}</dd>`)
    assert.include(page, `<dt>${reference}</dt><dd>B2035-118</dd>`)
    assert.include(page, '<time datetime="2029-01-02T22:00:01.000Z">')
    assert.notMatch(page, /9001234567|900 123|482-13|secret-key/)
  })

  it("D2: of a payout shows no more of the account than its last four digits", () => {
    const recipient = { account: "+79001234567", bankCode: "100000000111" }
    const page = pages.receipt(ended({ type: "payout", status: "successful", order: null, payBy: null, recipient }))
    assert.include(page, "<dt>Phone number</dt><dd>•••• 4567</dd>")
    assert.notMatch(page, /123-?45|12345|100000000111/)
    assert.strictEqual(headingOf(page), "Payout successful")
  })

  it.each([
    ["en", english],
    ["ru", russian]
  ])("D27: in %s asks a customer who has not paid to pay, once the order is open", (language, says) => {
    const receiptOf = (order: Transfer["order"]) => unescaped(pages.receipt(ended({ language, order })))
    assert.include(receiptOf(account), `<p>${says.order}</p>`)
    assert.include(receiptOf(null), `<p>${says.pending}</p>`)
  })

  it.each([
    ["refund", "pending", "Refund is being processed", "Возврат обрабатывается"],
    ["refund", "successful", "Refund successful", "Возврат выполнен"],
    ["payout", "failed", "Payout declined", "Выплата отклонена"],
    ["proof", "pending", "Proof of payment is being processed", "Подтверждение оплаты рассматривается"],
    ["proof", "successful", "Proof of payment successful", "Подтверждение оплаты принято"]
  ] as const)("D1: of a %s that is %s is headed %s", (type, status, title, inRussian) => {
    const reason = status === "failed" ? "provider" : null
    const of = (language: string) => headingOf(pages.receipt(ended({ type, status, reason, language })))
    assert.deepStrictEqual([of("en"), of("ru")], [title, inRussian])
  })

  it("D32: of a refund says why", () => {
    const page = pages.receipt(ended({ type: "refund", refundReason: "<b>Returned</b>" }))
    assert.include(page, "<dt>Reason</dt><dd>&lt;b&gt;Returned&lt;/b&gt;</dd>")
  })

  it("D36: is mailed with the same facts", () => {
    const receiptUrl = "https://pay.example/receipts/x"
    const paid = { status: "successful", paidAt: later(1000), report } as const
    const { html, subject, text } = pages.receiptMail({ ...ended(paid), receiptUrl })
    assert.strictEqual(plainly(subject), "Receipt from Smith & <Sons>: RUB 1,500.50")
    for (const line of [
      "Amount: RUB 1,500.50",
      "Paid: January 2, 2029 at 10:00 PM UTC",
      "Method: Bank transfer (SBP)",
      "Bank's reference: B2035-118",
      `View receipt: ${receiptUrl}`
    ]) {
      assert.include(plainly(text).split("\n"), line)
    }
    assert.notMatch(html + text, /9001234567|482-13/)
    assert.include(
      pages.receiptMail({ ...ended({ ...paid, language: "ru" }), receiptUrl }).text,
      "Способ: Перевод через СБП"
    )
  })
})
