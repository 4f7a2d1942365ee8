import { assert, it } from "@effect/vitest"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import {
  authorize,
  cancel,
  capture,
  card,
  charge,
  child,
  credit,
  find,
  holder,
  morning,
  movements,
  pass,
  pay,
  payOut,
  refund,
  tokenize,
  triggered,
  verdict,
  world
} from "./internal/world.js"

const giveBack = (parent: { readonly uid: string }, amount: number) =>
  refund(child(parent, amount, { reason: "Goods came back", duplicate_check: false }))
const take = (parent: { readonly uid: string }, amount: number) =>
  capture(child(parent, amount, { duplicate_check: false }))
const letGo = (parent: { readonly uid: string }, amount: number) =>
  cancel(child(parent, amount, { duplicate_check: false }))

const isOpen = (uid: string) => Effect.map(find(uid), ({ closedAt }) => closedAt === null)
const above = (limit: number) => `amount can't be greater than ${limit}`
const closed = "parent_uid Parent transaction is closed"

describeOnContract("what is held", () => {
  // Source: D10: captured + voided ≤ authorized; D7: closed when nothing is left.
  it.effect.each([
    { first: "capture", second: "void", one: take, other: letGo },
    { first: "void", second: "capture", one: letGo, other: take }
  ])(
    "Transaction | closed_at: after a $first of 400 of 1000, a $second of 600 is the last; 601 is refused (D10)",
    ({ one, other }) =>
      Effect.gen(function* () {
        yield* morning
        const parent = yield* authorize(charge())
        assert.strictEqual(yield* verdict(one(parent, 1001)), above(1000))
        assert.strictEqual(yield* verdict(one(parent, 400)), "accepted")
        assert.strictEqual(yield* verdict(other(parent, 601)), above(600))
        assert.strictEqual(yield* verdict(other(parent, 599)), "accepted")
        assert.isTrue(yield* isOpen(parent.uid))
        assert.strictEqual(yield* verdict(other(parent, 2)), above(1))
        assert.strictEqual(yield* verdict(other(parent, 1)), "accepted")
        assert.isFalse(yield* isOpen(parent.uid))
        assert.strictEqual(yield* verdict(one(parent, 1)), closed)
        assert.strictEqual((yield* movements).length, 4)
      }).pipe(Effect.provide(world()))
  )

  it.effect.each([{ whole: 1 }, { whole: Number.MAX_SAFE_INTEGER }])(
    "Conventions | Monetary amounts: $whole is authorized, captured and refunded to the unit",
    ({ whole }) =>
      Effect.gen(function* () {
        yield* morning
        const parent = yield* authorize(charge({ amount: whole }))
        if (whole > 1) {
          yield* take(parent, 1)
          assert.strictEqual(yield* verdict(take(parent, whole)), above(whole - 1))
        }
        const rest = Math.max(1, whole - 1)
        const captured = yield* take(parent, rest)
        assert.isFalse(yield* isOpen(parent.uid))
        assert.strictEqual(yield* verdict(giveBack(captured, rest)), "accepted")
        assert.strictEqual(yield* verdict(giveBack(captured, 1)), above(0))
      }).pipe(Effect.provide(world()))
  )

  // In the sandbox, 201 drops the first request before it has an effect, 202 loses its answer, and 105 is declined.
  it.effect("D10, D40: a capture whose outcome is not known counts, and is sent again until it is", () =>
    Effect.gen(function* () {
      yield* morning
      const parent = yield* authorize(triggered(1000))
      assert.strictEqual((yield* take(parent, 201)).status, "pending")
      assert.strictEqual(yield* verdict(letGo(parent, 800)), above(799))
      yield* letGo(parent, 799)
      assert.isTrue(yield* isOpen(parent.uid))
      yield* pass("2 seconds")
      assert.isFalse(yield* isOpen(parent.uid))
      const kinds = (yield* movements).map(({ amount, kind }) => `${kind} ${amount}`)
      assert.deepStrictEqual(kinds.sort(), ["authorization 1000", "capture 201", "void 799"])
    }).pipe(Effect.provide(world()))
  )

  it.effect("D7: the hold is closed once the last capture turns out to have happened, and not before", () =>
    Effect.gen(function* () {
      yield* morning
      const parent = yield* authorize(triggered(1000))
      yield* take(parent, 202)
      yield* take(parent, 798)
      assert.isTrue(yield* isOpen(parent.uid))
      yield* pass("1999 millis")
      assert.isTrue(yield* isOpen(parent.uid))
      yield* pass("1 millis")
      assert.isFalse(yield* isOpen(parent.uid))
    }).pipe(Effect.provide(world()))
  )

  it.effect("D10: a declined capture takes nothing", () =>
    Effect.gen(function* () {
      yield* morning
      const parent = yield* authorize(triggered(1000))
      assert.strictEqual((yield* take(parent, 105)).status, "failed")
      assert.strictEqual(yield* verdict(take(parent, 1001)), above(1000))
      assert.strictEqual(yield* verdict(take(parent, 1000)), "accepted")
    }).pipe(Effect.provide(world()))
  )
})

describeOnContract("what was taken", () => {
  it.effect("D10: a payment is refunded up to its amount, and not a unit more", () =>
    Effect.gen(function* () {
      yield* morning
      const parent = yield* pay(charge())
      assert.strictEqual(yield* verdict(giveBack(parent, 1001)), above(1000))
      yield* giveBack(parent, 999)
      assert.strictEqual(yield* verdict(giveBack(parent, 2)), above(1))
      yield* giveBack(parent, 1)
      assert.strictEqual(yield* verdict(giveBack(parent, 1)), above(0))
      assert.strictEqual((yield* find(parent.uid)).status, "successful")
    }).pipe(Effect.provide(world()))
  )

  it.effect("D10: each capture is refunded up to its own amount, whatever was authorized", () =>
    Effect.gen(function* () {
      yield* morning
      const parent = yield* authorize(charge())
      const [one, two] = [yield* take(parent, 400), yield* take(parent, 300)]
      assert.strictEqual(yield* verdict(giveBack(one, 401)), above(400))
      yield* giveBack(one, 400)
      assert.strictEqual(yield* verdict(giveBack(two, 301)), above(300))
      yield* giveBack(two, 300)
      yield* letGo(parent, 300)
      assert.isFalse(yield* isOpen(parent.uid))
    }).pipe(Effect.provide(world()))
  )

  it.effect("D10, D40: a refund whose outcome is not known counts, and is sent again until it is", () =>
    Effect.gen(function* () {
      yield* morning
      const parent = yield* pay(triggered(1000))
      assert.strictEqual((yield* giveBack(parent, 201)).status, "pending")
      assert.strictEqual(yield* verdict(giveBack(parent, 800)), above(799))
      yield* giveBack(parent, 799)
      yield* pass("2 seconds")
      assert.strictEqual(yield* verdict(giveBack(parent, 1)), above(0))
      const refunds = (yield* movements).filter(({ kind }) => kind === "refund").map(({ amount }) => amount)
      assert.deepStrictEqual(refunds.sort(), [201, 799])
    }).pipe(Effect.provide(world()))
  )
})

/** One transaction of every type, each successful and with a remainder. */
const ofEveryType = Effect.gen(function* () {
  const authorization = yield* authorize(charge())
  const tokenization = yield* tokenize(charge())
  const payment = yield* pay(charge())
  const token = { token: tokenization.card?.token }
  return {
    authorization,
    payment,
    tokenization,
    capture: yield* take(authorization, 100),
    void: yield* letGo(authorization, 100),
    refund: yield* giveBack(payment, 100),
    credit: yield* credit(charge({ credit_card: token })),
    payout: yield* payOut({
      request: { amount: 1000, currency: "EUR", description: "Winnings", recipient_credit_card: card }
    })
  }
})

describeOnContract("what may follow what", () => {
  // Source: D10: "A refund's parent is a payment or a capture; another one is an error under parent_uid". Core tests
  // the parents of captures and voids, with `ChildRules`.
  it.effect.each([{ kind: "refund", follow: giveBack, after: ["payment", "capture"] }])(
    "D10: a $kind follows $after and nothing else",
    ({ after, follow, kind }) =>
      Effect.gen(function* () {
        yield* morning
        const parents = yield* ofEveryType
        const refusal = `parent_uid Parent transaction can't be followed by a ${kind}`
        assert.deepStrictEqual(
          yield* Effect.all(Record.map(parents, (parent) => verdict(follow(parent, 1)))),
          Record.map(parents, (_, type) => (after.includes(type) ? "accepted" : refusal))
        )
      }).pipe(Effect.provide(world()))
  )

  it.effect("D10: nothing follows a parent whose outcome is not known, until it is", () =>
    Effect.gen(function* () {
      yield* morning
      const refusal = "parent_uid Parent transaction is not successful"
      const held = yield* authorize(holder("LATE"))
      const paid = yield* pay(holder("LATE"))
      assert.strictEqual(yield* verdict(take(held, 1)), refusal)
      assert.strictEqual(yield* verdict(letGo(held, 1)), refusal)
      assert.strictEqual(yield* verdict(giveBack(paid, 1)), refusal)
      yield* pass("2 seconds")
      assert.strictEqual(yield* verdict(take(held, 1)), "accepted")
      assert.strictEqual(yield* verdict(letGo(held, 1)), "accepted")
      assert.strictEqual(yield* verdict(giveBack(paid, 1)), "accepted")
    }).pipe(Effect.provide(world()))
  )
})
