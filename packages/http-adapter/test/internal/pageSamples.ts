// Every page that a customer can see, from a gateway with the sandbox.

import { Amount } from "@florin/core/money/Amount"
import { Pages } from "@florin/pages/Pages"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import { account } from "./acceptedTransfer.js"
import { ofCheckouts } from "./checkoutSamples.js"
import type { PayingShop } from "./payingShop.js"
import { ofPortals } from "./portalSamples.js"
import type { Sample } from "./sample.js"
import { type Placed, transfersOf } from "./transfers.js"

const card = { number: "4200000000000000", verification_value: "123", exp_month: "12", exp_year: "2035" }
const long = {
  amount: 9_007_199_254_740_991,
  description: "Einkaufswagen 0000-1111-2222 · Достопримечательности и высокопроизводительные электромеханизмы"
}

/** A transaction of each kind of page. */
const transactionsOf = Effect.fnUntraced(function* (shop: PayingShop, language: string) {
  const plain = { language, return_url: undefined }
  const held = (holder: string) => ({ ...plain, credit_card: { ...card, holder } })
  const expired = yield* shop.order("4012000000001097", plain)
  yield* shop.post("/sandbox/clock", { advance: "PT16M" })
  const others = yield* Effect.all({
    paid: shop.order(card.number, plain),
    long: shop.order(card.number, { language, ...long }, "plain"),
    declined: shop.order("4005550000000019", plain),
    poor: shop.order(card.number, { ...held("FUNDS"), return_url: "https://shop.example" }, "plain"),
    unknown: shop.order(card.number, held("TIMEOUT")),
    unconfirmed: shop.order("4012000000001014", plain),
    challenged: shop.order("4012000000001097", { language }),
    identified: shop.order("4012000000001097", {
      language,
      credit_card: { ...card, number: "4012000000001097", holder: "METHOD" }
    })
  })
  return { ...others, expired }
})

const price = { currency: "EUR", plan: { amount: 1995, interval: 1, interval_unit: "month" } }
const trial = { amount: 100, interval: 14, interval_unit: "day", as_first_payment: true }
const plans = {
  plain: { ...price, title: "Books unlimited" },
  trial: { ...price, title: "Books unlimited", trial },
  free: { ...price, title: "Books unlimited", trial: { ...trial, amount: 0 } },
  once: {
    ...price,
    title: "A year of books",
    plan: { ...price.plan, interval: 12 },
    infinite: false,
    billing_cycles: 1
  },
  long: {
    ...{ title: long.description, currency: "EUR", infinite: false, billing_cycles: 24 },
    plan: { amount: long.amount, interval: 21, interval_unit: "day" }
  },
  // The first charge after the trial declines on the card that looks at amounts.
  declining: {
    ...{ ...price, title: "Books unlimited", plan: { ...price.plan, amount: 10_114 } },
    trial: { ...trial, interval: 1, interval_unit: "hour" }
  }
}

/** A plan of each kind, and subscriptions that the page itself does not lead to. */
const subscriptionsOf = Effect.fnUntraced(function* (shop: PayingShop, language: string) {
  const created = yield* Effect.all(
    Record.map(plans, (request) =>
      Effect.map(shop.post("/plans", { ...request, language }), ({ id, pay_url }): { id: string; pay_url: string } => ({
        id,
        pay_url
      }))
    )
  )
  const subscribed = ({ id, pay_url }: { id: string; pay_url: string }, more: object = {}) =>
    Effect.map(
      shop.post("/subscriptions", { plan: { id }, return_url: `${shop.shopUrl}/thanks?order=1`, ...more }),
      (made): { id: string; page: string } => ({ id: made.id, page: `${pay_url}?subscription=${made.id}` })
    )
  const attempted = yield* subscribed(created.declining, { card: { ...card, number: "4111111111111111" } })
  yield* shop.post("/sandbox/clock", { advance: "PT61M" })
  const canceled = yield* subscribed(created.plain, { card })
  yield* shop.post(`/subscriptions/${canceled.id}/cancel`, { cancel_reason: "The customer asked for it" })
  const waiting = yield* subscribed(created.plain)
  return { plan: Record.map(created, ({ pay_url }) => pay_url), attempted, canceled, waiting }
})

const typed = { number: "4200 0000 0000 0000", expiry: "12/35", code: "123", holder: "Jane Doe" }

/** The page of a plan, in each of its states. */
export const ofPlans = Effect.fnUntraced(function* (shop: PayingShop, language: string) {
  const { attempted, canceled, plan, waiting } = yield* subscriptionsOf(shop, language)
  const samples: ReadonlyArray<Sample> = [
    { name: "plan", url: plan.plain },
    { name: "plan-trial", url: plan.trial },
    { name: "plan-free-trial", url: plan.free },
    { name: "plan-long", url: plan.long },
    { name: "plan-faults", url: plan.trial, type: { number: "4200 0000 0000 0001", expiry: "13/35" }, press: [0] },
    { name: "plan-paid", url: waiting.page, type: typed, press: [0] },
    { name: "plan-paid-once", url: plan.once, type: typed, press: [0] },
    { name: "plan-trial-begun", url: plan.trial, type: typed, press: [0] },
    { name: "plan-declined", url: plan.plain, type: { ...typed, holder: "FUNDS" }, press: [0] },
    { name: "plan-in-doubt", url: plan.free, type: { ...typed, holder: "TIMEOUT" }, press: [0] },
    { name: "plan-attempted", url: attempted.page },
    { name: "plan-canceled", url: canceled.page }
  ]
  return samples
})

/** Payments by bank transfer before their outcome. */
const openTransfers = (shop: PayingShop, language: string) => {
  const { after, opening, pay, place } = transfersOf(shop)
  const wordy = { ...account, account: "+4915112345678", bank: long.description, mark: "SBP-0000-1111-2222-3333-4444" }
  return Effect.all({
    opening: opening("sbp", { language }),
    code: Effect.flatMap(after({ minutes: 15 }), (expired_at) => pay("sbp", { language, expired_at })),
    codeLong: pay("sbp", { language, ...long }, "plain"),
    account: pay("sbp_data", { language, test: true }),
    // The sandbox's bank has short names, and no order of it is open for days.
    accountLong: Effect.flatMap(after({ days: 2 }), (end) =>
      place({
        ...{ language, method: "sbp_data", order: wordy, payBy: DateTime.unsafeMake(end) },
        ...{ description: long.description, amount: Amount.make(long.amount) }
      })
    )
  })
}

/** Payments by bank transfer with their outcomes, and what follows them. */
const endedTransfers = Effect.fnUntraced(function* (shop: PayingShop, language: string) {
  const { advance, after, completes, pay, payOut, pays, prove, refund } = transfersOf(shop)
  const isPaid = ({ uid }: Placed) => pays(uid)
  const late = yield* Effect.all({ late: pay("sbp_data", { language }), proving: pay("sbp_data", { language }) })
  const expired = yield* pay("sbp", { language, expired_at: yield* after({ seconds: 1 }) })
  yield* advance("PT1S")
  const over = yield* pay("sbp_data", { language })
  // To the last instant at which `over` can be paid.
  yield* advance("PT15M")
  yield* prove(late.proving.uid)
  const paid = yield* Effect.tap(pay("sbp_data", { language }), isPaid)
  return {
    ...{ ...late, expired, over, paid },
    rejected: yield* pay("sbp_data", { language, description: "DECLINE" }),
    payout: yield* Effect.tap(payOut({ language }), ({ uid }) => completes(uid)),
    refund: yield* refund(paid.uid)
  }
})

/** The pages of payments by bank transfer, in each of their states, and the receipts of transfers. */
export const ofTransfers = Effect.fnUntraced(function* (shop: PayingShop, language: string) {
  // Making these moves the clock, to where those wait.
  const ended = yield* endedTransfers(shop, language)
  const open = yield* openTransfers(shop, language)
  const receipt = ({ uid }: { readonly uid: string }) => `${shop.baseUrl}/receipts/${uid}`
  const samples: ReadonlyArray<Sample> = [
    { name: "transfer-opening", url: open.opening.url },
    { name: "transfer-code", url: open.code.url },
    { name: "transfer-code-long", url: open.codeLong.url },
    { name: "transfer-account", url: open.account.url },
    { name: "transfer-account-copied", url: open.account.url, press: [0] },
    { name: "transfer-account-long", url: open.accountLong.url },
    { name: "transfer-over", url: ended.over.url },
    { name: "transfer-paid", url: ended.paid.url },
    { name: "transfer-late", url: ended.late.url },
    { name: "transfer-expired", url: ended.expired.url },
    { name: "transfer-rejected", url: ended.rejected.url },
    { name: "transfer-proving", url: ended.proving.url },
    { name: "transfer-receipt", url: receipt(ended.paid) },
    { name: "transfer-receipt-late", url: receipt(ended.late) },
    { name: "transfer-receipt-payout", url: receipt(ended.payout) },
    { name: "transfer-receipt-refund", url: receipt(ended.refund) }
  ]
  return samples.map((sample): Sample => ({ ...sample, isScripted: true }))
})

const { problem } = Pages.defaultValue()
const failing = (kind: "busy" | "failed", language: string) =>
  problem({ problem: kind, language, requestId: "8f14e45fceea167a5a36dedd", passes: true })

/** Every other page of customers in that language. */
export const make = Effect.fnUntraced(function* (shop: PayingShop, language: string) {
  const of = yield* transactionsOf(shop, language)
  const { baseUrl } = shop
  const samples: ReadonlyArray<Sample> = [
    { name: "verification", url: of.challenged.redirect_url },
    { name: "verification-method", url: of.identified.redirect_url },
    { name: "verification-waiting", url: of.unknown.redirect_url },
    { name: "method-over", url: `${of.challenged.redirect_url}/method` },
    { name: "issuer", url: of.challenged.redirect_url, press: [0] },
    { name: "issuer-wrong", url: of.challenged.redirect_url, press: [0, 2] },
    { name: "result", url: of.paid.redirect_url },
    { name: "result-long", url: of.long.redirect_url },
    { name: "result-declined", url: of.declined.redirect_url },
    { name: "result-poor", url: of.poor.redirect_url },
    { name: "result-unconfirmed", url: of.unconfirmed.redirect_url },
    { name: "result-expired", url: of.expired.redirect_url },
    { name: "receipt", url: `${baseUrl}/receipts/${of.paid.uid}` },
    { name: "receipt-long", url: `${baseUrl}/receipts/${of.long.uid}` },
    { name: "receipt-declined", url: `${baseUrl}/receipts/${of.poor.uid}` },
    { name: "receipt-pending", url: `${baseUrl}/receipts/${of.unknown.uid}` },
    { name: "receipt-expired", url: `${baseUrl}/receipts/${of.expired.uid}` },
    { name: "problem-not-found", url: `${baseUrl}/receipts/none` },
    { name: "problem-refused", url: `${of.challenged.redirect_url}/return` },
    { name: "problem-busy", html: failing("busy", language) },
    { name: "problem-failed", html: failing("failed", language) }
  ]
  return samples
})

/** The groups of pages, by how their names begin; those of the one without such a beginning have other names. */
const groups = { plan: ofPlans, portal: ofPortals, "": make, transfer: ofTransfers, checkout: ofCheckouts }

const beginnings = Object.keys(groups).filter((name) => name !== "")

/** Whether names of a group can begin like that. */
const mayBegin = (group: string, beginning: string): boolean =>
  group === ""
    ? !beginnings.some((name) => beginning.startsWith(name))
    : group.startsWith(beginning) || beginning.startsWith(group)

/**
 * Looks at the pages of customers in that language, group by group. The making of one group moves the clock, which ends
 * what waits in another: each is looked at before the next is made. `beginning`: how their names begin.
 */
export const inTurn = <E, R>(
  shop: PayingShop,
  language: string,
  look: (samples: ReadonlyArray<Sample>) => Effect.Effect<void, E, R>,
  beginning = ""
) =>
  Effect.forEach(
    Object.entries(groups).filter(([group]) => mayBegin(group, beginning)),
    ([_, group]) =>
      Effect.flatMap(group(shop, language), (samples) =>
        look(samples.filter(({ name }) => name.startsWith(beginning)))
      ),
    { discard: true }
  )
