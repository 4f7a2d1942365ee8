// Those who try stolen numbers on our pages, counted at the acquirer.
import { generateKeyPairSync } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as ScriptedAcquirer from "@florin/testing/parties/ScriptedAcquirer"
import { createFlorin, type Florin } from "florin"
import { afterAll, assert, describe, it } from "vitest"
import { listed } from "./internal/shop.js"

const directory = mkdtempSync(join(tmpdir(), "florin-brake-"))
afterAll(() => rmSync(directory, { recursive: true }))

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const keys = JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) })

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "der" }
})

const shop = { ...listed, notificationPrivateKey: privateKey, allowPublicKey: true }

interface Gateway {
  readonly florin: Florin
  readonly baseUrl: string
  /** The numbers that came to the acquirer, by their last four digits. */
  readonly arrived: ReadonlyArray<string>
  /** Pays at the address of a page, as the customer of an address of the network. */
  /** Presses the button of a page: where it leads. */
  readonly press: (page: string, fields: Readonly<Record<string, string>>) => Promise<string>
  readonly pay: (page: string, card: Readonly<Record<string, string>>, address: string) => Promise<Response>
}

/** A gateway of which the acquirer declines every card but one, behind a server of its own. */
const opened = async (
  name: string,
  pages: { readonly proxies: number },
  use: (gateway: Gateway) => Promise<unknown>
): Promise<void> => {
  const arrived: Array<string> = []
  const acquirer = ScriptedAcquirer.service(
    ScriptedAcquirer.make({ arrived: ({ entry }) => arrived.push(entry.key) }),
    {
      manner: ({ amount }) => ({ ...ScriptedAcquirer.prompt, verdict: amount === 1 ? "approve" : "funds" })
    }
  )
  const server = createServer((request, answer) => florin.handler(request, answer))
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const florin = await createFlorin({
    ...{ database: `sqlite:${join(directory, name)}`, baseUrl, keys, acquirers: [acquirer], shops: [shop] },
    pages: { ...pages, triesPerAddress: 2, triesPerPage: 8 },
    log: "none"
  })
  const hiddenFields = async (page: string) => {
    const shown = await (await fetch(page)).text()
    const hidden = [...shown.matchAll(/<input type="hidden" name="(\w+)" value="([^"]+)">/g)]
    return Object.fromEntries(hidden.map(([, name, value]) => [name, value]))
  }
  const press = async (page: string, fields: Readonly<Record<string, string>>) => {
    const answer = await fetch(page, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) })
    return new URL(answer.headers.get("location") ?? "", page).href
  }
  const unused = new Map<string, Array<Record<string, string>>>()
  const pay = async (page: string, card: Readonly<Record<string, string>>, address: string) => {
    const forms = unused.get(page) ?? []
    unused.set(page, forms)
    const form = forms.pop() ?? (await hiddenFields(page))
    const answer = await fetch(page, {
      ...{ method: "POST", redirect: "manual", body: new URLSearchParams({ ...form, ...card }) },
      headers: { "x-forwarded-for": address }
    })
    // Nothing was done by the form: it serves for the next number.
    if (answer.status !== 303) forms.push(form)
    return answer
  }
  try {
    await use({ florin, arrived, baseUrl, pay, press })
  } finally {
    server.closeAllConnections()
    await florin.close()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** A valid number for each index. */
const numberOf = (index: number): string => {
  const digits = `42000000${String(index).padStart(7, "0")}`
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = place % 2 === 0 ? Number(digit) * 2 : Number(digit)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

const cardOf = (index: number) => ({ number: numberOf(index), expiry: "12/49", code: "123", holder: "Jane Doe" })

const numbers = Array.from({ length: 1000 }, (_, index) => index)

/** Some at a time, as a script does it. */
const each = async <A>(count: number, work: (index: number) => Promise<A>): Promise<ReadonlyArray<A>> => {
  const done: Array<A> = []
  const next = numbers.slice(0, count).values()
  const worker = async () => {
    for (const index of next) done.push(await work(index))
  }
  await Promise.all(Array.from({ length: 20 }, worker))
  return done
}

const planOf = (florin: Florin, amount: number) =>
  florin.shop("shop").plans.create({
    ...{ title: "Books", currency: "EUR", numberPaymentAttempts: 1 },
    plan: { amount, interval: 1, intervalUnit: "month" }
  })

describe("an anonymous visitor with 1,000 numbers", () => {
  it(
    "D47: gets no more than its own few to the acquirer, whatever addresses it makes up, and no order's either",
    () =>
      opened("one.db", { proxies: 0 }, async ({ arrived, florin, pay }) => {
        const { payUrl } = await planOf(florin, 500)
        const answers = await each(1000, async (index) => {
          const answer = await pay(payUrl, cardOf(index), `198.51.${index >> 8}.${index & 255}`)
          return { status: answer.status, after: Number(answer.headers.get("retry-after")), text: await answer.text() }
        })
        assert.isAtMost(new Set(arrived).size, 2)
        const braked = answers.filter(({ status }) => status === 429)
        assert.strictEqual(braked.length, 1000 - arrived.length)
        for (const { after, text } of braked.slice(0, 20)) {
          assert.isAtLeast(after, 1)
          assert.include(text, "Too many cards were tried from your network.")
          assert.include(text, 'value="Jane Doe"')
          assert.notMatch(text, /4200\s?0000/)
        }
        const order = { amount: 500, currency: "EUR", description: "An order" }
        const checkout = await florin.shop("shop").checkouts.create({ transactionType: "payment", order })
        const refused = await pay(checkout.redirectUrl, cardOf(1), "198.51.100.1")
        assert.strictEqual(refused.status, 429)
        assert.include(await refused.text(), "Too many cards were tried from your network.")
        const request = {
          ...{ token: checkout.token, payment_method: "credit_card" },
          credit_card: {
            number: numberOf(1),
            verification_value: "123",
            holder: "J",
            exp_month: "12",
            exp_year: "2049"
          }
        }
        const byApp = await fetch(new URL("/ctp/api/payments", checkout.redirectUrl), {
          ...{ method: "POST", headers: { "content-type": "application/json" } },
          body: JSON.stringify({ request })
        })
        assert.strictEqual(byApp.status, 429)
        assert.isAtMost(new Set(arrived).size, 2)
        assert.strictEqual((await florin.shop("shop").checkouts.find(checkout.token)).status, "error")
      }),
    240_000
  )

  it(
    "D42, D47: gets no more than the page's few with as many addresses, and keeps customers from no other page",
    () =>
      opened("many.db", { proxies: 1 }, async ({ arrived, florin, pay }) => {
        const { payUrl } = await planOf(florin, 500)
        await each(200, (index) => pay(payUrl, cardOf(index), `10.0.0.1, 198.51.${index >> 8}.${index & 255}`))
        assert.isAtMost(new Set(arrived).size, 8)
        const other = await planOf(florin, 1)
        const paid = await pay(other.payUrl, cardOf(1), "203.0.113.7")
        assert.strictEqual(paid.status, 303)
        const [newest] = await florin.shop("shop").subscriptions.list()
        assert.strictEqual(newest?.state, "active")
      }),
    240_000
  )

  const anyones = [
    [
      "a product",
      async ({ florin, press }: Gateway) => {
        const one = { name: "A book", description: "A book", currency: "EUR", amount: 500 }
        const { payUrl } = await florin.shop("shop").products.create(one)
        return () => press(payUrl, {})
      }
    ],
    [
      "the widget, by the public key",
      ({ baseUrl, press }: Gateway) => {
        const order = { amount: 500, currency: "EUR", description: "An order" }
        const checkout = JSON.stringify({ transaction_type: "payment", attempts: 10, order })
        const page = `${baseUrl}/widget/hpp.html`
        return Promise.resolve(() => press(page, { public_key: publicKey.toString("base64"), checkout }))
      }
    ]
  ] as const

  it.each(anyones)(
    "D42, D47: gets no more than a few with as many addresses and orders of its own, by %s",
    (name, of) =>
      opened(`${name.slice(0, 5)}.db`, { proxies: 1 }, async (gateway) => {
        const { arrived, florin, pay } = gateway
        const order = await of(gateway)
        const answers = await each(100, async (index) =>
          pay(await order(), cardOf(index), `10.0.0.1, 198.51.${index >> 8}.${index & 255}`)
        )
        assert.isAtMost(new Set(arrived).size, 8)
        assert.strictEqual(answers.filter(({ status }) => status === 429).length, 100 - arrived.length)
        const own = { amount: 1, currency: "EUR", description: "Made by the shop" }
        const made = await florin.shop("shop").checkouts.create({ transactionType: "payment", order: own })
        assert.strictEqual((await pay(made.redirectUrl, cardOf(1), "203.0.113.7")).status, 303)
        assert.strictEqual((await florin.shop("shop").checkouts.find(made.token)).status, "successful")
      }),
    60_000
  )
})
