import { createHmac } from "node:crypto"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { AcquirerReports } from "@florin/core/card-operations/AcquirerReports"
import { newKey } from "@florin/testing/acquirers/AcquirerRequests"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import type * as UpstreamNotifications from "../src/UpstreamNotifications.js"
import { quietly } from "./internal/asking.js"
import { answers } from "./internal/behaviours.js"
import { hostile } from "./internal/hostile.js"
import * as OtherGateway from "./internal/otherGateway.js"
import * as OurGateway from "./internal/ourGateway.js"

const { find, pay } = OurGateway
const secretText = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
const webhookSecret = Redacted.make(secretText)

/** Our gateway with its webhook receiver. */
const ours = (port: number, webhooks: UpstreamNotifications.Options = { webhookSecret }) =>
  OurGateway.layer({ upstream: OtherGateway.upstreamAt(port), webhooks })

const receive = (body: string, headers: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const { receive } = yield* AcquirerReports
    const { _tag } = yield* receive(2, { body: Buffer.from(body), header: (name) => headers[name] })
    return _tag
  })

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
        assert.strictEqual(yield* receive(body, signed(body)), "Genuine")
        assert.strictEqual(received.at(-1)?.path, `/v2/transactions/tracking_id/${uid}`)
        assert.strictEqual((yield* find(uid)).status, "pending")
      }).pipe(Effect.provide(ours(port)))
    }).pipe(quietly)
  )

  it.scopedLive("is genuine only with our id and key where no signature is expected", () =>
    Effect.gen(function* () {
      const body = hint(yield* newKey)
      const { authorization } = OtherGateway
      for (const [notice, headers] of [
        ["Genuine", { authorization }],
        ["NotGenuine", { authorization: authorization.slice(0, -4) }],
        ["NotGenuine", signed(body)],
        ["NotGenuine", {}]
      ] as const) {
        assert.strictEqual(yield* receive(body, headers), notice)
      }
    }).pipe(Effect.provide(ours(1, {})))
  )

  it.scopedLive("is not recorded while our own store is unavailable", () =>
    Effect.gen(function* () {
      const body = hint("01931b7e-6007-7c3a-b600-600760076007;payment 1 EUR")
      // Services of a gateway whose layers are already closed.
      const reports = yield* Effect.provide(AcquirerReports, ours(1))
      const incoming = { body: Buffer.from(body), header: (name: string) => signed(body)[name as "webhook-id"] }
      assert.strictEqual((yield* Effect.flip(reports.receive(2, incoming)))._tag, "StorageError")
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
      const cases: ReadonlyArray<readonly [notice: string, body: string, headers: Record<string, string>]> = [
        ["Genuine", body, right],
        ["Genuine", body, { ...right, "webhook-signature": `${other["webhook-signature"]} ${signature}` }],
        ["NotGenuine", `${body} `, right],
        ["NotGenuine", body, { ...right, "webhook-id": "msg_2" }],
        ["NotGenuine", body, { ...right, "webhook-timestamp": "1700000001" }],
        ["NotGenuine", body, other],
        ["NotGenuine", body, { ...right, "webhook-signature": signature.slice(0, -1) }],
        ["NotGenuine", body, { authorization: OtherGateway.authorization }],
        ["NotGenuine", body, {}]
      ]
      for (const [notice, sent, headers] of cases) assert.strictEqual(yield* receive(sent, headers), notice)
    }).pipe(Effect.provide(shared))
  )

  const bodies: ReadonlyArray<readonly [name: string, body: string, notice: string]> = [
    ["of a transaction we do not know", hint("01931b7e-6007-7c3a-b600-600760076007;payment 1 EUR"), "Genuine"],
    ["of another system", hint("order-17"), "Genuine"],
    ["of what takes an approval back", hint("01931b7e-6007-7c3a-b600-600760076007:reverse;void 1 EUR"), "Genuine"],
    ["without a tracking id", hint(undefined), "Unreadable"],
    ["with null for a tracking id", hint(null), "Unreadable"],
    ["that is no JSON", "{", "Unreadable"],
    ["without a body", "", "Unreadable"]
  ]
  it.live.each(bodies)("%s", ([, body, notice]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* receive(body, signed(body)), notice)
    }).pipe(Effect.provide(shared))
  )
})
