// The portal of a customer, request by request; portalBrowser.test.ts opens it in a browser.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll } from "vitest"
import { open, type PayingShop } from "./internal/payingShop.js"

const scope = Effect.runSync(Scope.make())
let shop: PayingShop
beforeAll(async () => {
  shop = await Effect.runPromise(Scope.extend(open, scope))
}, 60_000)
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

type ShopName = "secure" | "plain"

const authorizationOf = (name: ShopName) => `Basic ${Buffer.from(`${name}:secure-secret-0001`).toString("base64")}`

const anonymous = { authorization: "", accept: "text/html" }
const form = { ...anonymous, "content-type": "application/x-www-form-urlencoded" }

const card = { number: "4200000000000000", verification_value: "123", exp_month: "12", exp_year: "2035" }
const typed = { number: "4200 0000 0000 0000", expiry: "12/35", code: "123", holder: "Jane Doe" }
const challenged = "4012000000001097"

const returnUrl = "https://shop.example/account?tab=1"

const json = (path: string, as: ShopName = "plain") =>
  Effect.map(shop.ask(path, { headers: { authorization: authorizationOf(as) } }), ({ status, text }) => ({
    status,
    body: JSON.parse(text)
  }))

let amount = 70_000

const planOf = (title: string, as: ShopName = "plain", more: object = {}) =>
  Effect.map(
    shop.post(
      "/plans",
      { title, currency: "EUR", plan: { amount: ++amount, interval: 1, interval_unit: "month" }, ...more },
      as
    ),
    ({ id }) => id as string
  )

const customerOf = (as: ShopName = "plain") =>
  Effect.map(shop.post("/customers", { email: "jane@example.com", ip: "203.0.113.7" }, as), ({ id }) => id as string)

const subscribed = (plan: string, customer: string, as: ShopName = "plain", more: object = { card }) =>
  Effect.map(
    shop.post("/subscriptions", { plan: { id: plan }, customer: { id: customer }, ...more }, as),
    ({ id }) => id as string
  )

const opened = (customer: string, more: object = {}, as: ShopName = "plain") =>
  Effect.map(shop.post(`/customers/${customer}/portal`, { return_url: returnUrl, ...more }, as), ({ url }) =>
    (url as string).slice(shop.baseUrl.length)
  )

/** A customer with one subscription, and an open portal. */
const customerWith = Effect.fnUntraced(function* (features: object = {}, as: ShopName = "plain") {
  const [customer, plan] = [yield* customerOf(as), yield* planOf("Books & <more>", as)]
  const id = yield* subscribed(plan, customer, as)
  return { customer, plan, id, path: yield* opened(customer, { features }, as) }
})

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  shop.ask(path, { headers: { ...anonymous, ...headers } })

const post = (path: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
  shop.ask(path, { method: "POST", headers: { ...form, ...headers }, body: new URLSearchParams(fields).toString() })

type Answer = Effect.Effect.Success<ReturnType<typeof get>>

const leadsTo = (path: string, { headers, status }: Answer): string => {
  assert.strictEqual(status, 303)
  const { pathname, search } = new URL(headers.location ?? "", `http://host${path}`)
  return `${pathname}${search}`
}

const subscription = (id: string, as: ShopName = "plain") =>
  Effect.map(json(`/subscriptions/${id}`, as), ({ body }) => body)

const textsOf = (html: string): string =>
  html
    .replace(/<style>[\s\S]*?<\/style>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")

describe("POST /customers/{id}/portal", () => {
  it.effect("D64: answers an address that opens for 30 minutes, and a new one each time", () =>
    Effect.gen(function* () {
      const customer = yield* customerOf()
      const request = {
        return_url: returnUrl,
        language: "ru",
        features: { cancel: false, plans: [yield* planOf("A")] }
      }
      const before = Date.parse((yield* shop.get("/sandbox/clock")).clock?.now ?? new Date().toISOString())
      const answer = yield* shop.post(`/customers/${customer}/portal`, request, "plain")
      assert.hasAllKeys(answer, ["url", "expires_at"])
      assert.match(answer.url, new RegExp(`^${shop.baseUrl}/portal/[\\w-]+\\.[0-9a-f]{64}$`))
      const life = Date.parse(answer.expires_at) - before
      assert.isTrue(life >= 30 * 60_000 && life < 31 * 60_000, String(life))
    })
  )

  it.effect.each<[string, object, object]>([
    ["no way back", {}, { return_url: ["can't be blank"] }],
    [
      "a script in the place of one",
      { return_url: "javascript:alert(1)" },
      { return_url: ["is invalid: expected an http or https URL without credentials, got another string"] }
    ],
    [
      "one that is too long",
      { return_url: `https://shop.example/${"x".repeat(1000)}` },
      { return_url: ["is too long (maximum is 1000 characters)"] }
    ],
    [
      "a plan of nobody",
      { return_url: returnUrl, features: { plans: ["pln_00000000000000ff"] } },
      { features: { plans: ["must be ids of plans of this shop"] } }
    ],
    [
      "what is no switch",
      { return_url: returnUrl, features: { cancel: "often" } },
      { features: { cancel: ["is invalid: expected true or false, got another string"] } }
    ]
  ])("D64: refuses %s", ([_, request, errors]) =>
    Effect.gen(function* () {
      const customer = yield* customerOf()
      const answer = yield* shop.ask(`/customers/${customer}/portal`, {
        method: "POST",
        headers: { authorization: authorizationOf("plain") },
        body: JSON.stringify(request)
      })
      assert.strictEqual(answer.status, 422, answer.text)
      assert.deepStrictEqual(JSON.parse(answer.text).errors, errors)
    })
  )

  it.effect("D64: opens nothing for another shop's customer, or with another shop's plan", () =>
    Effect.gen(function* () {
      const [customer, plan] = [yield* customerOf("secure"), yield* planOf("A", "secure")]
      const ask = (id: string, more: object) =>
        shop.ask(`/customers/${id}/portal`, {
          method: "POST",
          headers: { authorization: authorizationOf("plain") },
          body: JSON.stringify({ return_url: returnUrl, ...more })
        })
      assert.strictEqual((yield* ask(customer, {})).status, 404)
      assert.strictEqual((yield* ask("cst_00000000000000ff", {})).status, 404)
      assert.strictEqual((yield* ask(yield* customerOf(), { features: { plans: [plan] } })).status, 422)
    })
  )
})

describe("GET /portal/{token}", () => {
  it.effect("D64: shows the customer's subscriptions with their next charges, payments, and the way back", () =>
    Effect.gen(function* () {
      const { customer, id, path } = yield* customerWith()
      const waiting = yield* subscribed(yield* planOf("Waits"), customer, "plain", {})
      const gone = yield* subscribed(yield* planOf("Gone"), customer)
      yield* shop.post(`/subscriptions/${gone}/cancel`, { cancel_reason: "why" }, "plain")
      yield* subscribed(yield* planOf("Of another"), yield* customerOf())
      const page = yield* get(path)
      assert.strictEqual(page.status, 200)
      const text = textsOf(page.text)
      for (const title of ["Books &amp; &lt;more&gt;", "Waits", "Gone", "Your subscriptions"])
        assert.include(text, title)
      assert.notInclude(text, "Of another")
      const { charges } = (yield* json(`/subscriptions/${id}/preview`)).body
      for (const { amount, at } of charges.slice(0, 3)) {
        assert.include(
          text,
          `€${(amount / 100).toFixed(2)} on ${new Date(at).toLocaleDateString("en", { dateStyle: "long", timeZone: "UTC" })}`
        )
      }
      assert.match(page.text, /href="https:\/\/shop\.example\/account\?tab=1"/)
      assert.include(page.text, `subscription=${waiting}">Pay`)
      const { last_transaction: last } = yield* subscription(id)
      assert.include(page.text, `href="../receipts/${last.uid}"`)
      // What has ended stands last, and offers nothing.
      assert.isAbove(text.indexOf("Gone"), text.indexOf("Waits"))
      assert.notInclude(page.text, `subscription=${gone}&`)
      assert.notInclude(page.text, "<script")
    })
  )

  it.effect("D64: is in the language of the link, or else of the browser", () =>
    Effect.gen(function* () {
      const { customer, path } = yield* customerWith()
      assert.include((yield* get(path, { "accept-language": "ru" })).text, "Ваши подписки")
      const russian = yield* opened(customer, { language: "ru" })
      assert.include((yield* get(russian, { "accept-language": "en" })).text, '<html lang="ru"')
    })
  )

  it.effect("D64: shows older payments page by page, and none where the shop does not want it", () =>
    Effect.gen(function* () {
      const { customer, id, path, plan } = yield* customerWith()
      for (let index = 0; index < 20; index++) yield* subscribed(plan, customer)
      const first = yield* get(path)
      const rows = (text: string) => text.match(/href="\.\.\/receipts\/[^"]+"/g) ?? []
      assert.lengthOf(rows(first.text), 20)
      const [, older = ""] = /href="(\?after=[^"#]+)#payments"/.exec(first.text) ?? []
      const second = yield* get(`${path}${older}`)
      assert.lengthOf(rows(second.text), 1)
      assert.include(second.text, (yield* subscription(id)).last_transaction.uid)
      const closed = yield* get(yield* opened(customer, { features: { invoices: false } }))
      assert.lengthOf(rows(closed.text), 0)
      assert.notInclude(closed.text, "Payments")
    })
  )

  it.effect("D64: of a customer without subscriptions says so", () =>
    Effect.gen(function* () {
      const page = yield* get(yield* opened(yield* customerOf()))
      assert.include(page.text, "You have no subscriptions.")
    })
  )
})

describe("what a customer does in the portal", () => {
  it.effect("D64: cancels at the end of the period, and takes it back", () =>
    Effect.gen(function* () {
      const { id, path } = yield* customerWith()
      const requested = yield* get(`${path}?subscription=${id}&view=cancel`)
      assert.include(requested.text, "Cancel this subscription?")
      assert.isUndefined((yield* subscription(id)).cancel_at_period_end)
      const done = yield* post(path, { subscription: id, action: "cancel" })
      assert.strictEqual(leadsTo(path, done), `${path}?done=canceled`)
      const canceled = yield* subscription(id)
      assert.deepInclude(canceled, { state: "active", cancel_at_period_end: true, cancel_at: canceled.active_to })
      const shown = yield* get(`${path}?done=canceled`)
      assert.include(shown.text, 'role="status"><p>The subscription is cancelled.')
      assert.include(textsOf(shown.text), "Ends on ")
      // A second press changes nothing more.
      assert.strictEqual(
        leadsTo(path, yield* post(path, { subscription: id, action: "cancel" })),
        `${path}?done=impossible`
      )
      const back = yield* post(path, { subscription: id, action: "uncancel" })
      assert.strictEqual(leadsTo(path, back), `${path}?done=resumed`)
      assert.isUndefined((yield* subscription(id)).cancel_at_period_end)
    })
  )

  it.effect("D64: says with which reason it was cancelled, where nothing is paid", () =>
    Effect.gen(function* () {
      const [customer, plan] = [yield* customerOf(), yield* planOf("Waits")]
      const id = yield* subscribed(plan, customer, "plain", {})
      const path = yield* opened(customer)
      assert.include((yield* get(`${path}?subscription=${id}&view=cancel`)).text, "It ends at once")
      yield* post(path, { subscription: id, action: "cancel" })
      assert.deepInclude(yield* subscription(id), { state: "canceled", cancel_reason: "Cancelled by the customer" })
    })
  )

  it.effect("D64: changes to a plan that the shop allows, from the next payment on", () =>
    Effect.gen(function* () {
      const [customer, present, other] = [yield* customerOf(), yield* planOf("Small"), yield* planOf("Large")]
      const id = yield* subscribed(present, customer)
      const path = yield* opened(customer, { features: { plans: [present, other] } })
      const choice = yield* get(`${path}?subscription=${id}&view=plan`)
      assert.include(choice.text, `value="${other}"`)
      assert.notInclude(choice.text, `value="${present}"`)
      const missing = yield* post(path, { subscription: id, action: "plan" })
      assert.strictEqual(missing.status, 422)
      assert.include(missing.text, "Choose a plan.")
      assert.strictEqual(
        leadsTo(path, yield* post(path, { subscription: id, action: "plan", plan: other })),
        `${path}?done=planned`
      )
      const { next_plan: next, plan } = yield* subscription(id)
      assert.deepStrictEqual([plan.id, next.id], [present, other])
      assert.include(textsOf((yield* get(path)).text), "Next plan Large")
    })
  )

  it.effect("D64: gives another card, which is checked and used from then on", () =>
    Effect.gen(function* () {
      const { id, path } = yield* customerWith()
      const page = yield* get(`${path}?subscription=${id}&view=card`)
      assert.include(page.text, 'autocomplete="cc-number"')
      const faulty = yield* post(path, { subscription: id, action: "card", ...typed, number: "4200 0000 0000 0001" })
      assert.strictEqual(faulty.status, 422)
      assert.include(faulty.text, 'aria-invalid="true"')
      assert.notMatch(faulty.text, /4200\s?0000/)
      const number = "4111 1111 1111 1111"
      const to = leadsTo(path, yield* post(path, { subscription: id, action: "card", ...typed, number }))
      assert.match(to, /\?check=[\da-f-]{36}$/)
      assert.include((yield* get(to)).text, "The new card is used from now on.")
      assert.strictEqual((yield* subscription(id)).card.last_4, "1111")
    })
  )

  it.effect("D64: has a card that is refused, and keeps the present one", () =>
    Effect.gen(function* () {
      const { id, path } = yield* customerWith()
      const fields = { subscription: id, action: "card", ...typed, number: "4005550000000019" }
      const page = yield* get(leadsTo(path, yield* post(path, fields)))
      assert.include(page.text, 'role="alert"><p>The new card was not accepted.')
      assert.strictEqual((yield* subscription(id)).card.last_4, "0000")
    })
  )

  it.effect("D64: confirms another card through 3-D Secure, and comes back to the portal", () =>
    Effect.gen(function* () {
      const { id, path } = yield* customerWith({}, "secure")
      const to = leadsTo(path, yield* post(path, { subscription: id, action: "card", ...typed, number: challenged }))
      const onward = leadsTo(to, yield* get(to))
      assert.match(onward, /^\/process\/[\da-f-]{36}$/)
      const uid = onward.slice("/process/".length)
      assert.include((yield* get(onward)).text, "Confirm your payment")
      const { transaction } = yield* shop.get(`/transactions/${uid}`)
      assert.deepInclude(transaction, { status: "incomplete", amount: 0 })
      // Back without an answer of the bank: nothing has changed, and the page says that it waits.
      const waiting = yield* get(`${path}?uid=${uid}&status=incomplete`)
      assert.include(waiting.text, "still being checked")
      assert.strictEqual((yield* subscription(id, "secure")).card.last_4, "0000")
    })
  )
})

describe("what is not reached by a portal", () => {
  const attempts = (id: string, plan: string) =>
    [
      { subscription: id, action: "cancel" },
      { subscription: id, action: "uncancel" },
      { subscription: id, action: "plan", plan },
      { subscription: id, action: "card", ...typed }
    ] as ReadonlyArray<Readonly<Record<string, string>>>

  it.effect("D64: a subscription of another customer, of another shop, or of no customer", () =>
    Effect.gen(function* () {
      const plan = yield* planOf("Large")
      const { path } = yield* customerWith({ plans: [plan] })
      const other = yield* customerWith()
      const foreign = yield* customerWith({}, "secure")
      const own = yield* Effect.map(
        shop.post("/subscriptions", { plan: { id: plan }, card }, "plain"),
        ({ id }) => id as string
      )
      for (const [id, as] of [
        [other.id, "plain"],
        [foreign.id, "secure"],
        [own, "plain"],
        ["sbs_00000000000000ff", "plain"]
      ] as const) {
        const before = yield* json(`/subscriptions/${id}`, as)
        for (const view of ["cancel", "card", "plan", "none"]) {
          assert.strictEqual((yield* get(`${path}?subscription=${id}&view=${view}`)).status, 404)
        }
        for (const fields of attempts(id, plan)) assert.strictEqual((yield* post(path, fields)).status, 404)
        assert.deepStrictEqual(yield* json(`/subscriptions/${id}`, as), before)
      }
      const uid = (yield* subscription(other.id)).last_transaction.uid
      assert.notInclude((yield* get(`${path}?uid=${uid}`)).text, 'class="notice')
      assert.notInclude((yield* get(`${path}?after=${uid}`)).text, uid)
    })
  )

  it.effect("D64: what the shop does not allow", () =>
    Effect.gen(function* () {
      const [plan, other] = [yield* planOf("Large"), yield* planOf("Hidden")]
      const { id, path } = yield* customerWith({ cancel: false, card: false })
      const before = yield* subscription(id)
      for (const view of ["cancel", "card", "plan"]) {
        const address = `${path}?subscription=${id}&view=${view}`
        assert.strictEqual(leadsTo(path, yield* get(address)), `${path}?done=impossible`)
      }
      for (const fields of attempts(id, plan)) {
        assert.strictEqual(leadsTo(path, yield* post(path, fields)), `${path}?done=impossible`)
      }
      assert.deepStrictEqual(yield* subscription(id), before)
      const some = yield* customerWith({ plans: [plan] })
      const fields = { subscription: some.id, action: "plan", plan: other }
      assert.strictEqual(leadsTo(some.path, yield* post(some.path, fields)), `${some.path}?done=impossible`)
      assert.isNull((yield* subscription(some.id)).next_plan)
    })
  )

  it.effect("D64: anything by a token that was made up, cut, changed, or of another seal", () =>
    Effect.gen(function* () {
      const { id, path } = yield* customerWith()
      const other = yield* customerWith({}, "secure")
      const [text = "", seal = ""] = path.slice("/portal/".length).split(".")
      const [, otherSeal = ""] = other.path.slice("/portal/".length).split(".")
      const reply = JSON.parse(Buffer.from(text, "base64url").toString())
      const changed = (more: object) => Buffer.from(JSON.stringify({ ...reply, ...more })).toString("base64url")
      const forged = [
        `${text}.${otherSeal}`,
        `${text}.${seal.slice(1)}`,
        `${text.slice(0, -1)}.${seal}`,
        `${changed({ endsAt: reply.endsAt + 1 })}.${seal}`,
        `${changed({ customer: other.customer })}.${seal}`,
        `${changed({ shop: "secure" })}.${seal}`,
        `${text}.${"0".repeat(64)}`,
        text,
        "x"
      ]
      for (const token of forged) {
        const page = yield* get(`/portal/${token}`)
        assert.strictEqual(page.status, 404, token)
        assert.notInclude(page.text, "Books")
        const sent = yield* post(`/portal/${token}`, { subscription: id, action: "cancel" })
        assert.strictEqual(sent.status, 404, token)
      }
      assert.isUndefined((yield* subscription(id)).cancel_at_period_end)
    })
  )

  it.effect("D64: anything by a form of another site, whoever's cookies it brings", () =>
    Effect.gen(function* () {
      const { id, path } = yield* customerWith()
      for (const site of ["cross-site", "same-site"]) {
        const sent = yield* post(path, { subscription: id, action: "cancel" }, { "sec-fetch-site": site })
        assert.strictEqual(sent.status, 403)
        assert.include(sent.headers["content-type"] ?? "", "text/html")
      }
      assert.isUndefined((yield* subscription(id)).cancel_at_period_end)
      const own = yield* post(path, { subscription: id, action: "cancel" }, { "sec-fetch-site": "same-origin" })
      assert.strictEqual(leadsTo(path, own), `${path}?done=canceled`)
    })
  )

  it.effect("D64: anything by a GET, an unknown action, or a body that is no form", () =>
    Effect.gen(function* () {
      const { id, path } = yield* customerWith()
      yield* get(`${path}?subscription=${id}&view=cancel&action=cancel`)
      assert.strictEqual((yield* post(path, { subscription: id, action: "constructor" })).status, 404)
      assert.strictEqual((yield* post(path, { action: "cancel" })).status, 404)
      const body = JSON.stringify({ subscription: id, action: "cancel" })
      assert.strictEqual((yield* shop.ask(path, { method: "POST", headers: anonymous, body })).status, 404)
      assert.isUndefined((yield* subscription(id)).cancel_at_period_end)
    })
  )

  it.effect("D64: by who frames a page, keeps it in a cache, or is told where the customer came from", () =>
    Effect.gen(function* () {
      const { id, path } = yield* customerWith()
      const faulty = post(path, { subscription: id, action: "card" })
      const done = post(path, { subscription: id, action: "cancel" })
      for (const requested of [get(path), get(`${path}?subscription=${id}&view=card`), faulty, done]) {
        const { headers, status } = yield* requested
        assert.strictEqual(headers["cache-control"], "no-store")
        assert.strictEqual(headers["referrer-policy"], "no-referrer")
        assert.isUndefined(headers["set-cookie"])
        if (status === 303) continue
        assert.strictEqual(headers["x-frame-options"], "DENY")
        const policy = headers["content-security-policy"] ?? ""
        for (const part of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self'"]) {
          assert.include(policy, part)
        }
        assert.notInclude(policy, "unsafe")
      }
    })
  )

  // Last, because it moves the clock of all.
  it.effect("D64: anything once 30 minutes are over: the page says so, with the way back", () =>
    Effect.gen(function* () {
      const { id, path } = yield* customerWith()
      yield* shop.post("/sandbox/clock", { advance: "PT29M" })
      assert.strictEqual((yield* get(path)).status, 200)
      yield* shop.post("/sandbox/clock", { advance: "PT1M" })
      const sent = post(path, { subscription: id, action: "cancel" })
      for (const requested of [get(path), get(`${path}?subscription=${id}&view=cancel`), sent]) {
        const page = yield* requested
        assert.strictEqual(page.status, 410)
        assert.include(page.text, "This link has ended")
        assert.include(page.text, 'href="https://shop.example/account?tab=1"')
        assert.notInclude(page.text, "Books")
        assert.strictEqual(page.headers["x-frame-options"], "DENY")
      }
      assert.isUndefined((yield* subscription(id)).cancel_at_period_end)
    })
  )
})
