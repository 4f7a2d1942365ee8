// A page for one order: created in process, paid over HTTP.

import { generateKeyPairSync } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { documentedFetch } from "@florin/http-adapter/testing/documented"
import { createFlorin, RecordMissing, RequestRefused } from "florin"
import { cards, type TestFlorin, testFlorin } from "florin/testing"
import { assert, describe, it } from "vitest"

const order = {
  ...{ amount: 1995, currency: "EUR", description: "Order 42", trackingId: "order-42" },
  additionalData: { meta: { any_name: 1, anyName: [2] } }
}

/** The customer's browser. */
const browse = async ({ fetch }: TestFlorin, token: string, fields?: Readonly<Record<string, string>>) => {
  const headers = { accept: "text/html", "content-type": "application/x-www-form-urlencoded" }
  const sent =
    fields === undefined ? { headers } : { headers, method: "POST", body: new URLSearchParams(fields).toString() }
  const answer = await documentedFetch(
    fetch,
    "/pay"
  )(new Request(`https://shop.example/pay/checkout?token=${token}`, sent))
  return { status: answer.status, text: await answer.text() }
}

const paying = (number: string, after: number) => ({ number, expiry: "12/49", code: "123", after: String(after) })

const [approved, declined] = ["4200 0000 0000 0000", "4005 5500 0000 0019"] as const

const basic = `Basic ${btoa("shop:the-secret-of-the-shop-of-a-test")}`

describe("the page of a checkout", () => {
  it.each([
    ["X-Api-Version 2, whatever the body says", { "x-api-version": "2" }, "2.1", "/widget/hpp.html"],
    ["a version of the body from 2 on", {}, "2.1", "/v2/checkout"],
    ["the same as a number", {}, 2, "/v2/checkout"],
    ["an older version of the body", {}, "1.9", "/checkout"],
    ["none", {}, undefined, "/checkout"],
    ["another header", { "x-api-version": "3" }, undefined, "/checkout"]
  ] as const)("D47: has the address of %s", async (_, header, version, path) => {
    await using florin = await testFlorin()
    const request = { transaction_type: "payment", version, order: { amount: 1, currency: "EUR", description: "One" } }
    const headers = { authorization: basic, "content-type": "application/json", ...header }
    const body = JSON.stringify({ checkout: request })
    const sent = new Request("https://shop.example/pay/ctp/api/checkouts", { method: "POST", headers, body })
    const answer = await documentedFetch(florin.fetch, "/pay")(sent)
    const { checkout } = (await answer.json()) as { checkout: Record<"redirect_url" | "token", string> }
    assert.strictEqual(new URL(checkout.redirect_url).pathname, `/pay${path}`)
    assert.strictEqual(new URL(checkout.redirect_url).searchParams.get("token"), checkout.token)
  })
})

describe("a customer comes back", () => {
  const settings = {
    successUrl: "https://shop.example/paid?x=1#top",
    declineUrl: "https://shop.example/declined",
    cancelUrl: "https://shop.example/left?y=2"
  }
  const returnUrl = "https://shop.example/back?z=3#end"
  /** Where the page's link to the shop leads. */
  const back = (text: string): string | undefined =>
    /href="(https:\/\/shop\.example[^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&")

  it.each([
    ["paid", settings, approved, "https://shop.example/paid?x=1&token=T&uid=U&status=successful#top"],
    ["declined", settings, declined, "https://shop.example/declined?token=T&uid=U&status=failed"],
    [
      "paid, without an address of its own",
      { returnUrl },
      approved,
      "https://shop.example/back?z=3&token=T&uid=U&status=successful#end"
    ],
    [
      "declined, without an address of its own",
      { returnUrl },
      declined,
      "https://shop.example/back?z=3&token=T&uid=U&status=failed#end"
    ],
    ["to an order that is not paid yet", settings, undefined, "https://shop.example/left?y=2&token=T&status=error"]
  ] as const)("D48: %s", async (_, settings, card, address) => {
    await using florin = await testFlorin()
    const { token } = await florin.checkouts.create({ transactionType: "payment", order, settings })
    if (card !== undefined) await browse(florin, token, paying(card, 0))
    const [attempt] = await florin.transactions.list()
    const expected = address.replace("=T", `=${token}`).replace("=U", `=${attempt?.uid}`)
    assert.strictEqual(back((await browse(florin, token)).text), expected)
  })

  it.each([
    ["without a wait of its own, by the link alone", {}, 200, undefined],
    ["after so many seconds", { autoReturn: 5 }, 200, "5"],
    ["at once", { autoReturn: 0 }, 303, undefined]
  ] as const)("D48: %s", async (_, more, status, seconds) => {
    await using florin = await testFlorin()
    const request = { transactionType: "payment", order, settings: { returnUrl, ...more } } as const
    const { token } = await florin.checkouts.create(request)
    await browse(florin, token, paying(approved, 0))
    const page = await florin.fetch(new Request(`https://shop.example/pay/checkout?token=${token}`))
    const address = `https://shop.example/back?z=3&token=${token}&uid=${(await florin.transactions.list())[0]?.uid}&status=successful#end`
    const text = await page.text()
    assert.deepStrictEqual([page.status, /data-seconds="(\d+)"/.exec(text)?.[1]], [status, seconds])
    assert.strictEqual(page.headers.get("location") ?? back(text), address)
  })
})

it("D39, D47: its page says where everything is simulated that no money moves, also in the end", async () => {
  await using florin = await testFlorin()
  const { token } = await florin.checkouts.create({ transactionType: "payment", order })
  assert.include((await browse(florin, token)).text, "No money moves.")
  await florin.checkouts.cancel(token)
  assert.include((await browse(florin, token)).text, "No money moves.")
})

describe("a checkout", () => {
  it("D44, D52: is declined, refuses a stale form, is paid once, and echoes what the shop sent", async () => {
    await using florin = await testFlorin()
    const { redirectUrl, token } = await florin.checkouts.create({ transactionType: "payment", attempts: 3, order })
    assert.include(redirectUrl, `/checkout?token=${token}`)
    const open = await florin.checkouts.find(token)
    assert.deepInclude(open, { status: "error", finished: false, gatewayResponse: null })
    assert.deepStrictEqual(open.order.additionalData, order.additionalData)
    assert.include((await browse(florin, token)).text, 'name="number"')
    await browse(florin, token, paying(declined, 0))
    assert.deepInclude(await florin.checkouts.find(token), { status: "failed", finished: false })
    // Both tabs were opened before the decline.
    assert.strictEqual((await browse(florin, token, paying(approved, 0))).status, 303)
    assert.deepInclude(await florin.checkouts.find(token), { status: "failed", finished: false })
    await Promise.all([1, 1, 1].map((after) => browse(florin, token, paying(approved, after))))
    assert.deepInclude(await florin.checkouts.find(token), { status: "successful", finished: true })
    await browse(florin, token, paying(approved, 2))
    const attempts = await florin.transactions.findByTrackingId("order-42")
    assert.deepStrictEqual(
      attempts.map(({ status }) => status),
      ["successful", "failed"]
    )
  })

  it("D46: is canceled, and then no card is charged", async () => {
    await using florin = await testFlorin()
    const { token } = await florin.checkouts.create({ transactionType: "payment", order })
    assert.deepInclude(await florin.checkouts.cancel(token), { finished: true, message: "Checkout was canceled." })
    await browse(florin, token, paying(approved, 0))
    assert.deepStrictEqual(await florin.transactions.list(), [])
    assert.include((await browse(florin, token)).text, "The order was cancelled")
    const again = await florin.checkouts.cancel(token).catch((reason: unknown) => reason)
    assert.instanceOf(again, RequestRefused)
    const unknown = await florin.checkouts.find("0".repeat(64)).catch((reason: unknown) => reason)
    assert.instanceOf(unknown, RecordMissing)
  })

  it.each([
    ["a moment before its end", "2035-01-31T09:00:59.999Z", 201],
    ["at its end", "2035-01-31T09:01:00.000Z", 422]
  ] as const)("D45: is created %s, or is refused", async (_, now, status) => {
    await using florin = await testFlorin({ now })
    const expiredAt = "2035-01-31T12:01:00+0300"
    const request = florin.checkouts.create({ transactionType: "payment", order: { ...order, expiredAt } })
    const answer = await request.then(() => undefined).catch((reason: unknown) => reason)
    assert.strictEqual(answer instanceof RequestRefused, status === 422)
    if (answer instanceof RequestRefused) assert.include(answer.message, "must be in the future")
  })

  it("D45: is refused where no method can pay it", async () => {
    await using florin = await testFlorin()
    const request = { transactionType: "payment", order, paymentMethod: { types: ["sbp"] } } as const
    const refused = await florin.checkouts.create(request).catch((reason: unknown) => reason)
    assert.match(String(refused), /has no method by which this order can be paid/)
  })

  it("D45: of an amount of 0 with a contract checks and keeps the card, and charges nothing", async () => {
    await using florin = await testFlorin()
    const free = { ...order, amount: 0, additionalData: { contract: ["recurring"] } }
    const { token } = await florin.checkouts.create({ transactionType: "payment", order: free })
    const paid = await florin.checkouts.pay(token, cards.approved)
    assert.deepInclude(paid, { state: "paid", status: "successful" })
    assert.strictEqual(paid.gatewayResponse?.tokenization?.status, "successful")
    const [kept] = await florin.transactions.list()
    assert.isTrue(kept?.type === "tokenization" && kept.card.token.length === 64)
    assert.deepStrictEqual(
      florin.ledger.entries.filter(({ amount }) => amount > 0),
      []
    )
  })

  it("D45: shows and charges the name that the shop has fixed, and no other that is sent", async () => {
    await using florin = await testFlorin()
    const fixed = { creditCardFields: { holder: "Jane Doe", readOnly: ["holder"] } } as const
    const { token } = await florin.checkouts.create({ transactionType: "payment", order, settings: fixed })
    assert.match((await browse(florin, token)).text, /name="holder"[^>]* value="Jane Doe"[^>]* readonly/)
    await browse(florin, token, { ...paying(approved, 0), holder: "DECLINE" })
    const [attempt] = await florin.transactions.list()
    assert.isTrue(attempt !== undefined && "card" in attempt && attempt.card?.holder === "Jane Doe")
    assert.strictEqual(attempt?.status, "successful")
  })

  it("D45, D47: asks in the shop's words whether to keep the card, on as the shop wants, and ends with the receipt and its words", async () => {
    await using florin = await testFlorin()
    const saveCardToggle = { display: true, customerContract: true, text: "Keep my card", hint: "For the next order" }
    const settings = { saveCardToggle, buttonNextText: "On to your download", returnUrl: "https://shop.example/back" }
    const customer = { externalId: "customer-7" }
    const create = (toggle: object) =>
      florin.checkouts.create({
        ...{ transactionType: "payment", order, customer, settings: { ...settings, saveCardToggle: toggle } }
      })
    const off = await create({ ...saveCardToggle, customerContract: false })
    assert.notMatch((await browse(florin, off.token)).text, /name="save_card"[^>]* checked/)
    const { token } = await create(saveCardToggle)
    const { text } = await browse(florin, token)
    assert.match(text, /name="save_card"[^>]* checked/)
    for (const words of ["Keep my card", "For the next order"]) assert.include(text, words)
    await browse(florin, token, paying(approved, 0))
    const end = (await browse(florin, token)).text
    const [attempt] = await florin.transactions.list()
    assert.include(end, ">On to your download</a>")
    const receipt = /href="([^"]*receipts[^"]*)"/.exec(end)?.[1] ?? ""
    const page = await florin.fetch(new Request(new URL(receipt, `https://shop.example/pay/checkout?token=${token}`)))
    assert.strictEqual(page.status, 200)
    assert.include(receipt, attempt!.uid)
  })

  it("D44: whose time is over asks for no card", async () => {
    await using florin = await testFlorin()
    const { token } = await florin.checkouts.create({ transactionType: "payment", order })
    await florin.clock.advance({ hours: 25 })
    assert.deepInclude(await florin.checkouts.find(token), { expired: true, message: "Token is expired." })
    assert.include((await browse(florin, token)).text, "The time to pay is over")
  })
})

describe("D52: onCommit hears of an order", () => {
  const until = (end: string) => ["none created open", "open paying paying", `paying ${end}`]

  it.each([
    ["paid at once", {}, [approved], until("paid paid")],
    [
      "declined, and then paid",
      { attempts: 2 },
      [declined, approved],
      [...until("attempt_failed open"), "open paying paying", "paying paid paid"]
    ],
    ["declined at the last attempt", {}, [declined], until("failed failed")],
    ["of an authorization", { transactionType: "authorization" }, [approved], until("held paid")],
    ["of a tokenization", { transactionType: "tokenization" }, [approved], until("saved paid")],
    ["canceled", {}, ["cancel"], ["none created open", "open canceled canceled"]],
    ["whose time passes", {}, ["wait"], ["none created open", "open expired expired"]]
  ] as const)("%s", async (_, more, steps, expected) => {
    await using florin = await testFlorin({
      migrate: "CREATE TABLE changes (id TEXT, words TEXT)",
      onCommit: {
        checkout: ({ change: { from, means: meaning, to }, checkout: { trackingId } }, tx) =>
          tx.execute("INSERT INTO changes VALUES (?, ?)", [trackingId, `${from} ${meaning} ${to}`])
      }
    })
    const { token } = await florin.checkouts.create({ transactionType: "payment", order, ...more })
    for (const [after, step] of steps.entries()) {
      if (step === "cancel") await florin.checkouts.cancel(token)
      else if (step === "wait") await florin.clock.advance({ hours: 25 })
      else await browse(florin, token, paying(step, after))
    }
    const rows = await florin.query("SELECT id, words FROM changes")
    assert.deepStrictEqual(
      rows,
      expected.map((words) => ({ id: "order-42", words }))
    )
  })

  it("after the transaction of its attempt, in the same commit", async () => {
    const received: Array<string> = []
    await using florin = await testFlorin({
      onCommit: {
        transaction: ({ change: { means: meaning } }) => received.push(`transaction ${meaning}`),
        checkout: ({ change: { means: meaning } }) => received.push(`checkout ${meaning}`)
      }
    })
    const { token } = await florin.checkouts.create({ transactionType: "payment", order })
    await browse(florin, token, paying(approved, 0))
    assert.deepStrictEqual(received, ["checkout created", "checkout paying", "transaction paid", "checkout paid"])
  })
})

describe("a refusal in process", () => {
  const card = { verificationValue: "123", holder: "Jane Doe", expMonth: 12, expYear: 2049 }
  const payment = { amount: 1995, currency: "EUR", description: "Order 42" }

  it.each([
    ["en", "4200 0000 0000 0001", "One of the digits is wrong. Compare the number with your card."],
    ["ru", "4200-0000-0000-0001", "Одна из цифр неверна. Сверьте номер с картой."],
    ["en", "4200 0000 0000 000", "This card number is too short or too long. Enter all digits on the card."],
    ["de", "four two", "The card number has digits only. Enter it as on the card."]
  ] as const)(
    "D47: in %s of the number %s is told to the customer as %s",
    async (language, number, friendlyMessage) => {
      await using florin = await testFlorin()
      const refused = await florin
        .pay({ ...payment, language, card: { ...card, number } })
        .catch((reason: unknown) => reason)
      assert.instanceOf(refused, RequestRefused)
      assert.deepInclude(refused, { friendlyMessage })
      assert.notInclude(JSON.stringify(refused), "4200")
    }
  )

  it("D12, D47: of a duplicate says that it was paid, and a number may be spaced as on the card", async () => {
    await using florin = await testFlorin()
    const pay = () => florin.pay({ ...payment, language: "ru", card: { ...card, number: "4200 0000 0000 0000" } })
    assert.strictEqual((await pay()).status, "successful")
    assert.deepInclude(await pay().catch((reason: unknown) => reason), {
      code: "duplicate-request",
      friendlyMessage: "Этот платёж уже был проведён. Проверьте выписку, прежде чем платить снова."
    })
  })
})

describe("D45: a shop's public key", () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "der" }
  })
  const key = publicKey.toString("base64")
  const created = async ({ fetch }: Pick<TestFlorin, "fetch">, authorization: string) => {
    const checkout = { transaction_type: "payment", order: { amount: 1, currency: "EUR", description: "One" } }
    const headers = { authorization, "content-type": "application/json" }
    const sent = { method: "POST", headers, body: JSON.stringify({ checkout }) }
    return documentedFetch(fetch, "/pay")(new Request("https://shop.example/pay/ctp/api/checkouts", sent))
  }

  it.each([
    ["is not let in unless the shop says so", { notificationPrivateKey: privateKey }, `Bearer ${key}`, 401],
    ["is let in where it does", { notificationPrivateKey: privateKey, allowPublicKey: true }, `Bearer ${key}`, 201],
    ["is let in without a scheme", { notificationPrivateKey: privateKey, allowPublicKey: true }, key, 201]
  ] as const)("%s", async (_, shop, authorization, status) => {
    await using florin = await testFlorin({ shop })
    const answer = await created(florin, authorization)
    assert.strictEqual(answer.status, status)
    if (status !== 201) return
    const { checkout } = (await answer.json()) as { readonly checkout: { readonly token: string } }
    assert.strictEqual((await florin.checkouts.pay(checkout.token, cards.approved)).state, "paid")
  })

  it.each([
    ["a host finds", { allowPublicKey: true }, 201],
    ["a host finds, of a shop that lets nobody in by it", { allowPublicKey: false }, 401],
    ["no shop of a host has", undefined, 401]
  ] as const)("%s", async (_, found, status) => {
    const directory = mkdtempSync(join(tmpdir(), "florin-guests-"))
    const shop = { id: "shop", secretKey: "a-long-random-secret", notificationPrivateKey: privateKey, ...found }
    const florin = await createFlorin({
      ...{ database: `sqlite:${join(directory, "app.db")}`, sandbox: true, baseUrl: "https://shop.example/pay" },
      shops: {
        find: async () => shop,
        findByPublicKey: async (sent) => (found !== undefined && sent === key ? shop : null)
      }
    })
    const answer = await created(florin, `Bearer ${key}`)
    await florin.close()
    rmSync(directory, { recursive: true })
    assert.strictEqual(answer.status, status)
  })
})
