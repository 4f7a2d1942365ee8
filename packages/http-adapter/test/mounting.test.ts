import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import type { HttpAdapter } from "@florin/http-adapter/HttpAdapter"
import * as HttpServer from "@florin/http-adapter/HttpServer"
import { type NodeHandler, toNodeHandler } from "@florin/http-adapter/NodeHandler"
import { toWebHandler } from "@florin/http-adapter/WebHandler"
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Memory from "./memory.js"
import { asker, credentials, payment, sizedPayment, start } from "./server.js"

const runtimeOf = (context: Context.Context<HttpAdapter>) => Effect.provide(Effect.runtime<HttpAdapter>(), context)

const serve = (handler: NodeHandler) =>
  Effect.acquireRelease(
    Effect.async<ReturnType<typeof createServer>>((resume) => {
      const server = createServer(handler)
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close())
  ).pipe(Effect.map((server) => asker((server.address() as AddressInfo).port, undefined, "/pay")))

describe("in a host's own server", () => {
  it.scopedLive("that takes the prefix off", () =>
    Effect.gen(function* () {
      const { context } = yield* start(Memory.memory())
      const handler = toNodeHandler(yield* runtimeOf(context))
      const ask = yield* serve((request, response) => {
        request.url = request.url!.replace(/^\/pay/, "")
        handler(request, response)
      })
      assert.strictEqual((yield* ask("/pay/health/live")).status, 200)
      assert.strictEqual((yield* ask("/pay/transactions/payments", { method: "POST", body: payment() })).status, 200)
    })
  )

  it.scopedLive.each([
    ["bytes", (text: string) => Buffer.from(text)],
    ["text", (text: string) => text],
    ["what was parsed", (text: string) => JSON.parse(text)]
  ] as const)("that reads bodies before us and leaves %s", ([, left]) =>
    Effect.gen(function* () {
      const { context } = yield* start(Memory.memory())
      const handler = toNodeHandler(yield* runtimeOf(context))
      const ask = yield* serve((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          Object.assign(request, { body: left(Buffer.concat(chunks).toString()) })
          handler(request, response)
        })
      })
      const answer = yield* ask("/transactions/payments", { method: "POST", body: payment() })
      assert.strictEqual(answer.status, 200)
    })
  )

  it.scopedLive("whose parsers leave an object on what they do not read", () =>
    Effect.gen(function* () {
      const { context } = yield* start(Memory.memory())
      const handler = toNodeHandler(yield* runtimeOf(context))
      const ask = yield* serve((request, response) => handler(Object.assign(request, { body: {} }), response))
      const answer = yield* ask("/transactions/payments", { method: "POST", body: payment() })
      assert.strictEqual(answer.status, 200)
    })
  )

  // Source: D3, body limit 64 KiB; a host may have unpacked what came.
  it.scopedLive.each([
    [65_536, 200],
    [65_537, 413]
  ] as const)("that leaves %i bytes of body, where fewer were announced: %i", ([size, status]) =>
    Effect.gen(function* () {
      const { context } = yield* start(Memory.memory())
      const handler = toNodeHandler(yield* runtimeOf(context))
      const ask = yield* serve((request, response) => {
        request.resume()
        request.on("end", () => handler(Object.assign(request, { body: sizedPayment(size) }), response))
      })
      assert.strictEqual((yield* ask("/transactions/payments", { method: "POST", body: "{}" })).status, status)
    })
  )

  it.scopedLive("that reads bodies before us and leaves nothing is told so", () =>
    Effect.gen(function* () {
      const { context } = yield* start(Memory.memory())
      const handler = toNodeHandler(yield* runtimeOf(context))
      const ask = yield* serve((request, response) => {
        request.resume()
        request.on("end", () => handler(request, response))
      })
      assert.strictEqual((yield* ask("/transactions/payments", { method: "POST", body: payment() })).status, 400)
    })
  )

  it.scopedLive("at an address that was taken before: what has come meanwhile waits, and is answered", () =>
    Effect.gen(function* () {
      const { context } = yield* start(Memory.memory())
      const held = yield* HttpServer.hold({ port: 0 })
      const ask = asker(held.port, undefined)
      const early = yield* Effect.fork(ask("/health/live"))
      yield* Effect.async<void>((resume) => void held.server.once("request", () => resume(Effect.void)))
      const address = yield* HttpServer.listen({ port: 0, held }).pipe(Effect.provide(context))
      assert.deepStrictEqual(address, { host: "127.0.0.1", port: held.port })
      assert.strictEqual((yield* Fiber.join(early)).status, 200)
      assert.strictEqual((yield* ask("/health/live")).status, 200)
    })
  )

  it.live("at an address that was taken before: it is free again after whoever let go of it", () =>
    Effect.gen(function* () {
      const { port } = yield* Effect.scoped(HttpServer.hold({ port: 0 }))
      const { context } = yield* start(Memory.memory())
      yield* Effect.scoped(
        Effect.gen(function* () {
          const held = yield* HttpServer.hold({ port })
          yield* Effect.scoped(HttpServer.listen({ port, held }).pipe(Effect.provide(context)))
        })
      )
      yield* Effect.scoped(HttpServer.hold({ port }))
    }).pipe(Effect.scoped)
  )

  it.scopedLive("that has the address already: the second server cannot listen", () =>
    Effect.gen(function* () {
      const { context, port } = yield* start(Memory.memory())
      const error = yield* HttpServer.listen({ port }).pipe(Effect.provide(context), Effect.flip)
      assert.strictEqual(error.system, "EADDRINUSE")
    })
  )
})

describe("as a web handler", () => {
  const handlerOf = (options: Parameters<typeof start>[1] = {}, prefix = "") =>
    Effect.gen(function* () {
      const { context } = yield* start(Memory.memory(), options)
      const handler = toWebHandler(yield* runtimeOf(context), { prefix })
      return (path: string, init: RequestInit = {}) =>
        Effect.promise(() => handler(new Request(`https://shop.example${path}`, init)))
    })

  const posted = (body: NonNullable<RequestInit["body"]>, more: object = {}) => ({
    method: "POST",
    body,
    headers: { authorization: credentials, "content-type": "application/json" },
    ...more
  })

  const streamed = (...chunks: ReadonlyArray<string>) =>
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
        controller.close()
      }
    })

  it.scopedLive("answers what the server answers", () =>
    Effect.gen(function* () {
      const ask = yield* handlerOf()
      const paid = yield* ask("/transactions/payments", posted(payment()))
      assert.strictEqual(paid.status, 200)
      assert.strictEqual(paid.headers.get("x-content-type-options"), "nosniff")
      const { transaction } = (yield* Effect.promise(() => paid.json())) as { transaction: { uid: string } }
      const receipt = yield* ask(`/receipts/${transaction.uid}?x=1`)
      assert.strictEqual(receipt.headers.get("content-type"), "text/html; charset=utf-8")
      assert.strictEqual((yield* ask("/transactions/payments", { method: "OPTIONS" })).status, 204)
      assert.strictEqual((yield* ask("/nowhere")).status, 404)
      const head = yield* ask("/docs", { method: "HEAD" })
      assert.strictEqual(yield* Effect.promise(() => head.text()), "")
    })
  )

  it.scopedLive("under a prefix", () =>
    Effect.gen(function* () {
      const ask = yield* handlerOf({}, "/api/pay")
      assert.strictEqual((yield* ask("/api/pay/health/live")).status, 200)
      assert.strictEqual((yield* ask("/health/live")).status, 404)
    })
  )

  it.scopedLive("reads a body in pieces, up to the limit", () =>
    Effect.gen(function* () {
      const ask = yield* handlerOf()
      const half = payment().length / 2
      const pieces = streamed(payment().slice(0, half), payment().slice(half))
      const stream = { duplex: "half" } as object
      assert.strictEqual((yield* ask("/transactions/payments", posted(pieces, stream))).status, 200)
      const many = streamed(...Array.from({ length: 8 }, () => "x".repeat(10_000)))
      assert.strictEqual((yield* ask("/transactions/payments", posted(many, stream))).status, 413)
    })
  )

  it.scopedLive.each([
    [65_536, 200],
    [65_537, 413]
  ] as const)("takes a body of %i bytes, announced or not: %i", ([size, status]) =>
    Effect.gen(function* () {
      const ask = yield* handlerOf()
      const body = sizedPayment(size)
      const announced = posted(body, { headers: { ...posted(body).headers, "content-length": String(size) } })
      assert.strictEqual((yield* ask("/transactions/payments", announced)).status, status)
      const pieces = posted(streamed(body.slice(0, 40_000), body.slice(40_000)), { duplex: "half" })
      assert.strictEqual((yield* ask("/transactions/payments", pieces)).status, status)
    })
  )

  it.scopedLive("gives up a body that stops coming", () =>
    Effect.gen(function* () {
      const ask = yield* handlerOf({ settings: { bodyPause: Duration.millis(50) } })
      const endless = new ReadableStream<Uint8Array>({ start: (it) => it.enqueue(new Uint8Array([123])) })
      const stream = { duplex: "half" } as object
      assert.strictEqual((yield* ask("/transactions/payments", posted(endless, stream))).status, 408)
    })
  )
})
