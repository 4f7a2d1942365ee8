// The portal of a customer, in every state of its subscriptions and of its forms.
import * as Effect from "effect/Effect"
import type { PayingShop, ShopName } from "./payingShop.js"
import type { Sample } from "./sample.js"

const card = { number: "4200000000000000", verification_value: "123", exp_month: "12", exp_year: "2035" }

const price = (amount: number, interval: number, unit: string) => ({
  currency: "EUR",
  plan: { amount, interval, interval_unit: unit }
})

const long = {
  ...price(9_007_199_254_740_991, 21, "day"),
  title: "Einkaufswagen 0000-1111-2222 · Достопримечательности и высокопроизводительные электромеханизмы"
}

/** The shop's calls about one of its customers. */
export const callsOf = (shop: PayingShop, as: ShopName = "secure") => {
  const made = (path: string, body: object) => Effect.map(shop.post(path, body, as), ({ id }) => id as string)
  return {
    customer: made("/customers", { email: "jane@example.com", ip: "203.0.113.7" }),
    plan: (more: object) => made("/plans", { title: "Books unlimited", ...price(1995, 1, "month"), ...more }),
    subscribe: (plan: string, customer: string, more: object = { card }) =>
      made("/subscriptions", { plan: { id: plan }, customer: { id: customer }, ...more }),
    ending: (id: string) => shop.post(`/subscriptions/${id}/cancel`, { at_period_end: true }, as),
    canceled: (id: string) => shop.post(`/subscriptions/${id}/cancel`, { cancel_reason: "Moved away" }, as),
    /** The address of a portal. */
    open: (customer: string, more: object = {}) =>
      Effect.map(
        shop.post(`/customers/${customer}/portal`, { return_url: `${shop.shopUrl}/account`, ...more }, as),
        ({ url }) => url as string
      )
  }
}

/** A customer who has a bit of everything. */
const busy = Effect.fnUntraced(function* (shop: PayingShop, language: string) {
  const { canceled, customer, ending, open, plan, subscribe } = callsOf(shop)
  const [jane, monthly] = [yield* customer, yield* plan({})]
  const failing = yield* plan({
    ...{ title: "Films", ...price(10_114, 1, "month") },
    trial: { amount: 100, interval: 1, interval_unit: "hour", as_first_payment: true }
  })
  const failed = yield* subscribe(failing, jane, { card: { ...card, number: "4111111111111111" } })
  yield* shop.post("/sandbox/clock", { advance: "PT61M" })
  yield* canceled(yield* subscribe(yield* plan({ title: "Audiobooks" }), jane))
  const waiting = yield* subscribe(yield* plan({ title: "Magazines" }), jane, {})
  const other = yield* plan({ title: "Books for a year", ...price(19_900, 12, "month") })
  const end = yield* subscribe(yield* plan({ title: "Comics", ...price(495, 1, "day"), test: true }), jane)
  yield* ending(end)
  const active = yield* subscribe(monthly, jane)
  const plans = [yield* plan({ title: "Books, two at a time", ...price(2995, 1, "month") }), other, monthly]
  return { active, failed, waiting, url: yield* open(jane, { language, features: { plans } }) }
})

export const ofPortals = Effect.fnUntraced(function* (shop: PayingShop, language: string) {
  const calls = callsOf(shop)
  const ended = yield* calls.open(yield* calls.customer, { language })
  const { active, failed, url, waiting } = yield* busy(shop, language)
  const wordy = callsOf(shop, "plain")
  const jo = yield* wordy.customer
  yield* wordy.subscribe(yield* wordy.plan(long), jo)
  const step = (view: string, id = active) => `${url}?subscription=${id}&view=${view}`
  const typed = { number: "4005 5500 0000 0019", expiry: "12/35", code: "123" }
  const samples: ReadonlyArray<Sample> = [
    { name: "portal", url },
    { name: "portal-empty", url: yield* calls.open(yield* calls.customer, { language }) },
    { name: "portal-long", url: yield* wordy.open(jo, { language }) },
    { name: "portal-done", url: `${url}?done=canceled` },
    { name: "portal-impossible", url: `${url}?done=impossible` },
    { name: "portal-cancel", url: step("cancel") },
    { name: "portal-cancel-now", url: step("cancel", waiting) },
    { name: "portal-plan", url: step("plan") },
    { name: "portal-plan-missing", url: step("plan"), press: [0] },
    { name: "portal-card", url: step("card", failed) },
    { name: "portal-card-faults", url: step("card"), type: { number: "4200 0000 0000 0001" }, press: [0] },
    { name: "portal-card-refused", url: step("card"), type: typed, press: [0] },
    { name: "portal-ended", url: ended }
  ]
  return samples
})
