/** The console in a real browser, by the keyboard alone. Source: D73. */
import { assert, describe, it } from "@effect/vitest"
import { Currency } from "@florin/core/money/Currency"
import { ApprovalLimits } from "@florin/core/people/ApprovalLimits"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Page } from "playwright-core"
import { violations } from "./internal/axe.js"
import { backOffice, charge } from "./internal/backOffice.js"
import { launch } from "./internal/browser.js"

const browsing = Effect.acquireRelease(
  Effect.promise(() => launch()),
  (browser) => Effect.promise(() => browser.close())
)

/** What axe-core finds wrong with the page, and how much of it does not fit. */
const faults = async (page: Page): Promise<ReadonlyArray<unknown>> => {
  const overflow = await page.evaluate("Math.max(0, document.documentElement.scrollWidth - window.innerWidth)")
  return [...(await violations(page)), overflow]
}

/**
 * A keyboard that counts its keys, those held down with another one, too. What is typed is no key press: it is what somebody
 * has to say, and no key that does anything is among it.
 */
const keyboardOf = (page: Page) => {
  let presses = 0
  return {
    press: async (keys: string) => {
      presses += keys.split("+").length
      await page.keyboard.press(keys)
    },
    type: (text: string) => {
      assert.match(text, /^[ -~]+$/)
      return page.keyboard.type(text)
    },
    presses: () => presses
  }
}

/** What is looked at in a page, as its own script would. */
const measured = <A>(page: Page, script: string): Promise<A> => page.evaluate<A>(script)

/** Ten in the morning of the next Tuesday that is more than a day away, by UTC. */
const tuesdayAfter = (instant: string): Date => {
  const day = new Date(instant)
  // On a Monday after ten, the day before the next one would be over.
  day.setUTCDate(day.getUTCDate() + 1)
  day.setUTCDate(day.getUTCDate() + ((2 - day.getUTCDay() + 6) % 7) + 1)
  day.setUTCHours(10, 0, 0, 0)
  return day
}

describe("the console in a browser", () => {
  it.scopedLive(
    "finds the payment of jane@example.com of last Tuesday and refunds half of it with 12 key presses at most",
    () =>
      Effect.gen(function* () {
        const office = yield* backOffice()
        const browser = yield* browsing
        const pay = (email: string, amount: number) =>
          office.done("/transactions/payments", charge({ amount, customer: { email } }))
        const tuesday = tuesdayAfter(JSON.parse((yield* office.shop("/sandbox/clock")).text).now)
        // Others of hers, the day before and the day after, and somebody else's of that day.
        yield* office.done("/sandbox/clock", { to: new Date(tuesday.getTime() - 86_400_000).toISOString() })
        yield* pay("jane@example.com", 1700)
        yield* office.done("/sandbox/clock", { to: tuesday.toISOString() })
        yield* pay("jane@example.com", 2500)
        yield* pay("bob@example.com", 2500)
        yield* office.advance("P1D")
        yield* pay("jane@example.com", 9900)
        const token = yield* office.linkOf("anna", "operate")
        const url = `http://127.0.0.1:${office.port}/console`
        yield* Effect.promise(async () => {
          const page = await browser.newPage({ locale: "en-GB", timezoneId: "Europe/Berlin" })
          const troubles: Array<string> = []
          page.on("console", (message) => {
            if (message.type() === "error") troubles.push(message.text())
          })
          await page.goto(`${url}/sign-in?token=${token}`)
          await page.getByRole("button", { name: "Sign in" }).click()
          // The link was good once: whoever has come by it is asked for a password first.
          await page.getByRole("link", { name: "Payments" }).first().click()
          await page.getByRole("heading", { name: "Payments" }).waitFor()

          const { press, presses, type } = keyboardOf(page)
          await press("/")
          await type("jane@example.com last Tuesday")
          await press("Enter")
          await page.getByText("Searched for").waitFor()
          await press("Enter")
          await page.getByRole("heading", { name: "Payment of €25.00" }).waitFor()
          await press("r")
          await type("12.50")
          await press("Tab")
          await type("Half of it was broken")
          await press("Enter")
          await page.getByRole("heading", { name: "Refund €12.50" }).waitFor()
          await press("Enter")
          await page.getByText("The refund was carried out").waitFor()
          assert.isAtMost(presses(), 12)
          assert.include(await page.locator("#refund").textContent(), "Up to €12.50")
          assert.deepStrictEqual(troubles, [])
          await page.close()
        })
      }),
    120_000
  )

  it.scopedLive(
    "has nothing wrong with it, wide and narrow, in the dark and in Russian",
    () =>
      Effect.gen(function* () {
        const limits = Layer.succeed(ApprovalLimits, { everywhere: { [Currency.make("EUR")]: 1000 }, shops: {} })
        const office = yield* backOffice({ more: limits })
        const browser = yield* browsing
        const { transaction } = yield* office.done("/transactions/payments", charge())
        const anna = yield* office.signedIn("anna", "administer")
        yield* office.posting(office.anna)("/operator/shops", { id: "books", site: "https://books.example" })
        const boris = yield* office.signedIn("boris", "operate")
        const refund = {
          form_token: boris.formToken,
          key: "1".repeat(32),
          amount: "19.95",
          reason: "Late",
          step: "sure"
        }
        const waits = yield* boris.send(`/payments/${transaction.uid}/refund`, refund)
        const approval = /<code>([0-9a-f-]{36})<\/code>/.exec(waits.text)![1]!
        const url = `http://127.0.0.1:${office.port}/console/`
        const [name = "", value = ""] = anna.cookie.split("=")
        const screens = ["", `payments/${transaction.uid}`, "doubts", "declines", "charts", "webhooks", "acquirers"]
        const others = [
          "subscriptions?shop=shop",
          "checkouts?shop=shop",
          "proofs",
          "reconciliation",
          "shops",
          "shops/shop",
          "shops/books",
          "shops/books/rotate",
          "shops/books/disable",
          "settings",
          "webhooks/shop/resend"
        ]
        const ofPeople = [
          "audit",
          "approvals",
          `approvals/${approval}/approve`,
          "people",
          "people/boris/link",
          "password"
        ]
        yield* Effect.promise(async () => {
          for (const look of [
            { viewport: { width: 1280, height: 800 }, colorScheme: "light", locale: "en" },
            { viewport: { width: 320, height: 640 }, colorScheme: "dark", locale: "ru" }
          ] as const) {
            const context = await browser.newContext(look)
            await context.addCookies([{ name, value, domain: "127.0.0.1", path: "/console/" }])
            const page = await context.newPage()
            for (const path of [...screens, ...others, ...ofPeople, "sign-in", "sign-in?token=1"]) {
              await page.goto(url + path)
              assert.deepStrictEqual(await faults(page), [0], `${path} ${look.locale}`)
            }
            await page.goto(`${url}shops`)
            await page.locator("input[name=id]").fill(`made-${look.locale}`)
            await page.locator("#new button").click()
            await page.locator("code.long").first().waitFor()
            assert.deepStrictEqual(await faults(page), [0], `secrets ${look.locale}`)
            // The lists with the most columns, in windows of tablets: around where the menu and the columns give way.
            for (const path of look.locale === "en" ? ["", "acquirers", "audit"] : []) {
              await page.goto(url + path)
              for (const width of [760, 940, 985, 1000, 1024, 1240, 1260]) {
                await page.setViewportSize({ width, height: 800 })
                const overflow = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
                assert.strictEqual(overflow, 0, `${path} at ${width} px`)
              }
              await page.setViewportSize(look.viewport)
            }
            await page.goto(`${url}people/boris/link`)
            await page.locator("main button.go").click()
            assert.deepStrictEqual(await faults(page), [0], `link ${look.locale}`)
            await context.close()
          }
        })
      }),
    120_000
  )

  it.scopedLive(
    "has room for dates, labels and what is opened, from a phone to a desk",
    () =>
      Effect.gen(function* () {
        const office = yield* backOffice()
        const browser = yield* browsing
        const more = {
          tracking_id: "order-2026-000042",
          customer: { email: "jane.andersson.larsson@mail.example.com" }
        }
        const paid = charge({ ...more, amount: 500_000, notification_url: "http://127.0.0.1:9/hook" })
        const { transaction } = yield* office.done("/transactions/payments", paid)
        yield* office.done("/transactions/authorizations", charge(more))
        yield* office.advance("P1D")
        const anna = yield* office.signedIn("anna", "administer")
        const [name = "", value = ""] = anna.cookie.split("=")
        const url = `http://127.0.0.1:${office.port}/console/`
        const cookie = { domain: "127.0.0.1", path: "/console/" }
        const bottoms =
          "[...document.querySelectorAll('form.chips :is(input,select,button)')].map((one) => one.getBoundingClientRect().bottom)"
        const opened = "for (const one of document.querySelectorAll('#webhooks details')) one.open = true"
        const beyond = "const one = document.querySelector('#webhooks'); one.scrollWidth - one.clientWidth"
        const rows = "Math.max(...[...document.querySelectorAll('td time')].map((one) => one.offsetHeight))"
        const letters =
          "Math.min(...[...document.querySelectorAll('.bars text')].map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a))"
        const gap =
          "const [one, other] = document.querySelectorAll('form.act .field'); other.getBoundingClientRect().top - one.getBoundingClientRect().bottom"
        yield* Effect.promise(async () => {
          const context = await browser.newContext({ locale: "en-GB", timezoneId: "Europe/Berlin" })
          await context.addCookies([
            { ...cookie, name, value },
            { ...cookie, name: "florin_zone", value: "Europe%2FBerlin" }
          ])
          const page = await context.newPage()
          const open = async (path: string, width: number) => {
            await page.setViewportSize({ width, height: 800 })
            await page.goto(url + path)
          }
          for (const width of [1280, 1024]) {
            await open("", width)
            // A line for the day and the time, and a smaller one for UTC.
            assert.isAtMost(await measured<number>(page, rows), 46, `${width}`)
            await open(`payments/${transaction.uid}`, width)
            assert.strictEqual(await page.locator("#webhooks details").count(), 1)
            await page.evaluate(opened)
            assert.strictEqual(await measured<number>(page, beyond), 0, `${width}`)
          }
          for (const path of ["declines", "charts", "webhooks"]) {
            await open(path, 1280)
            const all = await measured<ReadonlyArray<number>>(page, bottoms)
            assert.isAtMost(Math.max(...all) - Math.min(...all), 2, path)
          }
          await open("charts", 360)
          assert.isAtLeast(await measured<number>(page, letters), 11)
          await open("sign-in", 360)
          assert.isAtLeast(await measured<number>(page, gap), 8)
          await context.close()
        })
      }),
    120_000
  )
})
