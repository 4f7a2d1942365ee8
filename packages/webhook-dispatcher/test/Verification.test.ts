import { verify } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { VerificationRequests } from "@florin/core/operations/VerificationRequests"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import * as Sender from "@florin/webhook-dispatcher/Sender"
import * as Verification from "@florin/webhook-dispatcher/Verification"
import * as WebhookSettings from "@florin/webhook-dispatcher/WebhookSettings"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Webhook } from "standardwebhooks"
import { answering, closed, closedPort, receiver } from "./receivers.js"
import { makeShop, publicKey, webhookSecret } from "./shops.js"

const document = `{"transaction":{"uid":"1-310b0da80b","description":"Ёлка"}}`

/** Encodes only the version: the real encoding belongs to the wire package. */
const transaction = { version: 1 } as CardTransaction

const Live = Layer.effect(VerificationRequests, Verification.make).pipe(
  Layer.provide(Layer.scoped(Sender.Sender, Sender.make)),
  Layer.provide(Layer.succeed(TransactionDocuments, { encode: () => document, returnUrl: (uid) => uid })),
  Layer.provide(
    WebhookSettings.layer({ allowHttp: true, allowLoopback: true, verificationTimeLimit: Duration.seconds(2) })
  )
)

const ask = (url: string) => Effect.flatMap(VerificationRequests, (_) => _.ask(makeShop(), transaction, url))

// Source: D20.
describe("a verification request", () => {
  it.scopedLive.each([
    [200, `{"code":0}`, "go-on"],
    [200, `{"code":0,"message":"ok"}`, "go-on"],
    [201, ` {"code": 0} `, "go-on"],
    [200, `{"message":"ok"}`, "go-on"],
    [200, `{}`, "go-on"],
    [200, "", "go-on"],
    [204, "", "go-on"],
    [200, " \r\n", "go-on"],
    [200, `{"code":1}`, "refused"],
    [200, `{"code":-1}`, "refused"],
    [200, `{"code":"0"}`, "refused"],
    [200, `{"code":null}`, "refused"],
    [200, `{"code":false}`, "refused"],
    [200, `{"code":0`, "refused"],
    [200, `OK`, "refused"],
    [200, `null`, "refused"],
    [200, `0`, "refused"],
    [200, `[]`, "refused"],
    [200, `[`.repeat(60_000), "refused"],
    [200, `{"code":0,"pad":"${"x".repeat(65_536)}"}`, "refused"],
    [302, `{"code":0}`, "refused"],
    [400, `{"code":0}`, "refused"],
    [410, "", "refused"],
    [500, "", "refused"]
  ] as const)("answered %s %.40s: %s", ([status, text, expected]) =>
    Effect.gen(function* () {
      const { url } = yield* receiver(answering(status, {}, text))
      assert.strictEqual(yield* ask(url), expected)
    }).pipe(Effect.provide(Live))
  )

  it.scopedLive("is the transaction's document, signed as a webhook", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver(answering(200))
      yield* ask(url)
      const { body, headers, names } = received[0]!
      assert.strictEqual(body, document)
      // D33a.
      assert.includeMembers(
        [...names],
        ["Authorization", "Content-Signature", "Content-Type", "Florin-Sequence", "User-Agent", "Webhook-Id"]
      )
      deepStrictEqual(new Webhook(webhookSecret).verify(body, { ...headers } as Record<string, string>), {
        transaction: { uid: "1-310b0da80b", description: "Ёлка" }
      })
      const signature = Buffer.from(String(headers["content-signature"]), "base64")
      assert.isTrue(verify("sha256", Buffer.from(body), publicKey, signature))
      assert.match(String(headers.authorization), /^Basic /)
      assert.strictEqual(headers["florin-sequence"], "1")
      assert.match(String(headers["webhook-id"]), /^msg_.+_1$/)
      // There is no second attempt, so it must not use a connection that is being closed.
      assert.strictEqual(headers.connection, "close")
      const now = yield* Clock.currentTimeMillis
      assert.approximately(Number(headers["webhook-timestamp"]), now / 1000, 60)
    }).pipe(Effect.provide(Live))
  )

  it.scopedLive("that nobody takes is refused", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* ask(`http://127.0.0.1:${yield* closedPort}/`), "refused")
    }).pipe(Effect.provide(Live))
  )

  it.scopedLive("to an address that is not allowed is refused", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* ask("http://169.254.169.254/latest/meta-data/"), "refused")
    }).pipe(Effect.provide(Live))
  )

  it.scopedLive("that is not answered in time is refused, and its connection closed", () =>
    Effect.gen(function* () {
      const { sockets, url } = yield* receiver(() => undefined)
      assert.strictEqual(yield* ask(url), "refused")
      yield* closed(sockets[0]!)
    }).pipe(Effect.provide(Live))
  )

  it.scopedLive("whose answer does not end in time is refused, even one that could be read so far", () =>
    Effect.gen(function* () {
      const { url } = yield* receiver((response) => response.writeHead(200).write(`{"code":0}`))
      assert.strictEqual(yield* ask(url), "refused")
    }).pipe(Effect.provide(Live))
  )

  it("takes 10 s at most where a host sets nothing else", () => {
    assert.strictEqual(Duration.toSeconds(WebhookSettings.defaults.verificationTimeLimit), 10)
  })
})
