// Customers who pay for a plan, or by bank transfer, in a real browser. Each test proves several things: a browser costs seconds.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { arrivesAt, launch } from "./internal/browser.js"
import { inspect, narrow } from "./internal/inspect.js"
import * as PageSamples from "./internal/pageSamples.js"
import { open, type PayingShop } from "./internal/payingShop.js"
import { portalJourneys } from "./internal/portalJourneys.js"
import { transferJourneys } from "./internal/transferJourneys.js"

// One gateway and one browser for all: each customer has a browser context and a plan of its own.
const scope = Effect.runSync(Scope.make())
let browser: Browser
let shop: PayingShop
beforeAll(async () => {
  browser = await launch()
  shop = await Effect.runPromise(Scope.extend(open, scope))
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

let amount = 80_000

interface OfferedPlan {
  readonly id: string
  readonly url: string
  readonly amount: number
}

/** A plan of an amount of its own, by which its charges are known. */
const offered = (more: object = {}) => {
  const price = { amount: ++amount, interval: 1, interval_unit: "month" }
  return Effect.map(
    shop.post("/plans", { title: "Books unlimited", currency: "EUR", plan: price, ...more }),
    ({ id, pay_url }): OfferedPlan => ({ id, url: pay_url, amount: price.amount })
  )
}

/** How often the amount is in the acquirer's own books, and the states of the plan's subscriptions, newest first. */
const progress = Effect.fnUntraced(function* (plan: OfferedPlan) {
  const { movements } = yield* shop.get("/sandbox/ledger")
  const subscriptions: ReadonlyArray<{ state: string; plan: { id: string } }> = yield* shop.get("/subscriptions")
  return {
    charges: movements.filter(({ amount }: { amount: number }) => amount === plan.amount).length,
    states: subscriptions.filter((one) => one.plan.id === plan.id).map(({ state }) => state)
  }
})

/** What a customer does in a browser of its own. */
const visiting = (visit: (page: Page) => Promise<unknown>, options: BrowserContextOptions = {}) =>
  Effect.acquireUseRelease(
    Effect.promise(() => browser.newContext(options)),
    (context) =>
      Effect.promise(async () => {
        const page = await context.newPage()
        page.setDefaultTimeout(10_000)
        const troubles: Array<string> = []
        page.on("console", (message) => {
          // The browser reports each answer of 422, which is the form with its faults.
          if (message.type() === "error" && !message.text().includes("422")) troubles.push(message.text())
        })
        await visit(page)
        assert.deepStrictEqual(troubles, [])
      }),
    (context) => Effect.promise(() => context.close())
  )

const good = { number: "4200000000000000", expiry: "12/35", code: "123", holder: "Jane Doe" }

const fill = async (page: Page, card: object = good): Promise<void> => {
  for (const [id, text] of Object.entries(card)) await page.locator(`#${id}`).fill(text)
}

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click()

const isHeaded = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor()

// Source: D22.
describe("a customer who subscribes in a real browser", () => {
  it.scopedLive("D22: pays in Russian with the keyboard alone at 320 px, reloads, comes again, and has paid once", () =>
    Effect.gen(function* () {
      const trial = { amount: 0, interval: 14, interval_unit: "day" }
      const plan = yield* offered({ language: "ru" })
      const free = yield* offered({ language: "ru", trial })
      yield* visiting(
        async (page) => {
          await page.goto(plan.url)
          await isHeaded(page, "Оформление подписки")
          for (const text of ["4200000000000000", "1235", "123", "Jane Doe"]) {
            await page.keyboard.press("Tab")
            await page.keyboard.type(text)
          }
          const values = await page
            .locator("input:not([type=hidden])")
            .evaluateAll((all) => (all as Array<unknown> as Array<{ value: string }>).map(({ value }) => value))
          assert.deepStrictEqual(values, ["4200 0000 0000 0000", "12/35", "123", "Jane Doe"])
          await page.keyboard.press("Tab")
          await page.keyboard.press("Enter")
          await isHeaded(page, "Подписка действует")
          const address = page.url()
          await page.reload()
          await page.goto(plan.url)
          await isHeaded(page, "Подписка действует")
          assert.strictEqual(page.url(), address)
          await page.goto(free.url)
          await fill(page)
          await page.locator("#code").press("Enter")
          await isHeaded(page, "Пробный период начался")
        },
        { viewport: { width: 320, height: 640 }, locale: "ru", colorScheme: "dark" }
      )
      assert.deepStrictEqual(yield* progress(plan), { charges: 1, states: ["active"] })
      assert.deepStrictEqual(yield* progress(free), { charges: 0, states: ["trial"] })
    })
  )

  it.scopedLive("D22: without JavaScript mends an expired card, is declined, and pays with another one", () =>
    Effect.gen(function* () {
      const plan = yield* offered()
      yield* visiting(
        async (page) => {
          await page.goto(plan.url)
          await fill(page, { ...good, expiry: "01/20" })
          await press(page, /^Pay/)
          await page.getByRole("alert").getByText("The card has expired.").waitFor()
          assert.match(await page.title(), /^Error: /)
          const [number, expiry, code, holder] = await Promise.all(
            ["number", "expiry", "code", "holder"].map((id) => page.locator(`#${id}`).inputValue())
          )
          assert.deepStrictEqual([number, expiry, code, holder], ["", "01/20", "", "Jane Doe"])
          assert.strictEqual(await page.locator(":focus").getAttribute("id"), "expiry")
          await fill(page, { ...good, holder: "DECLINE" })
          await press(page, /^Pay/)
          await isHeaded(page, "Payment declined")
          const declined = page.url()
          await press(page, "Try again")
          await isHeaded(page, "Subscribe")
          assert.notStrictEqual(page.url(), declined)
          await fill(page)
          await press(page, /^Pay/)
          await isHeaded(page, "Your subscription is active")
        },
        { javaScriptEnabled: false }
      )
      assert.deepStrictEqual(yield* progress(plan), { charges: 1, states: ["active", "failed"] })
    })
  )

  it.scopedLive("has the digits grouped while typing, whatever is typed between them, and can correct them", () =>
    Effect.gen(function* () {
      const plan = yield* offered()
      yield* visiting(async (page) => {
        await page.goto(plan.url)
        const cases = [
          { field: "number", typed: "4200000000000000", expected: "4200 0000 0000 0000" },
          { field: "number", typed: "4200-0000 00000000", expected: "4200 0000 0000 0000" },
          { field: "number", typed: "340000000000009", expected: "3400 000000 00009" },
          { field: "number", typed: "my card 42", expected: "my card 42" },
          { field: "expiry", typed: "1235", expected: "12/35" },
          { field: "expiry", typed: "12/35", expected: "12/35" },
          { field: "expiry", typed: "12 / 35", expected: "12/35" },
          { field: "expiry", typed: "1/35", expected: "01/35" },
          { field: "expiry", typed: "535", expected: "05/35" },
          { field: "expiry", typed: "05/35", expected: "05/35" }
        ]
        for (const { expected, field, typed } of cases) {
          const input = page.locator(`#${field}`)
          await input.clear()
          await input.pressSequentially(typed)
          assert.strictEqual(await input.inputValue(), expected, typed)
        }
        const number = page.locator("#number")
        await number.fill("4200000100000000")
        for (const key of ["Home", ...Array(9).fill("ArrowRight"), "Backspace", "0"]) await number.press(key)
        assert.strictEqual(await number.inputValue(), "4200 0000 0000 0000")
      })
    })
  )

  it.scopedLive("D22: has the form in two tabs, presses its button twice in one and then pays in the other: once", () =>
    Effect.gen(function* () {
      const plan = yield* offered()
      yield* visiting(async (page) => {
        const other = await page.context().newPage()
        for (const tab of [page, other]) {
          await tab.goto(plan.url)
          await fill(tab, { ...good, holder: tab === page ? "SLOW" : "Jane Doe" })
        }
        assert.strictEqual(other.url(), page.url())
        await page.getByRole("button", { name: /^Pay/ }).dblclick()
        await press(other, /^Pay/)
        await isHeaded(page, "Your subscription is active")
        await isHeaded(other, "Your subscription is active")
      })
      assert.deepStrictEqual(yield* progress(plan), { charges: 1, states: ["active"] })
    })
  )

  it.scopedLive.each([
    {
      choice: "Confirm",
      number: "4012000000001097",
      title: "Your subscription is active",
      state: "active",
      charges: 1
    },
    { choice: "Refuse", number: "4012000000001097", title: "Payment declined", state: "failed", charges: 0 },
    { choice: "Confirm", number: "4012000000003010", title: "Your subscription is active", state: "active", charges: 1 }
  ])(
    "D16, D22: comes from the merchant's form, presses $choice at the bank with $number, sees the result and goes back $state",
    ({ charges, choice, number, state, title }) =>
      Effect.gen(function* () {
        const plan = yield* offered()
        yield* visiting(async (page) => {
          const addresses: Array<string> = []
          page.on("request", (request) => addresses.push(request.url()))
          await page.goto(shop.shopUrl)
          await page.setContent(`<form method="post" action="${plan.url}">
            <input name="customer[email]" value="jane@shop.example">
            <input name="return_url" value="${shop.shopUrl}/thanks?order=1"><button>Subscribe</button></form>`)
          await press(page, "Subscribe")
          await fill(page, { ...good, number })
          await press(page, /^Pay/)
          await press(page, choice)
          await isHeaded(page, title)
          const id = new URL(page.url()).searchParams.get("subscription") ?? ""
          await page.getByRole("link", { name: "Back to the shop", exact: true }).click()
          await arrivesAt(page, shop.shopUrl)
          const { searchParams } = new URL(page.url())
          assert.deepStrictEqual(Object.fromEntries(searchParams), { order: "1", subscription_id: id, state })
          assert.isTrue(addresses.every((address) => !/[?&]token=/.test(address)))
          // Nothing but the gateway, the simulated bank in it, and the shop.
          assert.isTrue(addresses.every((address) => address.startsWith("http://127.0.0.1:")))
        })
        assert.deepStrictEqual(yield* progress(plan), { charges, states: [state] })
      })
  )
})

// Source: WCAG 2.2 AA. Languages change words and schemes change colours, so two of the four pairs show all.
describe("the pages of plans", () => {
  it.scopedLive.each([
    { language: "en", colorScheme: "light" },
    { language: "ru", colorScheme: "dark" }
  ] as const)(
    "have no violation that axe-core finds, and fit 320 px, in $language and $colorScheme",
    ({ colorScheme, language }) =>
      Effect.gen(function* () {
        const samples = yield* PageSamples.ofPlans(shop, language)
        const context = yield* narrow(browser, { language, colorScheme })
        yield* Effect.promise(async () => {
          await context.route("**/assets/*.js", (route) => route.abort())
          const page = await context.newPage()
          for (const sample of samples) await inspect(page, sample, language)
        })
      }),
    120_000
  )
})

transferJourneys(() => ({ browser, shop }))

portalJourneys(() => ({ browser, shop }))
