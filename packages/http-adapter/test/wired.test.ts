import { assert, it } from "@effect/vitest"
import { describeOnStores } from "@florin/storage-postgres/testing/eitherStore"
import * as Effect from "effect/Effect"
import { basic, payment } from "./server.js"
import { start } from "./wired.js"

const post = (body: object, headers: Record<string, string> = {}) => ({
  method: "POST",
  body: JSON.stringify(body),
  headers
})

describeOnStores("the whole gateway over HTTP", () => {
  // Source: D1, D4, D10, D13.
  it.scopedLive("authorizes, captures and refunds, answers the status, and repeats its first answers", () =>
    Effect.gen(function* () {
      const { ask } = yield* start
      const key = { "idempotency-key": "order-1" }
      const sent = { method: "POST", body: payment(), headers: key }
      const held = yield* ask("/transactions/authorizations", sent)
      assert.strictEqual(held.status, 200, held.text)
      const { transaction } = JSON.parse(held.text)
      assert.strictEqual(transaction.status, "successful")
      const again = yield* ask("/transactions/authorizations", sent)
      assert.deepStrictEqual([again.text, again.headers["idempotency-replayed"]], [held.text, "true"])
      const captured = yield* ask(
        "/transactions/captures",
        post({ request: { parent_uid: transaction.uid, amount: 100 } })
      )
      assert.strictEqual(captured.status, 200, captured.text)
      const capture = JSON.parse(captured.text).transaction
      const refunded = yield* ask(
        "/transactions/refunds",
        post({ request: { parent_uid: capture.uid, amount: 40, reason: "Broken" } })
      )
      assert.strictEqual(JSON.parse(refunded.text).transaction.status, "successful")
      const status = yield* ask(`/transactions/${capture.uid}`)
      assert.strictEqual(JSON.parse(status.text).transaction.type, "capture")
      const receipt = yield* ask(`/receipts/${capture.uid}`)
      assert.include(receipt.text, "€1.00")
      const ledger = JSON.parse((yield* ask("/sandbox/ledger")).text)
      assert.deepStrictEqual(
        ledger.movements.map(({ amount, kind }: { amount: number; kind: string }) => [kind, amount]),
        [
          ["authorization", 100],
          ["capture", 100],
          ["refund", 40]
        ]
      )
    })
  )

  // Source: D10, D39. With the sandbox everything is simulated, whatever `test` says.
  it.scopedLive("shows receipts that say TEST, and that a hold was released when its period was over", () =>
    Effect.gen(function* () {
      const { ask } = yield* start
      const held = yield* ask("/transactions/authorizations", { method: "POST", body: payment({ language: "ru" }) })
      const { transaction } = JSON.parse(held.text)
      assert.isFalse(transaction.test)
      const receipt = () => Effect.map(ask(`/receipts/${transaction.uid}`), ({ text }) => text)
      assert.include(yield* receipt(), "<strong>ТЕСТ</strong>")
      assert.notInclude(yield* receipt(), "Блокировка снята")
      yield* ask("/sandbox/clock", post({ advance: "P8D" }))
      assert.include(yield* receipt(), "Блокировка снята")
      assert.include(yield* receipt(), "Срок блокировки истёк")
    })
  )

  // Source: D13, a refusal by the rules is a first answer as well.
  it.scopedLive("D13: refuses what the rules refuse, and leaves its key free", () =>
    Effect.gen(function* () {
      const { ask } = yield* start
      const request = { parent_uid: "0190b6a0-0000-7000-8000-000000000000", amount: 1 }
      const sent = post({ request }, { requestid: "c-1" })
      const first = yield* ask("/transactions/captures", sent)
      const again = yield* ask("/transactions/captures", sent)
      assert.strictEqual(first.status, 400)
      assert.include(first.text, "Parent uid Parent transaction is not found.")
      assert.deepStrictEqual([again.text, again.headers["idempotency-replayed"]], [first.text, undefined])
    })
  )

  // Source: D38.
  it.scopedLive("moves the sandbox's clock", () =>
    Effect.gen(function* () {
      const { ask } = yield* start
      const before = Date.parse(JSON.parse((yield* ask("/sandbox/clock")).text).now)
      const moved = yield* ask("/sandbox/clock", post({ advance: "P7D" }))
      assert.strictEqual(moved.status, 200, moved.text)
      const after = Date.parse(JSON.parse((yield* ask("/sandbox/clock")).text).now)
      assert.isAtLeast(after - before, 7 * 24 * 3600 * 1000)
    })
  )

  it.scopedLive("D2: tells who has no credentials nothing about the payment that a proof is for", () =>
    Effect.gen(function* () {
      const { ask } = yield* start
      const request = {
        ...{ amount: 100_000, currency: "RUB", description: "Order 42", return_url: "https://shop.example/done" },
        method: { type: "sbp_data", channel: "SBP" }
      }
      const paid = yield* ask("/beyag/transactions/payments", post({ request }))
      assert.strictEqual(paid.status, 200, paid.text)
      const { uid } = JSON.parse(paid.text).transaction
      const none = "0190b6a0-0000-7000-8000-000000000000"
      for (const authorization of ["", basic("shop", "wrong"), basic("nobody", "wrong")]) {
        const answers = yield* Effect.forEach([uid, none, "none"], (of) =>
          ask(`/beyag/transactions/${of}/proof`, post({ request: {} }, { authorization }))
        )
        assert.deepStrictEqual(
          answers.map(({ status, text }) => [status, text]),
          answers.map(() => [401, answers[0]!.text])
        )
      }
    })
  )

  // Source: reliability, "bad input"; PostgreSQL takes no NUL.
  it.scopedLive.each([
    { method: "GET", path: "/transactions/:name" },
    { method: "GET", path: "/transactions/tracking_id/:name" },
    { method: "GET", path: "/receipts/:name" },
    { method: "GET", path: "/notifications?after=:name" },
    { method: "GET", path: "/movements?from=:name&to=:name&after=:name" },
    { method: "POST", path: "/notifications/:name/resend" }
  ])("answers $method $path for whatever name", ({ method, path }) =>
    Effect.gen(function* () {
      const { ask } = yield* start
      const names = ["%00", "msg_%00", "%ed%a0%80", "%ff", "%f0%9f%92%b3", "'"]
      const statuses = yield* Effect.forEach(names, (name) => ask(path.replace(":name", name), { method }))
      assert.deepStrictEqual(
        statuses.filter(({ status }) => status >= 500),
        []
      )
    })
  )
})
