// Customers who pay for an order, in a real browser. One browser and one gateway: each journey proves several things.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { arrivesAt, launch } from "./internal/browser.js"
import * as Samples from "./internal/checkoutSamples.js"
import { framedCheckouts } from "./internal/framedCheckouts.js"
import { inspect, inspectWide, narrow } from "./internal/inspect.js"
import { open, type PayingShop } from "./internal/payingShop.js"
import type { Sample } from "./internal/sample.js"

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

/** What a customer does in a browser of its own. Nothing else is asked than the gateway, and no cookie is left. */
const visiting = (visit: (page: Page) => Promise<unknown>, options: BrowserContextOptions = {}) =>
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
          if (!request.url().startsWith("http://127.0.0.1:")) troubles.push(request.url())
        })
        await visit(page)
        assert.deepStrictEqual(troubles, [])
        assert.deepStrictEqual(await context.cookies(), [])
      }),
    (context) => Effect.promise(() => context.close())
  )

const settings = () => ({ success_url: `${shop.shopUrl}/paid?order=1`, language: "en" })

const isHeaded = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor()
/** Goes there by the key that goes on, at most ten times, and presses the other. */
const pressByKeyboard = async (page: Page, role: "button" | "link", name: string): Promise<void> => {
  await page.getByRole(role, { name, exact: true }).waitFor()
  const isThere = async () => (await page.evaluate("document.activeElement.textContent.trim()")) === name
  for (let presses = 0; presses < 10 && !(await isThere()); presses++) await page.keyboard.press("Tab")
  assert.isTrue(await isThere(), name)
  await page.keyboard.press("Enter")
}

const focused = (page: Page) => page.evaluate("document.activeElement.id || document.activeElement.type")
const valueOf = (page: Page, id: string) => page.locator(`#${id}`).inputValue()
const faultOf = async (page: Page, id: string): Promise<string> =>
  (await page.locator(`#${id}-fault`).allTextContents()).join()

/** How often an order of that amount is in the acquirer's own books. */
const charges = (amount: number) =>
  Effect.map(
    shop.get("/sandbox/ledger"),
    ({ movements }) => movements.filter((movement: { amount: number }) => movement.amount === amount).length
  )

const order = (amount: number) => ({ amount, currency: "EUR", description: "Order 1042" })

describe("a customer who pays for an order in a real browser", () => {
  it.scopedLive(
    "D47: types on the keyboard alone at 320 px, is led from field to field, pays once, and goes back",
    () =>
      Effect.gen(function* () {
        const { token, url } = yield* Samples.orderOf(shop, { settings: settings(), order: order(71_001) })
        yield* visiting(
          async (page) => {
            await page.goto(url)
            await page.keyboard.press("Tab")
            await page.keyboard.type("42000000000000001235123")
            assert.deepStrictEqual(await Promise.all(["number", "expiry", "code"].map((id) => valueOf(page, id))), [
              ...["4200 0000 0000 0000", "12/35", "123"]
            ])
            await page.keyboard.press("Tab")
            await page.keyboard.type("SLOW")
            await page.keyboard.press("Enter")
            // Pressed again before the answer.
            await page.keyboard.press("Enter", { noWaitAfter: true } as never).catch(() => undefined)
            await isHeaded(page, "Payment successful")
            await page.getByRole("link", { name: "Back to the shop", exact: true }).click()
            await arrivesAt(page, shop.shopUrl)
            assert.strictEqual(new URL(page.url()).searchParams.get("status"), "successful")
          },
          { viewport: { width: 320, height: 640 }, colorScheme: "dark" }
        )
        assert.strictEqual(yield* charges(71_001), 1)
        // For 3-D Secure 2.
        const { checkout } = yield* shop.get(`/ctp/api/checkouts/${token}`)
        const { transaction } = yield* shop.get(`/transactions/${checkout.gateway_response.payment.uid}`)
        assert.deepInclude(transaction.additional_data.browser, { window_width: 320, window_height: 640 })
      })
  )

  it.scopedLive(
    "D47: hears at once what is wrong, mends it, is not let go before, and goes to the bank and back by the keyboard",
    () =>
      Effect.gen(function* () {
        const requested = { ...settings(), customer_fields: { visible: ["email"] } }
        const payment_method = { excluded_brands: ["amex"] }
        const { url } = yield* Samples.orderOf(shop, { settings: requested, payment_method, order: order(71_002) })
        yield* visiting(async (page) => {
          await page.goto(url)
          const cases = [
            ["number", "4200000000000001", "4200 0000 0000 0001", "One of the digits is wrong."],
            ["number", "4200000000000000", "4200 0000 0000 0000", ""],
            ["number", "34", "34", "The shop does not take cards of this brand."],
            ["number", "378282246310005", "3782 822463 10005", "The shop does not take cards of this brand."],
            ["number", "4200-0000 0000-0000", "4200 0000 0000 0000", ""],
            ["number", "my card 42", "my card 42", "The card number has digits only."],
            ["number", "420000000", "4200 0000 0", "This card number is too short or too long."],
            ["expiry", "1335", "13/35", "Enter the expiry date"],
            ["expiry", "01/20", "01/20", "The card has expired."],
            ["expiry", "1/35", "01/35", ""],
            ["expiry", "12/2035", "12/35", ""],
            ["code", "12", "12", "The security code has 3 or 4 digits."]
          ] as const
          for (const [id, typed, shown, fault] of cases) {
            const field = page.locator(`#${id}`)
            await field.clear()
            await field.pressSequentially(typed)
            await field.blur()
            assert.strictEqual(await valueOf(page, id), shown, typed)
            const found = await faultOf(page, id)
            assert.isTrue(fault === "" ? found === "" : found.startsWith(fault), `${typed}: ${found}`)
            assert.strictEqual(await field.getAttribute("aria-invalid"), fault === "" ? null : "true", typed)
          }
          await page.locator("#number").fill("4012 0000 0000 1097")
          assert.strictEqual(await page.locator("#brand").textContent(), "Visa")
          await page.getByRole("button", { name: /^Pay/ }).click()
          assert.strictEqual(await focused(page), "code")
          await page.locator("#code").fill("123")
          await page.locator("#code").press("Enter")
          assert.strictEqual(await focused(page), "email")
          assert.strictEqual(await faultOf(page, "email"), "Fill in this field.")
          await page.locator("#email").fill("jane@shop.example")
          assert.strictEqual(await page.locator(".fault").count(), 0)
          await page.locator("#email").press("Enter")
          await pressByKeyboard(page, "button", "Confirm")
          await isHeaded(page, "Payment successful")
          await pressByKeyboard(page, "link", "Back to the shop")
          await arrivesAt(page, shop.shopUrl)
        })
        assert.strictEqual(yield* charges(71_002), 1)
      })
  )

  it.scopedLive(
    "D47: without JavaScript chooses a method, mends a number, is declined, and pays with another card",
    () =>
      Effect.gen(function* () {
        const roubles = { ...order(71_003), currency: "RUB" }
        const { url } = yield* Samples.orderOf(shop, { settings: settings(), order: roubles, attempts: 2 })
        yield* visiting(
          async (page) => {
            await page.goto(url)
            const fill = async (card: object) => {
              for (const [id, text] of Object.entries(card)) await page.locator(`#${id}`).fill(text)
              await page.getByRole("button", { name: /^Pay/ }).click()
            }
            await page.getByRole("radio", { name: "Bank app" }).check()
            assert.isFalse(await page.locator("#number").isVisible())
            await page.getByRole("radio", { name: "Card" }).check()
            await fill({ ...Samples.approved, number: "4200 0000 0000 0001" })
            assert.match(await page.title(), /^Error: /)
            assert.strictEqual(
              await faultOf(page, "number"),
              "One of the digits is wrong. Compare the number with your card."
            )
            assert.deepStrictEqual(
              await Promise.all(["number", "expiry", "code", "holder"].map((id) => valueOf(page, id))),
              ["", "12/35", "", "Jane Doe"]
            )
            assert.strictEqual(await focused(page), "number")
            await fill({ ...Samples.approved, holder: "DECLINE" })
            await page.getByRole("alert").getByText("You can try once more.").waitFor()
            await fill(Samples.approved)
            await isHeaded(page, "Payment successful")
          },
          { javaScriptEnabled: false }
        )
        assert.strictEqual(yield* charges(71_003), 1)
      })
  )
})

// Source: WCAG 2.2 AA. Languages change words and schemes change colours, so two of the four pairs show all.
describe("the pages of orders", () => {
  it.scopedLive.each([
    { language: "en", colorScheme: "light" },
    { language: "ru", colorScheme: "dark" }
  ] as const)(
    "have no violation that axe-core finds in any state, and fit 320 px, in $language and $colorScheme",
    ({ colorScheme, language }) =>
      Effect.gen(function* () {
        const samples = yield* Samples.ofCheckouts(shop, language)
        const context = yield* narrow(browser, { language, colorScheme })
        yield* Effect.promise(async () => {
          const page = await context.newPage()
          // Each state in one language; in the other, of pages that differ in words only, one.
          const isOther = ({ name, url }: Sample) =>
            language === "en" || (!/-(?:only|canceled|too-many)$/.test(name) && url !== undefined)
          const isWide = ({ name }: Sample) => /-(?:details|methods|paid|canceled|saved-only|too-many)$/.test(name)
          const some = samples.filter(isOther)
          for (const sample of some) {
            await inspect(page, sample, sample.language ?? language)
            if (language === "en" && isWide(sample)) await inspectWide(page, sample.name)
          }
        })
      }),
    120_000
  )
})

framedCheckouts(() => ({ browser, shop }))
