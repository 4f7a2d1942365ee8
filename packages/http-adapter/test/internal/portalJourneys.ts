// Customers in their portal in a real browser, with the browser and the gateway of the file that asks for them.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core"
import { arrivesAt } from "./browser.js"
import { inspect, narrow } from "./inspect.js"
import type { PayingShop } from "./payingShop.js"
import { callsOf, ofPortals } from "./portalSamples.js"

interface Given {
  readonly browser: Browser
  readonly shop: PayingShop
}

/** In a browser of its own. Nothing else is asked than the gateway and the shop, and no cookie is left. */
const visiting = (browser: Browser, visit: (page: Page) => Promise<unknown>, options: BrowserContextOptions) =>
  Effect.acquireUseRelease(
    Effect.promise(() => browser.newContext(options)),
    (context) =>
      Effect.promise(async () => {
        const page = await context.newPage()
        page.setDefaultTimeout(10_000)
        const troubles: Array<string> = []
        const sent: Array<Promise<Readonly<Record<string, string>>>> = []
        page.on("console", (message) => {
          if (message.type() === "error") troubles.push(message.text())
        })
        page.on("request", (request) => {
          if (!request.url().startsWith("http://127.0.0.1:")) troubles.push(request.url())
          sent.push(request.allHeaders())
        })
        await visit(page)
        // A browser may name the header and leave it empty.
        for (const { referer = "" } of await Promise.all(sent)) assert.strictEqual(referer, "")
        assert.deepStrictEqual(troubles, [])
        assert.deepStrictEqual(await context.cookies(), [])
      }),
    (context) => Effect.promise(() => context.close())
  )

/** Goes with the tabulator to what has that name, and presses it. */
const reach = async (page: Page, role: "button" | "link" | "radio", name: RegExp, key = "Enter"): Promise<void> => {
  const target = page.getByRole(role, { name })
  await target.first().waitFor()
  for (let steps = 0; steps < 40; steps++) {
    await page.keyboard.press("Tab")
    if ((await target.and(page.locator(":focus")).count()) > 0) return await page.keyboard.press(key)
  }
  assert.fail(`${name} is not reached`)
}

/** Goes with the tabulator from field to field, and types. */
const typeInto = async (page: Page, fields: ReadonlyArray<readonly [id: string, text: string]>): Promise<void> => {
  for (const [id, text] of fields) {
    const isThere = () => page.locator(`#${id}:focus`).count()
    for (let steps = 0; (await isThere()) === 0 && steps < 40; steps++) await page.keyboard.press("Tab")
    assert.strictEqual(await isThere(), 1, `${id} is not reached`)
    await page.keyboard.type(text)
  }
}

/** Presses what leads to the bank and what confirms there, page by page, until it is back. */
const throughBank = async (page: Page, back: Locator): Promise<void> => {
  const onward = page.getByRole("button", { name: /^(?:Continue|Confirm)/ })
  for (let pages = 0; pages < 4; pages++) {
    await onward.or(back).first().waitFor()
    if (await back.isVisible()) return
    const left = page.waitForEvent("framenavigated")
    await reach(page, "button", /^(?:Continue|Confirm)/)
    await left
  }
  await back.waitFor()
}

/** Waits for what the page says: the one before it says something, too. */
const says = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text }).first().waitFor()

/** One monthly subscription, and another plan to choose. */
const subscriber = Effect.fnUntraced(function* (shop: PayingShop) {
  const { customer, open, plan, subscribe } = callsOf(shop)
  const [jane, monthly, other] = [yield* customer, yield* plan({}), yield* plan({ title: "Films" })]
  const id = yield* subscribe(monthly, jane)
  const find = Effect.suspend(() => shop.get(`/subscriptions/${id}`))
  return { find, other, url: yield* open(jane, { features: { plans: [other] } }) }
})

// Source: D64, D47.
export const portalJourneys = (given: () => Given): void => {
  describe("a customer in the portal, in a real browser", () => {
    it.scopedLive(
      "D64: cancels, goes on and changes the plan, in Russian, by the keyboard at 320 px, without scripts",
      () =>
        Effect.gen(function* () {
          const { browser, shop } = given()
          const { find, other, url } = yield* subscriber(shop)
          yield* visiting(
            browser,
            async (page) => {
              await page.goto(url)
              await reach(page, "link", /^Отменить/)
              await reach(page, "button", /^Отменить подписку/)
              await says(page, "Подписка отменена.")
              await reach(page, "button", /^Не отменять/)
              await says(page, "Подписка продолжается.")
              await reach(page, "link", /^Сменить тариф/)
              await reach(page, "radio", /Films/, "Space")
              await page.keyboard.press("Enter")
              await says(page, "Тариф изменён.")
              await reach(page, "link", /^Вернуться/)
              await arrivesAt(page, shop.shopUrl)
            },
            { viewport: { width: 320, height: 640 }, locale: "ru", colorScheme: "dark", javaScriptEnabled: false }
          )
          const { cancel_at_period_end: end, next_plan: next } = yield* find
          assert.deepStrictEqual([end, next.id], [undefined, other])
        })
    )

    it.scopedLive.each([
      { how: "with scripts", javaScriptEnabled: true, number: "4012 0000 0000 1097" },
      { how: "without scripts", javaScriptEnabled: false, number: "4012000000001097" }
    ])(
      "D64: gives another card, confirms it at the bank, and is back in the portal, by the keyboard, $how",
      ({ javaScriptEnabled, number }) =>
        Effect.gen(function* () {
          const { browser, shop } = given()
          const { find, url } = yield* subscriber(shop)
          yield* visiting(
            browser,
            async (page) => {
              await page.goto(url)
              await reach(page, "link", /^Change the card/)
              await page.locator("#number").waitFor()
              await typeInto(page, [
                ["number", "4012000000001097"],
                ["expiry", "1235"],
                ["code", "123"]
              ])
              assert.strictEqual(await page.locator("#number").inputValue(), number)
              await reach(page, "button", /^Use this card/)
              await throughBank(page, page.getByRole("heading", { level: 1, name: "Your subscriptions" }))
              await says(page, "The new card is used from now on.")
              assert.isTrue(page.url().startsWith(url))
            },
            { locale: "en", viewport: { width: 320, height: 640 }, javaScriptEnabled }
          )
          assert.strictEqual((yield* find).card.last_4, "1097")
        })
    )
  })

  // Source: WCAG 2.2 AA. Languages change words and schemes change colours, so two of the four pairs show all.
  describe("the pages of a portal", () => {
    it.scopedLive.each([
      { language: "en", colorScheme: "light" },
      { language: "ru", colorScheme: "dark" }
    ] as const)(
      "D64: have no violation that axe-core finds, and fit 320 px, in $language and $colorScheme",
      ({ colorScheme, language }) =>
        Effect.gen(function* () {
          const { browser, shop } = given()
          const samples = yield* ofPortals(shop, language)
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
}
