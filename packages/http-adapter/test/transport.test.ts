import { Agent, METHODS } from "node:http"
import { connect } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { HttpAdapter } from "@florin/http-adapter/HttpAdapter"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Memory from "./memory.js"
import { asker, basic, credentials, payment, raw, start } from "./server.js"

const pay = "/transactions/payments"
const auth = `authorization: ${basic("shop", Memory.secrets.shop!)}\r\n`

describe("an answer", () => {
  it.scopedLive("carries what keeps it out of caches and from being taken for something else", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      for (const path of ["/health/live", "/nowhere", "/transactions/x", "/receipts/x", "/docs"]) {
        const { headers, text } = yield* ask(path)
        assert.strictEqual(headers["x-content-type-options"], "nosniff", path)
        assert.strictEqual(headers["cache-control"], "no-store", path)
        assert.match(headers["x-request-id"]!, /^[0-9a-f]{24}$/, path)
        assert.strictEqual(headers["content-length"], String(Buffer.byteLength(text)), path)
        assert.isString(headers["content-type"], path)
      }
    })
  )

  it.scopedLive("has a request id of ours, never the caller's", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const sent = "0123456789abcdef01234567"
      const { headers } = yield* ask("/health/live", { headers: { "x-request-id": sent } })
      assert.notStrictEqual(headers["x-request-id"], sent)
    })
  )
})

describe("methods", () => {
  // Source: D4, "wrong method"; a fixed segment goes before a uid.
  it.scopedLive.each([
    ["GET", pay, 405, "POST, OPTIONS"],
    ["DELETE", "/transactions/x", 405, "GET, HEAD, OPTIONS"],
    ["PUT", "/notifications", 405, "GET, HEAD, OPTIONS"],
    ["GET", "/notifications/resend", 405, "POST, OPTIONS"],
    ["POST", "/health/live", 405, "GET, HEAD, OPTIONS"],
    ["OPTIONS", pay, 204, "POST, OPTIONS"],
    ["OPTIONS", "/docs", 204, "GET, HEAD, OPTIONS"],
    ["OPTIONS", "/nowhere", 404, undefined]
  ] as const)("%s %s is %i and allows %s", ([method, path, status, allow]) =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const answer = yield* ask(path, { method })
      assert.strictEqual(answer.status, status)
      assert.strictEqual(answer.headers.allow, allow)
    })
  )

  // Source: D4, "a path that nobody serves is 404, whatever the method". Node itself takes CONNECT for a tunnel.
  it.scopedLive.each(METHODS.filter((method) => method !== "CONNECT"))(
    "%s is 404 where nothing is, else 405",
    (method) =>
      Effect.gen(function* () {
        const { port } = yield* start(Memory.memory())
        const requested = (path: string) => {
          const head = `${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`
          return Effect.map(raw(port, head), (answer) => Number(answer.slice(9, 12)))
        }
        for (const path of ["/nowhere", "/transactions/x/nowhere", "/sandbox/clock", "/plans/x/nowhere", "*"]) {
          assert.strictEqual(yield* requested(path), 404, path)
        }
        const known = { GET: 200, HEAD: 200, OPTIONS: 204 }[method] ?? 405
        assert.strictEqual(yield* requested("/health/live"), known)
        const paying = { POST: 401, OPTIONS: 204 }[method] ?? 405
        assert.strictEqual(yield* requested(pay), paying)
      })
  )

  it.scopedLive("HEAD answers as GET does, without the text", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      for (const path of ["/openapi.json", "/docs", "/transactions/x"]) {
        const [get, head] = [yield* ask(path), yield* ask(path, { method: "HEAD" })]
        assert.strictEqual(head.status, get.status)
        assert.strictEqual(head.headers["content-length"], get.headers["content-length"])
        assert.strictEqual(head.text, "")
      }
    })
  )
})

describe("paths", () => {
  it.scopedLive.each([
    ["/", 302],
    ["//transactions/x", 404],
    ["/transactions/%", 404],
    ["/transactions/%zz", 404],
    ["/transactions/%ff", 404],
    ["/transactions/..%2f..%2fhealth", 404],
    ["/health/%6cive", 200],
    ["/health/live/", 200],
    ["/health/live//", 404],
    ["/health//live", 404],
    ["/health/live/?x=1", 200],
    ["/health/%6cive/", 200],
    ["/health/live%2f", 404],
    ["/notifications/", 200],
    ["/v2/transactions/tracking_id/a/", 200],
    ["/v2/transactions/tracking_id/", 404],
    ["/health/live?x=%", 200],
    ["/health/live#part", 200],
    ["/__proto__/constructor", 404],
    ["/v2/transactions/tracking_id/a%2Fb%00%3B", 200],
    [`/v2/transactions/tracking_id/${"x".repeat(4000)}`, 200]
  ] as const)("%s is %i", ([path, status]) =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      assert.strictEqual((yield* ask(path)).status, status)
    })
  )

  // Source: D3, "a path with a trailing slash".
  it.scopedLive("with and without a slash at the end are one under an idempotency key", () =>
    Effect.gen(function* () {
      const store = Memory.memory()
      const { ask } = yield* start(store)
      const sent = { method: "POST", body: payment(), headers: { "idempotency-key": "k" } }
      const first = yield* ask(pay, sent)
      const again = yield* ask(`${pay}/`, sent)
      assert.deepStrictEqual([again.status, again.text, store.ran], [200, first.text, 1])
    })
  )

  it.scopedLive("the absolute form of a target is understood", () =>
    Effect.gen(function* () {
      const { port } = yield* start(Memory.memory())
      const answer = yield* raw(
        port,
        "GET http://example.com/health/live HTTP/1.1\r\nhost: example.com\r\nconnection: close\r\n\r\n"
      )
      assert.match(answer, /^HTTP\/1.1 200 /)
    })
  )

  // Source: D1, one adapter mounted under a prefix of a host that does not take it off.
  it.scopedLive.each([
    ["/pay/health/live", 200],
    ["/pay", 302],
    ["/payment/health/live", 404],
    ["/health/live", 404],
    ["/pay/health/live/", 200],
    ["/pay/", 302],
    ["/", 404]
  ] as const)("under the prefix /pay, %s is %i", ([path, status]) =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory(), { prefix: "/pay" })
      assert.strictEqual((yield* ask(path)).status, status)
    })
  )
})

describe("bodies", () => {
  // Source: D3, body limit 64 KiB.
  it.scopedLive.each([
    [65536, 400],
    [65537, 413]
  ] as const)("of %i bytes are %i, announced or not", ([size, status]) =>
    Effect.gen(function* () {
      const { ask, port } = yield* start(Memory.memory())
      const body = `"${"x".repeat(size - 2)}"`
      assert.strictEqual((yield* ask(pay, { method: "POST", body })).status, status)
      const chunked = yield* raw(
        port,
        `POST ${pay} HTTP/1.1\r\nhost: x\r\n${auth}content-type: application/json\r\ntransfer-encoding: chunked\r\n`,
        `connection: close\r\n\r\n${size.toString(16)}\r\n${body}\r\n0\r\n\r\n`
      )
      assert.match(chunked, new RegExp(`^HTTP/1.1 ${status} `))
    })
  )

  it.scopedLive("that are too large are answered while they still come, and the connection ends without a reset", () =>
    Effect.gen(function* () {
      const { port } = yield* start(Memory.memory())
      const size = 700_000
      const answer = yield* raw(
        port,
        `POST ${pay} HTTP/1.1\r\nhost: x\r\n${auth}content-type: application/json\r\ncontent-length: ${size}\r\n\r\n`,
        ...Array.from({ length: 70 }, () => "x".repeat(10_000))
      )
      assert.match(answer, /^HTTP\/1.1 413 /)
      assert.match(answer, /connection: close/)
      assert.match(answer, /\{"message":"Request body is too large"\}$/)
    })
  )

  it.scopedLive("that stop coming are given up", () =>
    Effect.gen(function* () {
      const { port } = yield* start(Memory.memory(), { settings: { bodyPause: Duration.millis(50) } })
      const answer = yield* raw(
        port,
        `POST ${pay} HTTP/1.1\r\nhost: x\r\n${auth}content-type: application/json\r\ncontent-length: 10\r\n\r\n{`
      )
      assert.match(answer, /^HTTP\/1.1 408 /)
    })
  )

  it.scopedLive("that drip are given up after the time for the whole", () =>
    Effect.gen(function* () {
      const { port } = yield* start(Memory.memory(), { settings: { bodyTime: Duration.millis(50) } })
      const answer = yield* Effect.async<string>((resume) => {
        const socket = connect(port, "127.0.0.1")
        socket.write(
          `POST ${pay} HTTP/1.1\r\nhost: x\r\n${auth}content-type: application/json\r\ncontent-length: 60000\r\n\r\n`
        )
        const drip = setInterval(() => socket.write("x"), 10)
        socket.once("data", (chunk) => {
          clearInterval(drip)
          socket.destroy()
          resume(Effect.succeed(chunk.toString()))
        })
      })
      assert.match(answer, /^HTTP\/1.1 408 /)
    })
  )

  // Source: D3, content type must be JSON.
  it.scopedLive.each([
    ["application/json", 200],
    ["application/json; charset=utf-8", 200],
    ['Application/JSON;charset="UTF8"', 200],
    ["application/vnd.x+json", 200],
    ["text/plain", 415],
    ["application/json; charset=utf-16", 200],
    ["application/jsonx", 415],
    ["", 415]
  ] as const)("of the type %s are %i", ([type, status]) =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const answer = yield* ask(pay, { method: "POST", body: payment(), headers: { "content-type": type } })
      assert.strictEqual(answer.status, status)
    })
  )

  it.scopedLive("that are packed are refused, not misread", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const answer = yield* ask(pay, { method: "POST", body: payment(), headers: { "content-encoding": "gzip" } })
      assert.strictEqual(answer.status, 415)
    })
  )

  // Source: D4, "malformed JSON".
  it.scopedLive.each([
    ["nothing", ""],
    ["half an object", '{"request":{"amount":'],
    ["two marks of byte order", "\ufeff\ufeff{}"],
    ["broken UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["a NUL", "\u0000"],
    ["the deepest nesting that fits", "[".repeat(65536)]
  ] as const)("of %s are malformed, under base", ([, body]) =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const answer = yield* ask(pay, { method: "POST", body })
      assert.strictEqual(answer.status, 400)
      assert.deepStrictEqual(Object.keys(JSON.parse(answer.text).response.errors), ["base"])
    })
  )

  // Source: D3, nesting limit 32; the body itself is the first level.
  it.scopedLive.each([
    [29, 200],
    [30, 200],
    [31, 400],
    [20_000, 400]
  ] as const)("nested %i levels below the request are %i", ([depth, status]) =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const deep = `${"[".repeat(depth)}1${"]".repeat(depth)}`
      const body = payment().replace('"amount"', `"other":${deep},"amount"`)
      assert.strictEqual((yield* ask(pay, { method: "POST", body })).status, status)
    })
  )
})

describe("connections", () => {
  it.scopedLive("carry one request after the other, refused ones too", () =>
    Effect.gen(function* () {
      const { port } = yield* start(Memory.memory())
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const ask = asker(port, agent)
      const statuses: Array<number> = []
      for (let round = 0; round < 3; round++) {
        statuses.push((yield* ask(pay, { method: "POST", body: payment() })).status)
        statuses.push((yield* ask(pay, { method: "POST", body: "{" })).status)
        statuses.push((yield* ask("/nowhere", { method: "POST", body: "x".repeat(50_000) })).status)
        statuses.push((yield* ask(pay, { method: "POST", body: payment(), headers: { authorization: "" } })).status)
      }
      const opened = Object.values(agent.freeSockets).flat().length
      agent.destroy()
      assert.deepStrictEqual(statuses, [200, 400, 404, 401, 200, 400, 404, 401, 200, 400, 404, 401])
      assert.strictEqual(opened, 1)
    })
  )

  it.scopedLive("carry requests that were sent without waiting, in order", () =>
    Effect.gen(function* () {
      const { port } = yield* start(Memory.memory())
      const body = payment()
      const post = `POST ${pay} HTTP/1.1\r\nhost: x\r\n${auth}content-type: application/json\r\ncontent-length: ${body.length}\r\n`
      const answer = yield* raw(
        port,
        "GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n",
        `${post}\r\n${body}`,
        "GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n",
        `${post}connection: close\r\n\r\n${body}`
      )
      assert.deepStrictEqual(answer.match(/HTTP\/1.1 \d+/g), [
        "HTTP/1.1 200",
        "HTTP/1.1 200",
        "HTTP/1.1 404",
        "HTTP/1.1 200"
      ])
    })
  )

  // Lost, the answer to a payment would leave its sender in the dark about it.
  it.scopedLive.each([
    ["a question", "GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n", "hello\r\n\r\n"],
    ["a last question", "HEAD /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", "x"],
    [
      "a payment",
      `POST ${pay} HTTP/1.1\r\nhost: x\r\n${auth}content-type: application/json\r\ncontent-length: ${payment().length}\r\n\r\n${payment()}`,
      "hello\r\n\r\n"
    ]
  ] as const)("that %s is followed by something else than HTTP loses it no answer", ([, request, rest]) =>
    Effect.gen(function* () {
      const { port } = yield* start(Memory.memory())
      assert.match(yield* raw(port, `${request}${rest}`), /^HTTP\/1.1 200 /)
      assert.match(yield* raw(port, request, rest), /^HTTP\/1.1 200 /)
    })
  )

  it.scopedLive.each([
    ["a head that is too large", `GET / HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(20_000)}\r\n\r\n`, "431"],
    ["something else than HTTP", "hello\r\n\r\n", "400"],
    ["two lengths", "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx", "400"]
  ] as const)("with %s are refused in JSON and end", ([, text, status]) =>
    Effect.gen(function* () {
      const { port } = yield* start(Memory.memory())
      const answer = yield* raw(port, text)
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
      assert.match(answer, /content-type: application\/json/)
      assert.match(answer, /\{"message":"[A-Za-z ]+"\}$/)
    })
  )

  it.scopedLive("that break off do not stop a payment that was accepted", () =>
    Effect.gen(function* () {
      const store = Memory.memory()
      const [started, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      store.interlude = Effect.zipRight(Deferred.succeed(started, undefined), Deferred.await(goOn))
      const { ask, context } = yield* start(store)
      const client = yield* Effect.fork(ask(pay, { method: "POST", body: payment() }))
      yield* Deferred.await(started)
      yield* Fiber.interrupt(client)
      yield* Deferred.succeed(goOn, undefined)
      const left = yield* Effect.flatMap(HttpAdapter, ({ drain }) => drain("5 seconds")).pipe(Effect.provide(context))
      assert.strictEqual(left, 0)
      assert.strictEqual(store.transactions.size, 1)
    })
  )
})

describe("when there is too much", () => {
  it.scopedLive("further requests are told to come back, health still answers", () =>
    Effect.gen(function* () {
      const store = Memory.memory()
      const [started, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      store.interlude = Effect.zipRight(Deferred.succeed(started, undefined), Deferred.await(goOn))
      const { ask } = yield* start(store, { settings: { inFlight: 1 } })
      const first = yield* Effect.fork(ask(pay, { method: "POST", body: payment() }))
      yield* Deferred.await(started)
      const second = yield* ask(pay, { method: "POST", body: payment() })
      assert.strictEqual(second.status, 429)
      assert.strictEqual(second.headers["retry-after"], "1")
      assert.strictEqual((yield* ask("/health/live")).status, 200)
      yield* Deferred.succeed(goOn, undefined)
      assert.strictEqual((yield* Fiber.join(first)).status, 200)
      assert.strictEqual((yield* ask("/health/ready")).status, 200)
    })
  )
})

describe("a client whose body does not come", () => {
  it.scopedLive("takes no place from others", () =>
    Effect.gen(function* () {
      const store = Memory.memory()
      const { ask, port } = yield* start(store, { settings: { inFlight: 1 } })
      const head = `POST ${pay} HTTP/1.1\r\nhost: x\r\nauthorization: ${credentials}\r\ncontent-type: application/json\r\ncontent-length: 60\r\n\r\n{`
      const slow = () => {
        const socket = connect(port, "127.0.0.1", () => socket.write(head))
        return socket
      }
      const sockets = [slow(), slow(), slow()]
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          for (const socket of sockets) socket.destroy()
        })
      )
      yield* Effect.sleep("100 millis")
      assert.strictEqual((yield* ask(pay, { method: "POST", body: payment() })).status, 200)
    })
  )
})

describe("when the end comes", () => {
  it.scopedLive("what is under way is waited for and nothing new begins", () =>
    Effect.gen(function* () {
      const store = Memory.memory()
      const [started, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      store.interlude = Effect.zipRight(Deferred.succeed(started, undefined), Deferred.await(goOn))
      const { ask, context } = yield* start(store)
      const drain = (time: string) =>
        Effect.flatMap(HttpAdapter, (_) => _.drain(time as "1 second")).pipe(Effect.provide(context))
      const first = yield* Effect.fork(ask(pay, { method: "POST", body: payment() }))
      yield* Deferred.await(started)
      assert.strictEqual(yield* drain("10 millis"), 1)
      const late = yield* ask(pay, { method: "POST", body: payment() })
      assert.strictEqual(late.status, 503)
      assert.strictEqual(late.headers.connection, "close")
      assert.strictEqual((yield* ask("/health/ready")).status, 503)
      assert.strictEqual((yield* ask("/health/live")).status, 200)
      yield* Deferred.succeed(goOn, undefined)
      assert.strictEqual(yield* drain("5 seconds"), 0)
      // The last answer of its connection says so.
      const last = yield* Fiber.join(first)
      assert.deepStrictEqual([last.status, last.headers.connection], [200, "close"])
      assert.strictEqual(store.ran, 1)
    })
  )
})
