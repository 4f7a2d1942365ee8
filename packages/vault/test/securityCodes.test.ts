import { assert, describe, it } from "@effect/vitest"
import { SecurityCodes } from "@florin/core/cards/CardVault"
import * as Ids from "@florin/core/ids/Ids"
import * as VaultCodes from "@florin/vault/SecurityCodes"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"

const code = Redacted.make("123")
const taken = (uid: Ids.TransactionUid) =>
  Effect.flatMap(SecurityCodes, (codes) =>
    Effect.map(codes.take(uid), (found) => Option.getOrNull(Option.map(found, Redacted.value)))
  )

/** Small buffers share a slab, which can be searched for bytes that should be zeroed. */
const slab = () => Buffer.from(Buffer.from(".").buffer)

// Source: D15.
describe("a security code", () => {
  it.effect("is given out once", () =>
    Effect.gen(function* () {
      const uid = yield* Ids.transactionUid
      yield* (yield* SecurityCodes).keep(uid, code)
      assert.strictEqual(yield* taken(uid), "123")
      assert.isNull(yield* taken(uid))
    }).pipe(Effect.provide(VaultCodes.layer))
  )

  it.effect("belongs to its transaction", () =>
    Effect.gen(function* () {
      const [one, other] = yield* Effect.all([Ids.transactionUid, Ids.transactionUid])
      yield* (yield* SecurityCodes).keep(one, code)
      assert.isNull(yield* taken(other))
      assert.strictEqual(yield* taken(one), "123")
    }).pipe(Effect.provide(VaultCodes.layer))
  )

  it.effect.each([
    { wait: "15 minutes", expected: "123" },
    { wait: "900001 millis", expected: null }
  ] as const)("is $expected after $wait", ({ expected, wait }) =>
    Effect.gen(function* () {
      const uid = yield* Ids.transactionUid
      yield* (yield* SecurityCodes).keep(uid, code)
      yield* TestClock.adjust(wait)
      assert.strictEqual(yield* taken(uid), expected)
    }).pipe(Effect.provide(VaultCodes.layer))
  )

  it.effect("does not live longer because the clock was set back", () =>
    Effect.gen(function* () {
      const uid = yield* Ids.transactionUid
      yield* TestClock.adjust("1 hour")
      yield* (yield* SecurityCodes).keep(uid, code)
      yield* TestClock.setTime(0)
      assert.isNull(yield* taken(uid))
      yield* TestClock.adjust("1 hour")
      assert.isNull(yield* taken(uid))
    }).pipe(Effect.provide(VaultCodes.layer))
  )

  it.effect("kept again replaces the first and begins anew", () =>
    Effect.gen(function* () {
      const codes = yield* SecurityCodes
      const uid = yield* Ids.transactionUid
      yield* codes.keep(uid, code)
      yield* TestClock.adjust("10 minutes")
      yield* codes.keep(uid, Redacted.make("9876"))
      yield* TestClock.adjust("15 minutes")
      assert.strictEqual(yield* taken(uid), "9876")
    }).pipe(Effect.provide(VaultCodes.layer))
  )

  it.scoped("makes room for a newer one when there are too many", () =>
    Effect.gen(function* () {
      const codes = yield* VaultCodes.make(3)
      const uids = yield* Effect.replicateEffect(Ids.transactionUid, 5)
      yield* Effect.forEach(uids, (uid) => codes.keep(uid, code))
      yield* codes.keep(uids[2]!, code)
      const left = yield* Effect.filter(uids, (uid) => Effect.map(codes.take(uid), Option.isSome))
      assert.deepStrictEqual(left, uids.slice(2))
    })
  )

  it.effect.each(["taken", "over", "replaced", "dropped", "closed"] as const)(
    "is zeroed in memory once it is %s",
    (end) =>
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        const codes = yield* Scope.extend(VaultCodes.make(1), scope)
        const [uid, other] = yield* Effect.all([Ids.transactionUid, Ids.transactionUid])
        const canary = `code kept until it is ${end}`
        const before = slab()
        yield* codes.keep(uid, Redacted.make(canary))
        const slabs = [before, slab()]
        const isThere = () => slabs.some((_) => _.includes(canary))
        assert.isTrue(isThere())
        if (end === "taken") yield* codes.take(uid)
        if (end === "over") yield* Effect.zipRight(TestClock.adjust("16 minutes"), codes.take(other))
        if (end === "replaced") yield* codes.keep(uid, code)
        if (end === "dropped") yield* codes.keep(other, code)
        yield* end === "closed" ? Scope.close(scope, Exit.void) : Effect.void
        assert.isFalse(isThere())
        yield* Scope.close(scope, Exit.void)
      })
  )
})
