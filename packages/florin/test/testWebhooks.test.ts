// A host's own handler of webhooks in a test with the kit. Source: D33, D34, D38.
import { receiver, seenInMemory } from "florin/receiver"
import { cards, testFlorin } from "florin/testing"
import { assert, describe, it } from "vitest"

const secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX"
const payment = { amount: 1000, trackingId: "o1", card: cards.approved }

const statusesOf = (events: ReadonlyArray<{ readonly type: string }>) => events.map(({ type }) => type)

describe("a host's handler of webhooks in a test (D33)", () => {
  it("has acted when the call that caused the webhook resolves", async () => {
    await using florin = await testFlorin()
    const paid: Array<string | null | undefined> = []
    const { fetch } = florin.webhook("shop", (event) => {
      if (event.type === "card" && event.transaction.status === "successful") paid.push(event.transaction.trackingId)
    })
    florin.onWebhook(fetch)
    await florin.pay(payment)
    assert.deepStrictEqual(paid, ["o1"])
  })

  it("is sent the same event again while it fails, and acts once (D34)", async () => {
    await using florin = await testFlorin()
    let calls = 0
    const { fetch } = florin.webhook("shop", () => {
      calls++
      if (calls === 1) throw new Error("the database of the host is away")
    })
    florin.onWebhook(fetch)
    const { uid } = await florin.pay(payment)
    assert.deepStrictEqual([calls, (await florin.notifications.list())[0]?.status], [1, "waiting"])
    await florin.clock.advance({ seconds: 4 })
    assert.strictEqual(calls, 1)
    await florin.clock.advance({ seconds: 1 })
    await florin.clock.advance({ days: 1 })
    assert.deepStrictEqual([calls, (await florin.notifications.list())[0]?.status], [2, "delivered"])
    assert.deepStrictEqual(
      florin.webhooks.map(({ subject }) => subject),
      [uid]
    )
  })

  it.each([
    [200, "delivered"],
    [204, "delivered"],
    [302, "waiting"],
    [401, "waiting"],
    [410, "stopped"],
    [503, "waiting"]
  ])("that answers %i leaves the notification %s (D34)", async (status, notification) => {
    await using florin = await testFlorin()
    florin.onWebhook(() => new Response(null, { status }))
    await florin.pay(payment)
    assert.strictEqual((await florin.notifications.list())[0]?.status, notification)
  })

  it("that rejects has answered 500 (D34)", async () => {
    await using florin = await testFlorin()
    florin.onWebhook(async () => Promise.reject(new Error("no route")))
    await florin.pay(payment)
    assert.strictEqual((await florin.notifications.list())[0]?.status, "waiting")
  })

  it("is tried again when it says, instead of after five seconds (D34)", async () => {
    await using florin = await testFlorin()
    let calls = 0
    florin.onWebhook(() => {
      calls++
      return new Response(null, { status: 503, headers: { "retry-after": "60" } })
    })
    await florin.pay(payment)
    await florin.clock.advance({ seconds: 59 })
    assert.strictEqual(calls, 1)
    await florin.clock.advance({ seconds: 1 })
    assert.strictEqual(calls, 2)
  })

  it("may be a receiver that has the shop's secret, however far the clock has been moved (D33)", async () => {
    await using florin = await testFlorin({ shop: { webhookSecret: secret }, now: "2019-01-01T00:00:00Z" })
    const reported: Array<{ readonly type: string }> = []
    const handle = (event: { readonly type: string }) => reported.push(event)
    florin.onWebhook(receiver({ secrets: secret, seen: seenInMemory(), handle }))
    await florin.clock.advance({ years: 3 })
    const plan = await florin.plans.create({
      title: "Reader",
      currency: "EUR",
      plan: { amount: 990, interval: 1, intervalUnit: "month" }
    })
    await florin.subscriptions.create({ plan: { id: plan.id }, card: cards.approved })
    // They are of two resources, and the receiver checks both at once.
    assert.sameMembers(statusesOf(reported), ["card", "subscription"])
    assert.sameMembers(statusesOf(florin.webhooks), ["card", "subscription"])
  })

  it("may call operations, whose webhooks reach it too (D38)", async () => {
    await using florin = await testFlorin()
    const reported: Array<string> = []
    const { fetch } = florin.webhook("shop", async (event) => {
      if (event.type !== "card") return
      reported.push(event.transaction.type)
      if (event.transaction.type === "authorization") {
        await florin.capture({ parentUid: event.subject, amount: 1000 })
      }
    })
    florin.onWebhook(fetch)
    await florin.authorize(payment)
    assert.deepStrictEqual(reported, ["authorization", "capture"])
    assert.deepStrictEqual(florin.ledger.kinds, ["authorization", "capture"])
  })

  it("is not asked by a request to verify a payment (D34)", async () => {
    await using florin = await testFlorin()
    const received: Array<string> = []
    florin.onWebhook(async (request) => {
      received.push(request.url)
      return new Response(null, { status: 204 })
    })
    await florin.pay({ ...payment, verificationUrl: "https://host.example/verify" })
    assert.deepStrictEqual(received, ["https://host.example/webhooks"])
  })
})
