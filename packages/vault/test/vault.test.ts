import { createHmac } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { CardVault } from "@florin/core/cards/CardVault"
import { Entropy, ShopId } from "@florin/core/ids/Ids"
import { given } from "@florin/core/request/Given"
import { VaultError } from "@florin/core/store/VaultError"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Vault from "@florin/vault/Vault"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { bytesFrom, countingBytes, numberOf, shop, token, vaultOf } from "./samples.js"

const visa = numberOf("4242424242424242")
const first = vaultOf("k1", ["k1"])
const second = vaultOf("k2", ["k1", "k2"])
const withVault = <A, E, R>(use: (vault: typeof CardVault.Service) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(CardVault, use)

// Source: D14.
describe("a stamp", () => {
  it.effect("is the HMAC-SHA256 of the number under the stamp key", () =>
    Effect.gen(function* () {
      const stamp = yield* withVault((vault) => vault.stamp(visa))
      assert.strictEqual(stamp, "4f3e5291633a97eb8c774dabb4a668fff690a751236f521534bcd6287bdd9feb")
      assert.strictEqual(stamp, createHmac("sha256", bytesFrom(200)).update("4242424242424242").digest("hex"))
    }).pipe(Effect.provide(first))
  )

  it.effect(
    "D53: of a provider's token is that of no number, differs for another provider or value, and not for its customer",
    () =>
      Effect.gen(function* () {
        const stampOf = (provider: string, value: string, customer?: string) =>
          withVault((vault) => vault.stampOfToken({ provider, value: Redacted.make(value), ...given({ customer }) }))
        const stamps = yield* Effect.all([
          stampOf("stripe", "pm_1"),
          stampOf("stripe", "pm_2"),
          stampOf("adyen", "pm_1"),
          stampOf("stripe", "4242424242424242"),
          withVault((vault) => vault.stamp(visa))
        ])
        assert.strictEqual(new Set(stamps).size, stamps.length)
        assert.strictEqual(yield* stampOf("stripe", "pm_1", "cus_1"), stamps[0])
        assert.notInclude(stamps[0]!, "pm_1")
      }).pipe(Effect.provide(first))
  )

  it.effect("stays when the ring's current key changes, and differs for another number", () =>
    Effect.gen(function* () {
      const before = yield* withVault((vault) => vault.stamp(visa)).pipe(Effect.provide(first))
      const after = yield* withVault((vault) => vault.stamp(visa)).pipe(Effect.provide(second))
      const other = yield* withVault((vault) => vault.stamp(numberOf("4242424242424243"))).pipe(Effect.provide(first))
      assert.strictEqual(after, before)
      assert.notStrictEqual(other, before)
    })
  )
})

describe("the vault", () => {
  it.effect("takes its randomness from Entropy", () =>
    Effect.gen(function* () {
      const sealed = yield* withVault((vault) => vault.seal(shop, token, visa)).pipe(
        Effect.provideService(Entropy, countingBytes().random)
      )
      assert.strictEqual(sealed.keyId, "k1")
      assert.isTrue(sealed.sealed.startsWith("ASwtLi8wMTIzNDU2Ny7_zrP3th5X2PqUL__906UCd96L"))
    }).pipe(Effect.provide(first))
  )

  it.effect("opens for the shop and token it sealed for, and for no other", () =>
    Effect.gen(function* () {
      const vault = yield* CardVault
      const sealed = yield* vault.seal(shop, token, visa)
      assert.strictEqual(Redacted.value(yield* vault.open(shop, token, sealed)), "4242424242424242")
      const error = yield* Effect.flip(vault.open(ShopId.make("shop_2"), token, sealed))
      assert.strictEqual(error.reason, "altered")
    }).pipe(Effect.provide(first))
  )

  it.effect("wraps under the current key, and an old ring does not know that key", () =>
    Effect.gen(function* () {
      const old = yield* withVault((vault) => vault.seal(shop, token, visa)).pipe(Effect.provide(first))
      const moved = yield* withVault((vault) => vault.rewrap(shop, token, old)).pipe(Effect.provide(second))
      assert.strictEqual(moved.keyId, yield* withVault((vault) => vault.currentKey).pipe(Effect.provide(second)))
      const opened = yield* withVault((vault) => vault.open(shop, token, moved)).pipe(Effect.provide(second))
      assert.strictEqual(Redacted.value(opened), "4242424242424242")
      const error = yield* Effect.flip(withVault((vault) => vault.open(shop, token, moved))).pipe(Effect.provide(first))
      assert.strictEqual(error.reason, "unknown-key")
    })
  )

  it.effect("says so when there are no keys to be had", () =>
    Effect.gen(function* () {
      const vault = yield* CardVault
      const sealed = { keyId: "k1", sealed: "" }
      const outcomes = yield* Effect.all(
        [
          vault.stamp(visa),
          vault.seal(shop, token, visa),
          vault.open(shop, token, sealed),
          vault.rewrap(shop, token, sealed),
          vault.currentKey
        ].map((operation) => Effect.flip(operation as Effect.Effect<unknown, VaultError>))
      )
      assert.deepStrictEqual(
        outcomes.map(({ reason }) => reason),
        ["no-key", "no-key", "no-key", "no-key", "no-key"]
      )
    }).pipe(
      Effect.provide(
        Layer.provide(
          Vault.layer,
          Layer.succeed(KeyProvider.KeyProvider, {
            ring: new VaultError({ reason: "no-key" }),
            reload: Effect.void
          })
        )
      )
    )
  )
})
