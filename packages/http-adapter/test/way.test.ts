// Through how many files an authorization goes, from HTTP to the receiver of its webhook.
import { createServer } from "node:http"
import { Session } from "node:inspector/promises"
import type { AddressInfo } from "node:net"
import { assert, it } from "@effect/vitest"
import { AcquirerAnswer, type AcquirerService, AcquirerStatus, Acquirers } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { ShopId } from "@florin/core/ids/Ids"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as Gateway from "@florin/gateway/Gateway"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import * as HttpServer from "@florin/http-adapter/HttpServer"
import * as Shops from "@florin/settings/Shops"
import { emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Vault from "@florin/vault/Vault"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"

const most = 88

const acquirer: AcquirerService = {
  gatewayId: 1,
  name: "at once",
  simulated: false,
  inFlightWindow: Duration.zero,
  perform: () => Effect.succeed(AcquirerAnswer.Approved({ report: noReport })),
  status: () => Effect.succeed(AcquirerStatus.Approved({ report: noReport }))
}

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const ring = JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) })

const layer = HttpAdapter.layer.pipe(
  Layer.provide(Gateway.layer({ baseUrl: "https://pay.example", webhooks: { allowHttp: true, allowLoopback: true } })),
  Layer.provide(Shops.layerListed([{ id: ShopId.make("shop"), secretKey: Redacted.make("a-secret-0001") }])),
  Layer.provide(Vault.layer),
  Layer.provide(KeyProvider.layerText(Redacted.make(ring))),
  Layer.provide(Layer.succeed(Acquirers, [acquirer])),
  Layer.provide(emptyStore),
  // To find the files takes so long that the process's lease would be due for renewal, with the claim that follows.
  Layer.provide(Layer.succeed(MonotonicClock, { unsafeNow: () => performance.now() / 1000 }))
)

/** A receiver, and what it is sent. */
const receiving = Effect.gen(function* () {
  const received = yield* Queue.unbounded<string>()
  const server = createServer((request, response) => {
    request.resume()
    request.on("end", () => {
      response.end()
      received.unsafeOffer(request.url ?? "")
    })
  })
  const listening = Effect.async<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
  yield* Effect.acquireRelease(listening, () => Effect.sync(() => server.close()))
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
})

const authorization = (amount: number, url: string) => ({
  request: {
    amount,
    currency: "EUR",
    description: "An order",
    tracking_id: `order-${amount}`,
    notification_url: url,
    credit_card: {
      number: "4200000000000000",
      verification_value: "123",
      holder: "Jane Doe",
      exp_month: "12",
      exp_year: "2035"
    }
  }
})

const post = (port: number, body: unknown) =>
  Effect.promise(async () => {
    const response = await fetch(`http://127.0.0.1:${port}/transactions/authorizations`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from("shop:a-secret-0001").toString("base64")}`,
        "content-type": "application/json"
      },
      body: JSON.stringify(body)
    })
    return (await response.json()) as { readonly transaction: { readonly status: string } }
  })

// The test runner makes a function of each export: to read a constant is not to pass through its file.
const readsAnExport = /^\(\) => \{ ?try \{ ?return /

const connected = Effect.acquireRelease(
  Effect.sync(() => {
    const session = new Session()
    session.connect()
    return session
  }),
  (session) => Effect.sync(() => session.disconnect())
)

/** The source files of which a function ran while an effect did. */
const filesOf = Effect.fnUntraced(function* <E, R>(effect: Effect.Effect<unknown, E, R>) {
  const session = yield* connected
  yield* Effect.promise(() => Promise.all([session.post("Debugger.enable"), session.post("Profiler.enable")]))
  yield* Effect.promise(() => session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false }))
  yield* effect
  const { result } = yield* Effect.promise(() => session.post("Profiler.takePreciseCoverage"))
  const ours = result.filter(({ url }) => /packages\/[^/]+\/src\//.test(url))
  const ran = yield* Effect.filter(ours, ({ functions, scriptId }) =>
    Effect.promise(async () => {
      const { scriptSource } = await session.post("Debugger.getScriptSource", { scriptId })
      return functions.some(({ ranges }) =>
        ranges.some(
          ({ count, endOffset, startOffset }) =>
            count > 0 && !readsAnExport.test(scriptSource.slice(startOffset, endOffset))
        )
      )
    })
  )
  return ran.map(({ url }) => url.slice(url.indexOf("packages/"))).sort()
}, Effect.scoped)

it.scopedLive(`an authorization passes through at most ${most} files, from HTTP to its webhook`, () =>
  Effect.gen(function* () {
    const runtime = yield* Layer.toRuntime(layer)
    const { port } = yield* Effect.provide(HttpServer.listen({ port: 0 }), runtime)
    const { received, url } = yield* receiving
    const authorize = (amount: number) =>
      Effect.gen(function* () {
        const { transaction } = yield* post(port, authorization(amount, url))
        assert.strictEqual(transaction.status, "successful")
        yield* Queue.take(received)
      })
    // The first makes what is made once.
    yield* authorize(1000)
    // What runs beside, now and then, is not on its way: each of several passes through the rest. To find the files takes
    // so long that something else is due then, which runs beside the one between.
    const ways = yield* Effect.forEach([1001, 1002, 1003, 1004], (amount) =>
      Effect.zipRight(authorize(amount + 1000), filesOf(authorize(amount)))
    )
    const files = ways.reduce((all, way) => all.filter((file) => way.includes(file)))
    assert.includeMembers(files, [
      "packages/core/src/card-operations/Cards.ts",
      "packages/webhook-dispatcher/src/Sender.ts"
    ])
    assert.isAtMost(files.length, most, files.join("\n"))
  })
)
