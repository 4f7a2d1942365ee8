import { assert, describe, it } from "@effect/vitest"
import { NotFound } from "@florin/core/request/InvalidRequest"
import { UpstreamRoutes } from "@florin/http-adapter/UpstreamRoutes"
import { SandboxRoutes } from "@florin/wire/operations/SandboxPort"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Memory from "./memory.js"
import { type Sent, start } from "./server.js"

type Receive = Context.Tag.Service<typeof UpstreamRoutes>["receive"]

const path = "/upstream/notifications"
const post = (body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Sent => ({
  method: "POST",
  body,
  headers
})

const offering = (receive: Receive) =>
  Layer.merge(Layer.succeed(UpstreamRoutes, { receive }), Logger.remove(Logger.defaultLogger)) as Layer.Layer<never>

/** Answers always the same, and keeps what it was given. */
const receiving = (status: 200 | 400 | 401 | 503 = 200) => {
  const received: Array<Parameters<Receive>[0]> = []
  const more = offering((incoming) => {
    received.push(incoming)
    return Effect.succeed(status)
  })
  return { received, more }
}

describe("The route for webhooks of another gateway", () => {
  it.scopedLive("is no route where there is no such gateway", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const [there, nowhere] = [yield* ask(path, post("{}")), yield* ask("/nowhere", post("{}"))]
      assert.deepStrictEqual([there.status, there.text], [404, nowhere.text])
    })
  )

  const sandbox = Layer.succeed(SandboxRoutes, {
    readClock: Effect.succeed({ now: "then", follow: false }),
    moveClock: () => Effect.succeed({ now: "later", ran: 0 }),
    ledger: Effect.succeed({ movements: [] }),
    transfer: () => Effect.fail(new NotFound()),
    challenge: () => Effect.succeed(undefined),
    identify: () => Effect.succeed(undefined),
    action: () => Effect.succeed(undefined),
    choose: () => Effect.succeed(undefined)
  }) as unknown as Layer.Layer<never>
  const hosts = [
    { of: "neither", more: Layer.empty, described: [] },
    { of: "the sandbox", more: sandbox, described: ["/sandbox/clock"] },
    { of: "another gateway", more: receiving().more, described: [path] },
    { of: "both", more: Layer.merge(sandbox, receiving().more), described: ["/sandbox/clock", path] }
  ]
  it.scopedLive.each(hosts)(
    "stands in the contract of a host with $of as far as it is offered",
    ({ described, more }) =>
      Effect.gen(function* () {
        const { ask } = yield* start(Memory.memory(), { more })
        const { paths } = JSON.parse((yield* ask("/openapi.json")).text)
        const docs = (yield* ask("/docs")).text
        for (const found of [Object.keys(paths), [...docs.matchAll(/\/(?:sandbox|upstream)\/[a-z]+/g)].map(String)]) {
          const optional = found.filter((it) => it === path || it === "/sandbox/clock")
          assert.deepStrictEqual([...new Set(optional)].sort(), described)
        }
      })
  )

  it.scopedLive("asks for no shop and says that its answers are empty", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory(), { more: receiving().more })
      const { paths } = JSON.parse((yield* ask("/openapi.json")).text)
      const { responses, security } = paths[path].post
      assert.deepStrictEqual(security, [])
      for (const status of ["200", "400", "401", "503"]) assert.notProperty(responses[status], "content", status)
      for (const status of ["413", "415"]) assert.property(responses[status], "content", status)
    })
  )

  it.scopedLive.each([200, 400, 401, 503] as const)("answers %i when it is told to, and nothing else", (status) =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory(), { more: receiving(status).more })
      const answer = yield* ask(path, post('{"a":1}', { authorization: "" }))
      assert.deepStrictEqual([answer.status, answer.text], [status, ""])
      const { "content-length": length, "x-content-type-options": options } = answer.headers
      assert.deepStrictEqual([length, options], ["0", "nosniff"])
      assert.match(answer.headers["x-request-id"]!, /^[0-9a-f]{24}$/)
      assert.strictEqual(answer.headers["www-authenticate"] !== undefined, status === 401)
      assert.strictEqual(answer.headers["retry-after"] !== undefined, status === 503)
    })
  )

  it.scopedLive("hands on the headers and every byte of the body", () =>
    Effect.gen(function* () {
      const { more, received } = receiving()
      const { ask } = yield* start(Memory.memory(), { more })
      const body = ' {"a": "Ёлка 🎄\\n"}\n'
      yield* ask(path, post(body, { authorization: "Basic x", "Webhook-Signature": "v1,a v1,b" }))
      const [one] = received
      assert.deepStrictEqual(
        [received.length, one?.body, one?.header("authorization"), one?.header("webhook-signature"), one?.header("no")],
        [1, body, "Basic x", "v1,a v1,b", undefined]
      )
    })
  )

  const bodies: ReadonlyArray<readonly [what: string, sent: Sent, status: number, received: number]> = [
    ["64 KiB", post("x".repeat(65_536)), 200, 1],
    ["one byte more", post("x".repeat(65_537)), 413, 0],
    ["nothing", post("", { "content-type": "application/json" }), 200, 1],
    ["what is no JSON by its type", post("{}", { "content-type": "text/plain" }), 415, 0],
    ["nothing, of no type", { method: "POST" }, 415, 0],
    ["no type", post("{}", { "content-type": "" }), 415, 0],
    ["what is packed", post("{}", { "content-encoding": "gzip" }), 415, 0],
    ["what is no UTF-8", post(Uint8Array.of(0x7b, 0xff, 0x7d)), 400, 0]
  ]
  it.scopedLive.each(bodies)("is sent %s", ([, sent, status, count]) =>
    Effect.gen(function* () {
      const { more, received } = receiving()
      const { ask } = yield* start(Memory.memory(), { more })
      assert.deepStrictEqual([(yield* ask(path, sent)).status, received.length], [status, count])
    })
  )

  it.scopedLive.each([
    ["GET", 405],
    ["HEAD", 405],
    ["PUT", 405],
    ["DELETE", 405],
    ["OPTIONS", 204]
  ] as const)("takes no %s", ([method, status]) =>
    Effect.gen(function* () {
      const { more, received } = receiving()
      const { ask } = yield* start(Memory.memory(), { more })
      const answer = yield* ask(path, { method })
      assert.deepStrictEqual([answer.status, answer.headers.allow], [status, "POST, OPTIONS"])
      assert.isEmpty(received)
    })
  )

  it.scopedLive("says nothing of what was sent when the receiver dies of it", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory(), { more: offering(({ body }) => Effect.die(new Error(body))) })
      const answer = yield* ask(path, post('{"number":"4111111111111111"}'))
      assert.strictEqual(answer.status, 500)
      assert.notInclude(answer.text.replaceAll(/[0-9a-f-]{24,}/g, ""), "4111")
    })
  )
})
