import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { arrivesAt, launch } from "./internal/browser.js"
import { inspect } from "./internal/inspect.js"
import * as PageSamples from "./internal/pageSamples.js"
import { open, type PayingShop } from "./internal/payingShop.js"

const twoDotOne = "4012000000001097"
const oneDotZero = "4012000000003010"
const unenrolled = "4200000000000000"

// One gateway and one browser for all: each customer has a payment of its own.
const scope = Effect.runSync(Scope.make())
let browser: Browser
let ordinary: BrowserContext
let shop: PayingShop
beforeAll(async () => {
  browser = await launch()
  ordinary = await browser.newContext()
  await ordinary.newPage()
  shop = await Effect.runPromise(Scope.extend(open, scope))
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

/**
 * The browser of a customer. Those without settings come one after the other and leave nothing behind, so they share a
 * context whose first page stays open: each would cost the start of a process otherwise.
 */
const customer = (options: BrowserContextOptions = {}) =>
  Effect.acquireRelease(
    Effect.promise(async () => (Object.keys(options).length === 0 ? ordinary : await browser.newContext(options))),
    (context) =>
      Effect.promise(async () => {
        if (context !== ordinary) return await context.close()
        for (const page of context.pages().slice(1)) await page.close()
      })
  )

const cardOf = (number: string, holder = "Jane Doe") => ({
  credit_card: { number, verification_value: "123", holder, exp_month: "12", exp_year: "2035" }
})

/** Orders, opens the page, does what a customer does there, and finds the transaction afterwards. */
const visiting = Effect.fnUntraced(function* (
  number: string,
  visit: (page: Page, uid: string) => Promise<unknown>,
  { more = {}, ...options }: BrowserContextOptions & { readonly more?: object } = {}
) {
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
    await visit(page, uid)
    assert.deepStrictEqual(troubles, [])
  })
  return yield* shop.find(uid)
})

const press = (page: Page, name: string) => page.getByRole("button", { name }).click()

const isBack = async (page: Page, uid: string, status: string): Promise<void> => {
  await arrivesAt(page, shop.shopUrl)
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
    { number: twoDotOne, choice: "Refuse", status: "failed" },
    { number: twoDotOne, choice: "Cancel", status: "failed" },
    { number: oneDotZero, choice: "Confirm", status: "successful" }
  ])(
    "States and transitions | Authorization request, 3-D Secure verification required: $choice on the issuer's page for $number returns to the shop with $status",
    ({ choice, number, status }) =>
      Effect.gen(function* () {
        const transaction = yield* visiting(number, async (page, uid) => {
          await press(page, choice)
          await isBack(page, uid, status)
        })
        assert.strictEqual(transaction.status, status)
      })
  )

  it.scopedLive("enters a wrong code, tries again, and is back", () =>
    visiting(twoDotOne, async (page, uid) => {
      await press(page, "Enter a wrong code")
      await page.getByRole("alert").waitFor()
      await press(page, "Confirm")
      await isBack(page, uid, "successful")
    })
  )

  it.scopedLive("goes through the method step in a hidden frame", () =>
    visiting(
      twoDotOne,
      async (page, uid) => {
        await press(page, "Confirm")
        await isBack(page, uid, "successful")
      },
      { more: cardOf(twoDotOne, "METHOD") }
    )
  )

  it.scopedLive("presses the button twice, and pays once", () =>
    visiting(twoDotOne, async (page, uid) => {
      await page.getByRole("button", { name: "Confirm" }).dblclick()
      await isBack(page, uid, "successful")
    })
  )

  it.scopedLive(
    "has the page open in two tabs, confirms in one and refuses in the other: the first counts in both",
    () =>
      visiting(twoDotOne, async (page, uid) => {
        await page.getByRole("button", { name: "Confirm" }).waitFor()
        const other = await page.context().newPage()
        await other.goto(`${shop.baseUrl}/process/${uid}`)
        await other.getByRole("button", { name: "Refuse" }).waitFor()
        await press(page, "Confirm")
        await isBack(page, uid, "successful")
        await press(other, "Refuse")
        await isBack(other, uid, "successful")
      })
  )

  it.scopedLive("goes back after paying, refuses on the issuer's page, and finds the payment made", () =>
    visiting(twoDotOne, async (page, uid) => {
      await press(page, "Confirm")
      await isBack(page, uid, "successful")
      // The issuer's page came of a form, so the browser asks before it sends that again.
      await page.goBack().catch(() => undefined)
      await page.waitForURL(/^chrome-error:/)
      await page.reload()
      await press(page, "Refuse")
      await isBack(page, uid, "successful")
      await page.goto(`${shop.baseUrl}/process/${uid}`)
      await isBack(page, uid, "successful")
    })
  )

  it.scopedLive("goes back from the issuer's page to the shop, comes again, and pays", () =>
    visiting(twoDotOne, async (page, uid) => {
      const { redirect_url } = await Effect.runPromise(shop.find(uid))
      await page.goto(shop.shopUrl)
      await page.goto(redirect_url)
      await page.getByRole("button", { name: "Confirm" }).waitFor()
      await page.goBack()
      assert.strictEqual(page.url(), `${shop.shopUrl}/`)
      await page.goto(redirect_url)
      await press(page, "Confirm")
      await isBack(page, uid, "successful")
    })
  )

  it.scopedLive("comes too late, and is back at the shop with what became of it", () =>
    visiting(twoDotOne, async (page, uid) => {
      await page.getByRole("button", { name: "Confirm" }).waitFor()
      await Effect.runPromise(shop.post("/sandbox/clock", { advance: "PT15M" }))
      await press(page, "Confirm")
      await isBack(page, uid, "expired")
    })
  )

  it.scopedLive("pays without JavaScript, by pressing the buttons", () =>
    visiting(
      twoDotOne,
      async (page, uid) => {
        await press(page, "Continue to your bank")
        await press(page, "Confirm")
        await isBack(page, uid, "successful")
      },
      { javaScriptEnabled: false }
    )
  )

  it.scopedLive("goes through the method step without JavaScript, which leaves out the issuer's frame", () =>
    visiting(
      twoDotOne,
      async (page, uid) => {
        await press(page, "Continue")
        await press(page, "Continue to your bank")
        await press(page, "Confirm")
        await isBack(page, uid, "successful")
      },
      { more: cardOf(twoDotOne, "METHOD"), javaScriptEnabled: false }
    )
  )

  it.scopedLive("waits for an outcome in doubt, with JavaScript and without, and is told it", () =>
    Effect.gen(function* () {
      const { redirect_url } = yield* shop.order(unenrolled, {
        ...cardOf(unenrolled, "TIMEOUT"),
        ...{ return_url: undefined, language: "ru" }
      })
      const pages = yield* Effect.forEach([true, false], (javaScriptEnabled) =>
        Effect.flatMap(customer({ javaScriptEnabled }), (context) => Effect.promise(() => context.newPage()))
      )
      const each = (visit: (page: Page) => Promise<unknown>) =>
        Effect.promise(() => Promise.all(pages.map((page) => visit(page))))
      yield* each((page) => page.goto(redirect_url))
      yield* each((page) => page.getByRole("heading", { name: "Платёж обрабатывается" }).waitFor())
      yield* shop.post("/sandbox/clock", { advance: "PT1H" })
      yield* each((page) => page.getByRole("heading", { name: "Платёж отклонён" }).waitFor())
      yield* each((page) => page.getByText("Сейчас провести платёж не удалось").waitFor())
    })
  )

  it.scopedLive("pays with the keyboard alone", () =>
    visiting(twoDotOne, async (page, uid) => {
      await page.getByRole("button", { name: "Confirm" }).waitFor()
      await page.keyboard.press("Tab")
      await page.keyboard.press("Enter")
      await isBack(page, uid, "successful")
    })
  )
})

describe("a frame", () => {
  // The same server under another name is another origin.
  const elsewhere = () => shop.shopUrl.replace("127.0.0.1", "localhost")

  it.scopedLive("Transaction | gateway: says that a page may be framed, and a customer pays in the shop's frame", () =>
    Effect.gen(function* () {
      const { gateway, redirect_url, uid } = yield* shop.order(twoDotOne)
      assert.deepStrictEqual(gateway, { iframe: true })
      const context = yield* customer()
      yield* Effect.promise(async () => {
        const page = await context.newPage()
        await page.goto(`${shop.shopUrl}/?frame=${encodeURIComponent(redirect_url)}`)
        const frame = page.frameLocator("iframe")
        await frame.getByRole("button", { name: "Confirm" }).click()
        await frame.getByText("Back at the shop").waitFor()
      })
      assert.strictEqual((yield* shop.find(uid)).status, "successful")
    })
  )

  it.scopedLive("Transaction | gateway: of a page that is not the shop's shows nothing", () =>
    Effect.gen(function* () {
      const { uid } = yield* shop.order(unenrolled, { return_url: undefined })
      const context = yield* customer()
      yield* Effect.promise(async () => {
        const page = await context.newPage()
        for (const [at, expected] of [
          [shop.shopUrl, 1],
          [elsewhere(), 0]
        ] as const) {
          await page.goto(`${at}/?frame=${encodeURIComponent(`${shop.baseUrl}/receipts/${uid}`)}`)
          assert.strictEqual(await page.frameLocator("iframe").getByText("Secure & Sons").count(), expected, at)
        }
      })
    })
  )

  it.scopedLive(
    "D16: of a merchant that drives the steps itself runs the method step, and its form the challenge",
    () =>
      Effect.gen(function* () {
        const advanced = { three_d_secure: { advanced: true }, ...cardOf(twoDotOne, "METHOD") }
        const { receipt_url, redirect_url, ...ordered } = yield* shop.order(twoDotOne, advanced)
        const { three_d_secure_verification: first, uid } = ordered
        const context = yield* customer()
        const page = yield* Effect.promise(() => context.newPage())
        for (const url of [receipt_url, redirect_url, String(first.method_process_url)])
          assert.strictEqual((yield* Effect.promise(() => context.request.get(url))).status(), 200, url)
        yield* Effect.promise(async () => {
          await page.goto(`${elsewhere()}/?frame=${encodeURIComponent(String(first.method_process_url))}`)
          await page.frameLocator("iframe").getByText("This step is finished.").waitFor()
        })
        const { three_d_secure_verification: then } = yield* shop.find(uid)
        yield* Effect.promise(async () => {
          const fields = `<input type="hidden" name="creq" value="${then.creq}">
          <input type="hidden" name="threeDSSessionData" value="${then.md}">`
          await page.setContent(`<form method="post" action="${then.acs_url}">${fields}<button>Go</button></form>`)
          await press(page, "Go")
          await press(page, "Confirm")
          await isBack(page, uid, "successful")
        })
        assert.strictEqual((yield* shop.find(uid)).three_d_secure_verification.eci, "05")
      })
  )
})

// Source: WCAG 2.2 AA. Languages change words and schemes change colours, so two of the four pairs show all.
describe("the pages", () => {
  it.scopedLive.each([
    { language: "en", colorScheme: "light" },
    { language: "ru", colorScheme: "dark" }
  ] as const)(
    "have no violation that axe-core finds, and fit 320 px, in $language and $colorScheme",
    ({ colorScheme, language }) =>
      Effect.gen(function* () {
        const samples = yield* PageSamples.make(shop, language)
        const context = yield* customer({ viewport: { width: 320, height: 640 }, locale: language, colorScheme })
        yield* Effect.promise(async () => {
          await context.route("**/assets/*.js", (route) => route.abort())
          const page = await context.newPage()
          for (const sample of samples) await inspect(page, sample, language)
        })
      }),
    120_000
  )
})
