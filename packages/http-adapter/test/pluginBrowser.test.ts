// A shop plugin of each family with its customer in a real browser: the shop's order, our page, the way back, the webhook
// that the plugin believes, and a refund. What plugins send beside this: florin/test/plugins.test.ts.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { Browser, FrameLocator, Page } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { arrivesAt, launch } from "./internal/browser.js"
import { listening, openWith, type PayingShop, portOf } from "./internal/payingShop.js"

const scope = Effect.runSync(Scope.make())
let browser: Browser
let shop: PayingShop
beforeAll(async () => {
  browser = await launch()
  shop = await Effect.runPromise(Scope.extend(openWith({ framedBy: ["http://127.0.0.1:*"] }), scope))
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

interface Created {
  readonly token: string
  readonly redirect_url: string
}

/** How a plugin asks for the page, and what it answers to the customer who wants to pay. */
interface Family {
  readonly path: string
  readonly version?: string
  readonly checkout: object
  /** An address to go to, or a page of the shop's: a form that the customer posts, or the widget. */
  readonly leads: (checkout: Created) => { readonly location: string } | { readonly page: string }
  /** The customer is sent back at once. */
  readonly returnsAtOnce?: boolean
  /** The customer pays over the shop's page, and closes it. */
  readonly isWidget?: boolean
}

const families: Readonly<Record<string, Family>> = {
  "that leads to the address of the answer": {
    path: "/ctp/api/checkouts",
    version: "2",
    checkout: { version: "2.1", transaction_type: "payment" },
    leads: ({ redirect_url }) => ({ location: redirect_url })
  },
  "that posts a form with the token, and wants its customer back at once": {
    path: "/ctp/api/checkouts/",
    checkout: { version: 2.1, transaction_type: "payment" },
    leads: ({ token }) => ({
      page: `<form method="post" action="${shop.baseUrl}/v2/checkout"><input type="hidden" name="token" value="${token}">
<input type="hidden" name="lang" value="en"><button>Pay by card</button></form>`
    }),
    returnsAtOnce: true
  },
  "that makes the address of the token": {
    path: "/payments/tokens",
    checkout: { transaction_type: "charge" },
    leads: ({ token }) => ({ location: `${shop.baseUrl}/checkout?token=${token}` })
  },
  "that opens the widget alone, and takes a hold": {
    path: "/ctp/api/checkouts",
    version: "2",
    checkout: { version: 2.1, transaction_type: "authorization", iframe: true },
    leads: ({ token }) => ({
      page: `<body><h1>Order 42</h1><script src="${shop.baseUrl}/widget/be_gateway.js"></script>
<script>const closeWidget = (status) => location.assign("/closed?status=" + status)
new BeGateway({ checkout_url: "${shop.baseUrl}", token: "${token}", closeWidget }).createWidget()</script>`
    }),
    isWidget: true
  }
}

interface Notice {
  readonly uid: string
  readonly status: string
  readonly amount: number
  readonly tracking_id: string
  readonly type: string
  readonly additional_data: { readonly vendor: { readonly token: string } }
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Array<Buffer> = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

const order = { amount: 1995, currency: "EUR", description: "Order 42", tracking_id: "42" }

/** The shop system with its plugin: an order that becomes paid by a webhook with Basic, and by nothing else. */
const shopSystem = Effect.fnUntraced(function* (family: Family) {
  const [paid, captured] = [yield* Deferred.make<Notice>(), yield* Deferred.make<Notice>()]
  const statuses: Array<string> = []
  let url = ""
  const authorization = shop.authorizationOf("361")

  const pay = async (answer: ServerResponse) => {
    const settings = {
      notification_url: `${url}/notify`,
      // Whoever pays over the shop's page is there already.
      ...(family.isWidget === true ? {} : { success_url: `${url}/success`, decline_url: `${url}/decline` }),
      ...(family.returnsAtOnce === true ? { auto_return: "0" } : {})
    }
    const created = await fetch(shop.baseUrl + family.path, {
      method: "POST",
      headers: {
        ...{ authorization, "content-type": "application/json" },
        ...(family.version === undefined ? {} : { "x-api-version": family.version })
      },
      body: JSON.stringify({ checkout: { ...family.checkout, attempts: 2, order, settings } })
    })
    const { checkout } = (await created.json()) as { readonly checkout: Created }
    const leads = family.leads(checkout)
    if ("location" in leads) answer.writeHead(303, { location: leads.location }).end()
    else answer.writeHead(200, { "content-type": "text/html" }).end(leads.page)
  }

  const notify = async (request: IncomingMessage, answer: ServerResponse) => {
    const { transaction } = JSON.parse(await bodyOf(request)) as { readonly transaction: Notice }
    if (request.headers.authorization !== authorization) return answer.writeHead(401).end()
    const isOurs = transaction.tracking_id === order.tracking_id && transaction.amount === order.amount
    const isCapture = transaction.type === "capture"
    if (!isCapture) statuses.push(transaction.status)
    const became = isCapture ? captured : paid
    if (isOurs && transaction.status === "successful") Effect.runSync(Deferred.succeed(became, transaction))
    return answer.writeHead(200).end("OK")
  }

  const server = createServer((request, answer) => {
    if (request.url === "/pay") return void pay(answer)
    if (request.url === "/notify") return void notify(request, answer)
    answer.writeHead(200, { "content-type": "text/html" }).end("<h1>Thank you</h1>")
  })
  url = `http://127.0.0.1:${portOf(yield* listening(server))}`
  return { url, statuses, paid: Deferred.await(paid), captured: Deferred.await(captured) }
})

const types = async (page: Page | FrameLocator, number: string): Promise<void> => {
  for (const [id, text] of Object.entries({ number, expiry: "12/35", code: "123", holder: "Jane Doe" }))
    await page.locator(`#${id}`).fill(text)
  await page.locator("button[type=submit]").first().click()
}

/** The customer orders, is declined, pays by another card, and comes back. */
const buys = async (page: Page, url: string, { isWidget = false, returnsAtOnce = false }: Family): Promise<URL> => {
  await page.goto(`${url}/pay`)
  if (!isWidget && page.url().startsWith(url)) await page.getByRole("button", { name: "Pay by card" }).click()
  const shown = isWidget ? page.frameLocator("iframe") : page
  await types(shown, "4005 5500 0000 0019")
  await shown.getByText("The payment did not go through").waitFor()
  await types(shown, "4200 0000 0000 0000")
  if (isWidget) await shown.getByRole("button", { name: "Close" }).click()
  else if (!returnsAtOnce) await page.getByRole("link", { name: "Back to the shop", exact: true }).click()
  if (isWidget) await page.waitForURL(`${url}/closed*`)
  await arrivesAt(page, url)
  return new URL(page.url())
}

/** The shop ships: it takes what it holds, and believes the webhook of that. */
const captures = (uid: string, captured: Effect.Effect<Notice>) =>
  Effect.gen(function* () {
    const request = { parent_uid: uid, amount: order.amount }
    const { transaction } = yield* shop.post("/transactions/captures", { request }, "361")
    assert.strictEqual((yield* captured).uid, transaction.uid)
    return transaction.uid as string
  })

describe.each(Object.entries(families))("a plugin %s", (_, family) => {
  it.scopedLive("D45 to D49: sells an order to a customer in a browser, hears of it, and gives half of it back", () =>
    Effect.gen(function* () {
      const system = yield* shopSystem(family)
      const context = yield* Effect.acquireRelease(
        Effect.promise(() => browser.newContext({ locale: "en" })),
        (opened) => Effect.promise(() => opened.close())
      )
      const page = yield* Effect.promise(() => context.newPage())
      const back = yield* Effect.promise(() => buys(page, system.url, family))
      const { additional_data, type, uid } = yield* system.paid
      assert.deepStrictEqual(
        [back.pathname, back.searchParams.get("status"), back.searchParams.get("uid")],
        family.isWidget === true ? ["/closed", "successful", null] : ["/success", "successful", uid]
      )
      assert.deepStrictEqual(system.statuses, ["failed", "successful"])
      const headers = { authorization: shop.authorizationOf("361") }
      const requested = yield* shop.ask(`/ctp/api/checkouts/${additional_data.vendor.token}`, { headers })
      assert.deepInclude(JSON.parse(requested.text).checkout, { finished: true, status: "successful" })
      const parent_uid = type === "authorization" ? yield* captures(uid, system.captured) : uid
      const request = { parent_uid, amount: 995, reason: "Returned" }
      const { transaction } = yield* shop.post("/transactions/refunds", { request }, "361")
      assert.deepInclude(transaction, { status: "successful", amount: 995 })
    })
  )
})
