// The calls of a checkout as clients of the family make them over HTTP. Source: D45, D46.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Memory from "./memory.js"
import { basic, type Sent, start } from "./server.js"

const order = { amount: 1995, currency: "EUR", description: "Order 42", tracking_id: 42 }
const body = (checkout: unknown = { transaction_type: "payment", order }) => JSON.stringify({ checkout })
const post = (text = body(), headers: Sent["headers"] = {}) => ({ method: "POST", body: text, headers })
const path = "/ctp/api/checkouts"
const refusal = (message: string, errors: object) => ({ message, errors, response: { message, errors } })
const [first] = [`${"0".repeat(63)}1`]

describe("D45: creating a checkout", () => {
  it.scopedLive("is answered with 201 under each of its addresses, with a slash at the end too", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      for (const address of [path, `${path}/`, "/payments/tokens", "/payments/tokens/"]) {
        const { status, text } = yield* ask(address, post())
        const { brands, token, ...checkout } = JSON.parse(text).checkout
        assert.strictEqual(status, 201)
        assert.match(token, /^[0-9a-f]{64}$/)
        assert.deepInclude(brands, { name: "visa", alternative: false })
        const url = `https://pay.example/checkout?token=${token}`
        assert.deepStrictEqual(checkout, {
          ...{ redirect_url: url, url, description: "Order 42", card_info: null },
          company: { name: checkout.company.name, site: null }
        })
      }
    })
  )

  it.scopedLive.each([
    [
      "field by field",
      body({ transaction_type: "payment", order: { ...order, amount: 0, currency: "x" }, attempts: 0 }),
      422,
      ["attempts", "order.currency"]
    ],
    ["by a rule", body({ transaction_type: "payment", order: { ...order, amount: 0 } }), 422, ["order.amount"]],
    ["as a whole", body([]), 422, ["checkout"]],
    ["without a member", "{}", 422, ["checkout"]],
    ["that is no JSON", "{", 400, undefined]
  ] as const)("is refused in both forms at once: %s", ([, sent, status, names]) =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const answer = yield* ask(path, post(sent))
      const { errors, message, response } = JSON.parse(answer.text)
      assert.strictEqual(answer.status, status)
      assert.deepStrictEqual(response, { message, ...(errors === undefined ? {} : { errors }) })
      assert.deepStrictEqual(errors && Object.keys(errors).sort(), names && [...names])
      for (const sentences of Object.values(errors ?? {})) assert.isArray(sentences)
    })
  )

  it.scopedLive("says in dotted names what is wrong", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const { text } = yield* ask(path, post(body({ transaction_type: "payment", order: { ...order, amount: 0 } })))
      const errors = { "order.amount": ["must be greater than 0"] }
      assert.deepStrictEqual(JSON.parse(text), refusal("Amount must be greater than 0", errors))
    })
  )

  it.scopedLive("D13: is answered again under its key, and not for another order", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const key = { "idempotency-key": "order-42" }
      const made = yield* ask(path, post(body(), key))
      const again = yield* ask(path, post(body(), key))
      assert.deepStrictEqual([again.status, again.text], [201, made.text])
      assert.strictEqual(again.headers["idempotency-replayed"], "true")
      const other = body({ transaction_type: "authorization", order })
      assert.strictEqual((yield* ask(path, post(other, key))).status, 422)
      assert.strictEqual((yield* ask(path, post(body(), { requestid: "order-43" }))).status, 201)
    })
  )
})

describe("D46: asking for a checkout, and closing it", () => {
  const other = { authorization: basic("other", Memory.secrets.other!) }

  it.scopedLive.each([
    ["is found", `${path}/${first}`, {}, 200, undefined],
    ["is found, with a slash at the end", `${path}/${first}/`, {}, 200, undefined],
    ["is canceled", `${path}/${first}/cancel`, { method: "POST" }, 200, undefined],
    ["is not another shop's", `${path}/${first}`, { headers: other }, 404, "Record not found"],
    [
      "is not another shop's to cancel",
      `${path}/${first}/cancel`,
      { method: "POST", headers: other },
      404,
      "Record not found"
    ],
    ["of an unknown token is not found", `${path}/${"f".repeat(64)}`, {}, 404, "Record not found"],
    ["of no token is not found", `${path}/42/cancel`, { method: "POST" }, 404, "Record not found"]
  ] as const)("one %s", ([, address, sent, status, message]) =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      yield* ask(path, post())
      const answer = yield* ask(address, sent)
      assert.strictEqual(answer.status, status)
      if (message !== undefined) assert.deepStrictEqual(JSON.parse(answer.text), { message, response: { message } })
    })
  )

  it.scopedLive("is closed once: then it says so, and refuses", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      yield* ask(path, post())
      const canceled = yield* ask(`${path}/${first}/cancel`, { method: "POST" })
      assert.deepInclude(JSON.parse(canceled.text).checkout, { finished: true, message: "Checkout was canceled." })
      const again = yield* ask(`${path}/${first}/cancel`, { method: "POST" })
      assert.strictEqual(again.status, 422)
      assert.deepStrictEqual(JSON.parse(again.text), refusal("It was canceled", { base: ["It was canceled"] }))
    })
  )

  it.scopedLive("D21: lists a shop's own, with an address of the next page", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      for (const _ of [1, 2, 3]) yield* ask(path, post())
      const page = yield* ask(`${path}?limit=2`)
      assert.lengthOf(JSON.parse(page.text).checkouts, 2)
      assert.match(page.headers.link ?? "", /^<\?limit=2&after=[0-9a-f]{64}>; rel="next"$/)
      assert.deepStrictEqual(JSON.parse((yield* ask(path, { headers: other })).text), { checkouts: [] })
    })
  )
})
