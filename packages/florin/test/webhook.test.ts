// Webhooks that a host receives in the process of its gateway. Source: D33, D34.
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { receiverKit } from "@florin/testing/webhooks/ReceiverKit"
import { receiverSuite } from "@florin/testing/webhooks/ReceiverSuite"
import { createFlorin, OptionRefused, type SimulatedFlorin, type Webhook, type WebhookEvent } from "florin"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { hostOf } from "./receiver/internal/hosts.js"
import { secret } from "./receiver/internal/signing.js"

const directory = mkdtempSync(join(tmpdir(), "florin-webhook-"))
const baseUrl = "http://127.0.0.1:8080/pay"
const otherSecret = `whsec_${Buffer.alloc(24, 9).toString("base64")}`

/** All open the same file. */
const open = (changes: object = {}): Promise<SimulatedFlorin> =>
  createFlorin({
    ...{ database: `sqlite:${join(directory, "florin.db")}`, sandbox: true, baseUrl },
    shops: [
      { id: "books", secretKey: "a-long-random-secret", webhookSecret: secret, ...changes },
      { id: "unsigned", secretKey: "another-long-secret" }
    ]
  })

let florin: SimulatedFlorin

beforeAll(async () => {
  florin = await open()
})
afterAll(async () => {
  await florin.close()
  rmSync(directory, { recursive: true })
})

const listening = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`
}

/** Resolves as soon as it is so. */
const until = (isSo: () => boolean | Promise<boolean>): Promise<void> =>
  vi.waitFor(async () => assert.isTrue(await isSo()), { timeout: 20_000, interval: 5 })

let subjects = 0
/** An event about another transaction than all before. */
const news = (sequence = 1) => {
  const uid = `0195519a-5c00-7000-8000-${String(++subjects).padStart(12, "0")}`
  return { id: `msg_${uid}`, sequence, document: { transaction: { uid, type: "payment", status: "successful" } } }
}

const gate = () => {
  let opened = () => {}
  const isOpen = new Promise<void>((resolve) => {
    opened = resolve
  })
  return { isOpen, opened: () => opened() }
}

receiverSuite({ describe, it }, "A host with the webhooks of its own Florin", () =>
  hostOf((act) => {
    const { fetch } = florin.webhook("books", act)
    return fetch
  })
)

describe("a shop's webhooks in process (D33, D34)", () => {
  it.each([
    [() => {}, { tolerence: 3 }, "tolerence is not an option: there are tolerance, bodyLimit, onRefused"],
    [undefined, {}, "handler must be a function"]
  ])("does not begin with what its types refuse: %j, %j", (handler, options, message) => {
    assert.throws(() => florin.webhook("books", handler as never, options as never), OptionRefused, message)
  })

  const kit = (handler: Webhook["fetch"] | string, key = secret) => receiverKit({ handler, secret: key })

  it("tell of a payment, typed, and once when they are sent again", async () => {
    const reported: Array<WebhookEvent> = []
    let received = 0
    const server = createServer((request, response) => {
      received++
      webhook.handler(request, response)
    })
    const notificationUrl = await listening(server)
    const shop = await open({ notificationUrl })
    const webhook = shop.webhook("books", (event) => void reported.push(event))
    const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: "12", expYear: "2035" }
    const { pay, notifications } = shop.shop("books")
    const paid = await pay({ amount: 1995, currency: "EUR", description: "Order", trackingId: "42", card })
    await until(() => reported.length > 0)
    const [event] = reported
    assert.strictEqual(event?.type === "card" ? event.transaction.trackingId : undefined, "42")
    assert.strictEqual(event?.subject, paid.uid)
    const [sent] = await notifications.list({ limit: 1 })
    const isDelivered = async () => (await notifications.find(sent!.id)).status === "delivered"
    await until(isDelivered)
    await notifications.resend(sent!.id)
    await until(() => received === 2)
    await until(isDelivered)
    assert.lengthOf(reported, 1)
    await shop.close()
    server.closeAllConnections()
    server.close()
  })

  it("are remembered when Florin is started again", async () => {
    const notice = news()
    let acted = 0
    const first = await open()
    assert.strictEqual(await kit(first.webhook("books", () => void acted++).fetch).send(notice), 204)
    await first.close()
    assert.strictEqual(await kit(florin.webhook("books", () => void acted++).fetch).send(notice), 204)
    assert.strictEqual(acted, 1)
  })

  it("are verified by the shop's secret of now", async () => {
    const notice = news()
    let acted = 0
    const changed = await open({ webhookSecret: otherSecret })
    const { fetch } = changed.webhook("books", () => void acted++)
    assert.strictEqual(await kit(fetch).send(notice), 401)
    assert.strictEqual(await kit(fetch, otherSecret).send(notice), 204)
    assert.strictEqual(acted, 1)
    await changed.close()
  })

  it("wait for the handler that acts on their subject, of which another process says 503", async () => {
    const [older, newer] = [news(1), { ...news(2), document: {} }]
    const about = { ...newer, document: older.document }
    const { isOpen, opened } = gate()
    const reported: Array<number> = []
    let acts = false
    const { fetch } = florin.webhook("books", async ({ sequence }) => {
      acts = true
      if (sequence === 1) await isOpen
      reported.push(sequence)
    })
    const first = kit(fetch).send(older)
    await until(() => acts)
    const second = kit(fetch).send(about)
    const beside = await open()
    const theirs = kit(beside.webhook("books", () => assert.fail("it is acted on twice")).fetch)
    assert.strictEqual(await theirs.send(older), 503)
    opened()
    assert.deepStrictEqual([await first, await second], [204, 204])
    assert.deepStrictEqual(reported, [1, 2])
    assert.strictEqual(await theirs.send(older), 204)
    await beside.close()
  })

  it("come again when the handler failed, in either form", async () => {
    let fails = true
    const { fetch, handler } = florin.webhook("books", async () => {
      if (fails) throw new Error("the database is away")
    })
    const server = createServer(handler)
    const address = await listening(server)
    for (const form of [fetch, address]) {
      const notice = news()
      fails = true
      assert.strictEqual(await kit(form).send(notice), 500)
      fails = false
      assert.strictEqual(await kit(form).send(notice), 204)
    }
    server.closeAllConnections()
    server.close()
  })

  // As the parsers of Express leave a request.
  it.each<[string, ((body: Buffer) => unknown) | undefined, number]>([
    ["no parser", undefined, 204],
    ["a parser of raw bodies", (body) => body, 204],
    ["a parser of texts", String, 204],
    ["a parser of JSON", (body) => JSON.parse(String(body)), 500]
  ])("behind %s", async (_, parse, status) => {
    let acted = 0
    const { handler } = florin.webhook("books", () => void acted++)
    const server = createServer(async (request, response) => {
      if (parse !== undefined) Object.assign(request, { body: parse(await buffer(request)) })
      handler(request, response)
    })
    assert.strictEqual(await kit(await listening(server)).send(news()), status)
    assert.strictEqual(acted, status === 204 ? 1 : 0)
    server.closeAllConnections()
    server.close()
  })

  it.each(["nobody", "unsigned"])("of the shop %s are the host's mistake", async (id) => {
    assert.strictEqual(await kit(florin.webhook(id, () => assert.fail("it is acted on")).fetch).send(news()), 500)
  })

  it("longer than their limit are refused, which the host hears of", async () => {
    const learned: Array<string> = []
    const options = { bodyLimit: 10, onRefused: ({ code }: { readonly code: string }) => learned.push(code) }
    const { fetch } = florin.webhook("books", () => assert.fail("it is acted on"), options)
    assert.strictEqual(await kit(fetch).send(news()), 413)
    assert.deepStrictEqual(learned, ["too-large"])
  })

  it("are answered before Florin is closed, and refused from then on", async () => {
    const closing = await open()
    const { isOpen, opened } = gate()
    let acts = false
    const { fetch } = closing.webhook("books", async () => {
      acts = true
      await isOpen
    })
    const answered = kit(fetch).send(news())
    await until(() => acts)
    const closed = closing.close()
    assert.strictEqual(await kit(fetch).send(news()), 503)
    opened()
    assert.strictEqual(await answered, 204)
    await closed
  })

  it("are forgotten when nothing came of their subject for 30 days", async () => {
    const notice = news()
    let acted = 0
    const { fetch } = florin.webhook("books", ({ id }) => {
      if (id === `${notice.id}_1`) acted++
    })
    await kit(fetch).send(notice)
    await florin.sandbox.advance({ days: 31 })
    // Each takes some old ones away.
    for (let count = 0; count < 5; count++) await kit(fetch).send(news())
    assert.strictEqual(await kit(fetch).send(notice), 204)
    assert.strictEqual(acted, 2)
  })
})
