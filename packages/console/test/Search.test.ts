/** What people type to find a payment. Source: D73. */
import * as Search from "@florin/console/Search"
import * as DateTime from "effect/DateTime"
import * as fc from "effect/FastCheck"
import { assert, describe, it } from "vitest"
import { money } from "../src/internal/values.js"

const berlin = DateTime.zoneUnsafeMakeNamed("Europe/Berlin")

// A Friday.
const now = DateTime.unsafeMake("2026-11-27T20:00:00Z")

const place = { now, zone: berlin }

const day = (from: string, to: string) => ({ from: `${from}T23:00:00.000Z`, to: `${to}T23:00:00.000Z` })

const uid = "0190b6a0-5c3f-7a4e-9d2b-1f0c6e8a7b35"

describe("the words of a search", () => {
  it.each<readonly [words: string, filters: object]>([
    ["", {}],
    ["   ", {}],
    [uid, { uid }],
    [uid.toUpperCase(), { uid }],
    ["jane@example.com", { email: "jane@example.com" }],
    ["4242", { last4: "4242" }],
    ["••••4242", { last4: "4242" }],
    ["*4242", { last4: "4242" }],
    ["424", { tracking_id: "424" }],
    ["19.95", { amount: "1995" }],
    ["19,95", { amount: "1995" }],
    ["20.11.2026", { tracking_id: "20.11.2026" }],
    ["19.95 usd", { amount: "1995", currency: "USD" }],
    ["500 jpy", { amount: "500", currency: "JPY" }],
    ["1.500 kwd", { amount: "1500", currency: "KWD" }],
    ["19.955", { tracking_id: "19.955" }],
    ["19,955 eur", { amount: "1995500", currency: "EUR" }],
    ["5,000.00", { amount: "500000" }],
    ["5.000,00", { amount: "500000" }],
    ["1'234'567.89", { amount: "123456789" }],
    ["5 000,50 jane@example.com", { amount: "500050", email: "jane@example.com" }],
    ["1.234,567", { tracking_id: "1.234,567" }],
    ["192.168.100.200", { tracking_id: "192.168.100.200" }],
    ["€25.00", { amount: "2500", currency: "EUR" }],
    ["€ 25", { amount: "2500", currency: "EUR" }],
    ["25,00 € failed", { amount: "2500", currency: "EUR", status: "failed" }],
    ["€5,000.00", { amount: "500000", currency: "EUR" }],
    ["€5,000", { amount: "500000", currency: "EUR" }],
    ["€4242", { amount: "424200", currency: "EUR" }],
    ["$5,000.00", { amount: "500000" }],
    ["a$19.95", { amount: "1995", currency: "AUD" }],
    ["tuesday usd5,000.00", { amount: "500000", currency: "USD", ...day("2026-11-23", "2026-11-24") }],
    ["mon 5.000,00 eur", { amount: "500000", currency: "EUR", ...day("2026-11-22", "2026-11-23") }],
    ["4242 19.95", { last4: "4242", amount: "1995" }],
    ["4242 eur", { last4: "4242", currency: "EUR" }],
    ["EUR25", { tracking_id: "EUR25" }],
    ["EUR-25.00", { tracking_id: "EUR-25.00" }],
    ["order-5,000.00", { tracking_id: "order-5,000.00" }],
    ["failed refund", { status: "failed", type: "refund" }],
    ["shop:books order:A-1", { shop: "books", tracking_id: "A-1" }],
    ["ref:7788", { reference: "7788" }],
    ["acquirer:3 method:visa f.0114", { gateway_id: "3", method: "visa", code: "F.0114" }],
    ["code:F.2011 failed", { code: "F.2011", status: "failed" }],
    ["F.01145", { tracking_id: "F.01145" }],
    ["order-42", { tracking_id: "order-42" }],
    ["two words", { tracking_id: "two words" }],
    ["today", day("2026-11-26", "2026-11-27")],
    ["yesterday", day("2026-11-25", "2026-11-26")],
    ["tuesday", day("2026-11-23", "2026-11-24")],
    ["last Tuesday", day("2026-11-23", "2026-11-24")],
    // Of today's own day the one before is meant.
    ["friday", day("2026-11-19", "2026-11-20")],
    ["в прошлый вторник", day("2026-11-23", "2026-11-24")],
    ["сегодня", day("2026-11-26", "2026-11-27")],
    ["2026-11-24", day("2026-11-23", "2026-11-24")],
    ["2026-02-30", { tracking_id: "2026-02-30" }],
    // A day with 25 hours.
    ["2026-10-25", { from: "2026-10-24T22:00:00.000Z", to: "2026-10-25T23:00:00.000Z" }],
    [
      "jane@example.com tuesday 19.95 eur",
      { email: "jane@example.com", amount: "1995", currency: "EUR", ...day("2026-11-23", "2026-11-24") }
    ],
    ["'; DROP TABLE transactions; --", { tracking_id: "'; DROP TABLE transactions; --" }],
    ["constructor", { tracking_id: "constructor" }],
    ["__proto__", { tracking_id: "__proto__" }]
  ])("%s", (words, filters) => {
    assert.deepStrictEqual(Search.parse(words, place), filters)
  })

  it.each(["en-GB", "ru-RU"])("finds every amount as the console shows it, by %s", (locale) => {
    const currencies = [
      "EUR",
      "USD",
      "GBP",
      "JPY",
      "KWD",
      "RUB",
      "AUD",
      "CNY",
      "KRW",
      "INR",
      "CHF",
      "PLN",
      "KZT",
      "CLP"
    ]
    const spaces = fc.constantFrom("\u00a0", " ")
    const amounts = fc.integer({ min: 1, max: 10 ** 11 })
    fc.assert(
      fc.property(amounts, fc.constantFrom(...currencies), spaces, (amount, currency, space) => {
        const shown = money(amount, currency, { locale }).replace(/\s/g, space)
        // A code beside fewer than four digits, without a mark of thousands, is a part of many an order's name.
        fc.pre(!/[A-Z]{3}|\$/.test(shown) || /\d\D\d/.test(shown))
        const isOfMany = /(?:^|\s)\$/.test(shown)
        const more = isOfMany ? {} : { currency }
        assert.deepStrictEqual(Search.parse(shown, place), { amount: String(amount), ...more })
      })
    )
  })

  it.each<readonly [query: Record<string, string>, filters: object]>([
    [{ q: "jane@example.com", email: "bob@example.com" }, { email: "bob@example.com" }],
    [{ q: "", email: " " }, {}],
    [{ from: "2026-11-24", to: "2026-11-25" }, day("2026-11-23", "2026-11-24")],
    [{ from: "yesterday" }, { from: "yesterday" }],
    [
      { amount: "5", currency: "JPY" },
      { amount: "5", currency: "JPY" }
    ],
    [
      { min_amount: "5", max_amount: "7.5" },
      { min_amount: "500", max_amount: "750" }
    ],
    [
      { q: "failed jane@example.com", gateway_id: "3", method: "visa", code: "F.0114" },
      { status: "failed", email: "jane@example.com", gateway_id: "3", method: "visa", code: "F.0114" }
    ],
    [{ amount: "much" }, { amount: "much" }],
    [{ amount: "€5,000.00" }, { amount: "500000" }],
    [{ amount: "5.000,00" }, { amount: "500000" }],
    [{ amount: "19.955" }, { amount: "19.955" }],
    [
      { amount: "5,000", currency: "EUR" },
      { amount: "500000", currency: "EUR" }
    ],
    [{ after: uid, other: "x" }, {}]
  ])("a field goes before the words: %j", (query, filters) => {
    assert.deepStrictEqual(Search.filtersOf(query, place), filters)
  })
})
