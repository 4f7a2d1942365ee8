/** Requests as clients of this family send them. Source: D3. */
import { assert, describe, it } from "@effect/vitest"
import { NotFound } from "@florin/core/request/InvalidRequest"
import { SandboxRoutes } from "@florin/wire/operations/SandboxPort"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Memory from "./memory.js"
import { payment, start } from "./server.js"

const pay = "/transactions/payments"

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

const requested = (body: string, options: { readonly more?: Layer.Layer<never>; readonly key?: string } = {}) =>
  Effect.gen(function* () {
    const { ask } = yield* start(Memory.memory(), options.more === undefined ? {} : { more: options.more })
    const sent = { method: "POST", body, headers: { "idempotency-key": options.key ?? "k" } }
    return { first: yield* ask(pay, sent), again: yield* ask(pay, sent) }
  })

const named = "florin-unknown-members"

describe("the sandbox's header for unknown members", () => {
  it.scopedLive.each([
    ["no such member", payment(), undefined],
    ["one", payment({ nonsense: 1 }), "request.nonsense"],
    ["a misspelled one", payment({ custmer: {} }), "request.custmer;meant=customer"],
    [
      "several",
      payment({ trackingId: "1", customer: { e_mail: "x", phone: 1 } }),
      "request.trackingId;meant=tracking_id, request.customer.e_mail;meant=email, request.customer.phone"
    ],
    ["names that are no words", payment({ "4200000000000000": 1, "a\r\nb": 1, é: 1 }), undefined],
    ["a request that is refused", payment({ amount: 0, ammount: 1 }), "request.ammount;meant=amount"],
    ["no request", '{"reqest":{}}', "reqest;meant=request"],
    ["what is not JSON", "{", undefined],
    ["no object", "[1]", undefined]
  ] as const)("D3 | unknown members: of %s", ([, body, header]) =>
    Effect.gen(function* () {
      const { again, first } = yield* requested(body, { more: sandbox })
      assert.strictEqual(first.headers[named], header)
      const replayed = first.status === 200 ? "true" : undefined
      assert.deepStrictEqual([again.headers[named], again.headers["idempotency-replayed"]], [header, replayed])
    })
  )

  it.scopedLive("D3 | unknown members: is there in the sandbox only, and has 4 KiB at most", () =>
    Effect.gen(function* () {
      const body = payment(
        Object.fromEntries(Array.from({ length: 500 }, (_, at) => ["xy".repeat(20) + "z".repeat(at % 25), at]))
      )
      assert.isUndefined((yield* requested(body)).first.headers[named])
      const header = (yield* requested(body, { more: sandbox })).first.headers[named]!
      assert.lengthOf(header.split(", "), 10)
      assert.isAtMost(header.length, 4096)
    })
  )
})

describe("the sandbox's header for unknown members of a query", () => {
  const asking = (path: string, more: Layer.Layer<never> = sandbox) =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory(), { more })
      return (yield* ask(path)).headers[named]
    })

  it.scopedLive.each([
    ["/plans?lookup_key=zzz&limit=5", undefined],
    ["/plans?lookupkey=zzz", "lookupkey;meant=lookup_key"],
    ["/notifications?statsu=exhausted&statsu=x&colour=red", "statsu;meant=status, colour"],
    ["/notifications?statsu=exhausted&limit=none", "statsu;meant=status"],
    ["/plans/none?expand=all", "expand"],
    ["/plans?4200000000000000=1&a%0D%0Ab=1&constructor=1", "constructor"],
    ["/plans", undefined]
  ] as const)("D3 | unknown members: of %s", ([path, header]) =>
    Effect.map(asking(path), (found) => assert.strictEqual(found, header))
  )

  it.scopedLive("D3 | unknown members: are ten at most, those of the body first, and none outside of the sandbox", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory(), { more: sandbox })
      const many = Array.from({ length: 12 }, (_, at) => `q${"x".repeat(at)}=1`).join("&")
      const body = payment({ nonsense: 1, custmer: 1 })
      const { headers } = yield* ask(`${pay}?${many}`, { method: "POST", body, headers: { "idempotency-key": "q" } })
      const [first, second, third, ...rest] = headers[named]!.split(", ")
      assert.deepStrictEqual([first, second, third], ["request.nonsense", "request.custmer;meant=customer", "q"])
      assert.lengthOf(rest, 7)
      assert.isUndefined(yield* asking("/plans?lookupkey=zzz", Layer.empty))
    })
  )
})

describe("integers, flags and empty texts", () => {
  it.scopedLive("D3 | Request bodies: are taken, and answered as text", () =>
    Effect.gen(function* () {
      const sent = { tracking_id: 17, test: "true", language: "" }
      const { first } = yield* requested(payment(sent))
      const { language, test, tracking_id } = JSON.parse(first.text).transaction
      assert.deepStrictEqual([language, test, tracking_id], ["en", true, "17"])
    })
  )

  it.scopedLive.each([
    ["123", 200],
    [123, 400],
    [7, 400]
  ] as const)("D3 | Request bodies: a security code %j is %i", ([code, status]) =>
    Effect.gen(function* () {
      const body = payment().replace('"verification_value":"123"', `"verification_value":${JSON.stringify(code)}`)
      assert.strictEqual((yield* requested(body)).first.status, status)
    })
  )
})

const sent = (body: string | Uint8Array, headers: Record<string, string>) =>
  Effect.gen(function* () {
    const { ask } = yield* start(Memory.memory())
    return yield* ask(pay, { method: "POST", body: body as string, headers })
  })

describe("a body", () => {
  it.scopedLive.each([
    ["application/json", 200],
    ["Application/JSON", 200],
    ["application/json;charset=utf-8", 200],
    ['application/json; charset="utf-8"', 200],
    ["application/json; charset=UTF-8; version=1", 200],
    ['application/json ; a="b; \\" c" ;', 200],
    ["application/json; charset=iso-8859-1", 200],
    ['application/vnd.api+json; profile="https://shop.example/a b"', 200],
    ["application/json; charset", 415],
    ["application/json; a=b c", 415],
    ['application/json; a="b', 415],
    ["application/json, text/html", 415],
    ["application/jsonp", 415],
    ["text/json", 415],
    ["json", 415]
  ] as const)("D3 | Content type: %s is answered %i", ([type, status]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* sent(payment(), { "content-type": type })).status, status)
    })
  )

  it.scopedLive.each([
    ["a byte order mark", `\ufeff${payment()}`, 200],
    ["two of them", `\ufeff\ufeff${payment()}`, 400],
    ["one at its end", `${payment()}\ufeff`, 400],
    ["nothing else", "\ufeff", 400]
  ] as const)("D3 | JSON: that begins with %s is answered %i", ([, body, status]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* sent(body, {})).status, status)
    })
  )

  it.scopedLive.each([
    ["gzip", 415],
    ["br", 415],
    ["identity, gzip", 415],
    ["identity", 200],
    ["IDENTITY", 200]
  ] as const)("D3 | Content coding: %s is answered %i", ([coding, status]) =>
    Effect.gen(function* () {
      const answer = yield* sent(payment(), { "content-encoding": coding })
      assert.strictEqual(answer.status, status)
      if (status === 200) return
      assert.strictEqual(answer.headers["accept-encoding"], "identity")
      assert.include(answer.text, "Content encoding")
      assert.notInclude(answer.text, "application/json")
    })
  )
})
