import { generateKeyPairSync, verify } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import type { NotificationId } from "@florin/core/ids/Ids"
import * as Signature from "@florin/webhook-dispatcher/Signature"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Redacted from "effect/Redacted"
import { Webhook } from "standardwebhooks"
import { makeShop, privateKey, publicKey, webhookSecret } from "./shops.js"

const now = DateTime.unsafeMake("2026-03-01T12:00:00.999Z")
const message = (body: string): Signature.Message => ({
  id: "msg_0195519a-5c00-7000-8000-000000000001" as NotificationId,
  timestamp: now,
  sequence: 7,
  body
})

const isSignedByRsa = (body: string, signature: string) =>
  verify("sha256", Buffer.from(body, "utf8"), publicKey, Buffer.from(signature, "base64"))

const ecKey = generateKeyPairSync("ec", {
  namedCurve: "P-256",
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" }
}).privateKey

describe("signing, D33", () => {
  // Source: Standard Webhooks, the specification's test vector.
  it("signs the published message of Standard Webhooks with the published signature", () => {
    const signature = Signature.standardWebhooks(Redacted.make("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), {
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek" as NotificationId,
      timestamp: DateTime.unsafeMake(1_614_265_330_000),
      sequence: 1,
      body: `{"test": 2432232314}`
    })
    deepStrictEqual(signature, Either.right("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="))
  })

  it("is accepted by the receivers' library of Standard Webhooks, whatever the body", () => {
    const live: Signature.Message = { ...message(""), timestamp: DateTime.unsafeNow() }
    FastCheck.assert(
      FastCheck.property(FastCheck.string({ unit: "binary" }), (text) => {
        const body = JSON.stringify({ text })
        const { headers } = Signature.sign(makeShop(), { ...live, body })
        deepStrictEqual(new Webhook(webhookSecret).verify(body, { ...headers }), { text })
      })
    )
  })

  it("is refused by that library when one letter of the body changed", () => {
    const { headers } = Signature.sign(makeShop(), { ...message(`{"a":1}`), timestamp: DateTime.unsafeNow() })
    assert.throws(() => new Webhook(webhookSecret).verify(`{"a":2}`, { ...headers }))
  })

  it("carries the id, whole seconds rounded down, and the sequence", () => {
    const { headers } = Signature.sign(makeShop(), message("{}"))
    assert.strictEqual(headers["Webhook-Id"], "msg_0195519a-5c00-7000-8000-000000000001")
    assert.strictEqual(headers["Webhook-Timestamp"], "1772366400")
    assert.strictEqual(headers["Florin-Sequence"], "7")
  })

  it("signs the raw bytes of the body with the shop's RSA key", () => {
    const body = `{"name":"Ёлка €"}`
    const signature = Signature.sign(makeShop(), message(body)).headers["Content-Signature"]!
    assert.isTrue(isSignedByRsa(body, signature))
    assert.isFalse(isSignedByRsa(`${body} `, signature))
  })

  it("sends HTTP Basic with the shop's id and secret, colons included", () => {
    const { Authorization: authorization } = Signature.sign(makeShop(), message("{}")).headers
    assert.strictEqual(authorization, `Basic ${Buffer.from("361:secret:with:colons").toString("base64")}`)
  })

  it("signs with nothing that the shop does not have", () => {
    const { headers, unusable } = Signature.sign(makeShop({ keys: {} }), message("{}"))
    assert.sameMembers(Object.keys(headers), ["Webhook-Id", "Webhook-Timestamp", "Florin-Sequence"])
    deepStrictEqual(unusable, [])
  })

  it.each([
    { what: "is no PEM", notificationPrivateKey: "secret-4921" },
    { what: "is cut short", notificationPrivateKey: privateKey.slice(0, 200) },
    { what: "is empty", notificationPrivateKey: "" },
    { what: "is a public key", notificationPrivateKey: publicKey },
    { what: "is not RSA", notificationPrivateKey: ecKey }
  ])("leaves Content-Signature out, and nothing else, when the key $what", ({ notificationPrivateKey }) => {
    const keys = { notificationPrivateKey, webhookSecret, notificationBasic: "s" }
    const { headers, unusable } = Signature.sign(makeShop({ keys }), message("{}"))
    deepStrictEqual(unusable, [new Signature.KeyUnusable({ header: "Content-Signature" })])
    assert.containsAllKeys(headers, ["Webhook-Signature", "Authorization", "Webhook-Id"])
    assert.notProperty(headers, "Content-Signature")
    if (notificationPrivateKey !== "") assert.notInclude(JSON.stringify(unusable), notificationPrivateKey)
  })

  it.each([
    { secret: "whsec_" },
    { secret: "C2FVsBQIhrscChlQIMV+b5sSYspob7oD" },
    { secret: "whsec_not base64" },
    { secret: "whsec_C2FV-_" },
    { secret: "" }
  ])("leaves Webhook-Signature out, and nothing else, when the secret is '$secret'", ({ secret }) => {
    const keys = { notificationPrivateKey: privateKey, webhookSecret: secret }
    const { headers, unusable } = Signature.sign(makeShop({ keys }), message("{}"))
    deepStrictEqual(unusable, [new Signature.KeyUnusable({ header: "Webhook-Signature" })])
    assert.property(headers, "Content-Signature")
    assert.notProperty(headers, "Webhook-Signature")
  })
})
