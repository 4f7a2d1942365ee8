import { assert, describe, it } from "@effect/vitest"
import { source } from "axe-core"
import * as Effect from "effect/Effect"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { launch } from "./internal/browser.js"
import { open, type PayingShop } from "./internal/payingShop.js"

const twoDotOne = "4012000000001097"
const oneDotZero = "4012000000003010"

let browser: Browser
beforeAll(async () => {
  browser = await launch()
}, 300_000)
afterAll(() => browser?.close())

/** What axe-core finds wrong with the page. */
const violations = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(source)
  const found = await page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, help }) => id + ': ' + help))"
  )
  return found as ReadonlyArray<string>
}

/** A browser of a customer of its own. */
const customer = (options: BrowserContextOptions = {}) =>
  Effect.acquireRelease(
    Effect.promise(() => browser.newContext(options)),
    (context) => Effect.promise(() => context.close())
  )

const visiting = Effect.fnUntraced(function* (
  number: string,
  test: (page: Page, shop: PayingShop, uid: string) => Promise<unknown>,
  { more = {}, ...options }: BrowserContextOptions & { readonly more?: object } = {}
) {
  const shop = yield* open
  const { redirect_url, status, uid } = yield* shop.order(number, more)
  assert.strictEqual(status, "incomplete")
  const context = yield* customer(options)
  yield* Effect.promise(async () => {
    const page = await context.newPage()
    const troubles: Array<string> = []
    page.on("console", (message) => {
      if (message.type() === "error") troubles.push(message.text())
    })
    await page.goto(redirect_url)
    await test(page, shop, uid)
    assert.deepStrictEqual(troubles, [])
  })
  return yield* shop.find(uid)
})

const press = (page: Page, name: string) => page.getByRole("button", { name }).click()

const isBack = async (page: Page, shop: PayingShop, uid: string, status: string): Promise<void> => {
  await page.waitForURL(`${shop.shopUrl}/**`)
  const { searchParams } = new URL(page.url())
  assert.deepStrictEqual(
    [searchParams.get("order"), searchParams.get("uid"), searchParams.get("status")],
    ["1", uid, status]
  )
  assert.match(searchParams.get("token") ?? "", /^[0-9a-f]{64}$/)
}

// Source: D16: the customer is sent to the page, to the issuer, back, and to the shop with the result.
describe("a customer in a real browser", () => {
  it.scopedLive.each([
    { number: twoDotOne, choice: "Confirm", status: "successful" },
    { number: twoDotOne, choice: "Refuse", status: "failed" },
    { number: twoDotOne, choice: "Cancel", status: "failed" },
    { number: oneDotZero, choice: "Confirm", status: "successful" },
    { number: oneDotZero, choice: "Refuse", status: "failed" }
  ])(
    "States and transitions | Authorization request, 3-D Secure verification required: $choice on the issuer's page for $number returns to the shop with $status",
    ({ choice, number, status }) =>
      Effect.gen(function* () {
        const transaction = yield* visiting(number, async (page, shop, uid) => {
          await press(page, choice)
          await isBack(page, shop, uid, status)
        })
        assert.strictEqual(transaction.status, status)
      })
  )

  it.scopedLive("enters a wrong code, tries again, and is back", () =>
    visiting(twoDotOne, async (page, shop, uid) => {
      await press(page, "Enter a wrong code")
      await page.getByRole("alert").waitFor()
      await press(page, "Confirm")
      await isBack(page, shop, uid, "successful")
    })
  )

  it.scopedLive("goes through the method step in a hidden frame", () =>
    visiting(
      twoDotOne,
      async (page, shop, uid) => {
        await press(page, "Confirm")
        await isBack(page, shop, uid, "successful")
      },
      {
        more: {
          credit_card: {
            ...{ number: twoDotOne, verification_value: "123", exp_month: "12", exp_year: "2035" },
            holder: "METHOD"
          }
        }
      }
    )
  )

  it.scopedLive("presses the button twice, and pays once", () =>
    visiting(twoDotOne, async (page, shop, uid) => {
      await page.getByRole("button", { name: "Confirm" }).dblclick()
      await isBack(page, shop, uid, "successful")
    })
  )

  it.scopedLive(
    "has the page open in two tabs, confirms in one and refuses in the other: the first counts in both",
    () =>
      visiting(twoDotOne, async (page, shop, uid) => {
        await page.getByRole("button", { name: "Confirm" }).waitFor()
        const other = await page.context().newPage()
        await other.goto(`${shop.baseUrl}/process/${uid}`)
        await other.getByRole("button", { name: "Refuse" }).waitFor()
        await press(page, "Confirm")
        await isBack(page, shop, uid, "successful")
        await press(other, "Refuse")
        await isBack(other, shop, uid, "successful")
      })
  )

  it.scopedLive("goes back after paying, and is sent to the shop again", () =>
    visiting(twoDotOne, async (page, shop, uid) => {
      await press(page, "Confirm")
      await isBack(page, shop, uid, "successful")
      await page.goto(`${shop.baseUrl}/process/${uid}`)
      await isBack(page, shop, uid, "successful")
    })
  )

  it.scopedLive("comes too late, and is back at the shop with what became of it", () =>
    visiting(twoDotOne, async (page, shop, uid) => {
      await page.getByRole("button", { name: "Confirm" }).waitFor()
      await Effect.runPromise(shop.post("/sandbox/clock", { advance: "PT15M" }))
      await press(page, "Confirm")
      await isBack(page, shop, uid, "expired")
    })
  )

  it.scopedLive("pays without JavaScript, by pressing the buttons", () =>
    visiting(
      twoDotOne,
      async (page, shop, uid) => {
        await press(page, "Continue to your bank")
        await press(page, "Confirm")
        await isBack(page, shop, uid, "successful")
      },
      { javaScriptEnabled: false }
    )
  )

  it.scopedLive("pays with the keyboard alone", () =>
    visiting(twoDotOne, async (page, shop, uid) => {
      await page.getByRole("button", { name: "Confirm" }).waitFor()
      await page.keyboard.press("Tab")
      await page.keyboard.press("Enter")
      await isBack(page, shop, uid, "successful")
    })
  )

  it.scopedLive("pays inside a frame of the shop, and nowhere else's", () =>
    Effect.gen(function* () {
      const shop = yield* open
      const { redirect_url, uid } = yield* shop.order(twoDotOne)
      const context = yield* customer()
      yield* Effect.promise(async () => {
        const page = await context.newPage()
        await page.goto(`${shop.shopUrl}/?frame=${encodeURIComponent(redirect_url)}`)
        const frame = page.frameLocator("iframe")
        await frame.getByRole("button", { name: "Confirm" }).click()
        await frame.getByText("Back at the shop").waitFor()
        const policy = (await page.request.get(redirect_url, { maxRedirects: 0 })).headers()["content-security-policy"]
        assert.isUndefined(policy)
      })
      assert.strictEqual((yield* shop.find(uid)).status, "successful")
    })
  )
})

const looks: ReadonlyArray<{
  readonly name: string
  readonly options: BrowserContextOptions
  readonly language: string
}> = [
  { name: "wide, light, English", options: { viewport: { width: 1280, height: 800 } }, language: "en" },
  {
    name: "320 px, dark, Russian",
    options: { viewport: { width: 320, height: 640 }, colorScheme: "dark" },
    language: "ru"
  }
]

// Source: WCAG 2.2 AA.
describe("the pages", () => {
  it.scopedLive.each(looks)("have no violation that axe-core finds, and fit: $name", ({ language, options }) =>
    Effect.gen(function* () {
      const shop = yield* open
      const { redirect_url, uid } = yield* shop.order(twoDotOne, { language })
      const done = yield* shop.order("4200000000000000", { language, return_url: undefined })
      const context = yield* customer(options)
      const still = yield* customer({ ...options, javaScriptEnabled: false })
      const check = async (page: Page, url: string): Promise<void> => {
        await page.goto(url)
        assert.deepStrictEqual(await violations(page), [], url)
        const overflow = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert.isAtMost(Number(overflow), 0, url)
      }
      yield* Effect.promise(async () => {
        const page = await context.newPage()
        await page.goto(redirect_url)
        await page.getByRole("heading").first().waitFor()
        await check(page, `${shop.baseUrl}/receipts/${uid}`)
        await check(page, `${shop.baseUrl}/receipts/${done.uid}`)
        await check(page, `${shop.baseUrl}/process/${done.uid}`)
        await check(page, `${shop.baseUrl}/process/none`)
        const issuer = await context.newPage()
        await issuer.goto(redirect_url)
        await issuer.getByRole("button").first().waitFor()
        assert.deepStrictEqual(await violations(issuer), [])
        const quiet = await still.newPage()
        await quiet.goto(redirect_url)
        assert.strictEqual(await quiet.getAttribute("html", "lang"), language)
      })
    })
  )
})
