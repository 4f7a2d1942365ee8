// Orders that anyone makes by a shop's public key, as a hostile visitor makes them.
import { generateKeyPairSync } from "node:crypto"
import { type TestFlorin, testFlorin } from "florin/testing"
import { assert, describe, it } from "vitest"

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "der" }
})

const key = publicKey.toString("base64")
const home = "https://pay.example"
const basic = `Basic ${btoa("shop:the-secret-of-the-shop-of-a-test")}`

const own = "https://shop.example/webhooks"

const opened = () =>
  testFlorin({
    baseUrl: home,
    shop: {
      ...{ notificationPrivateKey: privateKey, allowPublicKey: true, notificationBasic: true },
      ...{ secretKey: "the-secret-of-the-shop-of-a-test", notificationUrl: own }
    }
  })

const order = { amount: 1995, currency: "EUR", description: "Order 42" }

type Checkout = Readonly<Record<string, unknown>>

/** The status of an answer, and the token of the checkout that was made. */
interface Made {
  readonly status: number
  readonly text: string
  readonly token: string | undefined
}

const send = async ({ fetch }: TestFlorin, path: string, type: string, body: string, authorization?: string) => {
  const headers = { "content-type": type, ...(authorization === undefined ? {} : { authorization }) }
  const answer = await fetch(new Request(`${home}${path}`, { method: "POST", headers, body }))
  return { status: answer.status, text: await answer.text(), location: answer.headers.get("location") ?? "" }
}

const byRequest =
  (authorization: string) =>
  async (florin: TestFlorin, checkout: Checkout): Promise<Made> => {
    const body = JSON.stringify({ checkout: { transaction_type: "payment", order, ...checkout } })
    const { status, text } = await send(florin, "/ctp/api/checkouts", "application/json", body, authorization)
    return { status, text, token: status === 201 ? JSON.parse(text).checkout.token : undefined }
  }

const byWidget = async (florin: TestFlorin, checkout: Checkout): Promise<Made> => {
  const text = JSON.stringify({ transaction_type: "payment", order, ...checkout })
  const body = new URLSearchParams({ public_key: key, checkout: text }).toString()
  const sent = await send(florin, "/widget/hpp.html", "application/x-www-form-urlencoded", body)
  return { ...sent, status: sent.status === 303 ? 201 : sent.status, token: /token=(\w+)/.exec(sent.location)?.[1] }
}

const guests = [
  ["by the public key", byRequest(`Bearer ${key}`)],
  ["by the widget", byWidget]
] as const

const hostile = [
  ["another host", { notification_url: "https://thief.example/take" }, "settings.notification_url"],
  ["another port", { notification_url: "https://shop.example:8443/take" }, "settings.notification_url"],
  ["another scheme", { notification_url: "http://shop.example/take" }, "settings.notification_url"],
  [
    "a host in the place of a name",
    { notification_url: "https://shop.example.thief.example/" },
    "settings.notification_url"
  ],
  ["who decides about the payment", { verification_url: "https://thief.example/yes" }, "settings.verification_url"]
] as const

describe.each(guests)("an order that a guest makes %s", (_, make) => {
  it.each(hostile)("D45: sends nothing to an address of the guest's: %s", async (_, settings, name) => {
    await using florin = await opened()
    const received: Array<string> = []
    florin.onWebhook(async (request) => {
      received.push(`${request.url} ${request.headers.get("authorization")}`)
      return new Response("OK")
    })
    const made = await make(florin, { settings })
    await florin.clock.advance({ hours: 25 })
    assert.deepStrictEqual(received, [])
    assert.strictEqual(made.status, 422)
    if (make !== byWidget) assert.property(JSON.parse(made.text).errors, name)
  })

  it("D45, D49: may say which address of the shop's own hears of it", async () => {
    await using florin = await opened()
    const received: Array<string> = []
    florin.onWebhook(async (request) => {
      received.push(`${request.url} ${request.headers.get("authorization")}`)
      return new Response("OK")
    })
    const made = await make(florin, { settings: { notification_url: "https://shop.example/notify/42" } })
    assert.strictEqual(made.status, 201)
    await florin.clock.advance({ hours: 25 })
    assert.deepStrictEqual(received, [`https://shop.example/notify/42 ${basic}`])
  })
})

it("D45: the shop itself says any address", async () => {
  await using florin = await opened()
  const settings = { notification_url: "https://other.example/hook", verification_url: "https://other.example/check" }
  assert.strictEqual((await byRequest(basic)(florin, { settings })).status, 201)
})
