/** Every list and every search: of a shop over HTTP, of an operator over HTTP, and each screen of the console. */
import * as Originals from "./originals.js"
import * as Records from "./records.js"
import * as Copies from "./transactions.js"

/** Who asks: a shop, whoever runs the gateway, somebody who sees two shops, and the same two in the console. */
export type Asker = "shop" | "operator" | "clerk" | "console" | "console of a clerk"

export interface Lookup {
  readonly by: Asker
  /** Its path and query, by a number from 0 on that is less than how many transactions there are. */
  readonly path: (number: number) => string
  /** Nothing is there to be found. */
  readonly isEmpty?: true
}

type Query = Readonly<Record<string, string | number>>

const to = (path: string, query: Query = {}): string => {
  const members = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  const text = new URLSearchParams(members).toString()
  return text === "" ? path : `${path}?${text}`
}

const day = 86_400_000

/** What the filters of transactions are asked for. */
const filters = ({ begin, count, uid }: Copies.Series) => {
  const at = (number: number) => new Date(begin + number * Copies.step).toISOString()
  const days = (number: number, length: number) => ({ from: at(number), to: at(number + (length * day) / Copies.step) })
  return {
    "the newest": () => ({}),
    "the oldest": () => ({ order: "oldest" }),
    "a page in the middle": (number) => ({ after: uid(number) }),
    "one uid": (number) => ({ uid: uid(number) }),
    "a status of many": () => ({ status: "failed" }),
    "a status of few": () => ({ status: "pending" }),
    "a status of none": () => ({ status: "incomplete" }),
    "a type of some": (number) => ({ type: "refund", after: uid(number) }),
    "a type and a status": () => ({ type: "payment", status: "expired" }),
    "a tracking id": (number) => ({ tracking_id: `order-${number}` }),
    "an acquirer's reference": (number) => ({ reference: `pi_${number}` }),
    "an email": (number) => ({ email: Copies.email(number).toUpperCase() }),
    "a customer": (number) => ({ customer: Copies.customer(number) }),
    "a subscription": (number) => ({ subscription: Copies.subscription(number) }),
    "four last digits": (number) => ({ last4: Copies.last4(number) }),
    "an amount": (number) => ({ amount: Copies.amount(number), currency: "EUR" }),
    "amounts from 10.00 to 10.05": () => ({ min_amount: 1000, max_amount: 1005 }),
    "amounts from 10.00 on": () => ({ min_amount: 1000 }),
    "a currency": () => ({ currency: "USD" }),
    "a day": (number) => days(number, 1),
    "a day, the oldest first": (number) => ({ ...days(number, 1), order: "oldest" }),
    "an email, of a week": (number) => ({ email: Copies.email(number), ...days(number, 7) }),
    "what failed of a day, in dollars": (number) => ({ status: "failed", currency: "USD", ...days(number, 1) }),
    "last digits and amounts of what failed": (number) => ({
      ...{ last4: Copies.last4(number), status: "failed" },
      ...{ min_amount: 1000, max_amount: 40_000 }
    }),
    "last digits and an amount of a day": (number) => ({
      ...{ last4: Copies.last4(number), amount: Copies.amount(number) },
      ...days(Math.max(0, number - 2000), 1)
    }),
    "refunds of 10.00 to 200.00 in dollars": () => ({
      ...{ type: "refund", currency: "USD" },
      ...{ min_amount: 1000, max_amount: 20_000 }
    }),
    "an acquirer of many": () => ({ gateway_id: 2 }),
    "an acquirer of few": () => ({ gateway_id: 3 }),
    "a method of some": (number) => ({ method: "mir", after: uid(number) }),
    "a method of many": () => ({ method: "visa" }),
    "a code of some": () => ({ code: "F.0114" }),
    "a code of few, by acquirer and method": () => ({ code: "F.0116", gateway_id: 1, method: "visa" }),
    "what failed of a day, by acquirer, method and code": (number) => ({
      ...{ status: "failed", gateway_id: 1, method: "visa", code: "F.0114" },
      ...days(Math.min(number, count - day / Copies.step), 1)
    }),
    "the oldest of what failed": () => ({ status: "failed", order: "oldest" })
  } satisfies Readonly<Record<string, (number: number) => Query>>
}

const none = new Set(["a status of none"])

const transactions = (series: Copies.Series): Readonly<Record<string, Lookup>> => {
  const lookups: Record<string, Lookup> = {}
  for (const [by, path] of [
    ["shop", "/transactions"],
    ["operator", "/operator/transactions"],
    ["clerk", "/operator/transactions"]
  ] as const) {
    for (const [name, query] of Object.entries(filters(series))) {
      const lookup = { by, path: (number: number) => to(path, query(number)) }
      lookups[`transactions: ${name}`.concat(` (${by})`)] = none.has(name) ? { ...lookup, isEmpty: true } : lookup
    }
  }
  return lookups
}

/** What else a shop lists. */
const ofShop = (series: Copies.Series): Readonly<Record<string, Lookup>> => {
  const counts = Records.countsOf(series)
  const at = (number: number) => new Date(series.begin + number * Copies.step).toISOString()
  const middle = (path: string, name: (number: number) => string, count: number) => (number: number) =>
    to(path, { after: name(1 + (number % Math.max(1, count - 1))) })
  const shop = (path: (number: number) => string): Lookup => ({ by: "shop", path })
  return {
    "one transaction": shop((number) => `/transactions/${series.uid(number)}`),
    "transactions of one tracking id": shop((number) => `/transactions/tracking_id/order-${number}`),
    "movements of a day": shop((number) => to("/movements", { from: at(number), to: at(number + day / Copies.step) })),
    "webhooks: the newest": shop(() => "/notifications"),
    "webhooks: a page in the middle": shop((number) => to("/notifications", { after: `msg_${series.uid(number)}` })),
    "webhooks: exhausted": shop(() => to("/notifications", { status: "exhausted" })),
    "webhooks: waiting": shop(() => to("/notifications", { status: "waiting" })),
    "webhooks: delivered, in the middle": shop((number) =>
      to("/notifications", { status: "delivered", after: `msg_${series.uid(number)}` })
    ),
    "checkouts: the newest": shop(() => "/ctp/api/checkouts"),
    "checkouts: a page in the middle": shop(middle("/ctp/api/checkouts", Records.checkout, counts.checkouts)),
    "customers: the newest": shop(() => "/customers"),
    "customers: a page in the middle": shop(middle("/customers", Records.customer, counts.customers)),
    "subscriptions: the newest": shop(() => "/subscriptions"),
    "subscriptions: a page in the middle": shop(middle("/subscriptions", Records.subscription, counts.subscriptions)),
    "plans: the newest": shop(() => "/plans"),
    "products: the newest": shop(() => "/products"),
    "coupons: the newest": shop(() => "/coupons"),
    "cards of a customer": shop((number) => to("/v2/credit_cards", { customer: Records.holder(number % counts.cards) }))
  }
}

/** What operators list over HTTP: whoever sees all shops, and whoever sees two. */
const ofOperators = (series: Copies.Series): Readonly<Record<string, Lookup>> => {
  const at = (number: number) => new Date(series.begin + number * Copies.step).toISOString()
  const days = (number: number) => ({ from: at(number), to: at(number + day / Copies.step) })
  const audit = (query: Query) => to("/operator/audit", query)
  const paths: Readonly<Record<string, (number: number) => string>> = {
    "the story of a transaction": (number) => `/operator/transactions/${series.uid(number)}`,
    "webhooks: exhausted": () => "/operator/webhooks",
    "webhooks: waiting": () => to("/operator/webhooks", { status: "waiting" }),
    "webhooks: delivered, in the middle": (number) =>
      to("/operator/webhooks", { status: "delivered", after: `msg_${series.uid(number)}` }),
    "tally of a day": (number) => to("/operator/tally", { ...days(number), by: "day" }),
    "tally of a day by hour": (number) => to("/operator/tally", { ...days(number), by: "hour" }),
    doubts: () => "/operator/doubts",
    "proofs that wait": () => "/operator/proofs",
    "evidence that waits": () => "/operator/evidence",
    "requests for a second person": () => "/operator/approvals",
    "audit: the newest": () => audit({}),
    "audit: of a day": (number) => audit(days(number)),
    "audit: of a person": (number) => audit({ actor: Originals.personOf(number) }),
    "audit: of a record": (number) => audit({ subject: series.uid(number % Records.countsOf(series).audit) }),
    "audit: of a shop": () => audit({ shop: "bench" }),
    "audit: what was denied": () => audit({ kind: "denied" }),
    "audit: an operation of few": () => audit({ operation: "correctTransfer" }),
    "audit: what a person did": (number) => audit({ actor: Originals.personOf(number), kind: "action" })
  }
  return Object.fromEntries(
    (["operator", "clerk"] as const).flatMap((by) =>
      Object.entries(paths).map(([name, path]) => [`${name} (${by})`, { by, path }] as const)
    )
  )
}

/** Of those that have them everywhere alone. */
const ofAll: Readonly<Record<string, Lookup>> = {
  "acquirers' health (operator)": { by: "operator", path: () => "/operator/acquirers" }
}

/** Screens that show a person of two shops nothing: acquirers are of all shops, and so are the people here. */
const ofAllAlone = new Set(["acquirers", "people"])

/** The screens of the console that show a list or a number. */
const screens = (series: Copies.Series): Readonly<Record<string, Lookup>> => {
  const counts = Records.countsOf(series)
  const dayOf = (number: number) => new Date(series.begin + number * Copies.step).toISOString().slice(0, 10)
  const paths: Readonly<Record<string, (number: number) => string>> = {
    payments: () => "",
    "payments: jane@example.com of a day": (number) => to("", { q: `${Copies.email(number)} ${dayOf(number)}` }),
    "payments: words that are a reference": (number) => to("", { q: `pi_${number}` }),
    "payments: last digits and an amount": (number) =>
      to("", { q: `*${Copies.last4(number)} ${(Copies.amount(number) / 100).toFixed(2)}` }),
    "payments: what failed of a day, the oldest first": (number) =>
      to("", { q: `failed ${dayOf(number)}`, order: "oldest" }),
    "the story of a payment": (number) => `payments/${series.uid(number)}`,
    doubts: () => "doubts",
    "declines of a day": (number) => to("declines", { day: dayOf(number) }),
    "webhooks: exhausted": () => "webhooks",
    "webhooks: waiting": () => to("webhooks", { status: "waiting" }),
    acquirers: () => "acquirers",
    subscriptions: () => to("subscriptions", { shop: "bench" }),
    "a subscription": (number) => `subscriptions/bench/${Records.subscription(number % counts.subscriptions)}`,
    checkouts: () => to("checkouts", { shop: "bench" }),
    proofs: () => "proofs",
    shops: () => "shops",
    approvals: () => "approvals",
    people: () => "people",
    "audit: what was denied": () => to("audit", { kind: "denied" }),
    audit: () => "audit",
    "pulse of the payments": (number) => to("pulse", { after: series.uid(Math.max(number, series.count - 200)) }),
    "pulse of the doubts": () => to("pulse", { list: "doubts" }),
    "pulse of the webhooks": () => to("pulse", { list: "webhooks" })
  }
  return Object.fromEntries(
    (["console", "console of a clerk"] as const).flatMap((by) =>
      Object.entries(paths)
        .filter(([name]) => by === "console" || !ofAllAlone.has(name))
        .map(
          ([name, path]) => [`${name} (${by})`, { by, path: (number: number) => `/console/${path(number)}` }] as const
        )
    )
  )
}

export const all = (series: Copies.Series): Readonly<Record<string, Lookup>> => ({
  ...transactions(series),
  ...ofShop(series),
  ...ofOperators(series),
  ...ofAll,
  ...screens(series)
})
