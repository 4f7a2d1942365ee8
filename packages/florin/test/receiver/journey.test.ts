// What Florin sends, a receiver reads: real operations, real deliveries.
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { createFlorin, type SimulatedFlorin } from "florin"
import { receiver, seenInMemory, type WebhookEvent } from "florin/receiver"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { toHost } from "../../src/faces/camelCase.js"
import { ask } from "../internal/shop.js"
import { secret } from "./internal/signing.js"

const directory = mkdtempSync(join(tmpdir(), "florin-receiver-"))
const events: Array<WebhookEvent> = []
const answers: Array<number> = []
const shop = { id: "books", secretKey: "a-long-random-secret", webhookSecret: secret }
const baseUrl = "http://127.0.0.1:8080"

let host: Server
let florin: SimulatedFlorin

beforeAll(async () => {
  const answer = receiver({ secrets: secret, seen: seenInMemory(), handle: (event) => void events.push(event) })
  host = createServer(async (request, response) => {
    const headers = request.headers as Record<string, string>
    const init = { method: "POST", headers, body: Readable.toWeb(request), duplex: "half" } as RequestInit
    const { status } = await answer(new Request("http://shop.example/webhooks", init))
    answers.push(status)
    response.writeHead(status).end()
  }).listen(0, "127.0.0.1")
  await once(host, "listening")
  const notificationUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}/webhooks`
  const database = `sqlite:${join(directory, "florin.db")}`
  florin = await createFlorin({ database, sandbox: true, baseUrl, shops: [{ ...shop, notificationUrl }] })
})
afterAll(async () => {
  await florin.close()
  host.close()
  rmSync(directory, { recursive: true })
})

const post = async (path: string, request: object): Promise<{ readonly uid: string }> => {
  const headers = { authorization: `Basic ${btoa(`${shop.id}:${shop.secretKey}`)}`, "content-type": "application/json" }
  const body = JSON.stringify({ request: { amount: 1995, currency: "EUR", description: "Order 42", ...request } })
  const answer = await ask(florin, new Request(`${baseUrl}/transactions/${path}`, { method: "POST", headers, body }))
  return ((await answer.json()) as { readonly transaction: { readonly uid: string } }).transaction
}

const found = async (uid: string): Promise<unknown> => {
  const headers = { authorization: `Basic ${btoa(`${shop.id}:${shop.secretKey}`)}` }
  const answer = await ask(florin, new Request(`${baseUrl}/transactions/${uid}`, { headers }))
  return toHost(((await answer.json()) as { readonly transaction: unknown }).transaction)
}

const about = (subject: string) => events.filter((event) => event.subject === subject)

/** The last event about it, once it tells what the document says now. */
const reported = async <Type extends WebhookEvent["type"]>(subject: string, type: Type, document: unknown) =>
  vi.waitFor(
    () => {
      const last = about(subject).at(-1)
      assert.strictEqual(last?.type, type)
      const reported =
        last?.type === "subscription"
          ? last.subscription
          : last !== undefined && "transaction" in last && last.transaction
      assert.deepStrictEqual(reported, document as never)
      return last as Extract<WebhookEvent, { type: Type }>
    },
    { timeout: 20_000 }
  )

const card = { number: "4200000000000000", holder: "Jane Doe", exp_month: "12", exp_year: "2040" }

describe("what Florin sends", () => {
  it("Events | Transaction webhook: a receiver reads an authorization and what follows it, as a query shows them", async () => {
    const authorization = await post("authorizations", {
      credit_card: card,
      additional_data: { receipt_text: ["A_b"] }
    })
    const capture = await post("captures", { parent_uid: authorization.uid, amount: 1000 })
    const refund = await post("refunds", { parent_uid: capture.uid, amount: 1, reason: "Returned" })
    for (const { uid } of [authorization, capture, refund]) await reported(uid, "card", await found(uid))
    const { transaction } = await reported(capture.uid, "card", await found(capture.uid))
    assert.strictEqual(transaction.type === "capture" && transaction.parentUid, authorization.uid)
  })

  it("Events | Transaction webhook: a receiver reads a decline", async () => {
    const { uid } = await post("payments", { credit_card: { ...card, number: "4005550000000019" } })
    const { transaction } = await reported(uid, "card", await found(uid))
    assert.deepInclude(transaction, { status: "failed", type: "payment" })
  })

  it("Events | Instant bank-transfer payment webhook: a receiver reads each state in order", async () => {
    const { transfers } = florin.shop("books")
    const order = {
      amount: 100_000,
      currency: "RUB",
      description: "Order 43",
      returnUrl: "https://shop.example/"
    } as const
    const { uid } = await transfers.pay({ ...order, method: { type: "sbp" } })
    await vi.waitFor(() => assert.isNotEmpty(about(uid)), { timeout: 20_000 })
    await florin.sandbox.transfers.pay(uid)
    await reported(uid, "transfer", await transfers.find(uid))
    const sequences = about(uid).map(({ sequence }) => sequence)
    assert.deepStrictEqual(
      sequences,
      [...new Set(sequences)].sort((left, right) => left - right)
    )
  })

  it("reads the events of a subscription (D26)", async () => {
    const { plans, subscriptions } = florin.shop("books")
    const price = { amount: 990, interval: 1, intervalUnit: "month" } as const
    const plan = await plans.create({ title: "Reader", currency: "EUR", plan: price })
    const { id } = await subscriptions.create({
      plan: { id: plan.id },
      card: { number: card.number, holder: card.holder, expMonth: 12, expYear: 2040 }
    })
    await florin.sandbox.advance({ months: 1 })
    const renewed = await reported(id, "subscription", await subscriptions.find(id))
    assert.strictEqual(renewed.event, "renewed.subscription")
    await subscriptions.cancel(id, { cancelReason: "Moved" })
    const canceled = await reported(id, "subscription", await subscriptions.find(id))
    assert.strictEqual(canceled.event, "canceled.subscription")
  })

  it("is known to a receiver of the same version, and taken at once (D33)", () => {
    assert.isEmpty(events.filter(({ type }) => type === "unknown"))
    assert.deepStrictEqual([...new Set(answers)], [204])
  })
})
