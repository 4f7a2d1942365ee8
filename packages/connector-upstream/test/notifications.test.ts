import { createHmac } from "node:crypto"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { newKey } from "@florin/testing/acquirers/AcquirerRequests"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as UpstreamNotifications from "../src/UpstreamNotifications.js"
import { quietly } from "./internal/asking.js"
import { answers } from "./internal/behaviours.js"
import { hostile } from "./internal/hostile.js"
import * as OtherGateway from "./internal/otherGateway.js"
import * as OurGateway from "./internal/ourGateway.js"

const { find, pay } = OurGateway
const { UpstreamNotifications: Notifications } = UpstreamNotifications

const secretText = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
const webhookSecret = Redacted.make(secretText)

/** Our gateway with its webhook receiver. */
const ours = (port: number, secret: Partial<UpstreamNotifications.Options> = { webhookSecret }) => {
  const upstream = OtherGateway.upstreamAt(port)
  return UpstreamNotifications.layer({ upstream, ...secret }).pipe(Layer.provideMerge(OurGateway.layer({ upstream })))
}

const receive = (body: string, headers: Readonly<Record<string, string>>) =>
  Effect.flatMap(Notifications, (hook) => hook.receive({ body, header: (name) => headers[name] }))

const signed = (body: string, secret = secretText) => {
  const key = Buffer.from(secret.slice("whsec_".length), "base64")
  const digest = createHmac("sha256", key).update(`msg_1.1700000000.${body}`).digest("base64")
  return { "webhook-id": "msg_1", "webhook-timestamp": "1700000000", "webhook-signature": `v1,${digest}` }
}

const hint = (trackingId: unknown, changes: object = {}) =>
  JSON.stringify({ transaction: { tracking_id: trackingId, ...changes } })

// Our own due work doesn't run here, so only the webhook triggers a query.
describe("A webhook of the other gateway", () => {
  it.scopedLive("is not believed: what it says has to be found there", () =>
    Effect.gen(function* () {
      const { port, received } = yield* hostile(answers(500))
      yield* Effect.gen(function* () {
        const { uid } = yield* pay()
        const body = hint(`${uid};payment 1000 EUR`, { status: "successful" })
        assert.strictEqual(yield* receive(body, signed(body)), 200)
        assert.strictEqual(received.at(-1)?.path, `/v2/transactions/tracking_id/${uid}`)
        assert.strictEqual((yield* find(uid)).status, "pending")
      }).pipe(Effect.provide(ours(port)))
    }).pipe(quietly)
  )

  it.scopedLive("is genuine only with our id and key where no signature is expected", () =>
    Effect.gen(function* () {
      const body = hint(yield* newKey)
      const { authorization } = OtherGateway
      for (const [status, headers] of [
        [200, { authorization }],
        [401, { authorization: authorization.slice(0, -4) }],
        [401, signed(body)],
        [401, {}]
      ] as const) {
        assert.strictEqual(yield* receive(body, headers), status)
      }
    }).pipe(Effect.provide(ours(1, {})))
  )

  it.scopedLive("is answered with 503 while our own store is unavailable", () =>
    Effect.gen(function* () {
      const body = hint("01931b7e-6007-7c3a-b600-600760076007;payment 1 EUR")
      // Services of a gateway whose layers are already closed.
      const hook = yield* Effect.provide(Notifications, ours(1))
      assert.strictEqual(yield* hook.receive({ body, header: (name) => signed(body)[name as "webhook-id"] }), 503)
    })
  )
})

describe("A webhook of the other gateway with a signature", () => {
  const shared = ManagedRuntime.make(ours(1))
  afterAll(() => shared.dispose())

  it.live("is genuine only with its signature", () =>
    Effect.gen(function* () {
      const body = hint(yield* newKey)
      const right = signed(body)
      const other = signed(body, `whsec_${Buffer.alloc(32, 8).toString("base64")}`)
      const { "webhook-signature": signature } = right
      const cases: ReadonlyArray<readonly [status: number, body: string, headers: Record<string, string>]> = [
        [200, body, right],
        [200, body, { ...right, "webhook-signature": `${other["webhook-signature"]} ${signature}` }],
        [401, `${body} `, right],
        [401, body, { ...right, "webhook-id": "msg_2" }],
        [401, body, { ...right, "webhook-timestamp": "1700000001" }],
        [401, body, other],
        [401, body, { ...right, "webhook-signature": signature.slice(0, -1) }],
        [401, body, { authorization: OtherGateway.authorization }],
        [401, body, {}]
      ]
      for (const [status, sent, headers] of cases) assert.strictEqual(yield* receive(sent, headers), status)
    }).pipe(Effect.provide(shared))
  )

  const bodies: ReadonlyArray<readonly [name: string, body: string, status: number]> = [
    ["of a transaction we do not know", hint("01931b7e-6007-7c3a-b600-600760076007;payment 1 EUR"), 200],
    ["of another system", hint("order-17"), 200],
    ["of what takes an approval back", hint("01931b7e-6007-7c3a-b600-600760076007:reverse;void 1 EUR"), 200],
    ["without a tracking id", hint(undefined), 400],
    ["with null for a tracking id", hint(null), 400],
    ["that is no JSON", "{", 400],
    ["without a body", "", 400]
  ]
  it.live.each(bodies)("%s", ([, body, status]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* receive(body, signed(body)), status)
    }).pipe(Effect.provide(shared))
  )
})
