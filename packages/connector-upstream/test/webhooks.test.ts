import { createServer } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import { toNodeHandler } from "@florin/http-adapter/NodeHandler"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as UpstreamNotifications from "../src/UpstreamNotifications.js"
import { quietly } from "./internal/asking.js"
import { listening } from "./internal/between.js"
import * as OtherGateway from "./internal/otherGateway.js"
import * as OurGateway from "./internal/ourGateway.js"

const { card, find, pay } = OurGateway

const secretText = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
const late = { credit_card: { ...card, holder: "LATE" } }

const shared = OtherGateway.shared({ webhook_secret: secretText, notification_basic: true })

/** Our gateway behind its HTTP adapter, with an address for the other gateway's webhooks. */
const ours = (accepted: UpstreamNotifications.Options, path = "/acquirers/2/notifications") =>
  Effect.gen(function* () {
    const other = yield* shared
    const upstream = OtherGateway.upstreamAt(other.port)
    const server = createServer()
    const notificationUrl = `http://127.0.0.1:${yield* listening(server)}${path}`
    const live = HttpAdapter.layer.pipe(
      Layer.provideMerge(OurGateway.layer({ upstream, notificationUrl, webhooks: accepted }))
    )
    const runtime = yield* Layer.toRuntime(live)
    let webhooks = 0
    server.on("request", () => {
      webhooks += 1
    })
    server.on("request", toNodeHandler(runtime))
    return { notificationUrl, other, runtime, webhooks: () => webhooks }
  })

const send = (url: string, body: string, headers: Readonly<Record<string, string>>) =>
  Effect.promise(async () => {
    const answer = await fetch(url, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers }
    })
    return { status: answer.status, text: await answer.text() }
  })

// Our own due work doesn't run here, so only the webhook triggers a query.
describe("Two gateways over HTTP", () => {
  const manners = [
    { name: "a signature", secret: { webhookSecret: Redacted.make(secretText) }, path: "/acquirers/2/notifications" },
    { name: "our id and key", secret: {}, path: "/acquirers/2/notifications" },
    { name: "our id and key, at the address of earlier versions", secret: {}, path: "/upstream/notifications" }
  ]
  it.scopedLive.each(manners)(
    "record at once the outcome of what was pending, by a webhook with $name",
    ({ path, secret }) =>
      Effect.gen(function* () {
        const { other, runtime } = yield* ours(secret, path)
        yield* Effect.gen(function* () {
          const { status, uid } = yield* pay(late)
          assert.strictEqual(status, "pending")
          // The other gateway queries its own acquirer and sends us a webhook.
          yield* other.advance("PT3S")
          assert.strictEqual((yield* find(uid)).status, "successful")
          assert.strictEqual(yield* other.movementsOf(uid), 1)
        }).pipe(Effect.provide(runtime))
      }).pipe(quietly)
  )

  it.scopedLive("do every charge once, whichever comes first, the answer or its webhook", () =>
    Effect.gen(function* () {
      const { other, runtime, webhooks } = yield* ours({ webhookSecret: Redacted.make(secretText) })
      yield* Effect.gen(function* () {
        const amounts = Array.from({ length: 20 }, (_, index) => 2000 + index)
        const paid = yield* Effect.forEach(amounts, (amount) => pay({ amount }), { concurrency: "unbounded" })
        yield* other.advance("PT3S")
        // The last of them may still be on its way.
        yield* Effect.repeat(Effect.sleep("20 millis"), { until: () => webhooks() >= amounts.length })
        assert.strictEqual(webhooks(), amounts.length)
        for (const { uid } of paid) {
          assert.strictEqual((yield* find(uid)).status, "successful")
          assert.strictEqual(yield* other.movementsOf(uid), 1)
        }
        // Reversing an approval would be a refund.
        assert.isTrue((yield* other.movements).every(({ kind }) => kind === "payment"))
      }).pipe(Effect.provide(runtime))
    }).pipe(quietly)
  )

  it.scopedLive("refuse webhooks from anybody else", () =>
    Effect.gen(function* () {
      const { notificationUrl, runtime } = yield* ours({})
      const { uid } = yield* pay(late).pipe(Effect.provide(runtime))
      const body = JSON.stringify({ transaction: { tracking_id: `${uid};payment 1000 EUR`, status: "successful" } })
      const { authorization } = OtherGateway
      const reported = [
        yield* send(notificationUrl, body, {}),
        yield* send(notificationUrl, body, { authorization: `${authorization.slice(0, -4)}AAAA` }),
        yield* send(notificationUrl, "{", { authorization }),
        yield* send(notificationUrl, body, { authorization })
      ]
      assert.deepStrictEqual(
        reported.map(({ status, text }) => `${status}${text}`),
        ["401", "401", "400", "200"]
      )
      // It was queried and doesn't know yet.
      assert.strictEqual((yield* find(uid).pipe(Effect.provide(runtime))).status, "pending")
    }).pipe(quietly)
  )
})
