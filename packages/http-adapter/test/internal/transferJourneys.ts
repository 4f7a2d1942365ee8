// Customers who pay by bank transfer in a real browser, with the browser and the gateway of the file that asks for them.
// Each test proves several things: a browser costs seconds.
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core"
import { beforeAll } from "vitest"
import { arrivesAt } from "./browser.js"
import { inspect, narrow } from "./inspect.js"
import * as PageSamples from "./pageSamples.js"
import type { PayingShop } from "./payingShop.js"
import type { Sample } from "./sample.js"
import { transfersOf } from "./transfers.js"

export interface Given {
  readonly browser: Browser
  readonly shop: PayingShop
}

const require = createRequire(import.meta.url)
const decoder = readFileSync(require.resolve("jsqr"), "utf8")

/** What another library's decoder reads in a picture of the element. */
const readCode = async (element: Locator): Promise<string> => {
  const picture = (await element.screenshot()).toString("base64")
  // A page without a policy: ours would not load the picture.
  const page = await element.page().context().newPage()
  await page.evaluate(decoder)
  const read = await page.evaluate(`(async () => {
    const image = new Image()
    image.src = "data:image/png;base64,${picture}"
    await image.decode()
    const { height, width } = image
    const context = Object.assign(document.createElement("canvas"), { height, width }).getContext("2d")
    context.drawImage(image, 0, 0)
    return jsQR(context.getImageData(0, 0, width, height).data, width, height)?.data
  })()`)
  await page.close()
  return String(read)
}

/** Our script has run when the page is loaded. */
const isHeaded = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("heading", { level: 1, name }).waitFor()
  await page.waitForLoadState()
}

const timer = (page: Page) => page.getByRole("timer").textContent()

/** The browser says that nobody sees the page any more, or somebody does again. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate(`Object.defineProperty(document, "hidden", { configurable: true, value: ${hidden} })
    document.dispatchEvent(new Event("visibilitychange"))`)

/** As in a frame that may not use it. Keeps what is copied in another way. */
const withoutClipboard = `Object.defineProperty(navigator, "clipboard", { value: undefined })
  document.addEventListener("copy", ({ target }) => { window.copied = target.value })`

/** What a customer does in a browser of its own. Its clock stands still, in all tabs, until the test moves it. */
const visitorsOf =
  (given: () => Given) =>
  (visit: (page: Page) => Promise<unknown>, options: BrowserContextOptions = {}) =>
    Effect.acquireUseRelease(
      Effect.promise(() => given().browser.newContext(options)),
      (context) =>
        Effect.promise(async () => {
          const page = await context.newPage()
          page.setDefaultTimeout(20_000)
          const troubles: Array<string> = []
          page.on("console", (message) => {
            if (message.type() === "error") troubles.push(message.text())
          })
          if (options.javaScriptEnabled !== false) {
            await context.clock.install({ time: 0 })
            await context.clock.pauseAt(1000)
          }
          await visit(page)
          assert.deepStrictEqual(troubles, [])
        }),
      (context) => Effect.promise(() => context.close())
    )

export const transferJourneys = (given: () => Given): void => {
  const visiting = visitorsOf(given)
  const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(effect)

  const isBack = async (page: Page, uid: string, status: string): Promise<void> => {
    await arrivesAt(page, given().shop.shopUrl)
    assert.deepStrictEqual(Object.fromEntries(new URL(page.url()).searchParams), { order: "1", uid, status })
  }

  // Source: D27, D28.
  describe("a customer who pays by bank transfer in a real browser", () => {
    // The clock stands: nothing falls due but when a test says so.
    beforeAll(() => run(transfersOf(given().shop).advance("PT0S")))

    it.scopedLive(
      "D27: sees the code come, which a camera reads, pays, sees it in two tabs and is back at the shop",
      () =>
        Effect.gen(function* () {
          const { advance, opening, pays } = transfersOf(given().shop)
          const { uid, url } = yield* opening("sbp")
          yield* visiting(async (page) => {
            await page.goto(url)
            await isHeaded(page, "Your payment is being prepared")
            await run(advance("PT2S"))
            await page.clock.runFor(2000)
            await isHeaded(page, "Pay in your bank's app")
            const picture = page.getByRole("img", { name: "QR code of this payment" })
            const payload = await readCode(picture)
            assert.match(payload, /^https:\/\/qr\.bank\.example\/[A-Z0-9]{32}\?.*&sum=150000&cur=RUB$/)
            assert.strictEqual(await page.getByRole("timer").count(), 0)
            await page.keyboard.press("Tab")
            assert.strictEqual(await page.locator(":focus").getAttribute("href"), payload)
            const other = await page.context().newPage()
            await other.goto(url)
            await isHeaded(other, "Pay in your bank's app")
            await run(pays(uid))
            await page.clock.runFor(2000)
            for (const tab of [page, other]) await isHeaded(tab, "Payment successful")
            await other.getByRole("button", { name: "Stay on this page" }).press("Enter")
            await page.clock.runFor(4999)
            await isHeaded(page, "Payment successful")
            await page.clock.runFor(1)
            await isBack(page, uid, "successful")
            assert.strictEqual(await other.locator(":focus").textContent(), "Back to the shop")
            await other.keyboard.press("Enter")
            await isBack(other, uid, "successful")
          })
        })
    )

    it.scopedLive(
      "D28: in Russian at 320 px copies each detail with the keyboard, reloads, comes too late, and is told so",
      () =>
        Effect.gen(function* () {
          const { advance, after, pay, pays } = transfersOf(given().shop)
          const { sbp_data: order, uid, url } = yield* pay("sbp_data", { language: "ru" })
          const permissions = ["clipboard-read", "clipboard-write"]
          yield* visiting(
            async (page) => {
              await page.goto(url)
              await isHeaded(page, "Переведите по номеру телефона")
              const copied: Array<unknown> = []
              for (const name of ["Номер телефона", "Банк получателя", "Сумма", "Комментарий"]) {
                await page.keyboard.press("Tab")
                assert.strictEqual(await page.locator(":focus").textContent(), `Скопировать ${name}`)
                await page.keyboard.press("Enter")
                await page.getByRole("status").getByText(`Скопировано ${name}`).waitFor()
                copied.push(await page.evaluate("navigator.clipboard.readText()"))
              }
              assert.deepStrictEqual(copied, [order?.target_card, "Sandbox Bank", "1500", order?.mark])
              await page.reload()
              await page.evaluate(withoutClipboard)
              await page.getByRole("button", { name: "Скопировать Сумма" }).press("Enter")
              await page.getByRole("status").getByText("Скопировано Сумма").waitFor()
              assert.strictEqual(await page.evaluate("copied"), "1500")
              assert.strictEqual(await page.locator(":focus").getAttribute("data-copy"), "1500")
              assert.match((await timer(page)) ?? "", /^1[45]:\d\d$/)
              await page.clock.fastForward("14:10")
              assert.match((await timer(page)) ?? "", /^00:[0-5]\d$/)
              // To the last instant: the bank is not asked for the outcome before the next one.
              await run(advance("PT15M"))
              await page.clock.fastForward("01:00")
              await isHeaded(page, "Время на оплату истекло")
              await page.getByText("больше не платите").waitFor()
              assert.strictEqual(await page.getByText(order?.mark ?? "").count(), 0)
              await run(Effect.flatMap(after({ millis: 1 }), (paid_at) => pays(uid, { paid_at })))
              await page.clock.fastForward(10_000)
              await page.getByText("Если вы заплатили, обратитесь в магазин.").waitFor()
              await page.waitForLoadState()
              await page.clock.fastForward(14_000)
              await isHeaded(page, "Время на оплату истекло")
              await page.clock.fastForward(2000)
              await isBack(page, uid, "failed")
            },
            { viewport: { width: 320, height: 640 }, locale: "ru", colorScheme: "dark", permissions }
          )
        })
    )

    it.scopedLive(
      "D28: on a phone opens the bank's app, looks away, and finds the payment expired at its own end",
      () =>
        Effect.gen(function* () {
          const { advance, after, pay } = transfersOf(given().shop)
          const { uid, url } = yield* pay("sbp", { expired_at: yield* after({ minutes: 6 }) })
          yield* visiting(
            async (page) => {
              let requested = 0
              page.on("request", (request) => {
                if (request.url().endsWith("/status")) requested++
              })
              await page.goto(url)
              const link = page.getByRole("link", { name: "Open your bank's app" })
              const [above, below] = [await link.boundingBox(), await page.getByRole("img").boundingBox()]
              assert.isTrue(above!.y + above!.height < below!.y, "the link is above the code")
              await page.clock.runFor(61_000)
              assert.strictEqual(await page.locator("#spoken").textContent(), "5 minutes left")
              assert.isAbove(requested, 0)
              // No answer is on its way any more.
              await page.waitForLoadState("networkidle")
              const before = requested
              await setHidden(page, true)
              await page.clock.runFor(60_000)
              assert.strictEqual(requested, before)
              await run(advance("PT6M"))
              await setHidden(page, false)
              await isHeaded(page, "Payment expired")
              await page.getByText("Please place the order again.").waitFor()
              await page.getByRole("link", { name: "Back to the shop", exact: true }).click()
              await isBack(page, uid, "expired")
              await page.goto(url)
              await isHeaded(page, "Payment expired")
            },
            { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
          )
        })
    )

    it.scopedLive(
      "D27: without JavaScript sees the order come by itself, until when there is time, and the result",
      () =>
        Effect.gen(function* () {
          const { advance, opening, pays } = transfersOf(given().shop)
          const { uid, url } = yield* opening("sbp_data")
          yield* visiting(
            async (page) => {
              await page.goto(url)
              await isHeaded(page, "Your payment is being prepared")
              await run(advance("PT2S"))
              await isHeaded(page, "Transfer to this phone number")
              await page.getByText(/^Pay by \d\d:\d\d [AP]M UTC$/).waitFor()
              assert.strictEqual(await page.getByRole("button").count(), 0)
              assert.isFalse(await page.locator("#left").isVisible())
              await run(pays(uid))
              await page.reload()
              await isHeaded(page, "Payment successful")
              assert.strictEqual(await page.getByRole("button").count(), 0)
              await page.getByRole("link", { name: "Back to the shop", exact: true }).click()
              await isBack(page, uid, "successful")
            },
            { javaScriptEnabled: false }
          )
        })
    )
  })

  // Of pages that differ in a sentence only, one.
  const isAlike = ({ name }: Sample): boolean => /-(?:late|rejected|proving|refund)$/.test(name)

  // Source: WCAG 2.2 AA. Languages change words and schemes change colours, so two of the four pairs show all.
  describe("the pages of bank transfers", () => {
    it.scopedLive.each([
      { language: "en", colorScheme: "light" },
      { language: "ru", colorScheme: "dark" }
    ] as const)(
      "have no violation that axe-core finds, and fit 320 px, in $language and $colorScheme",
      ({ colorScheme, language }) =>
        Effect.gen(function* () {
          const { browser, shop } = given()
          const samples = yield* PageSamples.ofTransfers(shop, language)
          const context = yield* narrow(browser, { language, colorScheme })
          yield* Effect.promise(async () => {
            const page = await context.newPage()
            for (const sample of samples.filter((one) => !isAlike(one))) await inspect(page, sample, language)
          })
        }),
      120_000
    )
  })
}
