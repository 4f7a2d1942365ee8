import { assert, describe, it } from "@effect/vitest"
import { NotFound } from "@florin/core/request/InvalidRequest"
import { StorageError } from "@florin/core/store/StorageError"
import { defaults } from "@florin/http-adapter/HttpSettings"
import { SandboxRoutes } from "@florin/wire/operations/SandboxPort"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/TestClock"
import * as Admission from "../src/internal/transport/admission.js"
import { type Notice, type Receive, reporting } from "./internal/reporting.js"
import * as Memory from "./memory.js"
import { payment, type Sent, start } from "./server.js"

const path = "/acquirers/7/notifications"
const former = "/upstream/notifications"

const post = (body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Sent => ({
  method: "POST",
  body,
  headers
})

const quiet = Logger.remove(Logger.defaultLogger)

const serving = (receive: Receive, settings = {}) =>
  start(Memory.memory(), { more: quiet, reports: reporting(receive), settings })

interface Taken {
  readonly gatewayId: number
  readonly body: string
  readonly header: (name: string) => string | undefined
}

/** Answers always the same, and keeps what it was given. */
const receiving = (notice: Notice = { _tag: "Genuine", reply: "" }) => {
  const received: Array<Taken> = []
  const receive: Receive = ({ body, header }, gatewayId) => {
    received.push({ gatewayId, body: Buffer.from(body).toString("latin1"), header })
    return Effect.succeed(notice)
  }
  return { received, receive }
}

/** How many are still worked on when the process may end. */
const drained = (admission: Admission.Admission) =>
  Effect.gen(function* () {
    const draining = yield* Effect.fork(admission.drain("1 second"))
    yield* TestClock.adjust("1 second")
    return yield* Fiber.join(draining)
  })

const unavailable: Receive = () => new StorageError({ operation: "test", reason: "unavailable" })

describe("D53 The route for what acquirers tell", () => {
  it.scopedLive("is no route where no acquirer tells", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const nowhere = yield* ask("/nowhere", post("{}"))
      for (const at of [path, former]) {
        const there = yield* ask(at, post("{}"))
        assert.deepStrictEqual([there.status, there.text], [404, nowhere.text], at)
      }
    })
  )

  const addresses: ReadonlyArray<readonly [at: string, gatewayId: number | undefined]> = [
    ["/acquirers/2/notifications", 2],
    ["/acquirers/7/notifications", 7],
    ["/acquirers/7/notifications/", 7],
    [former, 2],
    ["/acquirers/1/notifications", undefined],
    ["/acquirers/07x/notifications", undefined],
    ["/acquirers/-7/notifications", undefined],
    ["/acquirers/7.0/notifications", undefined],
    ["/acquirers/99999999999999999999/notifications", undefined],
    ["/acquirers/%2e/notifications", undefined]
  ]
  it.scopedLive.each(addresses)("%s is of acquirer %s", ([at, gatewayId]) =>
    Effect.gen(function* () {
      const { receive, received } = receiving()
      const { ask } = yield* serving(receive)
      const answer = yield* ask(at, post("{}"))
      assert.strictEqual(answer.status, gatewayId === undefined ? 404 : 200)
      assert.deepStrictEqual(
        received.map((one) => one.gatewayId),
        gatewayId === undefined ? [] : [gatewayId]
      )
    })
  )

  const sandbox = Layer.succeed(SandboxRoutes, {
    readClock: Effect.succeed({ now: "then", follow: false }),
    moveClock: () => Effect.succeed({ now: "later", ran: 0 }),
    ledger: Effect.succeed({ movements: [] }),
    transfer: () => Effect.fail(new NotFound()),
    happened: () => Effect.fail(new NotFound()),
    challenge: () => Effect.succeed(undefined),
    identify: () => Effect.succeed(undefined),
    action: () => Effect.succeed(undefined),
    choose: () => Effect.succeed(undefined)
  }) as unknown as Layer.Layer<never>
  const documented = "/acquirers/{gatewayId}/notifications"
  const hosts = [
    { of: "neither", more: quiet, reports: Memory.unreported, described: [] },
    { of: "the sandbox", more: sandbox, reports: Memory.unreported, described: ["/sandbox/clock"] },
    { of: "acquirers that tell", more: quiet, reports: reporting(unavailable), described: [documented] },
    { of: "both", more: sandbox, reports: reporting(unavailable), described: [documented, "/sandbox/clock"] }
  ]
  it.scopedLive.each(hosts)("stands in the contract of a host with $of as far as it is offered", (host) =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory(), host)
      const { paths } = JSON.parse((yield* ask("/openapi.json")).text)
      const optional = Object.keys(paths).filter((it) => [documented, former, "/sandbox/clock"].includes(it))
      assert.deepStrictEqual(optional.sort(), host.described)
    })
  )

  it.scopedLive("asks for no shop, takes bytes of any type, and answers with plain text", () =>
    Effect.gen(function* () {
      const { ask } = yield* serving(unavailable)
      const { paths } = JSON.parse((yield* ask("/openapi.json")).text)
      const { requestBody, responses, security } = paths[documented].post
      assert.deepStrictEqual(security, [])
      assert.deepStrictEqual(Object.keys(requestBody.content), ["*/*"])
      assert.deepStrictEqual(Object.keys(responses["200"].content), ["text/plain"])
      for (const status of ["400", "401"]) assert.notProperty(responses[status], "content", status)
      assert.property(responses["413"], "content")
    })
  )

  const notices: ReadonlyArray<readonly [what: string, receive: Receive, status: number, text: string]> = [
    ["recorded what it tells", receiving({ _tag: "Genuine", reply: "" }).receive, 200, ""],
    ["is to read a word", receiving({ _tag: "Genuine", reply: "[accepted]" }).receive, 200, "[accepted]"],
    ["cannot be believed", receiving({ _tag: "NotGenuine" }).receive, 401, ""],
    ["cannot be read", receiving({ _tag: "Unreadable" }).receive, 400, ""]
  ]
  it.scopedLive.each(notices)("answers an acquirer that %s", ([, receive, status, text]) =>
    Effect.gen(function* () {
      const { ask } = yield* serving(receive)
      const answer = yield* ask(path, post('{"a":1}', { authorization: "" }))
      assert.deepStrictEqual([answer.status, answer.text], [status, text])
      assert.strictEqual(answer.headers["x-content-type-options"], "nosniff")
      assert.strictEqual(answer.headers["www-authenticate"] !== undefined, status === 401)
    })
  )

  it.scopedLive("answers with 503 where its connector has failed", () =>
    Effect.gen(function* () {
      const { ask } = yield* serving(receiving({ _tag: "Failed" }).receive)
      const answer = yield* ask(path, post("{}"))
      assert.strictEqual(answer.status, 503)
      assert.property(answer.headers, "retry-after")
    })
  )

  it.scopedLive("answers with 503 while the store is not available, so that the acquirer repeats it", () =>
    Effect.gen(function* () {
      const { ask } = yield* serving(unavailable)
      const answer = yield* ask(path, post("{}"))
      assert.strictEqual(answer.status, 503)
      assert.property(answer.headers, "retry-after")
    })
  )

  const bodies: ReadonlyArray<readonly [what: string, sent: Sent, status: number]> = [
    ["256 KiB", post("x".repeat(262_144)), 200],
    ["one byte more", post("x".repeat(262_145)), 413],
    ["nothing", { method: "POST" }, 200],
    ["what is no JSON by its type", post("{}", { "content-type": "text/plain" }), 200],
    ["a form", post("a=%zz&a=1", { "content-type": "application/x-www-form-urlencoded" }), 200],
    ["what has no type", post("{}", { "content-type": "" }), 200],
    ["what says that it is packed", post("{}", { "content-encoding": "gzip" }), 200],
    ["what is no UTF-8", post(Uint8Array.of(0x7b, 0xff, 0x00, 0x7d)), 200]
  ]
  it.scopedLive.each(bodies)("hands on %s as it came", ([, sent, status]) =>
    Effect.gen(function* () {
      const { receive, received } = receiving()
      const { ask } = yield* serving(receive)
      assert.strictEqual((yield* ask(path, sent)).status, status)
      const body = Buffer.from(sent.body ?? "").toString("latin1")
      assert.deepStrictEqual(
        received.map((one) => one.body),
        status === 200 ? [body] : []
      )
    })
  )

  it.scopedLive("hands on the headers", () =>
    Effect.gen(function* () {
      const { receive, received } = receiving()
      const { ask } = yield* serving(receive)
      yield* ask(path, post("{}", { authorization: "Basic x", "Stripe-Signature": "t=1,v1=b" }))
      const names = ["authorization", "stripe-signature", "no"]
      assert.deepStrictEqual(names.map(received[0]!.header), ["Basic x", "t=1,v1=b", undefined])
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
      const { receive, received } = receiving()
      const { ask } = yield* serving(receive)
      const answer = yield* ask(path, { method })
      assert.deepStrictEqual([answer.status, answer.headers.allow], [status, "POST, OPTIONS"])
      assert.isEmpty(received)
    })
  )

  it.scopedLive("says nothing of what was sent when the receiver dies of it", () =>
    Effect.gen(function* () {
      const { ask } = yield* serving(({ body }) => Effect.die(new Error(Buffer.from(body).toString())))
      const answer = yield* ask(path, post('{"number":"4111111111111111"}'))
      assert.strictEqual(answer.status, 500)
      assert.notInclude(answer.text.replaceAll(/[0-9a-f-]{24,}/g, ""), "4111")
    })
  )

  it.scopedLive("keeps places for the other acquirer, and takes none of shops, while one's hang", () =>
    Effect.gen(function* () {
      const release = yield* Deferred.make<void>()
      let hanging = 0
      const receive: Receive = (_, gatewayId) =>
        gatewayId === 2
          ? Effect.succeed({ _tag: "Genuine", reply: "" })
          : Effect.suspend(() => {
              hanging += 1
              return Effect.as(Deferred.await(release), { _tag: "Genuine", reply: "" } as const)
            })
      const { ask } = yield* serving(receive, { notifications: 8, inFlight: 2, arriving: 2, visitors: 1 })
      const held = yield* Effect.forEach([1, 2, 3, 4], () => Effect.fork(ask(path, post("{}"))))
      yield* Effect.repeat(Effect.sleep("5 millis"), { until: () => hanging === 4 })
      assert.strictEqual((yield* ask(path, post("{}"))).status, 429)
      assert.strictEqual((yield* ask("/acquirers/2/notifications", post("{}"))).status, 200)
      assert.strictEqual((yield* ask("/transactions/payments", post(payment()))).status, 200)
      yield* Deferred.succeed(release, undefined)
      for (const one of held) assert.strictEqual((yield* Fiber.join(one)).status, 200)
      assert.strictEqual((yield* ask(path, post("{}"))).status, 200)
    })
  )

  // Half of six is for each acquirer. Shops and operators have their own places, and a body that drips holds nothing up.
  it.effect("has places of its own to arrive and to be recorded, and only the latter are waited for at the end", () =>
    Effect.gen(function* () {
      const admission = Admission.make({ ...defaults, notifications: 6, inFlight: 2, arriving: 2 })
      const tickets = Array.from({ length: 4 }, () => admission.ticket())
      assert.deepStrictEqual(
        tickets.map((ticket) => ticket.arriveFrom(7)),
        [undefined, undefined, undefined, "full"]
      )
      assert.isUndefined(admission.ticket().arriveFrom(2))
      assert.isUndefined(admission.ticket().arrive("shop"))
      assert.isUndefined(tickets[0]!.report(7))
      // Its place among what arrives is free again.
      assert.isUndefined(tickets[3]!.arriveFrom(7))
      assert.strictEqual(yield* drained(admission), 1)
      tickets[0]!.leave()
      assert.strictEqual(yield* drained(admission), 0)
      assert.strictEqual(tickets[1]!.report(7), "draining")
    })
  )
})
