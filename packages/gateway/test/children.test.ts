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
  morning,
  movements,
  pass,
  pay,
  refund,
  world
} from "./internal/world.js"

const reason = { reason: "Goods came back" }
const withoutWindow = { duplicate_check: false }

describeOnContract("captures and voids", () => {
  // Source: interface, "What the service does" 1; D10: captured + voided ≤ authorized.
  it.effect("D10: partial captures and voids are taken up to the remainder, and not a unit more", () =>
    Effect.gen(function* () {
      yield* morning
      const parent = yield* authorize(charge())
      assert.strictEqual((yield* capture(child(parent, 400))).status, "successful")
      assert.strictEqual((yield* cancel(child(parent, 100))).status, "successful")
      const tooMuch = yield* Effect.flip(capture(child(parent, 501)))
      assert.deepInclude(tooMuch, { errors: [{ path: ["amount"], sentence: "can't be greater than 500" }] })
      assert.isNull((yield* find(parent.uid)).closedAt)
      assert.strictEqual((yield* capture(child(parent, 500))).status, "successful")
      assert.deepStrictEqual(
        (yield* movements).map(({ amount, kind }) => [kind, amount]),
        [
          ["authorization", 1000],
          ["capture", 400],
          ["void", 100],
          ["capture", 500]
        ]
      )
    }).pipe(Effect.provide(world()))
  )

  it.effect.each([
    { kind: "capture", follow: capture },
    { kind: "void", follow: cancel }
  ])("Transaction | closed_at: a whole $kind closes the hold (D7), and nothing more is taken from it", ({ follow }) =>
    Effect.gen(function* () {
      yield* morning
      const parent = yield* authorize(charge())
      yield* follow(child(parent, 1000))
      assert.isNotNull((yield* find(parent.uid)).closedAt)
      assert.strictEqual((yield* find(parent.uid)).status, "successful")
      const error = yield* Effect.flip(follow(child(parent, 1, withoutWindow)))
      assert.deepInclude(error, { errors: [{ path: ["parent_uid"], sentence: "Parent transaction is closed" }] })
    }).pipe(Effect.provide(world()))
  )

  it.effect("D10: a child takes the parent's currency, test flag and tracking id", () =>
    Effect.gen(function* () {
      yield* morning
      const parent = yield* authorize(charge({ tracking_id: "order-7", test: true, currency: "USD" }))
      const { currency, parentUid, test, trackingId } = yield* capture(child(parent, 1))
      assert.deepStrictEqual(
        { currency, parentUid, test, trackingId },
        { currency: "USD", parentUid: parent.uid, test: true, trackingId: "order-7" }
      )
      assert.strictEqual((yield* capture(child(parent, 2, { tracking_id: "own" }))).trackingId, "own")
      assert.deepInclude(yield* cancel(child(parent, 3)), { trackingId: "order-7", trackingIdFrom: "parent" })
      assert.strictEqual((yield* cancel(child(parent, 4, { tracking_id: "own" }))).trackingId, "own")
    }).pipe(Effect.provide(world()))
  )

  it.effect("D2: a parent of another shop does not exist", () =>
    Effect.gen(function* () {
      yield* morning
      const parent = yield* authorize(charge())
      const error = yield* Effect.flip(capture(child(parent, 1), { shop: "flags" }))
      assert.deepInclude(error, { errors: [{ path: ["parent_uid"], sentence: "Parent transaction is not found" }] })
    }).pipe(Effect.provide(world()))
  )

  it.effect("two captures of the whole amount at once: one is accepted", () =>
    Effect.gen(function* () {
      yield* morning
      const parent = yield* authorize(charge())
      const both = yield* Effect.all(
        [
          Effect.either(capture(child(parent, 1000, withoutWindow))),
          Effect.either(capture(child(parent, 1000, withoutWindow)))
        ],
        { concurrency: 2 }
      )
      assert.deepStrictEqual(both.map(({ _tag }) => _tag).sort(), ["Left", "Right"])
      assert.strictEqual((yield* movements).filter(({ kind }) => kind === "capture").length, 1)
    }).pipe(Effect.provide(world()))
  )
})

describeOnContract("refunds", () => {
  it.effect.each([
    { name: "payment", make: pay(charge()) },
    { name: "capture", make: Effect.flatMap(authorize(charge()), (parent) => capture(child(parent, 1000))) }
  ])("D10: a $name is refunded in parts up to what was taken", ({ make }) =>
    Effect.gen(function* () {
      yield* morning
      const parent = yield* make
      assert.strictEqual((yield* refund(child(parent, 999, reason))).status, "successful")
      const error = yield* Effect.flip(refund(child(parent, 2, reason)))
      assert.deepInclude(error, { errors: [{ path: ["amount"], sentence: "can't be greater than 1" }] })
      const last = yield* refund(child(parent, 1, reason))
      assert.deepStrictEqual([last.status, last.refundReason], ["successful", "Goods came back"])
    }).pipe(Effect.provide(world()))
  )
})

describeOnContract("a hold that nobody captures", () => {
  // Source: D10, default 7 days.
  it.effect.each([
    { wait: "604799999 millis", released: false },
    { wait: "604800000 millis", released: true }
  ] as const)("D10: after $wait of 7 days it is released: $released", ({ released, wait }) =>
    Effect.gen(function* () {
      yield* morning
      const { uid } = yield* authorize(charge())
      yield* pass(wait)
      assert.strictEqual((yield* find(uid)).closedAt !== null, released)
      assert.deepStrictEqual(
        (yield* movements).map(({ kind }) => kind),
        released ? ["authorization", "void"] : ["authorization"]
      )
    }).pipe(Effect.provide(world()))
  )

  it.effect("D10: what is left of a partly captured one is released, and a late capture is refused", () =>
    Effect.gen(function* () {
      yield* morning
      const parent = yield* authorize(charge())
      yield* capture(child(parent, 300))
      yield* pass("7 days")
      assert.deepStrictEqual(
        (yield* movements).map(({ amount, kind }) => [kind, amount]),
        [
          ["authorization", 1000],
          ["capture", 300],
          ["void", 700]
        ]
      )
      const error = yield* Effect.flip(capture(child(parent, 1)))
      assert.deepInclude(error, { errors: [{ path: ["parent_uid"], sentence: "Parent transaction is closed" }] })
    }).pipe(Effect.provide(world()))
  )

  it.effect("a wholly captured one has nothing to release", () =>
    Effect.gen(function* () {
      yield* morning
      const parent = yield* authorize(charge())
      yield* capture(child(parent, 1000))
      yield* pass("8 days")
      assert.deepStrictEqual(
        (yield* movements).map(({ kind }) => kind),
        ["authorization", "capture"]
      )
    }).pipe(Effect.provide(world()))
  )
})
