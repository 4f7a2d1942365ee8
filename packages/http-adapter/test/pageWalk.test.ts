// Every page that a customer can see, and whatever it loads and leads to, as a browser finds it.
import { assert, describe, it } from "@effect/vitest"
import { SubscriptionId } from "@florin/core/ids/Ids"
import * as Api from "@florin/http-adapter/Api"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exchange from "../src/internal/transport/exchange.js"
import * as Router from "../src/internal/transport/router.js"
import * as PageSamples from "./internal/pageSamples.js"
import { open, type PayingShop } from "./internal/payingShop.js"
import { callsOf } from "./internal/portalSamples.js"
import { transfersOf } from "./internal/transfers.js"

interface Step {
  readonly url: string
  readonly fields?: Readonly<Record<string, string>>
}

const text = (attribute: string): string => attribute.replaceAll("&amp;", "&").replaceAll("&quot;", '"')

const attributeOf = (tag: string, name: string): string | undefined => {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
  return found === undefined ? undefined : text(found)
}

/** A customer's card, for the fields of a form that have no value of their own. */
const typed: Readonly<Record<string, string>> = {
  number: "4200000000000000",
  expiry: "12/35",
  code: "123",
  holder: "J"
}

/** The forms of a page, as they are sent. */
const formsOf = (html: string): ReadonlyArray<Step> =>
  [...html.matchAll(/<form[^>]*>.*?<\/form>/gs)].map(([form]) => ({
    url: attributeOf(form, "action") ?? "",
    fields: Object.fromEntries(
      [...form.matchAll(/<(?:input|button)[^>]*>/g)].flatMap(([tag]) => {
        const name = attributeOf(tag, "name")
        return name === undefined ? [] : [[name, attributeOf(tag, "value") || (typed[name] ?? "")]]
      })
    )
  }))

/** What a page loads, links to, and asks for by its script. */
const linksOf = (html: string): ReadonlyArray<Step> =>
  [...html.matchAll(/<[^>]* (?:src|href|data-status)="[^"]*"[^>]*>/g)].flatMap(([tag]) =>
    ["src", "href", "data-status"].flatMap((name) => {
      const url = attributeOf(tag, name)
      return url === undefined || /^(?:#|data:)/.test(url) ? [] : [{ url }]
    })
  )

const routes = Api.routes(Api.contract({ sandbox: true, acquirers: false }))
const routeAt = Router.make(routes.map(({ method, name, path }) => ({ method, path, value: name })))

/**
 * Follows everything from these pages on. `shown`: the address in the browser, for one that is linked to. `looks`: sends no
 * form.
 */
const walk = (shop: PayingShop, from: ReadonlyArray<Step>, shown: (path: string) => string, looks = false) =>
  Effect.gen(function* () {
    const [seen, visited, wrong] = [new Set<string>(), new Set<string>(), [] as string[]]
    const todo = [...from]
    for (let step = todo.shift(); step !== undefined; step = todo.shift()) {
      const requested = new URL(step.url)
      if (requested.origin !== shop.baseUrl) continue
      const method = step.fields === undefined ? "GET" : "POST"
      if (looks && method === "POST") continue
      const path = shown(requested.pathname)
      const body = new URLSearchParams(step.fields).toString()
      const key = `${method} ${path}${requested.search} ${body}`
      if (seen.has(key)) continue
      seen.add(key)
      const { headers, status, text } = yield* shop.ask(`${path}${requested.search}`, {
        method,
        headers: {
          ...{ authorization: "", accept: "text/html" },
          ...(step.fields === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" })
        },
        ...(step.fields === undefined ? {} : { body })
      })
      if (status >= 400) wrong.push(`${status} ${key}`)
      visited.add(routeAt(Exchange.canonical(requested.pathname) ?? "")?.methods.get(method) ?? "none")
      const found = [
        ...(headers.location === undefined ? [] : [{ url: headers.location }]),
        ...(headers["content-type"]?.startsWith("text/html") === true ? [...formsOf(text), ...linksOf(text)] : [])
      ]
      // A form without an address is sent to the address that is shown.
      todo.push(
        ...found.map(({ url, ...more }) => ({
          ...more,
          url: new URL(url, `${shop.baseUrl}${path}${requested.search}`).href
        }))
      )
    }
    return { visited, wrong }
  })

const held = (holder: string) => ({
  credit_card: { number: "4012000000001097", verification_value: "123", holder, exp_month: "12", exp_year: "2035" }
})

/** A transfer that the gateway hears of by and by. */
const paidTransfer = (shop: PayingShop) => {
  const { pay, pays } = transfersOf(shop)
  return Effect.map(
    Effect.tap(pay("sbp_data"), ({ uid }) => pays(uid)),
    ({ url }): Step => ({ url })
  )
}

/** Pages of each kind. */
const pagesOf = Effect.fnUntraced(function* (shop: PayingShop) {
  const { pay } = transfersOf(shop)
  const orders = yield* Effect.all([
    shop.order("4012000000001097"),
    shop.order("4012000000001097", held("METHOD")),
    shop.order("4012000000001097", { return_url: undefined }),
    shop.order("4200000000000000", {}, "plain"),
    shop.order("4200000000000000", {}, "plain")
  ])
  const price = { currency: "EUR", plan: { amount: 1995, interval: 1, interval_unit: "month" } }
  const plans = yield* Effect.all([
    shop.post("/plans", { ...price, title: "Books" }, "plain"),
    shop.post("/plans", { ...price, title: "Books by challenge" })
  ])
  const { checkout } = yield* shop.post("/ctp/api/checkouts", {
    checkout: {
      transaction_type: "payment",
      order: { amount: 1995, currency: "EUR", description: "Books" },
      settings: { success_url: "https://merchant.example/paid" }
    }
  })
  const { token } = checkout as { readonly token: string }
  const poster = yield* shop.post("/products", {
    ...{ name: "Poster", description: "A poster", currency: "EUR", amount: 1995 }
  })
  const calls = callsOf(shop)
  const jane = yield* calls.customer
  yield* calls.subscribe(plans[1].id, jane)
  const portal = yield* calls.open(jane, { features: { plans: [yield* calls.plan({})] } })
  const subscribed = yield* calls.subscribe(plans[1].id, jane)
  const { now } = yield* shop.get("/sandbox/clock")
  const newCard = yield* shop.cardPages.urlOf(SubscriptionId.make(subscribed), DateTime.unsafeMake(now as string))
  const transfers = yield* Effect.all([pay("sbp"), pay("sbp_data")])
  return [
    ...orders.flatMap(({ receipt_url, redirect_url, uid }) => [
      ...(redirect_url === undefined ? [] : [redirect_url]),
      ...[`${shop.baseUrl}/process/${uid}`, `${shop.baseUrl}/process/${uid}/method`, receipt_url]
    ]),
    ...plans.map(({ pay_url }) => pay_url as string),
    ...[poster.pay_url as string, poster.confirm_url as string],
    portal,
    newCard,
    ...["checkout", "v2/checkout", "widget/hpp.html"].map((page) => `${shop.baseUrl}/${page}?token=${token}`),
    ...transfers.map(({ url }) => url),
    // Pages of shops load it.
    `${shop.baseUrl}/widget/be_gateway.js`,
    ...[`${shop.baseUrl}/`, `${shop.baseUrl}/docs`, `${shop.baseUrl}/openapi.json`]
  ].map((url): Step => ({ url }))
})

const isPage = (name: string): boolean =>
  [
    ...["process", "processMethod", "processReturn", "planPage", "payForPlan", "receipt", "transferPage"],
    ...["newCardPage", "giveNewCard"],
    ...["checkoutPage", "checkoutPageV2", "checkoutWidget", "payCheckout", "payCheckoutV2", "payCheckoutWidget"],
    ...["productPage", "buyProduct", "confirmOrderPage", "confirmOrder", "portalPage", "portalAction"],
    ...["transferStatus", "issuer", "issuerMethod", "start", "docs", "openapi"]
  ].includes(name) || /(?:Script|Style)$/.test(name)

describe("a customer's browser", () => {
  it.scopedLive.each([
    { host: "leaves addresses as they are", shown: (path: string) => path },
    { host: "adds a slash to each", shown: (path: string) => (path.endsWith("/") ? path : `${path}/`) }
  ])(
    "D3, D16: finds every page, and whatever the page loads and leads to, behind a host that $host",
    ({ shown }) =>
      Effect.gen(function* () {
        const shop = yield* open
        const { visited, wrong } = yield* walk(shop, [...(yield* pagesOf(shop)), yield* paidTransfer(shop)], shown)
        assert.deepStrictEqual(wrong, [])
        assert.sameMembers([...visited], routes.map(({ name }) => name).filter(isPage))
      }),
    60_000
  )
})

/** What runs by itself: the lease, and the question to the bank about a transfer that waits. */
const byItself = /^commit\.(?:jobs-claim|lease-renew|recover-)|transfer/

// Source: D47, "`GET` never creates, charges or spends anything".
describe("whoever only looks", () => {
  it.scopedLive(
    "D47: at every address, and at each way back from a bank, causes no commit and no call of a provider",
    () =>
      Effect.gen(function* () {
        const shop = yield* open
        const pages = yield* pagesOf(shop)
        const back = pages.flatMap(({ url }) => (/\/process\/[^/]+$/.test(url) ? [{ url: `${url}/return` }] : []))
        assert.isAbove(back.length, 4)
        const before = shop.reached.length
        assert.isAbove(before, 0)
        const { visited, wrong } = yield* walk(shop, [...pages, ...back], (path) => path, true)
        assert.deepStrictEqual(wrong, [])
        const wanted = routes.filter(
          ({ method, name }) => method === "GET" && (isPage(name) || name === "processReturned")
        )
        assert.sameMembers(
          [...visited],
          wanted.map(({ name }) => name)
        )
        assert.deepStrictEqual(
          shop.reached.slice(before).filter((point) => !byItself.test(point)),
          []
        )
      }),
    60_000
  )
})

describe("the samples of pages", () => {
  it.scopedLive(
    "D16: all show a page of the gateway when their pictures are taken, and none has ended meanwhile",
    () =>
      Effect.gen(function* () {
        const shop = yield* open
        const left: Array<string> = []
        const visited = (name: string, address: string): Effect.Effect<void, Error> =>
          Effect.flatMap(
            shop.ask(address.slice(shop.baseUrl.length), { headers: { authorization: "", accept: "text/html" } }),
            ({ headers: { location } }) => {
              if (location === undefined) return Effect.void
              const next = new URL(location, address).href
              if (next.startsWith(shop.baseUrl)) return visited(name, next)
              left.push(name)
              return Effect.void
            }
          )
        yield* PageSamples.inTurn(shop, "en", (samples) =>
          Effect.forEach(samples, ({ name, url }) => (url === undefined ? Effect.void : visited(name, url)), {
            discard: true
          })
        )
        assert.deepStrictEqual(left, [])
      }),
    60_000
  )
})
