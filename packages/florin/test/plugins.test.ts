// Shop plugins of the family, played by a program of ours: what they send, what they read, and what they believe.
import { generateKeyPairSync } from "node:crypto"
import { type TestFlorin, testFlorin } from "florin/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "der" }
})

const home = "https://pay.example"
const secret = "the-secret-of-the-shop-of-a-test"
const basic = `Basic ${btoa(`shop:${secret}`)}`
const json = { "content-type": "application/json" }

/** A plugin of one family: how it asks for the page, and where it sends the customer then. */
interface Family {
  readonly headers: Readonly<Record<string, string>>
  readonly path: string
  /** The body of a request for the page. */
  readonly checkout: (order: Readonly<Record<string, unknown>>) => object
  /** The address that the customer is sent to, as the plugin makes it of the answer. */
  readonly page: (checkout: { readonly token: string; readonly redirect_url: string }) => string
  /** The customer comes by a form that the plugin posts. */
  readonly isPosted?: boolean
}

const urls = (type: string) => ({
  success_url: "https://shop.example/index.php?route=success",
  decline_url: "https://shop.example/index.php?route=decline",
  fail_url: "https://shop.example/index.php?route=fail",
  cancel_url: "https://shop.example/index.php?route=cancel",
  notification_url: `https://shop.example/notify/${type}`
})

/** Empty texts for what the shop does not know; a state for every country. */
const customer = {
  ...{ first_name: "Jane", last_name: "Doe", address: "", city: "Riga", state: "NA", zip: "", country: "LV" },
  ...{ email: "jane@example.com", phone: "", ip: "203.0.113.7", birth_date: null, device_id: null }
}

const library: Family = {
  headers: { authorization: basic, "x-api-version": "2" },
  path: "/ctp/api/checkouts",
  checkout: (order) => ({
    ...{ version: "2.1", transaction_type: "payment", attempts: null, test: false, payment_method: [] },
    order: { expired_at: null, additional_data: { receipt_text: [], contract: [], meta: [] }, ...order },
    settings: { ...urls("library"), language: "en", customer_fields: { visible: [], read_only: [] } },
    customer
  }),
  // The library splits the address, and joins it again.
  page: ({ redirect_url }) => redirect_url.split("?token=").join("?token=")
}

const families: Readonly<Record<string, Family>> = {
  "built on the PHP library": library,
  "that post a form with the token": {
    headers: { authorization: basic },
    path: "/ctp/api/checkouts/",
    checkout: (order) => ({
      ...{ version: 2.1, transaction_type: "payment" },
      order: { ...order, additional_data: { platform_data: "A shop system 4.1", integration_data: "A plugin 1.0" } },
      settings: { ...urls("form"), auto_return: "0" },
      customer
    }),
    page: () => `${home}/v2/checkout`,
    isPosted: true
  },
  "that build the address themselves": {
    headers: { authorization: basic },
    path: "/payments/tokens",
    checkout: (order) => ({ transaction_type: "charge", order, settings: urls("built") }),
    page: ({ token }) => `${home}/checkout?token=${token}`
  },
  "that open the widget with the public key": {
    headers: { authorization: `Bearer ${publicKey.toString("base64")}` },
    path: "/ctp/api/checkouts",
    checkout: (order) => ({ version: "2.1", transaction_type: "payment", iframe: true, order, settings: urls("key") }),
    page: ({ token }) => `${home}/widget/hpp.html?token=${token}`
  }
}

interface Notice {
  readonly uid: string
  readonly status: string
  readonly type: string
  readonly amount: number
  readonly currency: string
  readonly test: boolean
  readonly tracking_id: string
  readonly additional_data?: { readonly platform_data?: string; readonly integration_data?: string }
}

/** The shop system behind the plugin: its orders, and how it treats what is posted to it. */
const shopSystem = () => {
  const order = { amount: 1995, currency: "EUR", description: "Order 42", tracking_id: 42 }
  const notices: Array<string> = []
  const plugins = new Set<string | undefined>()
  let state = "pending payment"
  let uid: string | undefined
  const receive = async (request: Request): Promise<Response> => {
    // What belongs to no checkout, such as a refund, goes to the address of the shop, where the plugin does not listen.
    if (!new URL(request.url).pathname.startsWith("/notify/")) return new Response(null, { status: 404 })
    // It believes Basic alone.
    if (request.headers.get("authorization") !== basic) return new Response(null, { status: 401 })
    const body = (await request.json()) as { readonly transaction?: Notice; readonly status?: string }
    const notice = body.transaction
    plugins.add(notice?.additional_data?.integration_data)
    notices.push(notice === undefined ? `order ${body.status}` : `${notice.type} ${notice.status}`)
    const isOurs =
      notice !== undefined &&
      notice.tracking_id === String(order.tracking_id) &&
      notice.amount === order.amount &&
      notice.currency === order.currency
    if (notice === undefined) state = "canceled"
    else if (isOurs && notice.status === "successful") [state, uid] = ["processing", notice.uid]
    else if (isOurs && notice.status === "failed" && state === "pending payment") state = "failed"
    return new Response("OK")
  }
  return { order, receive, notices, plugins, state: () => state, uid: () => uid }
}

const asking =
  ({ fetch }: TestFlorin) =>
  async (url: string, init: RequestInit = {}) => {
    const answer = await fetch(new Request(url, { redirect: "manual", ...init }))
    const text = await answer.text()
    return { status: answer.status, text, location: answer.headers.get("location") }
  }

type Ask = ReturnType<typeof asking>

const form = (fields: Readonly<Record<string, string>>): RequestInit => ({
  method: "POST",
  headers: { accept: "text/html", "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString()
})

/** The customer comes to the page, types a card, presses the button, and follows where it leads. */
const pays = async (ask: Ask, { isPosted, page }: Family, checkout: Parameters<Family["page"]>[0], number: string) => {
  const address = page(checkout)
  const opened = await ask(address, isPosted === true ? form({ token: checkout.token, lang: "en" }) : {})
  const shown = opened.location === null ? opened : await ask(new URL(opened.location, address).href)
  const after = /name="after" value="(\d+)"/.exec(shown.text)?.[1] ?? ""
  const typed = { number, expiry: "12/49", code: "123", holder: "Jane Doe", method: "credit_card", after }
  const url = `${address.split("?")[0]}?token=${checkout.token}`
  const sent = await ask(url, form({ token: checkout.token, ...typed }))
  assert.strictEqual(sent.status, 303)
  // The page with the way back, or the way back itself where the plugin wants it at once.
  const { location, text } = await ask(new URL(sent.location ?? "", url).href)
  return (location ?? text).replaceAll("&amp;", "&")
}

const opened = async () => {
  const florin = await testFlorin({
    baseUrl: home,
    shop: {
      ...{ secretKey: secret, notificationBasic: true, notificationPrivateKey: privateKey, allowPublicKey: true },
      notificationUrl: "https://shop.example/elsewhere"
    }
  })
  const system = shopSystem()
  florin.onWebhook(system.receive)
  return { florin, system, ask: asking(florin) }
}

const approved = "4200 0000 0000 0000"
const declined = "4005 5500 0000 0019"

const create = async (ask: Ask, family: Family, order: Readonly<Record<string, unknown>>, more: object = {}) => {
  const body = JSON.stringify({ checkout: { ...family.checkout(order), ...more } })
  const answer = await ask(`${home}${family.path}`, { method: "POST", headers: { ...json, ...family.headers }, body })
  assert.strictEqual(answer.status, 201, answer.text)
  return JSON.parse(answer.text).checkout as { token: string; redirect_url: string }
}

const post = async (ask: Ask, path: string, request: object) => {
  const sent = { method: "POST", headers: { ...json, authorization: basic }, body: JSON.stringify({ request }) }
  return JSON.parse((await ask(`${home}${path}`, sent)).text).transaction
}

describe.each(Object.entries(families))("plugins %s", (_, family) => {
  it("D45 to D49: sell an order: page, decline, payment, webhook with Basic, status, refunds in part and in whole", async () => {
    const { ask, florin, system } = await opened()
    const { order } = system
    const checkout = await create(ask, family, order, { attempts: 2 })
    assert.match(checkout.token, /^[0-9a-f]{64}$/)
    assert.isTrue(checkout.redirect_url.endsWith(`?token=${checkout.token}`))
    await pays(ask, family, checkout, declined)
    assert.strictEqual(system.state(), "failed")
    const result = await pays(ask, family, checkout, approved)
    assert.include(result, "route=success&token=")
    assert.strictEqual(system.state(), "processing")

    const requested = await ask(`${home}/ctp/api/checkouts/${checkout.token}`, { headers: { authorization: basic } })
    const status = JSON.parse(requested.text).checkout
    assert.deepStrictEqual([status.finished, status.status], [true, "successful"])
    const { gateway_response, transaction_type } = status
    assert.strictEqual(gateway_response[transaction_type].uid, system.uid())
    const byOrder = await ask(`${home}/v2/transactions/tracking_id/42`, { headers: { authorization: basic } })
    assert.include(byOrder.text, system.uid() ?? "")

    const refund = { parent_uid: system.uid(), reason: "Returned" }
    const part = await post(ask, "/transactions/refunds", { ...refund, amount: 995 })
    const rest = await post(ask, "/transactions/refunds", { ...refund, amount: 1000 })
    assert.deepStrictEqual([part.status, rest.status], ["successful", "successful"])
    // What they are told they believe: nothing but the payment, and the decline before it.
    assert.deepStrictEqual(system.notices, [`${transaction_type} failed`, `${transaction_type} successful`])
    assert.strictEqual(system.state(), "processing")
    // And are told by whom the order was made, if they have said so.
    assert.deepStrictEqual([...system.plugins], [family.isPosted === true ? "A plugin 1.0" : undefined])
    assert.deepStrictEqual(
      florin.ledger.entries.map(({ amount, kind }) => [kind, amount]),
      [
        ["payment", 1995],
        ["refund", 995],
        ["refund", 1000]
      ]
    )
    await florin.close()
  })
})

describe("plugins of every family", () => {
  it("D49: hear of an order that nobody pays", async () => {
    const { ask, florin, system } = await opened()
    const expired_at = new Date(Date.parse(florin.clock.now) + 60_000).toISOString().replace(/\.\d+Z/, "+0000")
    const checkout = await create(ask, library, { ...system.order, expired_at })
    await florin.clock.advance({ minutes: 2 })
    assert.deepStrictEqual(system.notices, ["order error"])
    assert.strictEqual(system.state(), "canceled")
    const requested = await ask(`${home}/ctp/api/checkouts/${checkout.token}`)
    assert.include(requested.text, "Token is expired.")
    await florin.close()
  })
})

describe("plugins that take the money when the order is shipped", () => {
  it("D33a, D45: hold it on the page, and believe the webhook of the capture", async () => {
    const { ask, florin, system } = await opened()
    const checkout = await create(ask, library, system.order, { transaction_type: "authorization" })
    await pays(ask, library, checkout, approved)
    assert.deepStrictEqual(system.notices, ["authorization successful"])
    const capture = await post(ask, "/transactions/captures", { parent_uid: system.uid(), amount: 1995 })
    assert.strictEqual(capture.status, "successful")
    await florin.clock.advance({ seconds: 1 })
    assert.deepStrictEqual(system.notices, ["authorization successful", "capture successful"])
    await florin.close()
  })
})

describe("plugins built on the PHP library", () => {
  it("D45, D51: say what the page asks for, also after taking a field away, which leaves a list with gaps", async () => {
    const { ask, florin, system } = await opened()
    const customer_fields = { visible: { 1: "address" }, read_only: { 1: "city" } }
    const { token } = await create(ask, library, system.order, { settings: { ...urls("gaps"), customer_fields } })
    assert.include((await ask(`${home}/widget/hpp.html?token=${token}`)).text, 'name="address"')
    const { amount, currency } = system.order
    const sold = { name: "Poster", description: "Poster", amount, currency, infinite: true, visible: { 1: "address" } }
    const sent = { method: "POST", headers: { ...json, authorization: basic }, body: JSON.stringify(sold) }
    const product = JSON.parse((await ask(`${home}/products`, sent)).text)
    assert.deepStrictEqual(product.visible_fields, ["address"])
    // The library makes both addresses of the id.
    for (const path of [`/v2/confirm_order/${product.id}/shop`, `/products/${product.id}/pay`]) {
      assert.strictEqual((await ask(home + path)).status, 200)
    }
    await florin.close()
  })
})

describe("plugins that show what is wrong", () => {
  const { headers, path } = library
  let florin: TestFlorin
  beforeAll(async () => {
    florin = await testFlorin({ shop: { secretKey: secret }, baseUrl: home })
  })
  afterAll(() => florin.close())

  it.each([
    ["no amount", { currency: "EUR", description: "Order 42" }, "order.amount"],
    ["a currency that there is not", { amount: 1, currency: "XYZ", description: "Order 42" }, "order.currency"],
    ["no description", { amount: 1, currency: "EUR" }, "order.description"]
  ])("D45: with %s find the same in both forms that they read", async (_, order, field) => {
    const body = JSON.stringify({ checkout: { transaction_type: "payment", order } })
    const sent = { method: "POST", headers: { ...json, ...headers }, body }
    const { status, text } = await asking(florin)(`${home}${path}`, sent)
    const answer = JSON.parse(text)
    assert.strictEqual(status, 422)
    assert.isArray(answer.errors[field])
    assert.deepStrictEqual(answer.response.errors, answer.errors)
    assert.strictEqual(answer.response.message, answer.message)
  })
})
