import { assert, describe, it } from "@effect/vitest"
import type { SecurityCodes } from "@florin/core/cards/CardVault"
import * as Ids from "@florin/core/ids/Ids"
import * as VaultCodes from "@florin/vault/SecurityCodes"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"

const [shop, other] = [Ids.ShopId.make("shop"), Ids.ShopId.make("other")]
const code = Redacted.make("123")

const takenFrom = (codes: SecurityCodes["Type"], uid: Ids.TransactionUid): string | null => {
  const kept = codes.take(uid)
  return kept === undefined ? null : Redacted.value(kept.code)
}

/** Small buffers share a slab, which can be searched for bytes that should be zeroed. */
const slab = () => Buffer.from(Buffer.from(".").buffer)

const uids = (count: number) => Effect.replicateEffect(Ids.newTransactionUid, count)

describe("a security code", () => {
  it.scoped("D15: is given out once, for its own transaction", () =>
    Effect.gen(function* () {
      const codes = yield* VaultCodes.make(10)
      const [uid, another] = yield* Effect.all([Ids.newTransactionUid, Ids.newTransactionUid])
      codes.keep(shop, uid, { code })
      assert.deepStrictEqual(
        [another, uid, uid].map((of) => takenFrom(codes, of)),
        [null, "123", null]
      )
    })
  )

  it.scoped.each([
    { wait: "899999 millis", expected: "123" },
    { wait: "15 minutes", expected: null }
  ] as const)("D15: is $expected after $wait", ({ expected, wait }) =>
    Effect.gen(function* () {
      const codes = yield* VaultCodes.make(10)
      const uid = yield* Ids.newTransactionUid
      codes.keep(shop, uid, { code })
      yield* TestClock.adjust(wait)
      assert.strictEqual(takenFrom(codes, uid), expected)
    })
  )

  it.scoped("D15: that was taken and is kept again for the next step is held no longer for it", () =>
    Effect.gen(function* () {
      const codes = yield* VaultCodes.make(10)
      const [uid, late] = yield* Effect.all([Ids.newTransactionUid, Ids.newTransactionUid])
      for (const of of [uid, late]) codes.keep(shop, of, { code })
      yield* TestClock.adjust("10 minutes")
      for (const of of [uid, late]) codes.keep(shop, of, codes.take(of)!)
      yield* TestClock.adjust("4 minutes")
      assert.strictEqual(takenFrom(codes, uid), "123")
      yield* TestClock.adjust("1 minute")
      assert.isNull(takenFrom(codes, late))
    })
  )

  it.scoped("D15: kept again replaces the first, and is held no longer for it", () =>
    Effect.gen(function* () {
      const codes = yield* VaultCodes.make(10)
      const [uid, late] = yield* Effect.all([Ids.newTransactionUid, Ids.newTransactionUid])
      for (const of of [uid, late]) codes.keep(shop, of, { code })
      yield* TestClock.adjust("10 minutes")
      for (const of of [uid, late]) codes.keep(shop, of, { code: Redacted.make("9876") })
      assert.strictEqual(takenFrom(codes, uid), "9876")
      yield* TestClock.adjust("5 minutes")
      assert.isNull(takenFrom(codes, late))
    })
  )

  it.scoped("D42: makes room for a newer one of its shop when there are too many", () =>
    Effect.gen(function* () {
      const codes = yield* VaultCodes.make(3)
      const all = yield* uids(5)
      for (const uid of all) codes.keep(shop, uid, { code })
      codes.keep(shop, all[2]!, { code })
      assert.deepStrictEqual(
        all.filter((uid) => takenFrom(codes, uid) !== null),
        all.slice(2)
      )
    })
  )

  it.scoped("D42: of one shop is not lost to the challenges of another, however many that opens", () =>
    Effect.gen(function* () {
      const codes = yield* VaultCodes.make(100)
      const own = yield* uids(20)
      for (const uid of own) codes.keep(shop, uid, { code })
      for (const uid of yield* uids(1000)) codes.keep(other, uid, { code })
      const late = yield* uids(30)
      for (const uid of late) codes.keep(shop, uid, { code })
      for (const uid of yield* uids(1000)) codes.keep(other, uid, { code })
      assert.deepStrictEqual(
        [...own, ...late].filter((uid) => takenFrom(codes, uid) === null),
        []
      )
    })
  )

  it.scoped("D42: of a third shop finds room where two have filled it", () =>
    Effect.gen(function* () {
      const codes = yield* VaultCodes.make(10)
      for (const uid of yield* uids(10)) codes.keep(shop, uid, { code })
      for (const uid of yield* uids(10)) codes.keep(other, uid, { code })
      const third = yield* uids(3)
      for (const uid of third) codes.keep(Ids.ShopId.make("third"), uid, { code })
      assert.deepStrictEqual(
        third.map((uid) => takenFrom(codes, uid)),
        ["123", "123", "123"]
      )
    })
  )

  it.effect.each(["taken", "over", "replaced", "dropped", "closed"] as const)(
    "is zeroed in memory once it is %s",
    (end) =>
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        const codes = yield* Scope.extend(VaultCodes.make(1), scope)
        const [uid, next] = yield* Effect.all([Ids.newTransactionUid, Ids.newTransactionUid])
        const canary = `code kept until it is ${end}`
        const before = slab()
        codes.keep(shop, uid, { code: Redacted.make(canary) })
        const slabs = [before, slab()]
        const isThere = () => slabs.some((_) => _.includes(canary))
        assert.isTrue(isThere())
        if (end === "taken") codes.take(uid)
        if (end === "over") yield* TestClock.adjust("15 minutes")
        if (end === "replaced") codes.keep(shop, uid, { code })
        if (end === "dropped") codes.keep(other, next, { code })
        yield* end === "closed" ? Scope.close(scope, Exit.void) : Effect.void
        assert.isFalse(isThere())
        yield* Scope.close(scope, Exit.void)
      })
  )
})
