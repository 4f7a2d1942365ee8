import { assert, describe, it } from "@effect/vitest"
import { AcquirerKey, leastUidAt } from "@florin/core/ids/Ids"
import type { Notification } from "@florin/core/notifications/Notification"
import { type InvalidRequest, invalid, NotFound } from "@florin/core/request/InvalidRequest"
import { StorageError } from "@florin/core/store/StorageError"
import { Readiness } from "@florin/http-adapter/Readiness"
import { SandboxRoutes } from "@florin/wire/operations/SandboxPort"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Memory from "./memory.js"
import { payment, start } from "./server.js"

const pay = "/transactions/payments"
const post = (body: string) => ({ method: "POST", body })

describe("an operation", () => {
  const card = { number: "4200000000000000", exp_month: 1, exp_year: 2099 }
  const base = { amount: 100, currency: "EUR", description: "Order" }
  const parent_uid = "0190b6a0-0000-7000-8000-000000000000"
  const token = "a".repeat(64)

  // Source: D1, D10, D11.
  it.scopedLive.each([
    ["authorizations", "authorization", { ...base, credit_card: card }],
    ["payments", "payment", { ...base, credit_card: card }],
    ["tokenizations", "tokenization", { ...base, credit_card: card }],
    ["captures", "capture", { parent_uid, amount: 100 }],
    ["voids", "void", { parent_uid, amount: 100 }],
    ["refunds", "refund", { parent_uid, amount: 100, reason: "Broken" }],
    ["credits", "credit", { ...base, credit_card: { token } }],
    ["payouts", "payout", { ...base, recipient_credit_card: card }]
  ] as const)(
    "Endpoints | Authorization, Tokenization: at %s makes a transaction of the type %s and answers its document",
    ([path, type, request]) =>
      Effect.gen(function* () {
        const store = Memory.memory()
        const { ask } = yield* start(store)
        const answer = yield* ask(`/transactions/${path}`, post(JSON.stringify({ request })))
        assert.strictEqual(answer.status, 200)
        assert.strictEqual(answer.headers["content-type"], "application/json")
        const { transaction } = JSON.parse(answer.text)
        assert.strictEqual(transaction.type, type)
        assert.isTrue(store.transactions.has(transaction.uid))
      })
  )

  // Source: D4, D5.
  it.scopedLive("that is refused says why, field by field", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const answer = yield* ask(pay, post(payment({ amount: -1, currency: "XXX" })))
      assert.strictEqual(answer.status, 400)
      assert.deepStrictEqual(Object.keys(JSON.parse(answer.text).response.errors), ["amount", "currency"])
    })
  )

  it.scopedLive("that repeats another too early is refused", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const answer = yield* ask(pay, post(payment({ description: "duplicate" })))
      assert.strictEqual(answer.status, 400)
      assert.strictEqual(JSON.parse(answer.text).response.message, "Duplicate transaction.")
    })
  )
})

describe("a status query", () => {
  it.scopedLive("by uid answers the document", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const paid = yield* ask(pay, post(payment()))
      const requested = yield* ask(`/transactions/${JSON.parse(paid.text).transaction.uid}`)
      assert.strictEqual(requested.status, 200)
      assert.strictEqual(requested.text, paid.text)
    })
  )

  // Source: D4; a malformed uid is that of no transaction.
  it.scopedLive.each(["0190b6a0-0000-7000-8000-000000000000", "x", "%00", "0190B6A0-0000-7000-8000-000000000000"])(
    "by the unknown uid %s is not found",
    (uid) =>
      Effect.gen(function* () {
        const { ask } = yield* start(Memory.memory())
        const answer = yield* ask(`/transactions/${uid}`)
        assert.strictEqual(answer.status, 404)
        assert.strictEqual(answer.text, '{"response":{"message":"Record not found"}}')
      })
  )

  // Source: D1.
  it.scopedLive("by tracking id answers all, newest first; the older path answers the newest", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      for (const amount of [1, 2]) yield* ask(pay, post(payment({ amount, tracking_id: "a/b c" })))
      const all = yield* ask("/v2/transactions/tracking_id/a%2Fb%20c")
      assert.deepStrictEqual(
        JSON.parse(all.text).transactions.map((_: { amount: number }) => _.amount),
        [2, 1]
      )
      const newest = yield* ask("/transactions/tracking_id/a%2Fb%20c")
      assert.strictEqual(JSON.parse(newest.text).transaction.amount, 2)
    })
  )

  it.scopedLive("by an unknown tracking id answers an empty list; the older path does not find it", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const all = yield* ask("/v2/transactions/tracking_id/none")
      assert.deepStrictEqual([all.status, all.text], [200, '{"transactions":[]}'])
      assert.strictEqual((yield* ask("/transactions/tracking_id/none")).status, 404)
    })
  )
})

// Source: D1, renotify and recover.
describe("a command about a transaction", () => {
  it.scopedLive("is done, with or without a body", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const { uid } = JSON.parse((yield* ask(pay, post(payment()))).text).transaction
      const renotified = yield* ask(`/transactions/${uid}/renotify`, { method: "POST" })
      assert.strictEqual(renotified.text, '{"response":{"message":"Notification has been sent"}}')
      const recovered = yield* ask(`/transactions/${uid}/recover`, post("{}"))
      assert.strictEqual(recovered.text, `{"response":{"message":"Transaction ${uid} was updated"}}`)
      const typed = yield* ask(`/transactions/${uid}/recover`, {
        ...post("x"),
        headers: { "content-type": "text/plain" }
      })
      assert.strictEqual(typed.status, 415)
    })
  )
})

const notification = (index: number, status: Notification["status"]): Notification => ({
  shop: Memory.shopOf("shop").id,
  id: `msg_0190b6a0-0000-7000-8000-${String(index).padStart(12, "0")}` as Notification["id"],
  subject: "0190b6a0-0000-7000-8000-000000000000",
  sequence: 1,
  url: "https://shop.example/",
  body: "{}",
  status,
  attempts: 0,
  lastResult: null,
  tries: [],
  createdAt: DateTime.unsafeMake(0),
  updatedAt: DateTime.unsafeMake(0)
})

describe("notifications", () => {
  const filled = () => {
    const store = Memory.memory()
    for (let index = 0; index < 1001; index++) {
      const it = notification(index, index % 2 === 0 ? "exhausted" : "delivered")
      store.notifications.set(it.id, it)
    }
    return store
  }

  // Source: D1; limit 1 to 1000, default 100.
  it.scopedLive.each([
    ["", 100],
    ["?limit=1", 1],
    ["?limit=1000", 1000],
    ["?limit=1000&status=exhausted", 501],
    [`?limit=1000&after=${notification(999, "waiting").id}`, 1],
    ["?unknown=1", 100]
  ] as const)("GET /notifications%s lists %i", ([query, count]) =>
    Effect.gen(function* () {
      const { ask } = yield* start(filled())
      const answer = yield* ask(`/notifications${query}`)
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(JSON.parse(answer.text).notifications.length, count)
    })
  )

  it.scopedLive.each([
    ["?limit=0", ["limit"]],
    ["?limit=1001", ["limit"]],
    ["?limit=", ["limit"]],
    ["?limit=1e2", ["limit"]],
    ["?limit=1&limit=2", ["limit"]],
    ["?status=lost", ["status"]],
    ["?status=4111111111111111", ["status"]],
    ["?limit=4111111111111111&after=4111111111111111", ["limit", "after"]],
    ["?after=msg_x&limit=x", ["limit", "after"]]
  ] as const)("GET /notifications%s is refused for %s", ([query, fields]) =>
    Effect.gen(function* () {
      const { ask } = yield* start(filled())
      const answer = yield* ask(`/notifications${query}`)
      assert.strictEqual(answer.status, 400)
      const { errors } = JSON.parse(answer.text).response
      assert.deepStrictEqual(Object.keys(errors).sort(), [...fields].sort())
      // D5: one sentence a field, and nothing of what was sent.
      for (const sentences of Object.values(errors)) assert.strictEqual((sentences as Array<string>).length, 1)
      assert.notInclude(answer.text, "4111111111111111")
      assert.notInclude(answer.text, "actual")
    })
  )

  it.scopedLive("are sent again one by one or all together", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(filled())
      const again = (id: string) => ask(`/notifications/${id}/resend`, { method: "POST" })
      assert.strictEqual((yield* again(notification(1, "waiting").id)).status, 200)
      assert.strictEqual((yield* again(notification(5000, "waiting").id)).status, 404)
      assert.strictEqual((yield* again("x")).status, 404)
      assert.strictEqual((yield* ask("/notifications/resend", { method: "POST" })).status, 200)
    })
  )
})

describe("movements", () => {
  const at = (second: number) => new Date(second * 1000).toISOString().replaceAll(":", "%3A")
  const period = (from: number, to: number) => `from=${at(from)}&to=${at(to)}`

  /** A payment each second, from the first to the 1001st; another shop's too. */
  const filled = Effect.gen(function* () {
    const store = Memory.memory()
    const { ask } = yield* start(store)
    yield* ask(pay, post(payment()))
    const [made] = store.transactions.values()
    store.transactions.clear()
    for (let second = 1; second <= 1001; second++) {
      const uid = leastUidAt(second * 1000)
      store.transactions.set(uid, { ...made!, uid, acquirerKey: AcquirerKey.make(uid), trackingId: `order-${second}` })
    }
    const others = leastUidAt(1500)
    store.transactions.set(others, { ...made!, uid: others, shop: Memory.shopOf("other").id })
    return ask
  })

  it.scopedLive.each([
    [period(1, 2000), 100],
    [`${period(1, 2000)}&limit=1`, 1],
    [`${period(1, 2000)}&limit=1000`, 1000],
    [`${period(1, 2000)}&limit=1000&after=${leastUidAt(1_000_000)}`, 1],
    [period(1, 2), 1],
    [period(1, 1), 0],
    [period(2, 1), 0],
    [`${period(2, 4)}&unknown=1`, 2]
  ] as const)("GET /movements?%s lists %i (D1)", ([query, count]) =>
    Effect.gen(function* () {
      const ask = yield* filled
      const { status, text } = yield* ask(`/movements?${query}`)
      assert.strictEqual(status, 200, text)
      assert.lengthOf(JSON.parse(text).movements, count)
    })
  )

  it.scopedLive("are the shop's own, found by the reference that it gave (D1)", () =>
    Effect.gen(function* () {
      const ask = yield* filled
      const { movements } = JSON.parse((yield* ask(`/movements?${period(1, 3)}`)).text)
      assert.deepStrictEqual(
        movements.map(({ at, reference }: { at: string; reference: string }) => `${reference} ${at}`),
        ["order-1 1970-01-01T00:00:01.000Z", "order-2 1970-01-01T00:00:02.000Z"]
      )
    })
  )

  it.scopedLive.each([
    ["", ["from", "to"]],
    [period(1, 2).replace(/&.*/, ""), ["to"]],
    ["from=2026-03-02&to=2026-03-03", ["from", "to"]],
    ["from=2026-03-02T00:00:00&to=2026-03-03T00:00:00", ["from", "to"]],
    [`${period(1, 2)}&limit=0`, ["limit"]],
    [`${period(1, 2)}&limit=1001`, ["limit"]],
    [`${period(1, 2)}&after=4111111111111111`, ["after"]],
    [`${period(1, 2)}&from=4111111111111111`, ["from"]]
  ] as const)("GET /movements?%s is refused for %s (D1)", ([query, fields]) =>
    Effect.gen(function* () {
      const ask = yield* filled
      const { status, text } = yield* ask(`/movements?${query}`)
      assert.strictEqual(status, 400)
      assert.deepStrictEqual(Object.keys(JSON.parse(text).response.errors).sort(), [...fields])
      assert.notInclude(text, "4111111111111111")
    })
  )
})

describe("pages", () => {
  it.scopedLive("show a receipt and a result to whoever has the uid, and nothing else", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const paid = yield* ask(pay, post(payment({ language: "ru", return_url: "https://shop.example/back?a=1" })))
      const { credit_card, uid } = JSON.parse(paid.text).transaction
      for (const path of [`/receipts/${uid}`, `/process/${uid}`]) {
        const { headers, status, text } = yield* ask(path, { headers: { authorization: "" } })
        assert.strictEqual(status, 200, path)
        assert.strictEqual(headers["content-type"], "text/html; charset=utf-8")
        assert.match(headers["content-security-policy"]!, /^default-src 'none'; style-src 'sha256-/)
        assert.strictEqual(headers["referrer-policy"], "no-referrer")
        assert.include(text, '<html lang="ru" dir="ltr">')
        assert.include(text, "The &lt;shop&gt; &amp; Sons")
        assert.notInclude(text, credit_card.token)
        assert.notInclude(text, credit_card.bin)
      }
      const result = yield* ask(`/process/${uid}`)
      assert.include(result.text, `https://shop.example/back?a=1&amp;uid=${uid}&amp;status=successful`)
    })
  )

  it.scopedLive.each([
    ["/receipts/0190b6a0-0000-7000-8000-000000000000", "en", "Page not found"],
    ["/process/x", "ru-RU,en;q=0.5", "Страница не найдена"]
  ] as const)("%s is a page that says there is nothing", ([path, language, title]) =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const answer = yield* ask(path, { headers: { "accept-language": language } })
      assert.strictEqual(answer.status, 404)
      assert.include(answer.text, `<h1>${title}</h1>`)
    })
  )
})

describe("health", () => {
  it.scopedLive.each([
    [true, 200],
    [false, 503]
  ] as const)("with the store reachable %s, ready is %i and live is 200", ([reachable, status]) =>
    Effect.gen(function* () {
      const more = Layer.succeed(Readiness, Effect.succeed(reachable))
      const { ask } = yield* start(Memory.memory(), { more })
      assert.strictEqual((yield* ask("/health/ready")).status, status)
      assert.strictEqual((yield* ask("/health/live")).status, 200)
    })
  )
})

describe("the sandbox", () => {
  // Source: D38.
  it.scopedLive("has routes only where it is on", () =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      assert.strictEqual((yield* ask("/sandbox/clock")).status, 404)
      assert.notInclude((yield* ask("/openapi.json")).text, "/sandbox")
    })
  )

  it.scopedLive("reads and moves its clock and shows its ledger", () =>
    Effect.gen(function* () {
      const more = Layer.succeed(SandboxRoutes, {
        readClock: Effect.succeed({ now: "then", follow: false }),
        moveClock: (body) =>
          (body as { advance?: string }).advance === "P1M"
            ? Effect.succeed({ now: "later", ran: 2 })
            : Effect.fail<InvalidRequest>(invalid("advance", "is invalid")),
        ledger: Effect.succeed({ movements: [] }),
        transfer: () => Effect.fail(new NotFound()),
        happened: () => Effect.fail(new NotFound()),
        challenge: () => Effect.succeed(undefined),
        identify: () => Effect.succeed(undefined),
        action: () => Effect.succeed(undefined),
        choose: () => Effect.succeed(undefined)
      })
      const { ask } = yield* start(Memory.memory(), { more: more as unknown as Layer.Layer<never> })
      const move = (body: string) => ask("/sandbox/clock", post(body))
      assert.strictEqual((yield* ask("/sandbox/clock")).text, '{"now":"then","follow":false}')
      assert.strictEqual((yield* move('{"advance":"P1M"}')).text, '{"now":"later","ran":2}')
      assert.strictEqual((yield* move('{"advance":1}')).status, 400)
      assert.strictEqual((yield* move("{")).status, 400)
      assert.strictEqual((yield* ask("/sandbox/ledger")).text, '{"movements":[]}')
      assert.include((yield* ask("/openapi.json")).text, "/sandbox/clock")
    })
  )
})

// Source: D4, "our own failure".
describe("our own failure", () => {
  const secret = "4111111111111111"

  it.scopedLive.each([
    ["a defect", Effect.die(new Error(secret)), 500],
    ["a store that is busy", busy("busy"), 503],
    ["a store that broke", busy("corrupt"), 500]
  ] as const)(
    "by %s is answered with the request id and no cause, and told to the log without it",
    ([, failure, status]) =>
      Effect.gen(function* () {
        const lines: Array<string> = []
        const more = Logger.replace(
          Logger.defaultLogger,
          Logger.make(({ annotations, message }) => void lines.push(JSON.stringify([message, [...annotations]])))
        )
        const store = Memory.memory()
        store.interlude = failure as unknown as Effect.Effect<void>
        const { ask } = yield* start(store, { more })
        const answer = yield* ask(pay, post(payment({ description: secret })))
        assert.strictEqual(answer.status, status)
        assert.strictEqual(JSON.parse(answer.text).request_id, answer.headers["x-request-id"])
        assert.notInclude(answer.text, secret)
        assert.strictEqual(lines.length, 1)
        assert.include(lines[0]!, answer.headers["x-request-id"]!)
        assert.include(lines[0]!, '"pay"')
        assert.notInclude(lines[0]!, secret)
      })
  )
})

function busy(reason: "busy" | "corrupt") {
  return Effect.fail(new StorageError({ reason, operation: "test" }))
}
