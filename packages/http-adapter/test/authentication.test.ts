import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { credentialsOf } from "../src/internal/routes/merchant.js"
import * as Memory from "./memory.js"
import { basic, payment, start } from "./server.js"

const encode = (text: string | Uint8Array) => Buffer.from(text).toString("base64")
// Ends in cw==, and so do the same bytes with other bits left over, as in cx==.
const right = encode(`shop:${Memory.secrets.shop!}`)

// Source: D2; reliability, "a missing or malformed Basic header".
describe("credentials", () => {
  it.scopedLive.each([
    ["right ones, with colons in the secret", `Basic ${right}`, 404],
    ["a scheme in other letters", `bASIC ${right}`, 404],
    ["several spaces", `Basic   ${right}`, 404],
    ["a tab for the space", `Basic\t${right}`, 401],
    ["no space", `Basic${right}`, 401],
    ["more after them", `Basic ${right} x`, 401],
    ["a secret beyond ASCII", basic("other", Memory.secrets.other!), 404],
    ["none", "", 401],
    ["a scheme alone", "Basic", 401],
    ["a scheme and a space", "Basic ", 401],
    ["another scheme", `Bearer ${right}`, 401],
    ["two values", `Basic ${right}, Basic ${right}`, 401],
    ["what is not base64", "Basic %%%%", 401],
    ["base64 for addresses", `Basic ${right.replace(/.$/, "_")}`, 401],
    ["base64 cut short", `Basic ${right.slice(0, -1)}`, 401],
    ["base64 with bits left over", `Basic ${right.replace("cw==", "cx==")}`, 401],
    ["no colon", `Basic ${encode("shop")}`, 401],
    ["no shop", `Basic ${encode(":secret")}`, 401],
    ["no secret", `Basic ${encode("shop:")}`, 401],
    ["nothing but a colon", `Basic ${encode(":")}`, 401],
    ["a NUL", `Basic ${encode(`shop:${Memory.secrets.shop!}\u0000`)}`, 401],
    ["broken UTF-8", `Basic ${encode(Buffer.from([0x73, 0x3a, 0xff, 0xfe]))}`, 401],
    ["a wrong secret", basic("shop", "wrong"), 401],
    ["an unknown shop", basic("nobody", "wrong"), 401],
    ["a name of every object", basic("constructor", "wrong"), 401],
    ["too much", basic("shop", "x".repeat(2000)), 401]
  ] as const)("Authentication | gateway endpoints: with %s", ([, authorization, status]) =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const answer = yield* ask("/transactions/unknown", { headers: { authorization } })
      assert.strictEqual(answer.status, status)
      assert.strictEqual(answer.headers["www-authenticate"]?.startsWith("Basic"), status === 401 ? true : undefined)
      if (status === 401) assert.strictEqual(answer.text, '{"response":{"message":"Unauthorized"}}')
    })
  )

  it.scopedLive.each([
    ["the longest that are read", 763, true],
    ["one byte more", 764, false]
  ] as const)("of %s, a secret of %i bytes: %s", ([, bytes, read]) =>
    Effect.sync(() => {
      const { secret } = credentialsOf(basic("long", "x".repeat(bytes))) ?? {}
      assert.strictEqual(secret === undefined ? 0 : Redacted.value(secret).length, read ? bytes : 0)
    })
  )

  it.scopedLive("are asked for on every merchant route and on no other", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const open: Array<string> = []
      const document = JSON.parse((yield* ask("/openapi.json")).text)
      for (const [path, methods] of Object.entries<Record<string, { security: ReadonlyArray<object> }>>(
        document.paths
      )) {
        for (const [method, { security }] of Object.entries(methods)) {
          const { status } = yield* ask(path.replace(/\{\w+\}/g, "x"), {
            method: method.toUpperCase(),
            headers: { authorization: "" }
          })
          // Source: D2.
          const refused = method === "post" && path === "/plans" ? 422 : 401
          // Source: D46. An empty requirement: the token in the path is enough.
          const isRequested = security.length > 0 && security.every((one) => Object.keys(one).length > 0)
          assert.strictEqual(status === refused, isRequested, `${method} ${path}`)
          if (status !== refused) open.push(`${method} ${path}`)
        }
      }
      assert.deepStrictEqual(open, [
        "get /ctp/api/checkouts/{token}",
        "post /ctp/api/payments",
        "get /process/{uid}",
        "get /process/{uid}/return",
        "get /process/{uid}/method",
        "get /plans/{id}/pay",
        "get /subscriptions/{id}/new-card",
        "get /products/{id}/pay",
        "get /v2/confirm_order/{id}/{shop}",
        "get /checkout",
        "get /receipts/{uid}",
        "get /transfers/{uid}",
        "get /portal/{token}",
        "get /openapi.json",
        "get /docs",
        "get /health/live",
        "get /health/ready"
      ])
    })
  )

  it.scopedLive("are looked at before the body: a stranger's is not read", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const answer = yield* ask("/transactions/payments", {
        method: "POST",
        body: "x".repeat(100_000),
        headers: { authorization: "", "content-type": "text/plain" }
      })
      assert.strictEqual(answer.status, 401)
    })
  )
})

describe("a guest", () => {
  const checkout = { transaction_type: "payment", order: { amount: 1, currency: "EUR", description: "One" } }
  const own = { authorization: basic("shop", Memory.secrets.shop!) }
  const other = { authorization: basic("other", Memory.secrets.other!) }
  const body = JSON.stringify({ checkout })
  const create = { path: "/ctp/api/checkouts", method: "POST", body } as const
  const [token, unknown] = [`${"0".repeat(63)}1`, "0".repeat(64)]
  const find = { path: `/ctp/api/checkouts/${token}`, method: "GET" } as const

  it.scopedLive.each([
    ["creates with the key behind Bearer", create, `Bearer ${Memory.publicKey}`, 201],
    ["creates with the key alone", create, Memory.publicKey, 201],
    ["creates under the other path", { ...create, path: "/payments/tokens" }, Memory.publicKey, 201],
    ["creates nothing without a key", create, "", 401],
    ["creates nothing with another key", create, Buffer.alloc(294, 8).toString("base64"), 401],
    ["creates nothing with a key cut short", create, Memory.publicKey.slice(0, -4), 401],
    ["creates nothing with a key of Basic", create, `Basic ${Memory.publicKey}`, 401],
    ["finds with the token alone", find, "", 200],
    ["finds with the key", find, `bearer ${Memory.publicKey}`, 200],
    ["finds nothing by another token", { ...find, path: `/ctp/api/checkouts/${unknown}` }, "", 404],
    ["finds nothing by no token", { ...find, path: "/ctp/api/checkouts/x" }, "", 404],
    ["finds nothing with a wrong key", find, Buffer.alloc(294, 8).toString("base64"), 401],
    ["finds nothing with wrong credentials", find, basic("shop", "wrong"), 401],
    ["finds nothing with another shop's credentials", find, other.authorization, 404],
    ["cancels nothing with the key", { ...find, path: `${find.path}/cancel`, method: "POST" }, Memory.publicKey, 401],
    ["cancels nothing with the token", { ...find, path: `${find.path}/cancel`, method: "POST" }, "", 401],
    ["asks for nothing else with the key", { ...find, path: "/transactions/x" }, Memory.publicKey, 401]
  ] as const)("D45, D46: %s", ([, { path, ...request }, authorization, status]) =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      yield* ask("/ctp/api/checkouts", { method: "POST", body, headers: own })
      const answer = yield* ask(path, { ...request, headers: { authorization } })
      assert.strictEqual(answer.status, status)
      const { message, response } = JSON.parse(answer.text)
      if (status === 404) assert.deepStrictEqual([message, response.message], ["Record not found", "Record not found"])
    })
  )

  it.scopedLive("D13, D45: has idempotency keys of its own, so that nobody takes those of the shop", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const sent = (authorization: string) =>
        Effect.map(
          ask(create.path, { method: "POST", body, headers: { authorization, "idempotency-key": "order-42" } }),
          ({ headers, text }) => [JSON.parse(text).checkout.token, headers["idempotency-replayed"]]
        )
      const [guest] = yield* sent(Memory.publicKey)
      const [shop] = yield* sent(own.authorization)
      assert.notStrictEqual(guest, shop)
      assert.deepStrictEqual(yield* sent(Memory.publicKey), [guest, "true"])
      assert.deepStrictEqual(yield* sent(own.authorization), [shop, "true"])
    })
  )
})

// Source: D2, "A resource of another shop is indistinguishable from one that does not exist".
describe("another shop", () => {
  it.scopedLive("sees what it would see if there were nothing", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const other = { authorization: basic("other", Memory.secrets.other!) }
      const paid = yield* ask("/transactions/payments", { method: "POST", body: payment({ tracking_id: "t-1" }) })
      const { uid } = JSON.parse(paid.text).transaction
      const none = "0190b6a0-0000-7000-8000-000000000000"
      for (const [method, route] of [
        ["GET", (id: string) => `/transactions/${id}`],
        ["POST", (id: string) => `/transactions/${id}/renotify`],
        ["POST", (id: string) => `/transactions/${id}/recover`]
      ] as const) {
        const [theirs, nothing] = [
          yield* ask(route(uid), { method, headers: other }),
          yield* ask(route(none), { method, headers: other })
        ]
        assert.strictEqual(theirs.status, 404)
        assert.strictEqual(theirs.text, nothing.text)
      }
      assert.strictEqual(
        (yield* ask("/v2/transactions/tracking_id/t-1", { headers: other })).text,
        '{"transactions":[]}'
      )
    })
  )
})
