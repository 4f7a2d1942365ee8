// Paying for a plan, request by request; payBrowser.test.ts does it in a browser.
import { assert, describe, it } from "@effect/vitest"
import { ShopDirectory } from "@florin/core/shops/Shop"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll } from "vitest"
import { open, type PayingShop } from "./internal/payingShop.js"
import * as Memory from "./memory.js"
import { start } from "./server.js"

const scope = Effect.runSync(Scope.make())
let shop: PayingShop
beforeAll(async () => {
  shop = await Effect.runPromise(Scope.extend(open, scope))
}, 60_000)
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const anonymous = { authorization: "", accept: "text/html" }
const form = { ...anonymous, "content-type": "application/x-www-form-urlencoded" }

const typed = { number: "4200 0000-0000 0000", expiry: "12/35", code: "123", holder: "Jane Doe" }

let amount = 50_000

/** A plan of an amount of its own, by which its charges are known. */
const planOf = (more: object = {}, as: "secure" | "plain" = "plain") => {
  const price = { amount: ++amount, interval: 1, interval_unit: "month" }
  return Effect.map(
    shop.post("/plans", { title: "Books & <more>", currency: "EUR", plan: price, ...more }, as),
    (plan) => ({ id: plan.id as string, path: `/plans/${plan.id}/pay`, amount: price.amount })
  )
}

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  shop.ask(path, { headers: { ...anonymous, ...headers } })

const post = (path: string, fields: Readonly<Record<string, string>>) =>
  shop.ask(path, { method: "POST", headers: form, body: new URLSearchParams(fields).toString() })

/** Where a redirect leads, from the address that was asked. */
const leadsTo = (
  path: string,
  { headers, status }: { readonly status: number; readonly headers: { readonly location?: string | undefined } }
) => {
  assert.strictEqual(status, 303)
  const { pathname, search } = new URL(headers.location ?? "", `http://host${path}`)
  return `${pathname}${search}`
}

const idIn = (path: string): string => new URL(path, "http://host").searchParams.get("subscription") ?? ""

const hiddenFields = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="(subscription|seal)" value="([\w-]+)">/g)].map(
      ([, name, value]) => [name!, value!] as const
    )
  )

/** The seals of ids that nothing was stored under when their form was shown. */
const seals = new Map<string, string>()

/** The form of a plan's page: the address that its id will have. */
const formIn = (path: string, text: string): string => {
  const { seal, subscription = "" } = hiddenFields(text)
  if (seal !== undefined) seals.set(subscription, seal)
  return `${path}?subscription=${subscription}`
}

const begin = (path: string) => Effect.map(get(path), ({ text }) => formIn(path, text))

const pay = (page: string, fields: Readonly<Record<string, string>> = {}) => {
  const id = idIn(page)
  const seal = seals.get(id)
  return post(page, { subscription: id, ...(seal === undefined ? {} : { seal }), ...typed, ...fields })
}

const stored = (id: string) =>
  Effect.map(shop.ask(`/subscriptions/${id}`, { headers: { authorization: plainShop } }), ({ status, text }) =>
    status === 200 ? JSON.parse(text) : undefined
  )

const plainShop = `Basic ${Buffer.from("plain:secure-secret-0001").toString("base64")}`

/** The movements of an amount in the acquirer's own books. */
const movements = (of: number) =>
  Effect.map(shop.get("/sandbox/ledger"), ({ movements }: { movements: ReadonlyArray<{ amount: number }> }) =>
    movements.filter((movement) => movement.amount === of)
  )

const headed = (title: string) => `<h1>${title}</h1>`

describe("GET /plans/{id}/pay", () => {
  it.effect("D22: shows the form with an id of this browser, in all its tabs, and stores nothing", () =>
    Effect.gen(function* () {
      const { path } = yield* planOf()
      const first = yield* get(path)
      assert.strictEqual(first.status, 200)
      const page = formIn(path, first.text)
      assert.match(page, new RegExp(`^${path}\\?subscription=sbs_[0-9a-f]{16}$`))
      const cookie = first.headers["set-cookie"]![0]!
      assert.strictEqual(cookie.replace(/^[^;]*/, ""), `; Path=${path}; Max-Age=21600; HttpOnly; SameSite=Lax`)
      const again = yield* get(path, { cookie: `other=1; ${cookie.split(";")[0]}; more=2` })
      assert.strictEqual(formIn(path, again.text), page)
      assert.notStrictEqual(yield* begin(path), page)
      assert.isUndefined(yield* stored(idIn(page)))
    })
  )

  it.effect("D47: takes no id that a visitor made up, or got for itself, from an address, a form or a cookie", () =>
    Effect.gen(function* () {
      const { amount, path } = yield* planOf()
      const other = yield* planOf()
      // The visitor who means to watch has a sealed id of its own, of another plan, and one out of thin air.
      const foreign = yield* begin(other.path)
      const own = yield* begin(path)
      const made = `${path}?subscription=sbs_0123456789abcdef`
      for (const page of [made, own, `${path}?subscription=${idIn(foreign)}`]) {
        // A victim that follows the link comes to the plan, under an id of its own.
        assert.strictEqual(leadsTo(page, yield* get(page)), path)
      }
      for (const cookie of ["sbs_0123456789abcdef", `sbs_0123456789abcdef.${seals.get(idIn(own))}`]) {
        const { text } = yield* get(path, { cookie: `florin_${path.split("/")[2]}=${cookie}` })
        assert.match(idIn(formIn(path, text)), /^sbs_(?!0123456789abcdef)/)
      }
      const forged: ReadonlyArray<Readonly<Record<string, string>>> = [
        { subscription: "sbs_0123456789abcdef" },
        { subscription: "sbs_0123456789abcdef", seal: seals.get(idIn(own))! },
        { subscription: idIn(foreign), seal: seals.get(idIn(foreign))! },
        { subscription: idIn(own), seal: `${seals.get(idIn(own))!.slice(0, -1)}` },
        { subscription: idIn(own), seal: "é".repeat(43) }
      ]
      for (const fields of forged) {
        assert.strictEqual(leadsTo(path, yield* post(path, { ...typed, ...fields })), path)
      }
      assert.deepStrictEqual(yield* movements(amount), [])
      for (const page of [made, own, foreign]) assert.isUndefined(yield* stored(idIn(page)))
    })
  )

  it.effect.each([
    { from: "same-origin", keeps: true },
    { from: "none", keeps: true },
    { from: undefined, keeps: true },
    { from: "cross-site", keeps: false },
    { from: "same-site", keeps: false }
  ])("D47: shows a form again that came from $from, and keeps its id: $keeps", ({ from, keeps }) =>
    Effect.gen(function* () {
      const { path } = yield* planOf()
      const page = yield* begin(path)
      // Another site posts the form of its own id without a card, for the victim to fill in.
      const body = new URLSearchParams({ subscription: idIn(page), seal: seals.get(idIn(page))! }).toString()
      const headers = { ...form, ...(from === undefined ? {} : { "sec-fetch-site": from }) }
      const { status, text } = yield* shop.ask(path, { method: "POST", headers, body })
      assert.strictEqual(status, 422)
      const shown = formIn(path, text)
      assert.strictEqual(shown === page, keeps)
      yield* pay(shown)
      assert.include((yield* get(shown)).text, headed("Your subscription is active"))
    })
  )

  it.effect(
    "Endpoints | Pay for plan: answers the form (D22), which nobody keeps, frames unasked, or adds a script to",
    () =>
      Effect.gen(function* () {
        const { path } = yield* planOf({ language: "ru" })
        const { headers, text } = yield* get(path)
        assert.include(text, headed("Оформление подписки"))
        assert.include(text, "Books &amp; &lt;more&gt;")
        assert.strictEqual(headers["cache-control"], "no-store")
        assert.strictEqual(headers["referrer-policy"], "no-referrer")
        assert.match(
          headers["content-security-policy"] ?? "",
          /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors /
        )
        const script = yield* get(leadsTo(path, { status: 303, headers: { location: "../../assets/card.js" } }))
        assert.strictEqual(script.headers["content-type"], "text/javascript; charset=utf-8")
        assert.doesNotThrow(() => new Function(script.text))
      })
  )

  it.effect("D22: is a 404 page for what is unknown, ill-formed, or of another plan", () =>
    Effect.gen(function* () {
      const { path } = yield* planOf()
      const other = yield* planOf()
      const page = yield* begin(path)
      yield* pay(page)
      for (const address of [
        "/plans/pln_0000000000000000/pay",
        "/plans/none/pay",
        "/plans/%00/pay",
        `${path}?subscription=`,
        `${path}?subscription=none`,
        `${path}?subscription=sbs_0123456789ABCDEF`,
        `${other.path}?subscription=${idIn(page)}`
      ]) {
        const { headers, status, text } = yield* get(address)
        assert.deepStrictEqual([status, headers["content-type"]], [404, "text/html; charset=utf-8"], address)
        assert.include(text, headed("Page not found"), address)
      }
      const sent = yield* post(other.path, { subscription: idIn(page), ...typed })
      assert.strictEqual(sent.status, 404)
    })
  )

  it.scopedLive("D22: is a 404 page where the directory does not know the shop; its cookie is secure under https", () =>
    Effect.gen(function* () {
      let isKnown = true
      const around = Layer.effect(
        ShopDirectory,
        Effect.map(ShopDirectory, (shops) => ({
          ...shops,
          find: (id: Parameters<typeof shops.find>[0]) => (isKnown ? shops.find(id) : Effect.succeed(Option.none()))
        }))
      )
      const { ask } = yield* start(Memory.memory(), { around })
      const plan = { title: "Books", currency: "EUR", plan: { amount: 1, interval: 1, interval_unit: "day" } }
      const created = yield* ask("/plans", { method: "POST", body: JSON.stringify(plan) })
      const path = `/plans/${JSON.parse(created.text).id}/pay`
      const known = yield* ask(path, { headers: anonymous })
      assert.match(String(known.headers["set-cookie"]), /; SameSite=Lax; Secure$/)
      isKnown = false
      assert.strictEqual((yield* ask(path, { headers: anonymous })).status, 404)
    })
  )
})

describe("the form of a plan", () => {
  it.effect("D22: charges once, however often and in however many tabs it is sent, and then shows the result", () =>
    Effect.gen(function* () {
      const { amount, path } = yield* planOf()
      const page = yield* begin(path)
      const answers = yield* Effect.all([pay(page), pay(page), pay(page)], { concurrency: "unbounded" })
      for (const answer of [...answers, yield* pay(page)]) assert.strictEqual(leadsTo(path, answer), page)
      const { text } = yield* get(page)
      assert.include(text, headed("Your subscription is active"))
      assert.include(text, "Visa •••• 0000")
      assert.notInclude(text, "Back to the shop")
      assert.strictEqual((yield* movements(amount)).length, 1)
      const subscription = yield* stored(idIn(page))
      assert.deepStrictEqual([subscription.state, subscription.paid_billing_cycles], ["active", 1])
    })
  )

  it.effect.each([
    {
      what: "nothing",
      fields: { number: "", expiry: " ", code: "", holder: "" },
      reply: ["Enter the card number.", "Enter the expiry date.", "Enter the security code."]
    },
    {
      what: "a number that fails the Luhn check",
      fields: { number: "4200000000000001" },
      reply: ["One of the digits is wrong."]
    },
    { what: "letters for a number", fields: { number: "four two" }, reply: ["The card number has digits only."] },
    { what: "a 13th month", fields: { expiry: "13/35" }, reply: ["Enter the expiry date as month and year"] },
    { what: "no date", fields: { expiry: "soon" }, reply: ["Enter the expiry date as month and year"] },
    { what: "a month that is over", fields: { expiry: "01 / 2020" }, reply: ["The card has expired."] },
    { what: "no security code", fields: { code: "" }, reply: ["Enter the security code."] },
    { what: "a security code of two digits", fields: { code: "12" }, reply: ["The security code has 3 or 4 digits."] },
    {
      what: "a card number for a name",
      fields: { holder: "4200 0000 0000 0000" },
      reply: ["Enter the name as on the card"]
    },
    { what: "a name of 36 characters", fields: { holder: "J".repeat(36) }, reply: ["Enter the name as on the card"] }
  ])("D3: sent with $what is answered 422, and keeps neither number nor code", ({ fields, reply }) =>
    Effect.gen(function* () {
      const { amount, path } = yield* planOf()
      const page = yield* begin(path)
      const sent = { ...typed, code: "987", ...fields }
      const { status, text } = yield* pay(page, sent)
      assert.strictEqual(status, 422)
      assert.strictEqual([...text.matchAll(/ aria-invalid="true"/g)].length, reply.length)
      for (const sentence of reply) assert.include(text.replace(/data-say="[^"]*"/, ""), sentence)
      // By chance an id has such digits, too.
      const without = text.replaceAll(/(?:sbs_)?[0-9a-f-]{16,}/g, "")
      for (const secret of ["4200", "987", sent.number || "4200"]) assert.notInclude(without, secret)
      if (!("holder" in fields)) assert.include(text, 'value="Jane Doe"')
      if (/^\d\d ?\/ ?\d+$/.test(sent.expiry)) assert.include(text, `value="${sent.expiry}"`)
      assert.deepStrictEqual(yield* movements(amount), [])
      assert.isUndefined(yield* stored(idIn(page)))
    })
  )

  it.effect.each([
    { expiry: "12/35" },
    { expiry: "12/2035" },
    { expiry: "1235" },
    { expiry: "122035" },
    { expiry: "12 35" },
    { expiry: "12-35" },
    { expiry: " 12 / 35 " }
  ])("takes the expiry date $expiry, and a card without a name", ({ expiry }) =>
    Effect.gen(function* () {
      const { path } = yield* planOf()
      const page = yield* begin(path)
      assert.strictEqual(leadsTo(path, yield* pay(page, { expiry, holder: "" })), page)
      const { card } = yield* stored(idIn(page))
      assert.deepStrictEqual([card.exp_month, card.exp_year, card.holder], [12, 2035, null])
    })
  )

  it.effect("D25: says why the card was declined, and begins anew under another id", () =>
    Effect.gen(function* () {
      const { path } = yield* planOf()
      const page = yield* begin(path)
      yield* pay(page, { holder: "FUNDS" })
      const { text } = yield* get(page)
      assert.include(text, headed("Payment declined"))
      assert.include(text, "There is not enough money on your card.")
      assert.strictEqual(leadsTo(path, yield* post(page, { subscription: idIn(page), again: "1" })), path)
      const next = yield* begin(path)
      assert.notStrictEqual(next, page)
      assert.strictEqual(leadsTo(path, yield* pay(next)), next)
      assert.include((yield* get(next)).text, headed("Your subscription is active"))
    })
  )

  it.effect("leaves a subscription behind that is over: the plan's own address shows a new one's form", () =>
    Effect.gen(function* () {
      const { path } = yield* planOf()
      const first = yield* get(path)
      const cookie = first.headers["set-cookie"]![0]!.split(";")[0]!
      const page = formIn(path, first.text)
      yield* pay(page, { holder: "DECLINE" })
      assert.notStrictEqual(formIn(path, (yield* get(path, { cookie })).text), page)
    })
  )

  it.effect("D40: waits for an outcome in doubt, and charges nothing more meanwhile", () =>
    Effect.gen(function* () {
      const { path } = yield* planOf()
      const page = yield* begin(path)
      yield* pay(page, { holder: "TIMEOUT" })
      const { text } = yield* get(page)
      assert.include(text, headed("Your payment is being processed"))
      assert.include(text, '<meta http-equiv="refresh" content="2">')
      assert.strictEqual(leadsTo(path, yield* pay(page)), page)
      yield* shop.post("/sandbox/clock", { advance: "PT1H" })
      assert.include((yield* get(page)).text, headed("Payment declined"))
    })
  )

  it.effect("D16: goes on to 3-D Secure, and comes back without a token in the address", () =>
    Effect.gen(function* () {
      const { path } = yield* planOf({}, "secure")
      const page = yield* begin(path)
      assert.strictEqual(leadsTo(path, yield* pay(page, { number: "4012000000001097" })), page)
      const process = leadsTo(page, yield* get(page))
      assert.match(process, /^\/process\/[0-9a-f-]{36}$/)
      assert.include((yield* get(process)).text, "Continue to your bank")
      yield* shop.post("/sandbox/clock", { advance: "PT16M" })
      const back = yield* get(process)
      const location = new URL(back.headers.location ?? "")
      assert.deepStrictEqual([...location.searchParams.keys()], ["subscription", "uid", "status"])
      const { text } = yield* get(`${location.pathname}${location.search}`)
      assert.include(text, headed("Payment expired"))
    })
  )

  it.effect("D23: of a subscription that the merchant cancelled charges nothing", () =>
    Effect.gen(function* () {
      const { amount, id, path } = yield* planOf()
      const created = yield* shop.post("/subscriptions", { plan: { id } }, "plain")
      const page = `${path}?subscription=${created.id}`
      yield* shop.post(`/subscriptions/${created.id}/cancel`, { cancel_reason: "Sold out" }, "plain")
      assert.strictEqual(leadsTo(path, yield* pay(page)), page)
      assert.include((yield* get(page)).text, headed("The subscription is cancelled"))
      assert.deepStrictEqual(yield* movements(amount), [])
    })
  )
})

describe("a subscription's page with a coupon that cannot be used any more", () => {
  const others = { amount_off: 100, currency: "EUR" }

  const sayings = {
    en: "The coupon has been used up, so that this price no longer holds.",
    ru: "Купон уже использован максимальное число раз"
  } as const

  it.effect.each(["en", "ru"] as const)("D61: says so in %s, and charges nothing", (language) =>
    Effect.gen(function* () {
      const { amount, id, path } = yield* planOf({ language })
      const code = `ONCE-${amount}`
      yield* shop.post("/coupons", { code, ...others, max_redemptions: 1 }, "plain")
      const waiting = yield* shop.post("/subscriptions", { plan: { id }, coupon: code }, "plain")
      const first = yield* shop.post("/subscriptions", { plan: { id }, coupon: code }, "plain")
      const pageOf = ({ id: of }: { readonly id: string }) => `${path}?subscription=${of}`
      assert.strictEqual((yield* pay(pageOf(first))).status, 303)
      const { status, text } = yield* pay(pageOf(waiting))
      assert.strictEqual(status, 422)
      assert.include(text, sayings[language])
      assert.strictEqual((yield* movements(amount - 100)).length, 1)
      assert.deepStrictEqual(yield* movements(amount), [])
    })
  )
})

describe("a merchant's form", () => {
  const filled = {
    "customer[email]": "jane@shop.example",
    "customer[first_name]": "Jane",
    return_url: "https://shop.example/thanks?order=1"
  }

  const asJson = (path: string, body: unknown) =>
    shop.ask(path, {
      method: "POST",
      headers: { authorization: "" },
      body: typeof body === "string" ? body : JSON.stringify(body)
    })

  it.effect.each([
    { as: "form", send: (path: string) => post(path, { ...filled, notification_url: "https://elsewhere.example" }) },
    {
      as: "JSON",
      send: (path: string) =>
        asJson(path, {
          customer: { email: "jane@shop.example", first_name: "Jane" },
          return_url: filled.return_url,
          notification_url: "https://elsewhere.example"
        })
    }
  ])("D22: sent as $as fills in the customer and the way back, and nothing else", ({ send }) =>
    Effect.gen(function* () {
      const { path } = yield* planOf()
      const page = leadsTo(path, yield* send(path))
      const before = yield* stored(idIn(page))
      assert.deepStrictEqual([before.state, before.card], ["redirecting", null])
      assert.match(before.customer.id, /^cst_/)
      assert.notInclude(JSON.stringify(before), "elsewhere.example")
      yield* pay(page)
      const back = `https://shop.example/thanks?order=1&amp;subscription_id=${idIn(page)}&amp;state=active`
      assert.include((yield* get(page)).text, `href="${back}"`)
    })
  )

  it.effect("is kept when the customer begins anew", () =>
    Effect.gen(function* () {
      const { path } = yield* planOf()
      const page = leadsTo(path, yield* post(path, filled))
      yield* pay(page, { holder: "DECLINE" })
      const failed = yield* get(page)
      assert.include(failed.text, "state=failed")
      const next = leadsTo(path, yield* post(page, { subscription: idIn(page), again: "1" }))
      const otherTab = leadsTo(path, yield* post(page, { subscription: idIn(page), again: "1" }))
      assert.strictEqual(otherTab, next)
      const [before, after] = [yield* stored(idIn(page)), yield* stored(idIn(next))]
      assert.deepStrictEqual([after.state, after.customer], ["redirecting", before.customer])
      yield* pay(next)
      assert.include((yield* get(next)).text, `subscription_id=${idIn(next)}&amp;state=active`)
    })
  )

  it.effect.each([
    {
      what: "an ill-formed address",
      body: { return_url: "javascript:alert(1)" },
      status: 422,
      errors: { return_url: ["is invalid: expected an http or https URL without credentials, got another string"] }
    },
    {
      what: "an unknown customer",
      body: { customer: { id: "cst_0000000000000000" } },
      status: 422,
      errors: { customer: { base: ["is not found"] } }
    },
    { what: "no object", body: [1], status: 422, errors: { base: ["Request body must be a JSON object"] } },
    { what: "no JSON", body: "{", status: 400, errors: { base: ["Request body is not valid JSON"] } }
  ])("D4: with $what is refused", ({ body, errors, status }) =>
    Effect.gen(function* () {
      const { path } = yield* planOf()
      const answer = yield* asJson(path, body)
      assert.deepStrictEqual([answer.status, JSON.parse(answer.text).errors], [status, errors])
      const unknown = yield* asJson("/plans/pln_0000000000000000/pay", {})
      assert.deepStrictEqual([unknown.status, unknown.text], [404, '{"message":"Not found."}'])
    })
  )

  it.effect.each([
    { what: "another media type", headers: { "content-type": "text/plain" }, body: "{}", status: 415 },
    { what: "files", headers: { "content-type": "multipart/form-data; boundary=x" }, body: "--x--", status: 415 },
    {
      what: "more than 64 KiB",
      headers: { "content-type": "application/json" },
      body: `"${"x".repeat(66_000)}"`,
      status: 413
    }
  ])("D4: with $what is refused, for a browser with a page", ({ body, headers, status }) =>
    Effect.gen(function* () {
      const { path } = yield* planOf()
      const answer = yield* shop.ask(path, { method: "POST", headers: { ...anonymous, ...headers }, body })
      assert.deepStrictEqual([answer.status, answer.headers["content-type"]], [status, "text/html; charset=utf-8"])
    })
  )
})

const wanted = ["email", "first_name", "phone", "state", "country"]
const filled = { email: " jané@example.com", first_name: "Jane", phone: "+4930123456", state: "", country: "de" }

// Source: D3, "ask for these fields on the page".
describe("a plan's page that asks for more than the card", () => {
  it.effect.each([
    ["visible_fields of the plan", { visible_fields: wanted }],
    [
      "visible_fields beside its price",
      { plan: { amount: 777, interval: 1, interval_unit: "month", visible_fields: wanted } }
    ]
  ] as const)("D3: asks for %s, and keeps what the customer fills in", ([, more]) =>
    Effect.gen(function* () {
      const { path } = yield* planOf(more)
      const { text } = yield* get(path)
      const page = formIn(path, text)
      for (const name of wanted) assert.include(text, `name="${name}"`)
      assert.notInclude(text, `name="last_name"`)
      assert.strictEqual((yield* pay(page, filled)).status, 303)
      const { last_transaction } = yield* stored(idIn(page))
      const { transaction } = JSON.parse(
        (yield* shop.ask(`/transactions/${last_transaction.uid}`, { headers: { authorization: plainShop } })).text
      )
      assert.deepInclude(transaction.customer, { email: "jané@example.com" })
      assert.deepInclude(transaction.billing_address, { first_name: "Jane", phone: "+4930123456", country: "DE" })
    })
  )

  it.effect("D3: does not ask for what the merchant has sent, nor for what the subscription leaves out", () =>
    Effect.gen(function* () {
      const { id } = yield* planOf({ visible_fields: wanted })
      const settings = { customer_fields: { visible: ["email", "city", "favourite_colour"] } }
      const customer = { email: "jane@example.com" }
      const made = yield* shop.post("/subscriptions", { plan: { id }, customer, settings }, "plain")
      assert.strictEqual(made.token, made.id)
      assert.isTrue(made.redirect_url.endsWith(made.token))
      const { text } = yield* get(new URL(made.redirect_url).pathname + new URL(made.redirect_url).search)
      assert.include(text, `name="city"`)
      for (const name of ["email", "first_name", "favourite_colour"]) assert.notInclude(text, `name="${name}"`)
      assert.notInclude(text, "jane@example.com")
    })
  )

  it.effect.each([
    ["nothing", {}, ["email: Fill in", "first_name: Fill in", "phone: Fill in", "country: Fill in"]],
    ["no email address", { ...filled, email: "jane" }, ["email: Check what"]],
    ["no country", { ...filled, country: "Germany" }, ["country: Check what"]],
    ["the card's number", { ...filled, first_name: "4200000000000000" }, ["first_name: Do not"]]
  ] as const)("D3: says beside the field what is wrong, with %s", ([, fields, faults]) =>
    Effect.gen(function* () {
      const { amount, path } = yield* planOf({ visible_fields: wanted })
      const page = yield* begin(path)
      const answer = yield* pay(page, fields)
      assert.strictEqual(answer.status, 422)
      const found = [...answer.text.matchAll(/<p class="fault" id="(\w+)-fault">(\S+ \S+)/g)]
      assert.deepStrictEqual(
        found.map(([, name, words]) => `${name}: ${words}`),
        [...faults]
      )
      assert.notInclude(answer.text, "4200000000000000")
      if ("phone" in fields) assert.include(answer.text, fields.phone)
      assert.isUndefined(yield* stored(idIn(page)))
      assert.lengthOf(yield* movements(amount), 0)
    })
  )
})
