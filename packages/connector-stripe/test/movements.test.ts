import { assert, describe, it } from "@effect/vitest"
import type { Movement } from "@florin/core/money/Movement"
import { aboutOf } from "@florin/testing/acquirers/AcquirerRequests"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { following, quietly, referenceOf, start, tokenCharge } from "./internal/underTest.js"

const gist = ({ amount, currency, key, kind }: Movement) => `${kind} ${amount} ${currency} ${key}`

const period = (from: number, to: number) => ({
  from: DateTime.unsafeMake(from * 1000),
  to: DateTime.unsafeMake(to * 1000)
})

describe("The movements at Stripe", () => {
  it.scoped.each([
    ["one capture", false, [600]],
    ["several captures", true, [300, 200]]
  ] as const)("are those of the fake's own books, with %s of a hold", ([, multicapture, captures]) =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start({ multicapture }, { multicapture })
      const hold = yield* tokenCharge("authorization", "visa", { amount: 1000 })
      const reference = referenceOf(yield* acquirer.perform(hold))
      const parent = { key: hold.key, reference, kind: "authorization" } as const
      for (const amount of captures) yield* acquirer.perform(yield* following("Capture", parent, { amount }))
      if (multicapture) yield* acquirer.perform(yield* following("Void", parent, { amount: 500 }))
      const payment = yield* tokenCharge("payment", "visa", { amount: 700, currency: "USD" })
      const paid = {
        key: payment.key,
        reference: referenceOf(yield* acquirer.perform(payment)),
        kind: "payment"
      } as const
      yield* acquirer.perform(yield* following("Refund", paid, { amount: 200, currency: "USD" }))
      const other = yield* tokenCharge("payment", "visa", { amount: 5000, currency: "JPY" })
      const back = { key: other.key, reference: referenceOf(yield* acquirer.perform(other)), kind: "payment" } as const
      yield* acquirer.perform(yield* following("Void", back, { amount: 5000, currency: "JPY" }))
      const released = yield* tokenCharge("authorization", "visa", { amount: 900 })
      const held = {
        key: released.key,
        reference: referenceOf(yield* acquirer.perform(released)),
        kind: "authorization"
      } as const
      yield* acquirer.perform(yield* following("Void", held, { amount: 900 }))
      yield* acquirer.perform(yield* tokenCharge("payment", "chargeDeclined", { amount: 1 }))
      const listed = yield* acquirer.movements!(period(0, 60))
      assert.deepStrictEqual(listed.map(gist).sort(), fake.books().map(gist).sort())
    })
  )

  it.scoped("name the void that has released a hold, and none that was noted before it and not sent", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start({ callLimit: "10 seconds", inFlightWindow: "1 second" })
      const hold = yield* tokenCharge("authorization", "visa", { amount: 900 })
      const parent = { key: hold.key, reference: referenceOf(yield* acquirer.perform(hold)), kind: hold.kind }
      const first = yield* following("Void", parent as Parameters<typeof following>[1], { amount: 900 })
      const second = yield* following("Void", parent as Parameters<typeof following>[1], { amount: 900 })
      fake.dials.manner = ({ key }) => (key === `${first.key}:note` ? "lost-answer" : undefined)
      assert.strictEqual((yield* quietly(acquirer.perform(first)))._tag, "NotSent")
      assert.strictEqual((yield* acquirer.perform(second))._tag, "Approved")
      assert.deepStrictEqual((yield* acquirer.movements!(period(0, 60))).map(gist), fake.books().map(gist))
      assert.strictEqual((yield* acquirer.status(first.key, yield* aboutOf(first)))._tag, "NotFound")
    })
  )

  it.scoped("have Stripe's fee where it is of the same currency", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* start()
      yield* acquirer.perform(yield* tokenCharge("payment", "visa", { amount: 1000 }))
      const [movement] = yield* acquirer.movements!(period(0, 60))
      assert.strictEqual(movement?.fee, 59)
    })
  )

  it.scoped("are those of the period: its first instant included, its last one not", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* start()
      for (const amount of [1, 2, 3]) {
        yield* acquirer.perform(yield* tokenCharge("payment", "visa", { amount }))
        yield* TestClock.adjust("10 seconds")
      }
      const listed = yield* acquirer.movements!(period(10, 20))
      assert.deepStrictEqual(
        listed.map(({ amount }) => amount as number),
        [2]
      )
    })
  )

  it.scoped("are listed to the end of several pages, oldest first", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* start()
      const many = yield* Effect.replicateEffect(tokenCharge("payment", "visa", { amount: 1 }), 130)
      yield* Effect.forEach(many, acquirer.perform, { concurrency: 10 })
      assert.lengthOf(yield* acquirer.movements!(period(0, 60)), 130)
    })
  )

  it.scoped("are unavailable where Stripe is", () =>
    Effect.gen(function* () {
      const { acquirer } = yield* start({ baseUrl: "http://127.0.0.1:1" })
      const failed = yield* quietly(Effect.flip(acquirer.movements!(period(0, 60))))
      assert.strictEqual(failed._tag, "MovementsUnavailable")
    })
  )
})
