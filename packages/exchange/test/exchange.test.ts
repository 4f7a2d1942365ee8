import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exchange from "../src/Exchange.js"

const listening = (server: Server) =>
  Effect.acquireRelease(
    Effect.async<string>((resume) => {
      server.listen(0, "127.0.0.1", () => {
        resume(Effect.succeed(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
      })
    }),
    () =>
      Effect.async<void>((resume) => {
        server.closeAllConnections()
        server.close(() => resume(Effect.void))
      })
  )

const closed = Effect.scoped(listening(createServer()))

const limits = { connections: 2, connectLimit: "5 seconds" } as const

/** A peer, the exchange with it, and what left. */
const talking = (answer: RequestListener, more: Partial<Exchange.Connecting> = {}) =>
  Effect.gen(function* () {
    const baseUrl = `${yield* listening(createServer(answer))}/v1`
    const exchange = yield* Exchange.open({ ...limits, baseUrl, ...more })
    const trace: Exchange.Trace = { hasLeft: false }
    const onSending = () => {
      trace.hasLeft = true
    }
    const post = (body: string | Uint8Array, headers = {}) =>
      exchange({ method: "POST", path: "/charges?a=1", headers, body, onSending })
    return { exchange, trace, post }
  })

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const echo = (request: IncomingMessage, response: ServerResponse) =>
  void bodyOf(request).then((body) => {
    const { authorization, "x-always": always } = request.headers
    response.writeHead(201, { "X-Seen": `${request.method} ${request.url} ${authorization} ${always}` }).end(body)
  })

const unclear = { _tag: "Left" } as const

describe("An exchange", () => {
  it.scoped("sends the bytes of a body, below the base URL, and gives back the bytes of the answer", () =>
    Effect.gen(function* () {
      const { post, trace } = yield* talking(echo, { headers: { "x-always": "yes", authorization: "none" } })
      const bytes = Uint8Array.of(0, 255, 128, 10)
      const reply = yield* post(bytes, { authorization: "mine" })
      assert.strictEqual(reply.status, 201)
      assert.strictEqual(reply.header("x-seen"), "POST /v1/charges?a=1 mine yes")
      assert.deepStrictEqual([...reply.bytes], [...bytes])
      assert.isTrue(trace.hasLeft)
    })
  )

  it.scoped("knows that nothing has left where nobody listens", () =>
    Effect.gen(function* () {
      const { post, trace } = yield* talking(echo, { baseUrl: yield* closed })
      assert.include(yield* Effect.either(post("x")), unclear)
      assert.isFalse(trace.hasLeft)
    })
  )

  it.scoped.each([
    { name: "is cut off", answer: (request: IncomingMessage) => void request.socket.destroy() },
    {
      name: "is longer than the limit",
      answer: (_: IncomingMessage, response: ServerResponse) => void response.end("x".repeat(101))
    },
    {
      name: "has longer headers than the limit",
      answer: (_: IncomingMessage, response: ServerResponse) =>
        void response.writeHead(200, { long: "x".repeat(20_000) }).end()
    }
  ])("gives no clear answer, and repeats nothing, when an answer $name", ({ answer }) =>
    Effect.gen(function* () {
      let visits = 0
      const { post, trace } = yield* talking(
        (request, response) => {
          visits += 1
          answer(request, response)
        },
        { answerLimit: 100 }
      )
      const failed = yield* Effect.flip(post("a secret"))
      assert.notInclude(JSON.stringify(failed), "secret")
      assert.deepStrictEqual([visits, trace.hasLeft], [1, true])
    })
  )

  it.scoped("takes an answer of exactly the limit", () =>
    Effect.gen(function* () {
      const { post } = yield* talking((_, response) => void response.end("x".repeat(100)), { answerLimit: 100 })
      assert.strictEqual(Exchange.textOf(yield* post("x")).length, 100)
    })
  )

  it.scoped("follows no redirect", () =>
    Effect.gen(function* () {
      const { post } = yield* talking((_, response) => void response.writeHead(307, { location: "/elsewhere" }).end())
      assert.strictEqual((yield* post("x")).status, 307)
    })
  )

  it.scoped("ends a call by the machine's clock while Effect's stands still", () =>
    Effect.gen(function* () {
      const { post, trace } = yield* talking(() => undefined)
      const failed = yield* Effect.flip(Exchange.within("200 millis")(post("x")))
      assert.deepStrictEqual([failed.because, trace.hasLeft], ["the call timed out", true])
    })
  )

  it.scoped("sends nothing of a call that ended while it waited for a connection", () =>
    Effect.gen(function* () {
      let hasLeft = false
      const { exchange } = yield* talking(() => undefined, { connections: 1 })
      const call = (onSending: () => void) => exchange({ method: "GET", path: "/", headers: {}, onSending })
      yield* Effect.fork(call(() => undefined))
      yield* Effect.yieldNow()
      yield* Effect.either(
        Exchange.within("20 millis")(
          call(() => {
            hasLeft = true
          })
        )
      )
      assert.isFalse(hasLeft)
    })
  )

  it.scoped.each([
    ["goes on before its limit", "10 seconds", ["first", "again", "last"]],
    ["wakes after its limit", "150 millis", ["first", "last"]]
  ] as const)("sends again what a process that stood still had begun, only if it %s", ([, limit, expected]) =>
    Effect.gen(function* () {
      const arrived: Array<unknown> = []
      const { post } = yield* talking((request, response) => {
        arrived.push(request.headers["x-name"])
        response.end()
      })
      const send = (name: string) => post("", { "x-name": name })
      // All its timers are late then, and that of the pause before the repetition comes first.
      const standsStill = Effect.sync(() => {
        const end = performance.now() + 200
        while (performance.now() < end);
      })
      yield* send("first")
      const again = Effect.sleep("1 millis").pipe(Effect.zipRight(standsStill), Effect.zipRight(send("again")))
      yield* Effect.either(Exchange.within(limit)(again))
      yield* send("last")
      assert.deepStrictEqual<ReadonlyArray<unknown>>(arrived, expected)
    })
  )
})

const replyWith = (headers: Record<string, string>): Exchange.Reply => ({
  status: 429,
  headers,
  header: (name) => headers[name],
  bytes: new Uint8Array()
})

describe("What a peer asks to wait", () => {
  it.each([
    [{}, undefined],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "120" }, 120],
    [{ "retry-after": "-1" }, undefined],
    [{ "retry-after": "1.5" }, undefined],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "9999999999" }, undefined],
    [{ "retry-after": "Sat, 01 Jan 2022 00:00:30 GMT", date: "Sat, 01 Jan 2022 00:00:00 GMT" }, 30],
    [{ "retry-after": "Sat, 01 Jan 2022 00:00:00 GMT", date: "Sat, 01 Jan 2022 00:00:30 GMT" }, 0],
    [{ "retry-after": "Sat, 01 Jan 2022 00:00:30 GMT" }, undefined]
  ] as ReadonlyArray<readonly [Record<string, string>, number | undefined]>)("%j is %s seconds", (headers, seconds) => {
    const wait = Exchange.retryAfterOf(replyWith(headers))
    assert.strictEqual(wait === undefined ? undefined : Duration.toSeconds(wait), seconds)
  })
})

describe("A base URL", () => {
  it.each([
    ["https://api.example/v1/", "https://api.example/v1"],
    ["https://api.example", "https://api.example"],
    ["http://localhost:4010", "http://localhost:4010"],
    ["http://127.0.0.1:4010/v1", "http://127.0.0.1:4010/v1"],
    ["http://[::1]:4010", "http://[::1]:4010"]
  ])("may be %s", (text, url) => {
    assert.deepStrictEqual(Exchange.baseUrlOf(text), Either.right(url))
  })

  it.each([
    "",
    "api.example",
    "ftp://api.example",
    "http://api.example",
    "http://127.0.0.1.example",
    "https://key:secret@api.example",
    "https://api.example?key=secret",
    "https://api.example#secret"
  ])("may not be %s, and the refusal repeats nothing of it", (text) => {
    const refused = Exchange.baseUrlOf(text)
    assert.isTrue(Either.isLeft(refused))
    assert.notInclude(JSON.stringify(refused), "secret")
  })

  it("may be without TLS where nobody else can listen, when that is said", () => {
    assert.deepStrictEqual(
      Exchange.baseUrlOf("http://api.internal", { allowHttp: true }),
      Either.right("http://api.internal")
    )
  })
})
