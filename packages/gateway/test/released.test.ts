/** The release of a hold after its period is announced: the merchant does not have to poll. Source: D10. */
import { assert, it } from "@effect/vitest"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Effect from "effect/Effect"
import { type Delivery, receiver } from "./internal/receiver.js"
import { authorize, capture, charge, child, find, morning, movements, pass, world } from "./internal/world.js"

const reported = (deliveries: ReadonlyArray<Delivery>) =>
  deliveries.map(({ body }) => {
    const { closed_at, message, status, type } = JSON.parse(body).transaction
    return { type, status, message, closed_at }
  })

const approved = { type: "authorization", status: "successful", message: "Successfully processed", closed_at: null }

describeOnContract("a hold", () => {
  it.scoped.each([
    { name: "that nothing was captured of", captured: [], left: "void 1000" },
    { name: "that a part was captured of", captured: [400], left: "void 600" }
  ])("D10: $name is announced as released at the end of its period", ({ captured, left }) =>
    Effect.gen(function* () {
      yield* morning
      const { deliveries, url } = yield* receiver
      const parent = yield* authorize(charge({ notification_url: url }))
      for (const amount of captured) yield* capture(child(parent, amount))
      yield* pass("604799999 millis")
      const before = deliveries.length
      assert.deepStrictEqual(reported(deliveries)[0], approved)
      assert.strictEqual(before, 1 + captured.length)
      yield* pass("1 millis")
      assert.deepStrictEqual(reported(deliveries.slice(before)), [
        { ...approved, message: "The hold was released", closed_at: "2026-03-09T09:00:00.000Z" }
      ])
      const { body, headers } = deliveries[before]!
      assert.strictEqual(headers["florin-sequence"], "3")
      assert.strictEqual(body, (yield* TransactionDocuments).encode(yield* find(parent.uid)))
      const kinds = (yield* movements).map(({ amount, kind }) => `${kind} ${amount}`)
      assert.strictEqual(kinds.at(-1), left)
    }).pipe(Effect.provide(world()))
  )

  it.scoped("D10: that was wholly captured has nothing to release, and nothing is announced", () =>
    Effect.gen(function* () {
      yield* morning
      const { deliveries, url } = yield* receiver
      const parent = yield* authorize(charge({ notification_url: url }))
      yield* capture(child(parent, 1000))
      yield* pass("8 days")
      assert.deepStrictEqual(
        reported(deliveries).map(({ message, type }) => `${type}: ${message}`),
        ["authorization: Successfully processed", "capture: Successfully processed"]
      )
    }).pipe(Effect.provide(world()))
  )
})
