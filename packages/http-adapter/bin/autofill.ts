// npm run pages:autofill
// Lets Chromium fill the page of an order with a saved card and a saved address, in both languages, with our script and
// without, and pays. Prints what was not filled, or not paid. Exit code 1 when there is something. Source: D47.
// No test: the shell without windows, in which tests of pages run, has no filling of forms. A whole Chromium is a second one
// to install and start, and only that: by which marks it fills is held by checkoutPages.test.ts.
import * as Effect from "effect/Effect"
import type { Browser, CDPSession, Page } from "playwright-core"
import { launchWhole } from "../test/internal/browser.js"
import { orderOf } from "../test/internal/checkoutSamples.js"
import { open } from "../test/internal/payingShop.js"

const card = { number: "4200000000000000", name: "Jane Doe", expiryMonth: "07", expiryYear: "2035", cvc: "123" }

const address = {
  ...{ NAME_FIRST: "Jane", NAME_LAST: "Doe", EMAIL_ADDRESS: "jane@example.com", ADDRESS_HOME_CITY: "Springfield" },
  ...{ PHONE_HOME_WHOLE_NUMBER: "+12025550123", ADDRESS_HOME_STREET_ADDRESS: "1 Main Street" },
  ...{ ADDRESS_HOME_STATE: "IL", ADDRESS_HOME_ZIP: "62701", ADDRESS_HOME_COUNTRY: "US" }
}

/** What each field has then, however it writes digits. */
const expected: Readonly<Record<string, string>> = {
  ...{ number: "4200000000000000", expiry: "07/35", code: "123", holder: "Jane Doe" },
  ...{ first_name: "Jane", last_name: "Doe", email: "jane@example.com", phone: "12025550123" },
  ...{ address: "1 Main Street", city: "Springfield", state: "IL", zip: "62701", country: "US" }
}

const requested = ["first_name", "last_name", "email", "phone", "address", "city", "state", "zip", "country"]

/** The domain that playwright's types do not have. */
const trigger = (session: CDPSession, command: object) =>
  (session.send as (name: string, command: object) => Promise<unknown>)("Autofill.trigger", command)

const fill = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const { root } = await session.send("DOM.getDocument", { depth: -1 })
  const { frameTree } = await session.send("Page.getFrameTree")
  const fieldOf = async (id: string) => {
    const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector: `#${id}` })
    return {
      fieldId: (await session.send("DOM.describeNode", { nodeId })).node.backendNodeId,
      frameId: frameTree.frame.id
    }
  }
  await trigger(session, { ...(await fieldOf("number")), card })
  const fields = Object.entries(address).map(([name, value]) => ({ name, value }))
  await trigger(session, { ...(await fieldOf("email")), address: { fields } })
}

/** Our script groups digits and shortens the year; of a phone number the browser knows no plus. */
const plain = (text: string): string => text.replace(/^\+|(?<=\d) (?=\d)|(?<=^\d\d\/)20/g, "")

/** What is not as expected, a line each. */
const missing = async (page: Page): Promise<ReadonlyArray<string>> => {
  const all = Object.entries(expected)
  const faults = async () => {
    const values = await Promise.all(all.map(([id]) => page.locator(`#${id}`).inputValue()))
    return all.flatMap(([id, value], index) =>
      plain(values[index] ?? "") === value ? [] : [`${id} ${JSON.stringify(values[index])}`]
    )
  }
  // The browser fills a moment after it was told to.
  for (let count = 0; count < 50 && (await faults()).length > 0; count++) await page.waitForTimeout(100)
  return faults()
}

const tried = async (browser: Browser, url: string, locale: string, javaScriptEnabled: boolean) => {
  const context = await browser.newContext({ locale, javaScriptEnabled })
  const page = await context.newPage()
  await page.goto(url)
  await fill(page)
  const lacks = await missing(page)
  await Promise.all([page.waitForNavigation(), page.locator("button[type=submit]").first().click()])
  await context.close()
  return lacks
}

const autofill = Effect.gen(function* () {
  const shop = yield* open
  const browser = yield* Effect.acquireRelease(Effect.promise(launchWhole), (started) =>
    Effect.promise(() => started.close())
  )
  const once = Effect.fnUntraced(function* (language: string, isScripted: boolean) {
    const settings = { customer_fields: { visible: requested }, language }
    const { token, url } = yield* orderOf(shop, { settings })
    const lacks = yield* Effect.promise(() => tried(browser, url, language, isScripted))
    const { checkout } = yield* shop.get(`/ctp/api/checkouts/${token}`)
    const faults = [...lacks, ...(checkout.state === "paid" ? [] : [`the order is ${checkout.state}`])]
    const says = faults.length === 0 ? "all is filled, and paid" : faults.join(", ")
    console.log(`${language}, ${isScripted ? "with" : "without"} our script: ${says}`)
    return faults.length === 0
  })
  const all = yield* Effect.forEach(["en", "ru"], (language) =>
    Effect.forEach([true, false], (isScripted) => once(language, isScripted))
  )
  return all.flat().every(Boolean)
})

process.exit((await Effect.runPromise(Effect.scoped(autofill))) ? 0 : 1)
