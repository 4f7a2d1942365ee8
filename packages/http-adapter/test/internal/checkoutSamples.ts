// The page of an order, in every state of its machine and of its form.
import * as CheckoutRules from "@florin/core/checkouts/CheckoutRules"
import { CheckoutToken, ShopId } from "@florin/core/ids/Ids"
import type { SavedCard } from "@florin/pages/CheckoutPage"
import { english } from "@florin/pages/English"
import * as Pages from "@florin/pages/Pages"
import * as CheckoutRequests from "@florin/wire/CheckoutRequests"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { PayingShop, ShopName } from "./payingShop.js"
import type { Sample } from "./sample.js"

const order = { amount: 1995, currency: "EUR", description: "Order 1042" }
const roubles = { ...order, amount: 150_000, currency: "RUB" }
const items = [
  { name: "Books unlimited, hardcover", quantity: 2, amount: 120_000 },
  { name: "Delivery to the door", amount: 30_000 }
]
const long = {
  amount: 9_007_199_254_740_991,
  currency: "EUR",
  description: "Einkaufswagen 0000-1111-2222 · Достопримечательности и высокопроизводительные электромеханизмы"
}
const everything = [
  "email",
  "first_name",
  "last_name",
  "phone",
  "birth_date",
  "address",
  "city",
  "state",
  "zip",
  "country"
]

/** What the sandbox approves, and what it declines. */
export const approved = { number: "4200 0000 0000 0000", expiry: "12/35", code: "123", holder: "Jane Doe" }
const declined = { ...approved, number: "4005 5500 0000 0019" }

/** Creates an order; answers with the address of its page. */
export const orderOf = (shop: PayingShop, more: object = {}, as?: ShopName) =>
  Effect.map(
    shop.post("/ctp/api/checkouts", { checkout: { transaction_type: "payment", order, ...more } }, as),
    ({ checkout }): { token: string; url: string } => ({ token: checkout.token, url: checkout.redirect_url })
  )

const token = CheckoutToken.make("c".repeat(64))

const saved = (last4: string, brand: SavedCard["brand"], digit: string): SavedCard => ({
  ...{ token: digit.repeat(64) as SavedCard["token"], brand, last4, expMonth: 7, expYear: 2031 }
})

/** A language whose texts are long, and one that is written from right to left. */
const german = {
  ...english,
  tag: "de",
  locale: "de-DE",
  words: {
    ...english.words,
    plan: {
      ...english.words.plan,
      fields: {
        number: { label: "Kartennummer" },
        expiry: { label: "Gültigkeitsende", hint: "Monat und Jahr, wie auf der Karte aufgedruckt" },
        code: { label: "Kartenprüfnummer", hint: "Drei oder vier Ziffern auf der Kartenrückseite" },
        holder: { label: "Name der Karteninhaberin oder des Karteninhabers", hint: "Falls auf der Karte angegeben" }
      },
      pay: (amount: string) => `Zahlungspflichtig bestellen und ${amount} bezahlen`
    },
    checkout: {
      ...english.words.checkout,
      method: "Welche Zahlungsmethode möchten Sie verwenden?",
      methods: {
        card: "Kreditkarte oder Debitkarte",
        another: "Eine andere Kreditkarte verwenden",
        sbp: "Bankanwendung (QR-Code)",
        sbp_data: "Überweisung an eine Telefonnummer"
      },
      secure: "Verschlüsselte Verbindung. Die Kartenprüfnummer wird niemals gespeichert.",
      leave: "Ohne Bezahlung zurück zum Online-Shop"
    }
  }
}
const hebrew = {
  ...english,
  tag: "he",
  locale: "he",
  direction: "rtl" as const,
  words: {
    ...english.words,
    plan: { ...english.words.plan, pay: (amount: string) => `לשלם ${amount}` },
    checkout: {
      ...english.words.checkout,
      method: "איך תרצו לשלם?",
      methods: { card: "כרטיס", another: "כרטיס אחר", sbp: "אפליקציית הבנק (QR)", sbp_data: "העברה למספר טלפון" }
    }
  }
}

const pages = Either.getOrThrow(Pages.make({ languages: [german, hebrew] }))

/** The page as it is made of a request, without a gateway. */
const rendered = (
  language: string,
  more: object = {},
  savedCards: ReadonlyArray<SavedCard> = [],
  model: object = {}
) => {
  const now = DateTime.unsafeMake("2026-03-01T12:00:00Z")
  const request = Either.getOrThrow(
    CheckoutRequests.checkout({ checkout: { transaction_type: "payment", order: { ...roubles, items }, ...more } })
  )
  const { checkout } = CheckoutRules.created({ shop: ShopId.make("secure"), token, now }, request)
  const shown = { methods: ["credit_card", "sbp", "sbp_data"] as const, requested: [], keeping: { isOn: false } }
  return pages.checkout({
    ...{ checkout, merchant: "Secure & Sons", language, simulated: false, savedCards, now },
    ...{ zone: DateTime.zoneMakeOffset(0), leaveUrl: "https://shop.example", ...shown, ...model }
  })
}

/** Whose tries of cards are braked. */
const tooMany = { entered: { expiry: "12/35", holder: "Jane Doe", faults: ["too-many"] } }

/** Of whom something is known already. */
const known = {
  requested: ["email", "country"],
  known: { email: "j•••@s•••.example", country: "DE" },
  fixed: { first_name: "J•••" },
  knownHolder: "J•••"
}

/** Orders in the states that customers see, before and after they have paid. */
export const ofCheckouts = Effect.fnUntraced(function* (shop: PayingShop, language: string) {
  const urls = { success_url: `${shop.shopUrl}/paid?order=1`, cancel_url: `${shop.shopUrl}/left` }
  const settings = { language, ...urls }
  const make = (more: object = {}, as?: ShopName) => orderOf(shop, { settings, attempts: 10, ...more }, as)
  const soon = { ...order, expired_at: new Date(Date.now() + 1000).toISOString() }
  const { now }: { now: string } = yield* shop.get("/sandbox/clock")
  const inMinutes = (minutes: number) => new Date(Date.parse(now) + minutes * 60_000).toISOString()
  const expired = yield* make({ order: { ...soon, expired_at: inMinutes(1) } })
  yield* shop.post("/sandbox/clock", { advance: "PT61S" })
  const canceled = yield* make()
  yield* shop.post(`/ctp/api/checkouts/${canceled.token}/cancel`, {})
  const toggle = { display: true, customer_contract: true }
  const of = yield* Effect.all({
    plain: make(),
    methods: make({ test: true, order: { ...roubles, items, expired_at: inMinutes(15) } }),
    details: make({
      settings: { ...settings, customer_fields: { visible: everything }, save_card_toggle: toggle },
      payment_method: { types: ["credit_card"], excluded_brands: ["amex"] }
    }),
    long: make({ order: long, settings: { ...settings, button_text: long.description.slice(0, 60) } }, "plain"),
    faulty: make({ settings: { ...settings, customer_fields: { visible: ["email", "country"] } } }),
    typed: make(),
    declined: make(),
    waiting: make(),
    paid: make({ settings: { ...settings, button_next_text: "On to your download" } }),
    failed: make({ attempts: 1 }),
    keeping: make({ transaction_type: "tokenization", order: { ...order, amount: 0 } })
  })
  const wrong = { number: "4200 0000 0000 0001", expiry: "13/35" }
  const samples: ReadonlyArray<Sample> = [
    { name: "checkout", url: of.plain.url },
    { name: "checkout-methods", url: of.methods.url },
    { name: "checkout-details", url: of.details.url },
    { name: "checkout-long", url: of.long.url },
    { name: "checkout-faults", url: of.faulty.url, type: wrong, press: [0] },
    { name: "checkout-said", url: of.typed.url, type: wrong, isScripted: true },
    { name: "checkout-declined", url: of.declined.url, type: declined, press: [0] },
    { name: "checkout-waiting", url: of.waiting.url, type: { ...approved, holder: "TIMEOUT" }, press: [0] },
    { name: "checkout-paid", url: of.paid.url, type: approved, press: [0] },
    { name: "checkout-failed", url: of.failed.url, type: declined, press: [0] },
    { name: "checkout-expired", url: expired.url },
    { name: "checkout-canceled", url: canceled.url },
    { name: "checkout-keeping", url: of.keeping.url }
  ]
  const two = [saved("0019", "visa", "a"), saved("4444", "master", "b")]
  const made: ReadonlyArray<Sample> = [
    { name: "checkout-saved", html: rendered(language, {}, two, { asksCode: true }) },
    { name: "checkout-saved-another", html: rendered(language, {}, two, { chosen: { card: "" } }) },
    { name: "checkout-saved-only", html: rendered(language, {}, two, { methods: ["credit_card"], isSavedOnly: true }) },
    { name: "checkout-too-many", html: rendered(language, {}, [], tooMany) },
    { name: "checkout-known", html: rendered(language, {}, [], known) },
    { name: "checkout-rtl", language: "he", html: rendered("he", {}, two, { chosen: { card: "" } }) },
    { name: "checkout-german", language: "de", html: rendered("de") }
  ]
  return [...samples, ...made]
})
