// The page of an order in a frame of a shop's, of another site, in a real browser that blocks cookies of third parties,
// with the browser and the gateway of the file that asks for them.
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Browser, FrameLocator, Page } from "playwright-core"
import ts from "typescript"
import { arrivesAt } from "./browser.js"
import { approved, orderOf } from "./checkoutSamples.js"
import { elsewhere, openKey, type PayingShop } from "./payingShop.js"

export interface Given {
  readonly browser: Browser
  readonly shop: PayingShop
}

/** What a customer does on the shop's page of another site. No cookie is left anywhere. */
const visitorsOf =
  (given: () => Given) => (visit: (page: Page, reported: () => Promise<ReadonlyArray<unknown>>) => Promise<unknown>) =>
    Effect.acquireUseRelease(
      Effect.promise(() => given().browser.newContext({ viewport: { width: 1000, height: 800 } })),
      (context) =>
        Effect.promise(async () => {
          const page = await context.newPage()
          page.setDefaultTimeout(10_000)
          const devtools = await context.newCDPSession(page)
          await devtools.send("Network.enable")
          await devtools.send("Network.setCookieControls", { enableThirdPartyCookieRestriction: true })
          await page.goto(elsewhere(given().shop.shopUrl))
          await page.evaluate("window.told = []")
          await visit(page, () => page.evaluate("window.told"))
          assert.deepStrictEqual(await context.cookies(), [])
        }),
      (context) => Effect.promise(() => context.close())
    )

const fill = async (frame: FrameLocator, card: object): Promise<void> => {
  for (const [id, text] of Object.entries(card)) await frame.locator(`#${id}`).fill(text)
  await frame.getByRole("button", { name: /^Pay/ }).click()
}

const challenged = { ...approved, number: "4012 0000 0000 1097" }
const settings = { language: "en" }

/** `florin/checkout-element`, as browsers load it. */
const element = ts.transpileModule(
  readFileSync(new URL("../../../florin/src/checkoutElement.ts", import.meta.url), "utf8"),
  { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, removeComments: true } }
).outputText

const mount = (page: Page, url: string): Promise<unknown> =>
  page.evaluate(`import(${JSON.stringify(`data:text/javascript,${encodeURIComponent(element)}`)}).then(({ mountCheckout }) => {
    const onOutcome = (outcome) => told.push(outcome)
    const onLeave = (url) => told.push(url)
    window.mounted = mountCheckout(document.body, { url: ${JSON.stringify(url)}, onOutcome, onLeave })
  })`)

const widget = async (page: Page, baseUrl: string, options: object): Promise<void> => {
  await page.addScriptTag({ url: `${baseUrl}/widget/be_gateway.js` })
  await page.evaluate(
    `new BeGateway({ ...${JSON.stringify(options)}, closeWidget: (status) => (told.push(status), window.heard?.(status)) }).createWidget()`
  )
}

/** What a page that is being left says to the widget's shop. */
const receivedFrom = async (page: Page): Promise<ReadonlyArray<unknown>> => {
  const received: Array<unknown> = []
  await page.exposeFunction("heard", (status: unknown) => {
    received.push(status)
  })
  return received
}

export const framedCheckouts = (given: () => Given): void => {
  const visiting = visitorsOf(given)

  describe("who may frame the page of an order", () => {
    it.scopedLive.each([
      { iframe: true, expected: "'self' SHOP" },
      { iframe: false, expected: "'none'" },
      { iframe: undefined, expected: "'none'" }
    ])("D2, D47: of one that says $iframe to frames is $expected", ({ expected, iframe }) =>
      Effect.gen(function* () {
        const { shop } = given()
        const { token } = yield* orderOf(shop, { iframe, settings })
        const { headers } = yield* shop.ask(`/checkout?token=${token}`)
        const shops = `${shop.shopUrl} ${elsewhere(shop.shopUrl)}`
        const policy = headers["content-security-policy"]
        assert.include(policy, `frame-ancestors ${expected.replace("SHOP", shops)}`)
        assert.strictEqual(headers["x-frame-options"], iframe === true ? undefined : "DENY")
      })
    )
  })

  describe("the widget", () => {
    it.scopedLive("D50: is a script that browsers keep, and the element has at most 4 KB", () =>
      Effect.gen(function* () {
        const { headers, status } = yield* given().shop.ask("/widget/be_gateway.js")
        assert.strictEqual(status, 200)
        assert.match(headers["content-type"] ?? "", /^text\/javascript/)
        assert.include(headers["cache-control"], "max-age=86400")
        assert.isBelow(element.length, 4096)
        assert.notMatch(element, /\b(?:import|require)\b/)
      })
    )

    it.scopedLive.each([
      { what: "no key", key: undefined, order: {}, expected: 401 },
      { what: "a key of nobody's", key: "A".repeat(392), order: {}, expected: 401 },
      { what: "an order without a currency", key: openKey, order: { currency: "" }, expected: 422 },
      { what: "a good order", key: openKey, order: {}, expected: 303 }
    ])("D45, D50: a form of it with $what is answered $expected", ({ expected, key, order }) =>
      Effect.gen(function* () {
        const ordered = { amount: 100, currency: "EUR", description: "One", ...order }
        const body = new URLSearchParams({ checkout: JSON.stringify({ transaction_type: "payment", order: ordered }) })
        if (key !== undefined) body.set("public_key", key)
        const headers = { accept: "text/html", "content-type": "application/x-www-form-urlencoded", authorization: "" }
        const sent = { method: "POST", body: body.toString(), headers }
        const { status, text } = yield* given().shop.ask("/widget/hpp.html", sent)
        assert.strictEqual(status, expected)
        if (expected !== 303) assert.include(text, "This page cannot be opened like that")
      })
    )
  })

  describe("the page of an order in a frame of another site", () => {
    it.scopedLive("D47, D50: is as high as it needs, takes the bank's page in, tells the outcome, and leads back", () =>
      Effect.gen(function* () {
        const { shop } = given()
        const returning = { ...settings, success_url: "https://shop.example/paid?x=1", auto_return: 0 }
        const { url } = yield* orderOf(shop, { iframe: true, settings: returning })
        yield* visiting(async (page, reported) => {
          await mount(page, url)
          const frame = page.frameLocator("iframe")
          await fill(frame, challenged)
          await frame.getByRole("button", { name: "Open your bank's page in the whole window" }).waitFor()
          await frame.frameLocator("#bank").getByRole("button", { name: "Confirm" }).click()
          await frame.getByRole("heading", { name: "Payment successful" }).waitFor()
          await page.waitForFunction("told.length === 3")
          const [first, then, address] = await reported()
          assert.deepStrictEqual([first, then], ["pending", "successful"])
          assert.match(
            String(address),
            /^https:\/\/shop\.example\/paid\?x=1&token=\w{64}&uid=[\w-]{36}&status=successful$/
          )
          const height = await page.evaluate("document.querySelector('iframe').offsetHeight")
          const content = await page.frames()[1]?.evaluate("document.body.offsetHeight")
          assert.isAbove(Number(content), 100)
          assert.strictEqual(height, content)
          await page.evaluate("mounted.unmount()")
          assert.strictEqual(await page.locator("iframe").count(), 0)
        })
      })
    )

    it.scopedLive("D47: is left for the bank's page where the bank does not let it stand in a frame", () =>
      Effect.gen(function* () {
        const { shop } = given()
        const { url } = yield* orderOf(shop, { iframe: true, settings })
        yield* visiting(async (page) => {
          await mount(page, url)
          const frame = page.frameLocator("iframe")
          await fill(frame, challenged)
          await frame.getByRole("button", { name: "Open your bank's page in the whole window" }).click()
          await arrivesAt(page, shop.baseUrl)
          await page.getByRole("button", { name: "Confirm" }).click()
          await page.getByRole("heading", { name: "Payment successful" }).waitFor()
        })
      })
    )

    it.scopedLive.each([
      { holder: "DECLINE", headline: "Payment declined", isIn: true, status: "failed" },
      { holder: "Jane Doe", headline: "Payment successful", isIn: true, status: "successful" },
      { holder: "ERROR", headline: "Payment declined", isIn: true, status: "error" },
      { holder: "TIMEOUT", headline: "Your payment is being processed", isIn: false, status: "pending" }
    ])("D50: in the widget, closed at '$headline', is told as $status", ({ headline, holder, isIn, status }) =>
      Effect.gen(function* () {
        const { shop } = given()
        const { token } = yield* orderOf(shop, { iframe: true, settings })
        yield* visiting(async (page, reported) => {
          await widget(page, shop.baseUrl, { checkout_url: `${shop.baseUrl}/`, token })
          const frame = page.frameLocator("iframe")
          await fill(frame, { ...approved, holder })
          await frame.getByRole("heading", { level: 1, name: headline }).waitFor()
          await (isIn ? frame : page.getByRole("dialog")).getByRole("button", { name: "Close" }).click()
          // The frame tells the page by a message.
          await page.waitForFunction("told.length === 1")
          assert.deepStrictEqual(await reported(), [status])
          assert.strictEqual(await page.locator("dialog").count(), 0)
        })
      })
    )

    it.scopedLive(
      "D45, D50: in the widget is created by the shop's public key, and closed unpaid by the keyboard",
      () =>
        Effect.gen(function* () {
          const { shop } = given()
          const order = { amount: 71_011, currency: "EUR", description: "Order by key" }
          yield* visiting(async (page, reported) => {
            const checkout = { public_key: openKey, transaction_type: "payment", order, settings }
            await widget(page, shop.baseUrl, { checkout_url: shop.baseUrl, checkout })
            await page.frameLocator("iframe").getByText("Order by key").waitFor()
            await page.keyboard.press("Escape")
            await page.waitForFunction("told.length === 1")
            assert.deepStrictEqual(await reported(), [null])
          })
        })
    )

    it.scopedLive("D50: that may not stand in a frame is opened in its place, and the shop's page is told so", () =>
      Effect.gen(function* () {
        const { shop } = given()
        const { token } = yield* orderOf(shop, { settings })
        yield* visiting(async (page) => {
          const received = await receivedFrom(page)
          await widget(page, shop.baseUrl, { token })
          await arrivesAt(page, shop.baseUrl)
          await page.getByRole("button", { name: /^Pay/ }).waitFor()
          assert.deepStrictEqual(received, ["redirected"])
        })
      })
    )

    it.scopedLive(
      "D50: in the widget leaves it for the bank's page in the whole window, and tells the shop's page so",
      () =>
        Effect.gen(function* () {
          const { shop } = given()
          const { token } = yield* orderOf(shop, { iframe: true, settings })
          yield* visiting(async (page) => {
            const received = await receivedFrom(page)
            await widget(page, shop.baseUrl, { token })
            const frame = page.frameLocator("iframe")
            await fill(frame, challenged)
            await frame.getByRole("button", { name: "Open your bank's page in the whole window" }).click()
            await arrivesAt(page, shop.baseUrl)
            assert.deepStrictEqual(received, ["redirected"])
          })
        })
    )
  })
}
