/** Requests as clients of this family send them. Source: D3. */
import { assert, describe, it } from "@effect/vitest"
import { NotFound } from "@florin/core/request/InvalidRequest"
import { SandboxRoutes } from "@florin/http-adapter/SandboxRoutes"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Memory from "./memory.js"
import { payment, start } from "./server.js"

const pay = "/transactions/payments"

const sandbox = Layer.succeed(SandboxRoutes, {
  readClock: Effect.succeed({}),
  moveClock: () => Effect.succeed({}),
  ledger: Effect.succeed({}),
  transfer: () => Effect.fail(new NotFound()),
  challenge: () => Effect.succeed(undefined),
  identify: () => Effect.succeed(undefined)
}) as unknown as Layer.Layer<never>

const asked = (body: string, options: { readonly more?: Layer.Layer<never>; readonly key?: string } = {}) =>
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
      const { again, first } = yield* asked(body, { more: sandbox })
      assert.strictEqual(first.headers[named], header)
      assert.deepStrictEqual([again.headers[named], again.headers["idempotency-replayed"]], [header, "true"])
    })
  )

  it.scopedLive("D3 | unknown members: is there in the sandbox only, and has 4 KiB at most", () =>
    Effect.gen(function* () {
      const body = payment(
        Object.fromEntries(Array.from({ length: 500 }, (_, at) => ["xy".repeat(20) + "z".repeat(at % 25), at]))
      )
      assert.isUndefined((yield* asked(body)).first.headers[named])
      const header = (yield* asked(body, { more: sandbox })).first.headers[named]!
      assert.lengthOf(header.split(", "), 10)
      assert.isAtMost(header.length, 4096)
    })
  )
})

describe("integers, flags and empty texts", () => {
  it.scopedLive("D3 | Request bodies: are taken, and answered as text", () =>
    Effect.gen(function* () {
      const sent = { tracking_id: 17, test: "true", language: "" }
      const { first } = yield* asked(payment(sent))
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
      assert.strictEqual((yield* asked(body)).first.status, status)
    })
  )
})
