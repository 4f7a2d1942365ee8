// Customers who pay in a provider's own card fields, in a real browser (D58).
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { Browser, BrowserContextOptions, Frame, Page } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { arrivesAt, launch } from "./internal/browser.js"
import { type FieldsShop, open, openStripe } from "./internal/fieldsShop.js"

const scope = Effect.runSync(Scope.make())
let browser: Browser
let shop: FieldsShop
let stripe: FieldsShop
beforeAll(async () => {
  browser = await launch()
  shop = await Effect.runPromise(Scope.extend(open, scope))
  stripe = await Effect.runPromise(Scope.extend(Effect.orDie(openStripe), scope))
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const number = "4200000000000000"

/** What a customer does in a browser of its own: the page meets no obstacle, and our host sees no card number. */
const visiting = (visit: (page: Page) => Promise<unknown>, options: BrowserContextOptions = {}, of = shop) =>
  Effect.acquireUseRelease(
    Effect.promise(() => browser.newContext(options)),
    (context) =>
      Effect.promise(async () => {
        const page = await context.newPage()
        page.setDefaultTimeout(10_000)
        const troubles: Array<string> = []
        page.on("console", (message) => {
          if (message.type() === "error" && !message.text().includes("422")) troubles.push(message.text())
        })
        page.on("request", (request) => {
          const hosts = [of.baseUrl, of.shopUrl, of.origin]
          if (!hosts.some((host) => request.url().startsWith(host))) troubles.push(request.url())
          const isOurs = request.url().startsWith(of.baseUrl)
          if (isOurs && /4200000000000000|4242424242424242/.test(request.postData() ?? "")) troubles.push("a number")
        })
        await visit(page)
        assert.deepStrictEqual(troubles, [])
      }),
    (context) => Effect.promise(() => context.close())
  )

const typed = (page: Page | Frame, digits: string) =>
  page.frameLocator('iframe[title="Card number"]').getByLabel("Card number").fill(digits)

const pays = (page: Page | Frame) => page.getByRole("button", { name: /^Pay/ }).click()

const faultOf = (page: Page | Frame) => page.locator("#provider-fault").textContent()

describe("a customer who pays in a provider's card fields", () => {
  it.scopedLive("D48, D58: types the number there, pays by a token, and is back at the shop at once", () =>
    Effect.gen(function* () {
      const url = yield* shop.order(71_001)
      yield* visiting(async (page) => {
        await page.goto(url)
        assert.strictEqual(await page.locator("#number, #expiry, #code").count(), 0)
        await typed(page, number)
        await pays(page)
        await arrivesAt(page, shop.shopUrl)
      })
      assert.strictEqual(shop.charges(71_001), 1)
    })
  )

  it.scopedLive("D58: reads at the fields what is wrong, in the provider's words or in ours, and then pays", () =>
    Effect.gen(function* () {
      const url = yield* shop.order(71_002)
      yield* visiting(async (page) => {
        await page.goto(url)
        await typed(page, "")
        await pays(page)
        await page.getByText("Check your card details, or use another card.").waitFor()
        await typed(page, "4200")
        await pays(page)
        await page.getByText("Your card number is incomplete.").waitFor()
        assert.strictEqual(await page.locator("#provider-fields").getAttribute("aria-invalid"), "true")
        assert.strictEqual(page.url(), url)
        await typed(page, "5100000000000000")
        await pays(page)
        await page.getByText("The payment did not go through").waitFor()
        await typed(page, number)
        await pays(page)
        await arrivesAt(page, shop.shopUrl)
      })
      assert.strictEqual(shop.charges(71_002), 1)
    })
  )

  it.scopedLive("D58: pays in a frame of the shop's, too", () =>
    Effect.gen(function* () {
      const url = yield* shop.order(71_003)
      yield* visiting(async (page) => {
        await page.goto(`${shop.shopUrl}/?frame=${encodeURIComponent(url)}`)
        const frame = page.frames().find((each) => each.url() === url)
        assert.isDefined(frame)
        await typed(frame, number)
        await pays(frame)
        await page.waitForFunction("document.querySelector('iframe') !== null")
        while (shop.charges(71_003) === 0) await page.waitForTimeout(20)
      })
      assert.strictEqual(shop.charges(71_003), 1)
    })
  )

  it.scopedLive("D58: reads without JavaScript what to do, and is charged nothing", () =>
    Effect.gen(function* () {
      const url = yield* shop.order(71_004)
      yield* visiting(
        async (page) => {
          await page.goto(url)
          // Selectors by text pass over what stands in a noscript.
          const sentence = page.locator("noscript p.fault")
          await sentence.waitFor()
          assert.include(await sentence.textContent(), "turn on JavaScript")
          await pays(page)
          await page.getByRole("link", { name: "Enter your card details." }).waitFor()
        },
        { javaScriptEnabled: false }
      )
      assert.strictEqual(shop.charges(71_004), 0)
    })
  )

  it.scopedLive("D58: is told where the provider's script does not come", () =>
    Effect.gen(function* () {
      const url = yield* shop.order(71_005)
      yield* Effect.acquireUseRelease(
        Effect.promise(() => browser.newContext()),
        (context) =>
          Effect.promise(async () => {
            await context.route(`${shop.origin}/**`, (route) => route.abort())
            const page = await context.newPage()
            page.setDefaultTimeout(10_000)
            await page.goto(url)
            await page.getByText("The card fields could not be loaded.").waitFor()
            await pays(page)
            assert.include(await faultOf(page), "could not be loaded")
            assert.strictEqual(page.url(), url)
          }),
        (context) => Effect.promise(() => context.close())
      )
      assert.strictEqual(shop.charges(71_005), 0)
    })
  )
})

// The script is that of the fake of Stripe, and not Stripe's own.
describe("a customer who pays in Stripe's card fields", () => {
  it.scopedLive("D58: reads Stripe's words at the fields, pays by a payment method, and no card number is ours", () =>
    Effect.gen(function* () {
      const url = yield* stripe.order(71_007)
      yield* visiting(
        async (page) => {
          await page.goto(url)
          const frame = page.frameLocator('iframe[title="Secure card payment input frame"]')
          await frame.getByLabel("Credit or debit card number").fill("4242424242424242")
          await pays(page)
          await page.getByText("Your card number is incomplete.").waitFor()
          await frame.getByLabel("Credit or debit card expiration date").fill("12 / 49")
          await frame.getByLabel("Credit or debit card CVC/CVV").fill("123")
          await pays(page)
          await arrivesAt(page, stripe.shopUrl)
        },
        {},
        stripe
      )
      assert.strictEqual(stripe.charges(71_007), 1)
    })
  )
})

describe("the policy of the page with a provider's fields", () => {
  it.scopedLive("D58: has the provider's origins there and on no other page", () =>
    Effect.gen(function* () {
      const url = yield* shop.order(71_006)
      const { headers } = yield* shop.ask(url.slice(shop.baseUrl.length))
      const policy = headers["content-security-policy"] ?? ""
      assert.match(policy, new RegExp(`; script-src 'sha256-[^']+' ${shop.origin};`))
      assert.include(policy, `; connect-src 'self'; frame-src ${shop.origin};`)
      assert.include(policy, `; frame-ancestors 'self' ${shop.shopUrl}`)
      for (const path of ["/checkout?token=none", "/process/none", "/plans/none/pay"]) {
        const other = yield* shop.ask(path)
        assert.notInclude(other.headers["content-security-policy"] ?? "", shop.origin)
      }
    })
  )
})
