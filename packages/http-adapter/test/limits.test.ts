import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Memory from "./memory.js"
import { payment, raw, start } from "./server.js"

const pay = "/transactions/payments"

describe("a head", () => {
  // A little on either side: what counts beside the fields is Node's affair.
  it.scopedLive.each([
    [16_000, 200],
    [16_500, 431]
  ] as const)("of about %i bytes is %i", ([size, status]) =>
    Effect.gen(function* () {
      const { port } = yield* start(Memory.memory())
      const head = "GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx: "
      const answer = yield* raw(port, `${head}${"y".repeat(size - head.length)}\r\n\r\n`)
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
    })
  )
})

describe("a tracking id", () => {
  // Source: D1. 255 characters are at most 510 units of UTF-16; nothing longer is looked for.
  it.scopedLive.each([
    { of: "255 characters", id: "😀".repeat(255), found: 1 },
    { of: "one unit more", id: `${"😀".repeat(255)}x`, found: 0 },
    { of: "a letter and a NUL", id: "a\u0000", found: 0 }
  ])("Authorization request | tracking_id: a query of $of finds $found", ({ found, id }) =>
    Effect.gen(function* () {
      const store = Memory.memory()
      const { ask } = yield* start(store)
      yield* ask(pay, { method: "POST", body: payment() })
      for (const transaction of store.transactions.values()) {
        store.transactions.set(transaction.uid, { ...transaction, trackingId: id })
      }
      const answer = yield* ask(`/v2/transactions/tracking_id/${encodeURIComponent(id)}`)
      assert.deepStrictEqual([answer.status, JSON.parse(answer.text).transactions.length], [200, found])
    })
  )
})
