// Those who try stolen numbers, and leave each in the middle: at the bank, or in 3-D Secure. The brake itself: brake.test.ts.
import { assert, describe, it } from "@effect/vitest"
import type { SubscriptionId } from "@florin/core/ids/Ids"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll } from "vitest"
import { openWith, type PayingShop, type ShopName } from "./internal/payingShop.js"
import { callsOf } from "./internal/portalSamples.js"

const triesPerPage = 2
/** Each customer is at an address and counts as a quarter there, until one more could not fail. */
const most = 4 * (triesPerPage - 1) + 1

const scope = Effect.runSync(Scope.make())
let shop: PayingShop
beforeAll(async () => {
  const opening = openWith({ brake: { triesPerAddress: 2, triesPerPage, proxies: 1 } })
  shop = await Effect.runPromise(Scope.extend(opening, scope))
}, 60_000)
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

type Fields = Readonly<Record<string, string>>

let customers = 0

/** Each as a customer of an address of its own: only what the page has left limits it. */
const asNext = () => ({ authorization: "", accept: "text/html", "x-forwarded-for": `198.51.100.${++customers % 256}` })

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url, shop.baseUrl)
  return `${pathname}${search}`
}

const get = (path: string) => shop.ask(path, { headers: asNext() })

const post = (path: string, fields: Fields) =>
  shop.ask(path, {
    method: "POST",
    headers: { ...asNext(), "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString()
  })

const leadsTo = (path: string, { location = "" }: { readonly location?: string | undefined }): string =>
  pathOf(new URL(location, `${shop.baseUrl}${path}`).href)

/** The form of a page, as it is sent, and where that leads: 429, or the page that follows. */
const sendForm = (path: string, card: Fields) =>
  Effect.gen(function* () {
    const { text } = yield* get(path)
    const hidden = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)]
    const own = Object.fromEntries(hidden.map(([, name, value]) => [name, value]))
    const { headers, status } = yield* post(path, { ...own, ...card })
    return status === 303 ? leadsTo(path, headers) : `${status}`
  })

/** What is tried in one go, on a page that exists already: where it leads. */
type Trying = (card: Fields) => Effect.Effect<string, Error>

const price = { currency: "EUR", plan: { amount: 1995, interval: 1, interval_unit: "month" } }

const onProduct = (as: ShopName): Effect.Effect<Trying, Error> =>
  Effect.map(
    shop.post("/products", { name: "A book", description: "A book", currency: "EUR", amount: 1995 }, as),
    ({ pay_url }) =>
      (card) =>
        Effect.gen(function* () {
          const page = pathOf(pay_url)
          const order = leadsTo(page, (yield* post(page, {})).headers)
          return yield* sendForm(order, card)
        })
  )

const onPlan = (as: ShopName): Effect.Effect<Trying, Error> =>
  Effect.map(shop.post("/plans", { ...price, title: "Books" }, as), ({ pay_url }) => (card) => {
    return sendForm(pathOf(pay_url), card)
  })

const first = { number: "4200000000000000", verification_value: "123", exp_month: "12", exp_year: "2035" }

const onNewCard = Effect.fnUntraced(function* (as: ShopName) {
  const { id } = yield* shop.post("/subscriptions", { plan: { ...price, title: "Books" }, card: first }, as)
  const path = pathOf(yield* shop.cardPages.urlOf(id as SubscriptionId, yield* DateTime.now))
  return (card: Fields) => sendForm(path, card)
})

const onPortal = Effect.fnUntraced(function* (as: ShopName) {
  const { customer, open, plan, subscribe } = callsOf(shop, as)
  const jane = yield* customer
  const subscription = yield* subscribe(yield* plan({}), jane)
  const path = `${pathOf(yield* open(jane))}?subscription=${subscription}&view=card`
  return (card: Fields) => sendForm(path, card)
})

const byApp = (as: ShopName): Effect.Effect<Trying> =>
  Effect.succeed(({ code, holder, number }) =>
    Effect.gen(function* () {
      const order = { amount: 1995, currency: "EUR", description: "A book" }
      const { checkout } = yield* shop.post(
        "/ctp/api/checkouts",
        { checkout: { transaction_type: "payment", order } },
        as
      )
      const credit_card = { number, verification_value: code, holder, exp_month: "12", exp_year: "2035" }
      const { status, text } = yield* shop.ask("/ctp/api/payments", {
        method: "POST",
        headers: asNext(),
        body: JSON.stringify({ request: { token: checkout.token, payment_method: "credit_card", credit_card } })
      })
      return status === 200 ? `/process/${JSON.parse(text).response.uid}` : `${status}`
    })
  )

const places = [
  { place: "the link of a product", on: onProduct },
  { place: "the page of a plan", on: onPlan },
  { place: "the page that takes another card", on: onNewCard },
  { place: "a portal", on: onPortal },
  { place: "a form of an app's", on: byApp }
]

const cardOf = (number: string, holder: string): Fields => ({
  number,
  holder,
  expiry: "12/35",
  code: "123",
  action: "card"
})

/** From the page that follows a try to that of its transaction. */
const processOf = (path: string): Effect.Effect<string, Error> =>
  path.startsWith("/process/")
    ? Effect.succeed(path)
    : Effect.flatMap(get(path), ({ headers }) => processOf(leadsTo(path, headers)))

const tries = 7

describe("whoever leaves each card in the middle", () => {
  it.live.each(places)("D47: tries no more than the page has, on $place", ({ on }) =>
    Effect.gen(function* () {
      const trying = yield* on("plain")
      const card = cardOf("4200000000000000", "ACTION")
      const ends = yield* Effect.forEach(Array.from({ length: tries }), () => trying(card))
      assert.lengthOf(
        ends.filter((end) => end !== "429"),
        most
      )
    })
  )

  it.live("D47: tries no more by going on from the method step each time, which the bank refuses then", () =>
    Effect.gen(function* () {
      const trying = yield* onProduct("secure")
      const card = cardOf("4012000000001014", "METHOD")
      const ends = yield* Effect.forEach(Array.from({ length: tries }), () =>
        Effect.tap(trying(card), (end) =>
          end === "429"
            ? Effect.void
            : Effect.flatMap(processOf(end), (process) =>
                post(`${process}/return`, { threeDSMethodData: "x", continue: "1" })
              )
        )
      )
      assert.lengthOf(
        ends.filter((end) => end !== "429"),
        triesPerPage
      )
    })
  )

  it.live("D47: keeps nobody off who comes back from the bank and has paid, however many they are", () =>
    Effect.gen(function* () {
      const trying = yield* onProduct("secure")
      const card = cardOf("4012000000001006", "METHOD")
      for (let index = 0; index < 2 * most; index++) {
        const process = yield* processOf(yield* trying(card))
        const { status } = yield* shop.find(process.slice("/process/".length))
        assert.strictEqual(status, "incomplete")
        yield* post(`${process}/return`, { threeDSMethodData: "x", continue: "1" })
        assert.strictEqual((yield* shop.find(process.slice("/process/".length))).status, "successful")
      }
    })
  )
})
