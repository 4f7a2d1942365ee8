import { assert, it } from "@effect/vitest"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Effect from "effect/Effect"
import {
  authorize,
  cancel,
  capture,
  charge,
  child,
  find,
  holder,
  listed,
  morning,
  movements,
  pass,
  pay,
  triggered,
  verdict,
  world
} from "./internal/world.js"

const released = (uid: string) => Effect.map(find(uid), ({ closedAt }) => closedAt !== null)
const moved = Effect.map(movements, (all) => all.map(({ amount, kind }) => `${kind} ${amount}`))
const closed = "parent_uid Parent transaction is closed"

// Source: D10: a hold lapses after the shop's hold period, counted from the approval.
describeOnContract("the hold period", () => {
  it.effect("D10: on its last instant all can be captured or voided, at its end nothing", () =>
    Effect.gen(function* () {
      yield* morning
      const [one, two, three] = [
        yield* authorize(charge({ amount: 1 })),
        yield* authorize(charge({ amount: 2 })),
        yield* authorize(charge({ amount: 3 }))
      ]
      yield* pass("604799999 millis")
      assert.strictEqual(yield* verdict(capture(child(one, 1))), "accepted")
      assert.strictEqual(yield* verdict(cancel(child(two, 2))), "accepted")
      yield* pass("1 millis")
      assert.strictEqual(yield* verdict(capture(child(three, 3))), closed)
      assert.strictEqual(yield* verdict(cancel(child(three, 3))), closed)
    }).pipe(Effect.provide(world()))
  )

  it.effect("D10: is the shop's own where it has one", () =>
    Effect.gen(function* () {
      yield* morning
      const { uid } = yield* authorize(charge())
      yield* pass("86399999 millis")
      assert.isFalse(yield* released(uid))
      yield* pass("1 millis")
      assert.isTrue(yield* released(uid))
    }).pipe(Effect.provide(world({ shops: [{ ...listed[0], hold_days: 1 }] })))
  )

  it.effect("D10: begins with the approval, not with the request", () =>
    Effect.gen(function* () {
      yield* morning
      const { uid } = yield* authorize(holder("LATE"))
      yield* pass("7 days")
      assert.isFalse(yield* released(uid))
      yield* pass("1999 millis")
      assert.isFalse(yield* released(uid))
      yield* pass("1 millis")
      assert.isTrue(yield* released(uid))
    }).pipe(Effect.provide(world()))
  )

  // The sandbox's 201 drops the first request and performs the second, two seconds later.
  it.effect("D10: waits an hour at a time for a capture whose outcome is not known", () =>
    Effect.gen(function* () {
      yield* morning
      const parent = yield* authorize(triggered(1000))
      yield* pass("604799000 millis")
      assert.strictEqual((yield* capture(child(parent, 201))).status, "pending")
      yield* pass("3600999 millis")
      assert.isFalse(yield* released(parent.uid))
      yield* pass("1 millis")
      assert.isTrue(yield* released(parent.uid))
      assert.deepStrictEqual(yield* moved, ["authorization 1000", "capture 201", "void 799"])
    }).pipe(Effect.provide(world()))
  )

  it.effect("D10: a hold with one unit left is released for that unit", () =>
    Effect.gen(function* () {
      yield* morning
      const parent = yield* authorize(charge())
      yield* capture(child(parent, 999))
      yield* pass("7 days")
      assert.deepStrictEqual(yield* moved, ["authorization 1000", "capture 999", "void 1"])
    }).pipe(Effect.provide(world()))
  )

  it.effect.each([
    { name: "a payment", make: pay(charge()), left: ["payment 1000"] },
    { name: "a declined authorization", make: authorize(holder("DECLINE")), left: [] }
  ])("D10: $name holds nothing that could lapse", ({ left, make }) =>
    Effect.gen(function* () {
      yield* morning
      const { uid } = yield* make
      yield* pass("8 days")
      assert.isFalse(yield* released(uid))
      assert.deepStrictEqual(yield* moved, left)
    }).pipe(Effect.provide(world()))
  )
})
