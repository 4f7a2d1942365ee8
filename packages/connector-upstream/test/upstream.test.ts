import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import * as Upstream from "../src/Upstream.js"
import * as UpstreamAcquirer from "../src/UpstreamAcquirer.js"
import { connected, payment, quietly } from "./internal/asking.js"
import { approves } from "./internal/behaviours.js"
import { certificate } from "./internal/certificate.js"
import { hostile } from "./internal/hostile.js"

const shape = "FLORIN_UPSTREAM must be https://<shop>:<key>@<host>[:<port>][/<path>]"
const overTls = "FLORIN_UPSTREAM must be https unless the host is this machine"

describe("The address of the other gateway", () => {
  it.each([
    ["https://shop:key@pay.example", "https://pay.example", "", "shop", "key"],
    ["https://shop:key@pay.example:8443/", "https://pay.example:8443", "", "shop", "key"],
    ["https://361:k%3A%2F%40%25@pay.example/florin/v1/", "https://pay.example", "/florin/v1", "361", "k:/@%"],
    ["http://shop:key@localhost:8080", "http://localhost:8080", "", "shop", "key"],
    ["http://shop:key@127.0.0.1:8080", "http://127.0.0.1:8080", "", "shop", "key"],
    ["http://shop:key@127.255.0.1", "http://127.255.0.1", "", "shop", "key"],
    ["http://shop:key@[::1]:8080", "http://[::1]:8080", "", "shop", "key"]
  ])("%s is read", (text, origin, prefix, shop, key) => {
    const read = Either.getOrThrow(Upstream.fromUrl("FLORIN_UPSTREAM", text))
    assert.deepStrictEqual([read.origin, read.prefix, read.shop, Redacted.value(read.key)], [origin, prefix, shop, key])
  })

  it.each([
    ["", shape],
    ["pay.example", shape],
    ["https://pay.example", shape],
    ["https://shop@pay.example", shape],
    ["https://:key@pay.example", shape],
    ["https://sh%3Aop:key@pay.example", shape],
    ["https://shop:k%0Aey@pay.example", shape],
    ["https://shop:k%E0ey@pay.example", shape],
    ["https://shop:key@pay.example/?a=1", shape],
    ["https://shop:key@pay.example/#a", shape],
    ["ftp://shop:key@pay.example", shape],
    ["http://shop:key@pay.example", overTls],
    ["http://shop:key@10.0.0.1", overTls],
    ["http://shop:key@127.example.com", overTls],
    ["http://shop:key@127.0.0.1.example.com", overTls],
    ["http://shop:key@localhost.example.com", overTls],
    ["http://shop:key@[::2]", overTls]
  ])("%j is refused in words that do not repeat it", (text, expected) => {
    const refused = Either.flip(Upstream.fromUrl("FLORIN_UPSTREAM", text)).pipe(Either.getOrThrow)
    assert.strictEqual(refused.message, expected)
  })

  it("may be without TLS where the host says so", () => {
    const read = Upstream.fromUrl("FLORIN_UPSTREAM", "http://shop:key@10.0.0.1", { allowHttp: true })
    assert.isTrue(Either.isRight(read))
  })

  it("does not show its key", () => {
    const read = Either.getOrThrow(Upstream.fromUrl("FLORIN_UPSTREAM", "https://shop:hidden@pay.example"))
    assert.notInclude(`${JSON.stringify(read)} ${String(read.key)}`, "hidden")
  })
})

describe("The connector", () => {
  it.scoped("is a real acquirer, with a gateway id of its own, and waits for what is on its way", () =>
    Effect.gen(function* () {
      const { gatewayId, name, inFlightWindow, simulated } = yield* connected(1)
      assert.deepStrictEqual(
        [gatewayId, name, simulated, Duration.toSeconds(inFlightWindow)],
        [2, "Upstream", false, 75]
      )
    })
  )
})

const known =
  "upstream, gatewayId, name, callLimit, connectLimit, inFlightWindow, connections, webhooks, notificationUrl, certificates"
const upstream = Either.getOrThrow(Upstream.fromUrl("TEST", "https://shop:key@pay.example"))
const good = { upstream }
const address = "upstream must be an address as Upstream.fromUrl reads it: origin, prefix, shop and key"
const secret = "webhooks.webhookSecret must be a Redacted text: whsec_ and base64"

describe("Options of a host without types", () => {
  it.effect.each<readonly [options: unknown, message: string]>([
    [{ ...good, webhook: {} }, `webhook is not an option: there are ${known}`],
    [{ ...good, "key-hidden": 1 }, `options has a member that is no option: there are ${known}`],
    [undefined, `options must be an object with ${known}`],
    [{}, address],
    [{ upstream: undefined }, address],
    [{ upstream: "https://shop:hidden@pay.example" }, address],
    [{ upstream: Upstream.fromUrl("TEST", "https://shop:hidden@pay.example") }, address],
    [{ upstream: { ...upstream, key: "hidden" } }, address],
    [{ ...good, webhooks: true }, "webhooks must be an object with webhookSecret"],
    [
      { ...good, webhooks: { webhookSecrett: "hidden" } },
      "webhooks.webhookSecrett is not an option: there are webhookSecret"
    ],
    [{ ...good, webhooks: { "whsec-hidden": 1 } }, "webhooks has a member that is no option: there are webhookSecret"],
    [{ ...good, webhooks: { webhookSecret: "whsec_hidden" } }, secret],
    [{ ...good, webhooks: { webhookSecret: Redacted.make(undefined) } }, secret],
    [{ ...good, webhooks: { webhookSecret: Redacted.make("whsec_") } }, secret],
    [{ ...good, notificationUrl: "hidden" }, "notificationUrl must be a URL"],
    [{ ...good, gatewayId: "2" }, "gatewayId must be a whole number from 1"],
    [{ ...good, name: 5 }, "name must be a text"],
    [{ ...good, callLimit: "25 secnds" }, 'callLimit must be a duration above 0, such as "25 seconds"'],
    [{ ...good, connectLimit: null }, 'connectLimit must be a duration above 0, such as "25 seconds"'],
    [{ ...good, inFlightWindow: "hidden" }, 'inFlightWindow must be a duration, such as "25 seconds"'],
    [{ ...good, connections: "5" }, "connections must be a whole number from 1"],
    [{ ...good, certificates: "hidden.pem" }, "certificates must be a list of certificates in PEM"]
  ])("%j are refused: %s", ([options, message]) =>
    Effect.gen(function* () {
      const refusal = yield* Effect.flip(Effect.scoped(UpstreamAcquirer.make(options as UpstreamAcquirer.Options)))
      assert.instanceOf(refusal, Upstream.UpstreamRefused)
      assert.strictEqual(refusal.message, message)
      assert.notInclude(`${JSON.stringify(refusal)} ${refusal.stack}`, "hidden")
    })
  )

  it.scoped("that are undefined are those by default", () =>
    Effect.gen(function* () {
      const absent = Object.fromEntries(known.split(", ").map((name) => [name, undefined]))
      const { gatewayId, name, notifications } = yield* UpstreamAcquirer.make({ ...absent, ...good } as never)
      assert.deepStrictEqual([gatewayId, name, notifications], [2, "Upstream", undefined])
    })
  )
})

describe("TLS", () => {
  it.scopedLive("is spoken with whom the host trusts", () =>
    Effect.gen(function* () {
      const { port } = yield* hostile(approves, undefined, { tls: true })
      const acquirer = yield* connected(port, { certificates: [certificate] }, "https")
      assert.strictEqual((yield* acquirer.perform(yield* payment))._tag, "Approved")
    }).pipe(quietly)
  )
})
