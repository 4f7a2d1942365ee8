// Products: made in process and over HTTP, bought through their link.
import { documentedFetch } from "@florin/http-adapter/testing/documented"
import { RecordMissing, RequestRefused } from "florin"
import { type TestFlorin, testFlorin } from "florin/testing"
import { assert, describe, it } from "vitest"

const product = { name: "Poster", description: "Poster, 50 by 70 cm", currency: "EUR", amount: 1995 }

const basic = `Basic ${btoa("shop:the-secret-of-the-shop-of-a-test")}`

/** The customer's browser. */
const browse = async ({ fetch }: TestFlorin, address: string, fields?: Readonly<Record<string, string>>) => {
  const headers = { accept: "text/html", "content-type": "application/x-www-form-urlencoded" }
  const sent =
    fields === undefined ? { headers } : { headers, method: "POST", body: new URLSearchParams(fields).toString() }
  const answer = await documentedFetch(fetch, "/pay")(new Request(address, sent))
  const location = answer.headers.get("location")
  return { status: answer.status, text: await answer.text(), onward: location && new URL(location, address).href }
}

/** A program of the merchant's. */
const ask = async ({ fetch }: TestFlorin, method: string, path: string, body?: object) => {
  const headers = { authorization: basic, "content-type": "application/json" }
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  const answer = await documentedFetch(fetch, "/pay")(new Request(`https://shop.example/pay${path}`, init))
  const text = await answer.text()
  const unknown = answer.headers.get("florin-unknown-members")
  return { status: answer.status, body: text === "" ? undefined : JSON.parse(text), unknown }
}

/** A customer presses the button of the product's page: the address of the order's page. */
const begin = async (florin: TestFlorin, address: string): Promise<string> => {
  const { onward, status } = await browse(florin, address, {})
  assert.strictEqual(status, 303)
  return onward!
}

const paying = (number: string) => ({ number, expiry: "12/49", code: "123", after: "0", method: "credit_card" })

const [approved, declined, challenged] = ["4200 0000 0000 0000", "4005 5500 0000 0019", "4012 0000 0000 1097"] as const

const stockOf = async (florin: TestFlorin, id: string) => {
  const { quantity, reserved } = await florin.products.find(id)
  return [quantity, reserved]
}

describe("a product", () => {
  it("D51, D47: is bought by its link; a GET and the button charge, reserve and sell nothing", async () => {
    await using florin = await testFlorin()
    const { confirmUrl, id, paymentUrl, payUrl } = await florin.products.create({ ...product, quantity: 1 })
    assert.match(id, /^prd_[0-9a-f]{16}$/)
    assert.strictEqual(payUrl, paymentUrl)
    assert.include(payUrl, `/products/${id}/pay`)
    assert.include(confirmUrl, `/v2/confirm_order/${id}/shop`)
    for (const address of [payUrl, confirmUrl]) {
      const { status, text } = await browse(florin, address)
      assert.strictEqual(status, 200)
      for (const shown of ["Poster, 50 by 70 cm", "€19.95", "Continue to payment"]) assert.include(text, shown)
    }
    assert.deepStrictEqual(await florin.checkouts.find("0".repeat(64)).catch((error) => error.kind), "checkout")
    const [first, second] = [await begin(florin, payUrl), await begin(florin, confirmUrl)]
    assert.deepStrictEqual(await stockOf(florin, id), [1, 0])
    assert.include((await browse(florin, first)).text, 'name="number"')
    await browse(florin, first, paying(approved))
    assert.deepStrictEqual(await stockOf(florin, id), [0, 0])
    const [sale] = await florin.transactions.list()
    assert.deepInclude(sale, { status: "successful", trackingId: id, amount: 1995 })
    // The other customer was late: nothing is charged, and every page says so.
    for (const address of [second, payUrl, confirmUrl]) assert.include((await browse(florin, address)).text, "Sold out")
    await browse(florin, second, paying(approved))
    assert.include((await browse(florin, payUrl, {})).text, "Sold out")
    assert.lengthOf(await florin.transactions.list(), 1)
    // The one who has bought it sees the result.
    assert.notInclude((await browse(florin, first)).text, "Sold out")
  })

  it("D51: a piece is held while 3-D Secure runs, and can be bought again after it, and after a decline", async () => {
    await using florin = await testFlorin({ shop: { threeDSecure: true } })
    const { id, payUrl } = await florin.products.create({ ...product, quantity: 1 })
    const [first, second] = [await begin(florin, payUrl), await begin(florin, payUrl)]
    await browse(florin, first, paying(declined))
    assert.deepStrictEqual(await stockOf(florin, id), [1, 0])
    await browse(florin, first, { ...paying(challenged), after: "1" })
    assert.deepStrictEqual(await stockOf(florin, id), [0, 1])
    await browse(florin, second, paying(approved))
    assert.deepStrictEqual(await stockOf(florin, id), [0, 1])
    await florin.clock.advance({ minutes: 16 })
    assert.deepStrictEqual(await stockOf(florin, id), [1, 0])
    await browse(florin, second, paying(approved))
    assert.deepStrictEqual(await stockOf(florin, id), [0, 0])
  })

  it("D51: whose time is over is no longer sold, nor by an order that was begun before", async () => {
    await using florin = await testFlorin()
    const expiredAt = new Date(Date.parse(florin.clock.now) + 60_000).toISOString()
    const { payUrl } = await florin.products.create({ ...product, expiredAt })
    const order = await begin(florin, payUrl)
    await florin.clock.advance({ minutes: 1 })
    assert.include((await browse(florin, payUrl)).text, "No longer for sale")
    await browse(florin, order, paying(approved))
    assert.deepStrictEqual(await florin.transactions.list(), [])
  })

  it("D51: is changed, and then sold at the new price", async () => {
    await using florin = await testFlorin()
    const { id, payUrl } = await florin.products.create({ ...product, quantity: 5 })
    const before = await begin(florin, payUrl)
    assert.deepInclude(await florin.products.update(id, { amount: 1500, quantity: 2 }), { amount: 1500, quantity: 2 })
    assert.include((await browse(florin, payUrl)).text, "€15.00")
    assert.include((await browse(florin, before)).text, "€19.95")
    assert.deepStrictEqual(
      (await florin.products.list()).map((one) => one.id),
      [id]
    )
    const refused = await florin.products.update(id, {}).catch((error: unknown) => error)
    assert.instanceOf(refused, RequestRefused)
    const unknown = await florin.products.find("prd_0000000000000000").catch((error: unknown) => error)
    assert.instanceOf(unknown, RecordMissing)
  })
})

describe("over HTTP", () => {
  it("D51: a product is created with 201, changed with 204, found and listed", async () => {
    await using florin = await testFlorin()
    const sent = {
      ...product,
      quantity: "3",
      visible_fields: ["email", "unknown"],
      additional_data: { meta: { x: 1 } }
    }
    const created = await ask(florin, "POST", "/products", sent)
    assert.strictEqual(created.status, 201)
    const { id } = created.body
    assert.deepInclude(created.body, { quantity: 3, infinite: false, immortal: true, visible_fields: ["email"] })
    assert.deepStrictEqual(created.body.additional_data, sent.additional_data)
    assert.deepStrictEqual(await ask(florin, "PUT", `/products/${id}`, { infinite: "true" }), {
      status: 204,
      body: undefined,
      unknown: null
    })
    const found = await ask(florin, "GET", `/products/${id}`)
    assert.deepInclude(found.body, { quantity: null, infinite: true })
    assert.deepStrictEqual((await ask(florin, "GET", "/products?limit=1")).body, [found.body])
  })

  it.each<readonly [string, object, ReadonlyArray<string>]>([
    ["visible, as the vendor's PHP library says", { visible: ["phone", "address"] }, ["phone", "address"]],
    ["visible, from which that library has taken one away", { visible: { 1: "address" } }, ["address"]],
    ["visible_fields before visible", { visible_fields: ["email"], visible: ["phone"] }, ["email"]],
    ["neither", { visible: [], visible_fields: null }, []]
  ])("D51: a product asks for %s", async (_, members, requested) => {
    await using florin = await testFlorin()
    const { body, unknown } = await ask(florin, "POST", "/products", { ...product, ...members })
    assert.deepStrictEqual([body.visible_fields, unknown], [requested, null])
  })

  it("D51: one with a wrong member is refused, by its name", async () => {
    await using florin = await testFlorin()
    const other = "got another string"
    const cases: ReadonlyArray<readonly [object, object]> = [
      [{ name: undefined }, { name: ["can't be blank"] }],
      [{ description: " " }, { description: ["can't be blank"] }],
      [{ amount: 0 }, { amount: ["must be greater than 0"] }],
      [{ currency: "EURO" }, { currency: [`is invalid: expected an ISO 4217 code such as EUR, ${other}`] }],
      [{ quantity: 0 }, { quantity: ["must be a whole number from 1 to 1000000000"] }],
      [{ infinite: false }, { quantity: ["can't be blank"] }],
      [{ immortal: "false" }, { expired_at: ["can't be blank"] }],
      [{ expired_at: "2020-01-01T00:00:00Z" }, { expired_at: ["must be in the future"] }],
      [
        { transaction_type: "tokenization" },
        { transaction_type: [`is invalid: expected payment or authorization, ${other}`] }
      ],
      [
        { success_url: "javascript:alert(1)" },
        { success_url: [`is invalid: expected an http or https URL without credentials, ${other}`] }
      ]
    ]
    for (const [members, errors] of cases) {
      const answer = await ask(florin, "POST", "/products", { ...product, ...members })
      assert.strictEqual(answer.status, 422)
      assert.deepStrictEqual(answer.body.errors, errors)
    }
    // What is said not to count may be anything.
    const ignored = { ...product, infinite: true, quantity: 0, immortal: true, expired_at: "never" }
    assert.strictEqual((await ask(florin, "POST", "/products", ignored)).status, 201)
  })

  it("D51: a plan has its page under the address of orders, too, and only in its own shop", async () => {
    await using florin = await testFlorin()
    const { id } = await florin.plans.create({
      ...{ title: "Books", currency: "EUR" },
      plan: { amount: 1995, interval: 1, intervalUnit: "month" }
    })
    const at = (shop: string) => `https://shop.example/pay/v2/confirm_order/${id}/${shop}`
    const first = await browse(florin, at("shop"))
    assert.include((await browse(florin, first.onward ?? at("shop"))).text, "Books")
    assert.strictEqual((await browse(florin, at("other"))).status, 404)
    const bought = await florin.products.create(product)
    const elsewhere = bought.confirmUrl.replace(/[^/]+$/, "other")
    assert.strictEqual((await browse(florin, elsewhere)).status, 404)
    assert.strictEqual((await browse(florin, elsewhere, {})).status, 404)
  })
})

describe("a piece that a bank transfers", () => {
  const roubles = { ...product, currency: "RUB", amount: 100_000 }

  it("D51, D44: is held until it is paid, whoever says so first; unpaid it can be bought again, and money after that takes one", async () => {
    await using florin = await testFlorin()
    const { id, payUrl } = await florin.products.create({ ...roubles, quantity: 2 })
    const open = async () => {
      const page = await begin(florin, payUrl)
      await browse(florin, page, { method: "sbp_data", after: "0" })
      const [newest] = await florin.transactions.list()
      return { page, uid: newest!.uid }
    }
    const finished = async (page: string) =>
      (await florin.checkouts.find(new URL(page).searchParams.get("token")!)).finished
    const first = await open()
    assert.deepStrictEqual(await stockOf(florin, id), [1, 1])
    await florin.bank.transfers.pay(first.uid)
    assert.isTrue(await finished(first.page))
    assert.deepStrictEqual(await stockOf(florin, id), [1, 0])
    const second = await open()
    assert.deepStrictEqual(await stockOf(florin, id), [0, 1])
    await florin.clock.advance({ hours: 1 })
    assert.deepStrictEqual(await stockOf(florin, id), [1, 0])
    await florin.operator.correct(second.uid, { status: "successful", reason: "Paid at the counter", by: "Ann" })
    assert.deepStrictEqual(await stockOf(florin, id), [0, 0])
    const { status } = await florin.checkouts.find(new URL(second.page).searchParams.get("token")!)
    assert.strictEqual(status, "successful")
  })
})
