import { createHash } from "node:crypto"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import type { CheckoutRequest } from "@florin/core/checkouts/CheckoutRequest"
import * as CheckoutRules from "@florin/core/checkouts/CheckoutRules"
import { RequestedField } from "@florin/core/customers/RequestedFields"
import { CheckoutToken, ShopId } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import { cardScript } from "@florin/pages/CardScript"
import type { SavedCard } from "@florin/pages/CheckoutPage"
import { english } from "@florin/pages/English"
import { Pages } from "@florin/pages/Pages"
import * as DateTime from "effect/DateTime"
import { paid } from "./internal/paid.js"

const pages = Pages.defaultValue()
const now = DateTime.unsafeMake("2026-03-01T12:00:00Z")
const order = { amount: Amount.make(1995), currency: Currency.make("EUR"), description: "<b>Books</b>" }

type Model = Parameters<typeof pages.checkout>[0]

const page = (request: Partial<CheckoutRequest> = {}, model: Partial<Model> = {}, attempts = 0): string => {
  const { checkout } = CheckoutRules.created(
    { shop: ShopId.make("shop"), token: CheckoutToken.make("c".repeat(64)), now },
    { transactionType: "payment", order, ...request }
  )
  const shown = { methods: ["credit_card"] as const, zone: DateTime.zoneMakeOffset(7_200_000), simulated: false }
  return pages.checkout({
    ...{ checkout: { ...checkout, attempts }, merchant: "Smith & <Sons>", language: "en", now, ...shown },
    ...model
  })
}

const saved: SavedCard = {
  ...{ token: "a".repeat(64) as SavedCard["token"], brand: "visa", last4: "0019", expMonth: 7, expYear: 2031 }
}

const everything = {
  methods: ["credit_card", "sbp", "sbp_data"],
  savedCards: [saved],
  requestedFields: RequestedField.literals,
  keeping: { isOn: true },
  leaveUrl: "https://shop.example/left"
} as const

const inMinutes = (minutes: number) => ({ order: { ...order, expiredAt: DateTime.add(now, { minutes }) } })

const twice = [{ name: "Book <1>", quantity: 2, amount: Amount.make(1995) }]

// Source: D47, "It shows".
describe("the page of an order", () => {
  it.each([
    ["the merchant", {}, {}, "Smith &amp; &lt;Sons&gt;", undefined],
    ["the amount", {}, {}, '<p class="amount">€19.95</p>', undefined],
    ["the description", {}, {}, "&lt;b&gt;Books&lt;/b&gt;", undefined],
    ["its lines", { order: { ...order, items: twice } }, {}, "2 × Book &lt;1&gt;", "<details"],
    ["that no money moves", {}, { simulated: true }, "<strong>TEST</strong>", "TEST"],
    ["the end, in the shop's zone, within a day", inMinutes(23 * 60), {}, "Pay by", "Pay by"],
    ["no end after a day or more", {}, {}, "€19.95", undefined],
    ["the time that is left in the last hour", inMinutes(60), {}, 'data-left="3600"', 'data-left="3600"'],
    ["one button with the amount", {}, {}, ">Pay €19.95</span></button>", undefined],
    ["the shop's own text on it", { settings: { buttonText: "Order" } }, {}, ">Order · €19.95</span>", "Order ·"],
    [
      "the way back without paying",
      {},
      { leaveUrl: "https://shop.example" },
      'href="https://shop.example"',
      'class="leave"'
    ],
    ["no way to another scheme", {}, { leaveUrl: "javascript:x" }, "€19.95", undefined],
    ["a choice of methods", {}, { methods: ["credit_card", "sbp"] }, 'type="radio" value="sbp"', 'type="radio"'],
    ["the toggle", {}, { keeping: { isOn: true, label: "Keep <it>" } }, "Keep &lt;it&gt;", 'name="save_card"'],
    ["that it is on", {}, { keeping: { isOn: true } }, 'save_card-hint" checked>', " checked"],
    ["saved cards", {}, { savedCards: [saved] }, "Visa •••• 0019", 'name="saved_card"'],
    ["when they end", {}, { savedCards: [saved] }, "valid until 07/31", "valid until"],
    ["another card", {}, { savedCards: [saved] }, 'id="saved_card-another"', 'id="saved_card-another"'],
    [
      "a fixed name",
      {},
      { holder: "Jane", isHolderFixed: true },
      ' value="Jane" spellcheck="false" autocapitalize="words" readonly',
      "readonly"
    ],
    [
      "brands that are not taken",
      { paymentMethod: { excludedBrands: ["amex"] } },
      {},
      'data-excluded="amex"',
      "data-excluded"
    ],
    ["what is asked for", {}, { requestedFields: ["email"] }, 'name="email" type="email"', 'name="email"'],
    [
      "what is known of that, which need not be typed again",
      {},
      { requestedFields: ["email"], known: { email: "j•••@s•••.example" } },
      'dir="ltr" autocomplete="email" aria-describedby="email-hint">\n<p class="hint" id="email-hint">j•••@s•••.example is used if you leave this empty.</p>',
      "email-hint"
    ],
    [
      "a country that is known by its name",
      {},
      { requestedFields: ["country"], known: { country: "DE" } },
      "Germany is used if you leave this empty.",
      "Germany"
    ],
    [
      "what the customer cannot change",
      {},
      { fixed: { email: "j•••@s•••.example" } },
      'name="email" type="text" value="j•••@s•••.example" spellcheck="false" autocapitalize="words" readonly',
      'name="email"'
    ],
    [
      "the name of the last attempt, masked",
      {},
      { knownHolder: "J•••" },
      '<p class="hint" id="holder-hint">J••• is used if you leave this empty.</p>',
      "if you leave this empty"
    ]
  ] as ReadonlyArray<[string, Partial<CheckoutRequest>, Partial<Model>, string, string | undefined]>)(
    "D47: shows %s",
    (_, request, model, present, absent) => {
      const body = page(request, model)
        .replace(/<style>[\s\S]*<\/style>/, "")
        .replace(/<script>[\s\S]*<\/script>/, "")
      assert.include(body, present)
      assert.notInclude(body, "javascript:")
      if (absent !== undefined) assert.notInclude(page().replace(/<(style|script)>[\s\S]*?<\/\1>/g, ""), absent)
    }
  )

  it.each([
    [{ methods: ["credit_card"], savedCards: [saved], isSavedOnly: true }, ["method", "saved_card"]],
    [
      { methods: ["credit_card"], savedCards: [saved], isSavedOnly: true, asksCode: true },
      ["method", "saved_card", "code"]
    ],
    [{ methods: ["sbp"] }, ["method"]],
    [{}, ["method", "number", "expiry", "code", "holder"]],
    [{ savedCards: [saved] }, ["method", "saved_card", "saved_card", "number", "expiry", "code", "holder"]]
  ] as ReadonlyArray<[Partial<Model>, ReadonlyArray<string>]>)("D47: with %j sends these fields", (model, expected) => {
    const names = [...page({}, model).matchAll(/<(?:input|select)[^>]* name="(\w+)"/g)].map(([, name]) => name)
    assert.deepStrictEqual(names, ["token", "after", "browser", ...expected])
  })

  // The page may be served over plain http in a sandbox: it says what Florin does, and nothing of the connection.
  it.each([
    ["en", "Card numbers are stored only encrypted, security codes never."],
    ["ru", "Номера карт хранятся только зашифрованными, коды безопасности не хранятся."]
  ])("D47: says in %s what is stored of a card, and only where a card can be paid with", (language, sentence) => {
    assert.include(page({}, { language }), `>${sentence}</p>`)
    assert.include(page({}, { language, methods: ["sbp", "credit_card"] }), `>${sentence}</p>`)
    assert.notInclude(page({}, { language, methods: ["sbp"] }), 'class="small secure"')
  })

  it.each([
    [1, "You can try once more."],
    [3, "You can try 3 more times."]
  ])("D47: says after a decline why, that nothing was charged, and that %i attempts are left", (left, sentence) => {
    const declined = { ...paid, status: "failed" as const, reason: "funds" as const }
    const text = page({ attempts: 4 }, { declined }, 4 - left)
    assert.include(text, `Nothing was charged. Check the details, or pay in another way. ${sentence}`)
    assert.include(text, english.messages.funds)
    assert.include(text, "<title>Error: Pay")
  })

  // Source: WCAG 2.2, 1.3.5, 3.3.1, 4.1.2.
  it("D47: has a purpose and a keyboard for each field, labels, and countries by their names", () => {
    const text = page({}, everything)
    for (const [name, attributes] of [
      ["number", 'inputmode="numeric" autocapitalize="none" dir="ltr" autocomplete="cc-number"'],
      ["expiry", 'inputmode="numeric" autocapitalize="none" dir="ltr" autocomplete="cc-exp"'],
      ["code", 'inputmode="numeric" autocapitalize="none" dir="ltr" autocomplete="cc-csc"'],
      ["holder", 'autocomplete="cc-name"'],
      ["email", 'inputmode="email" autocapitalize="none" dir="ltr" autocomplete="email"'],
      ["phone", 'inputmode="tel" autocapitalize="none" dir="ltr" autocomplete="tel"'],
      ["birth_date", 'autocomplete="bday"'],
      ["zip", 'autocomplete="postal-code"']
    ] as const) {
      assert.match(text, new RegExp(`<label for="${name}">[^<]+</label>`), name)
      assert.match(text, new RegExp(`<input id="${name}" name="${name}"[^>]*${attributes}`), name)
    }
    assert.include(text, '<option value="DE">Germany</option>')
  })

  it("D47: is at most 30 KB compressed, asks no other host, and runs one script, allowed by its hash", () => {
    const text = page(inMinutes(30), everything)
    assert.isBelow(gzipSync(text).length, 30 * 1024)
    assert.notMatch(text, /<link|<img|<iframe|\ssrc=|\son\w+="|style="|url\(|@import/i)
    assert.deepStrictEqual(text.match(/<script[^>]*>/g), ["<script>"])
    // Nothing waits for it.
    assert.match(text, /<\/main>\s*<script>/)
    const [, script = ""] = /<script>([\s\S]*)<\/script>/.exec(text) ?? []
    const hash = createHash("sha256").update(script).digest("base64")
    assert.include(pages.contentSecurityPolicy({ inline: cardScript }), `; script-src 'sha256-${hash}';`)
  })
})
