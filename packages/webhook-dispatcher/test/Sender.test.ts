import { assert, describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import * as Resolver from "@florin/webhook-dispatcher/Resolver"
import * as Sender from "@florin/webhook-dispatcher/Sender"
import * as WebhookSettings from "@florin/webhook-dispatcher/WebhookSettings"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { certificate } from "./certificate.js"
import { type Answer, answering, closed, closedPort, receiver, socketServer, until } from "./receivers.js"

const open: Partial<WebhookSettings.Settings> = { allowHttp: true, allowLoopback: true }

const here: Resolver.Resolve = () => Effect.succeed(["127.0.0.1"])

const senders = (settings: Partial<WebhookSettings.Settings> = open, resolve: Resolver.Resolve = here) =>
  Layer.scoped(Sender.Sender, Sender.make).pipe(
    Layer.provide(WebhookSettings.layer(settings)),
    Layer.provide(Layer.succeed(Resolver.Resolver, resolve))
  )

const post = (url: string, options: Partial<Sender.Post> = {}) =>
  Effect.flatMap(Sender.Sender, (sender) =>
    sender.post({ url, headers: {}, body: "{}", timeLimit: Duration.seconds(20), ...options })
  )

const briefly: Partial<Sender.Post> = { timeLimit: Duration.millis(150) }

const acknowledged = (answer: Option.Option<string>, status = 200) => Sender.Outcome.Acknowledged({ status, answer })
const rejected = (status: number, retryAfter?: Duration.DurationInput) =>
  Sender.Outcome.Rejected({ status, retryAfter: Option.map(Option.fromNullable(retryAfter), Duration.decode) })
const unanswered = (reason: Sender.NoAnswer) => Sender.Outcome.Unanswered({ reason })

// Source: D34.
describe("what an answer means", () => {
  it.scopedLive.each([
    [200, {}, "thanks", acknowledged(Option.some("thanks"))],
    [204, {}, "", acknowledged(Option.some(""), 204)],
    [299, {}, "", acknowledged(Option.some(""), 299)],
    [300, {}, "", rejected(300)],
    [301, { location: "http://169.254.169.254/latest/meta-data/" }, "", rejected(301)],
    [302, { location: "http://169.254.169.254/latest/meta-data/" }, "", rejected(302)],
    [307, { location: "http://127.0.0.1/" }, "", rejected(307)],
    [400, {}, "", rejected(400)],
    [404, {}, "", rejected(404)],
    [409, {}, "", rejected(409)],
    [410, {}, "", Sender.Outcome.Gone()],
    [411, {}, "", rejected(411)],
    [429, { "retry-after": "120" }, "", rejected(429, "120 seconds")],
    [429, { "retry-after": "soon" }, "", rejected(429)],
    [500, {}, "", rejected(500)],
    [503, { "retry-after": "Sun, 06 Nov 1994 08:49:37 GMT" }, "", rejected(503, 0)]
  ] as ReadonlyArray<readonly [number, Record<string, string>, string, Sender.Outcome]>)(
    "%s with %j",
    ([status, headers, text, expected]) =>
      Effect.gen(function* () {
        const { url } = yield* receiver(answering(status, headers, text))
        deepStrictEqual(yield* post(url), expected)
      }).pipe(Effect.provide(senders()))
  )

  it.scopedLive("a redirect to a receiver that would acknowledge is not followed", () =>
    Effect.gen(function* () {
      const elsewhere = yield* receiver(answering(200))
      const { url } = yield* receiver(answering(308, { location: elsewhere.url }))
      deepStrictEqual(yield* post(url), rejected(308))
      assert.lengthOf(elsewhere.sockets, 0)
    }).pipe(Effect.provide(senders()))
  )

  it.scopedLive("the request arrives as it was written", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver(answering(200))
      yield* post(`${url}/%D0%81?a=1&b=%20#part`, { body: `{"name":"Ёлка €"}`, headers: { "webhook-id": "msg_1" } })
      assert.strictEqual(received[0]?.path, "/hook/%D0%81?a=1&b=%20")
      assert.strictEqual(received[0]?.body, `{"name":"Ёлка €"}`)
      assert.strictEqual(received[0]?.headers["webhook-id"], "msg_1")
      assert.strictEqual(received[0]?.headers["content-type"], "application/json")
    }).pipe(Effect.provide(senders()))
  )
})

describe("a request that may not leave any more", () => {
  it.scopedLive("is not sent, on a new connection or on one that is kept", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver(answering(200))
      deepStrictEqual(yield* post(url, { mayLeave: () => false }), unanswered("connection-failed"))
      deepStrictEqual(yield* post(url, { mayLeave: () => true }), acknowledged(Option.some("")))
      deepStrictEqual(yield* post(url, { mayLeave: () => false }), unanswered("connection-failed"))
      assert.lengthOf(received, 1)
    }).pipe(Effect.provide(senders()))
  )
})

const never: Answer = () => undefined
const drippingBody: Answer = (response) => {
  response.writeHead(200)
  const drip = setInterval(() => response.write("."), 10)
  response.on("close", () => clearInterval(drip))
}
const endlessBody: Answer = (response) => {
  const chunk = "x".repeat(16_384)
  const pour = () => {
    if (response.destroyed) return
    while (response.write(chunk)) if (response.destroyed) return
    response.once("drain", pour)
  }
  response.writeHead(200)
  pour()
}

// Source: D34; reliability, "hostile receivers".
describe("a hostile receiver", () => {
  it.scopedLive("that nobody runs", () =>
    Effect.gen(function* () {
      const port = yield* closedPort
      deepStrictEqual(yield* post(`http://127.0.0.1:${port}/`), unanswered("connection-failed"))
    }).pipe(Effect.provide(senders()))
  )

  it.scopedLive("that answers after a while is waited for", () =>
    Effect.gen(function* () {
      const { url } = yield* receiver((response) => setTimeout(() => response.end("late"), 80))
      deepStrictEqual(yield* post(url), acknowledged(Option.some("late")))
    }).pipe(Effect.provide(senders()))
  )

  it.scopedLive.each([true, false])("that hangs is given up and disconnected; connection of its own: %s", (fresh) =>
    Effect.gen(function* () {
      const { sockets, url } = yield* receiver(never)
      deepStrictEqual(yield* post(url, { ...briefly, fresh }), unanswered("timeout"))
      yield* closed(sockets[0]!)
    }).pipe(Effect.provide(senders()))
  )

  // A test clock doesn't move, and neither does a stopped sandbox clock.
  it.scoped("that hangs is given up even when the gateway's clock stands still", () =>
    Effect.gen(function* () {
      const { url } = yield* receiver(never)
      deepStrictEqual(yield* post(url, briefly), unanswered("timeout"))
    }).pipe(Effect.provide(senders()))
  )

  it.scopedLive("that drips its head is given up", () =>
    Effect.gen(function* () {
      const { port } = yield* socketServer((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n")
        const drip = setInterval(() => socket.write("a: b\r\n"), 10)
        socket.on("close", () => clearInterval(drip))
      })
      deepStrictEqual(yield* post(`http://127.0.0.1:${port}/`, briefly), unanswered("timeout"))
    }).pipe(Effect.provide(senders()))
  )

  it.scopedLive("that sends provisional answers for ever is given up", () =>
    Effect.gen(function* () {
      const { port } = yield* socketServer((socket) => {
        const drip = setInterval(() => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n"), 10)
        socket.on("close", () => clearInterval(drip))
      })
      deepStrictEqual(yield* post(`http://127.0.0.1:${port}/`, briefly), unanswered("timeout"))
    }).pipe(Effect.provide(senders()))
  )

  it.scopedLive.each([true, false])("that never finishes its TLS handshake is given up; own connection: %s", (fresh) =>
    Effect.gen(function* () {
      const { port } = yield* socketServer(() => undefined)
      const url = `https://127.0.0.1:${port}/`
      deepStrictEqual(yield* post(url, { ...briefly, fresh }), unanswered("timeout"))
    }).pipe(Effect.provide(senders()))
  )

  it.scopedLive("that drips its body has acknowledged, and is disconnected at the time limit", () =>
    Effect.gen(function* () {
      const { sockets, url } = yield* receiver(drippingBody)
      deepStrictEqual(yield* post(url, { timeLimit: Duration.seconds(2) }), acknowledged(Option.none()))
      yield* closed(sockets[0]!)
    }).pipe(Effect.provide(senders()))
  )

  it.scopedLive("whose body never ends has acknowledged, and is disconnected at the size limit", () =>
    Effect.gen(function* () {
      const { sockets, url } = yield* receiver(endlessBody)
      deepStrictEqual(yield* post(url), acknowledged(Option.none()))
      yield* closed(sockets[0]!)
    }).pipe(Effect.provide(senders()))
  )

  it.scopedLive.each([
    { size: 65_536, whole: true },
    { size: 65_537, whole: false }
  ])("a body of $size bytes is read whole: $whole", ({ size, whole }) =>
    Effect.gen(function* () {
      const text = "x".repeat(size)
      const { url } = yield* receiver(answering(200, {}, text))
      deepStrictEqual(yield* post(url), acknowledged(whole ? Option.some(text) : Option.none()))
    }).pipe(Effect.provide(senders()))
  )

  it.scopedLive.each([
    { what: "garbage", says: "SSH-2.0-OpenSSH_9.2\r\n" },
    { what: "a head without end", says: `HTTP/1.1 200 OK\r\nx: ${"x".repeat(20_000)}\r\n` },
    { what: "nothing and hangs up", says: "" }
  ])("that says $what has not answered", ({ says }) =>
    Effect.gen(function* () {
      const { port } = yield* socketServer((socket) => {
        if (says === "") socket.destroy()
        else socket.write(says)
      })
      deepStrictEqual(yield* post(`http://127.0.0.1:${port}/`), unanswered("connection-failed"))
    }).pipe(Effect.provide(senders()))
  )

  it.scopedLive("a body cut off after its head has acknowledged", () =>
    Effect.gen(function* () {
      const { url } = yield* receiver((response) => {
        response.writeHead(200, { "content-length": "100" })
        response.write("half", () => response.destroy())
      })
      deepStrictEqual(yield* post(url), acknowledged(Option.none()))
    }).pipe(Effect.provide(senders()))
  )
})

// Source: D35.
describe("where it connects to", () => {
  it.scopedLive.each([
    { what: "http", settings: { allowLoopback: true } },
    { what: "loopback", settings: { allowHttp: true } },
    { what: "either", settings: {} }
  ])("nothing is sent to http://127.0.0.1 when $what is not allowed", ({ settings }) =>
    Effect.gen(function* () {
      const { sockets, url } = yield* receiver(answering(200))
      deepStrictEqual(yield* post(url), unanswered("address-refused"))
      assert.lengthOf(sockets, 0)
    }).pipe(Effect.provide(senders(settings)))
  )

  it.scopedLive("to the address that was checked, under the host's name, with one look-up", () => {
    const names: Array<string> = []
    const resolve: Resolver.Resolve = (name) =>
      Effect.as(
        Effect.sync(() => names.push(name)),
        ["127.0.0.1"]
      )
    return Effect.gen(function* () {
      const { port, received } = yield* receiver(answering(200))
      deepStrictEqual(yield* post(`http://shop.example:${port}/`), acknowledged(Option.some("")))
      deepStrictEqual(names, ["shop.example"])
      assert.strictEqual(received[0]?.headers.host, `shop.example:${port}`)
    }).pipe(Effect.provide(senders(open, resolve)))
  })

  it.scopedLive("a name that moves inside between two attempts is refused, an open connection or not", () => {
    const answers = [["127.0.0.1"], ["127.0.0.1", "10.0.0.1"], ["169.254.169.254"], []]
    const resolve: Resolver.Resolve = () => Effect.sync(() => answers.shift() ?? [])
    return Effect.gen(function* () {
      const { port, received } = yield* receiver(answering(200))
      const results = yield* Effect.replicateEffect(post(`http://shop.example:${port}/`), 4)
      deepStrictEqual(results, [
        acknowledged(Option.some("")),
        unanswered("address-refused"),
        unanswered("address-refused"),
        unanswered("unresolved")
      ])
      assert.lengthOf(received, 1)
    }).pipe(Effect.provide(senders(open, resolve)))
  })

  it.scopedLive("a name server that never answers is given up", () =>
    Effect.gen(function* () {
      deepStrictEqual(yield* post("https://shop.example/", briefly), unanswered("timeout"))
    }).pipe(Effect.provide(senders(open, () => Effect.never)))
  )

  it.scopedLive("over TLS the server is asked for, and proves, the host's name", () =>
    Effect.gen(function* () {
      const { port, received } = yield* receiver(answering(200), { tls: true })
      deepStrictEqual(yield* post(`https://receiver.example:${port}/`), acknowledged(Option.some("")))
      assert.strictEqual(received[0]?.servername, "receiver.example")
      deepStrictEqual(yield* post(`https://other.example:${port}/`), unanswered("tls-failed"))
      deepStrictEqual(yield* post(`https://127.0.0.1:${port}/`), unanswered("tls-failed"))
      assert.lengthOf(received, 1)
    }).pipe(Effect.provide(senders({ allowLoopback: true, certificates: [certificate] })))
  )

  it.scopedLive("a certificate that nobody trusts is refused", () =>
    Effect.gen(function* () {
      const { port, received } = yield* receiver(answering(200), { tls: true })
      deepStrictEqual(yield* post(`https://receiver.example:${port}/`), unanswered("tls-failed"))
      assert.lengthOf(received, 0)
    }).pipe(Effect.provide(senders({ allowLoopback: true })))
  )
})

describe("connections", () => {
  it.scopedLive("are used again for the same receiver", () =>
    Effect.gen(function* () {
      const { received, sockets, url } = yield* receiver(answering(200, {}, "ok"))
      yield* Effect.replicateEffect(post(url), 20)
      assert.lengthOf(received, 20)
      // Two if the next request starts before the last response is finished.
      assert.isAtMost(sockets.length, 2)
    }).pipe(Effect.provide(senders()))
  )

  it.scopedLive("are not used again for a request that gets no second attempt", () =>
    Effect.gen(function* () {
      const { received, sockets, url } = yield* receiver(answering(200))
      yield* post(url)
      yield* Effect.replicateEffect(post(url, { fresh: true }), 3)
      deepStrictEqual(
        received.map(({ headers }) => headers.connection),
        ["keep-alive", "close", "close", "close"]
      )
      assert.lengthOf(sockets, 4)
      yield* Effect.forEach(sockets.slice(1), closed)
      assert.isFalse(sockets[0]?.destroyed)
    }).pipe(Effect.provide(senders()))
  )

  it.scopedLive("are bounded per receiver", () =>
    Effect.gen(function* () {
      const { received, sockets, url } = yield* receiver(answering(200))
      yield* Effect.all(
        Array.from({ length: 60 }, () => post(url)),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(received, 60)
      assert.isAtMost(sockets.length, 3)
    }).pipe(Effect.provide(senders({ ...open, connectionsPerReceiver: 3 })))
  )

  it.scopedLive("of the receivers used longest ago are closed when there are too many", () =>
    Effect.gen(function* () {
      const [first, second, third] = yield* Effect.replicateEffect(receiver(answering(200)), 3)
      yield* Effect.forEach([first!, second!, first!, third!], ({ url }) => post(url))
      yield* closed(second!.sockets[0]!)
      yield* Effect.forEach([first!, third!], ({ url }) => post(url))
      deepStrictEqual([first!.sockets.length, third!.sockets.length], [1, 1])
    }).pipe(Effect.provide(senders({ ...open, receiversKept: 2 })))
  )

  it.scopedLive.each([false, true])("are not opened for a request that was interrupted before, fresh: %s", (fresh) =>
    Effect.gen(function* () {
      const { sockets, url } = yield* receiver(answering(200))
      // To the first request the service still has to load what opens them.
      const fiber = yield* Effect.fork(post(url, { fresh }))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(fiber)
      deepStrictEqual(yield* post(url, { fresh }), acknowledged(Option.some("")))
      assert.lengthOf(sockets, 1)
    }).pipe(Effect.provide(senders()))
  )

  it.scopedLive("are closed when the request is interrupted", () =>
    Effect.gen(function* () {
      const { received, sockets, url } = yield* receiver(never)
      const fiber = yield* Effect.fork(post(url))
      yield* until(() => received.length === 1)
      yield* Fiber.interrupt(fiber)
      yield* closed(sockets[0]!)
    }).pipe(Effect.provide(senders()))
  )

  it.scopedLive("are closed when the request is interrupted in the middle of the answer", () =>
    Effect.gen(function* () {
      const { sockets, url } = yield* receiver(drippingBody)
      const fiber = yield* Effect.fork(post(url))
      yield* until(() => (sockets[0]?.bytesWritten ?? 0) > 200)
      yield* Fiber.interrupt(fiber)
      yield* closed(sockets[0]!)
    }).pipe(Effect.provide(senders()))
  )

  it.scopedLive("are closed with the service", () =>
    Effect.gen(function* () {
      const { sockets, url } = yield* receiver(answering(200))
      yield* Effect.provide(post(url), senders())
      yield* closed(sockets[0]!)
    })
  )
})
