/**
 * Key rotation while the gateway runs.
 *
 * 1. `KeyFile.addKey` adds a key and makes it current.
 * 2. `KeyProvider.reload` in every process: new cards and documents are sealed with the new key.
 * 3. `rotate`, in one process or several, until it returns 0.
 * 4. Only then remove the old key from the ring and reload every process once more.
 *
 * Processes that don't share the file first get the new key under its name with `current` unchanged, and all reload.
 * Then
 * `current` changes everywhere, followed by step 2.
 */
import { CardStore } from "@florin/core/cards/CardStore"
import { CardVault } from "@florin/core/cards/CardVault"
import { committing } from "@florin/core/store/FaultPoints"
import type { StorageError } from "@florin/core/store/StorageError"
import { type UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import type { VaultError } from "@florin/core/store/VaultError"
import { DocumentStore } from "@florin/core/transfers/DocumentStore"
import { DocumentVault } from "@florin/core/transfers/DocumentVault"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/**
 * The number of cards and documents that one unit of work re-wraps: few enough that payments don't wait for it.
 *
 * Unit: wrapped data keys.
 */
export const batchSize = 100

/**
 * The number of damaged cards and documents that a rotation skips before it fails.
 *
 * Unit: wrapped data keys, inclusive.
 */
export const maxDamaged = 100

/**
 * Some cards or documents can't be re-wrapped, because their key is not in the ring or they were altered. All others
 * were re-wrapped, unless there are more than `maxDamaged` such ones, which suggests the wrong ring.
 */
export class RotationIncomplete extends Schema.TaggedError<RotationIncomplete>("@florin/vault/RotationIncomplete")(
  "RotationIncomplete",
  { rewrapped: Schema.Int, damaged: Schema.Int }
) {}

/** A card or a document whose data key another key wraps. */
interface Sealed {
  readonly name: string
  readonly rewrap: Effect.Effect<void, VaultError | StorageError, UnitOfWorkContext>
}

const cards = Effect.fnUntraced(function* (keyId: string, limit: number) {
  const store = yield* CardStore
  const vault = yield* CardVault
  const found = yield* store.notSealedWith(keyId, limit)
  return found.map(
    ({ number, shop, token }): Sealed => ({
      name: `card ${shop} ${token}`,
      rewrap: Effect.flatMap(vault.rewrap(shop, token, number), (_) => store.replaceSealed(shop, token, _))
    })
  )
})

const documents = Effect.fnUntraced(function* (keyId: string, limit: number) {
  const store = yield* DocumentStore
  const vault = yield* DocumentVault
  const found = yield* store.notSealedWith(keyId, limit)
  return found.map(
    ({ proof, sealed, shop }): Sealed => ({
      name: `document ${shop} ${proof}`,
      rewrap: Effect.flatMap(vault.rewrap(shop, proof, sealed), (_) => store.replaceSealed(shop, proof, _))
    })
  )
})

/** Cards first, then documents. */
const notSealedWith = Effect.fnUntraced(function* (keyId: string, limit: number) {
  const first = yield* cards(keyId, limit)
  return first.length === limit ? first : [...first, ...(yield* documents(keyId, limit - first.length))]
})

/** Succeeds with whether it was re-wrapped. A store error, or a vault without a key, fails the batch instead. */
const attempt = ({ rewrap }: Sealed) =>
  Effect.catchIf(
    Effect.as(rewrap, true),
    (error) => error._tag === "VaultError" && error.reason !== "no-key",
    () => Effect.succeed(false)
  )

const batch = Effect.fnUntraced(function* (damaged: ReadonlySet<string>) {
  const vault = yield* CardVault
  // One rotation at a time: two could update the same rows in different orders and deadlock.
  yield* (yield* UnitOfWorkContext).lock("vault rotation")
  const found = yield* notSealedWith(yield* vault.currentKey, batchSize + damaged.size)
  const sealed = found.filter(({ name }) => !damaged.has(name))
  const done = yield* Effect.forEach(sealed, attempt)
  return {
    rewrapped: done.filter((_) => _).length,
    damaged: sealed.filter((_, index) => !done[index]).map(({ name }) => name)
  }
})

type Rotating = Effect.Effect<
  number,
  RotationIncomplete | VaultError | StorageError,
  CardStore | CardVault | DocumentStore | DocumentVault | UnitOfWork
>

/** `done` is called after each batch with how many were re-wrapped. */
const rotating = (done: (rewrapped: number) => Effect.Effect<void>): Rotating =>
  Effect.gen(function* () {
    const commit = yield* committing
    const damaged = new Set<string>()
    let rewrapped = 0
    for (;;) {
      const next = yield* commit("rotate")(batch(damaged))
      rewrapped += next.rewrapped
      yield* done(rewrapped)
      for (const name of next.damaged) damaged.add(name)
      const finished = next.rewrapped === 0 && next.damaged.length === 0
      if (finished && damaged.size === 0) return rewrapped
      if (finished || damaged.size > maxDamaged) {
        return yield* new RotationIncomplete({ rewrapped, damaged: damaged.size })
      }
    }
  }).pipe(Effect.withSpan("Rotation.rotate"))

/** How far a rotation is. Unit: wrapped data keys. */
export interface Progress {
  readonly rewrapped: number
  /** How many there were to re-wrap when it began. More may come meanwhile from a process with an older ring. */
  readonly total: number
}

const countOthers = Effect.gen(function* () {
  const keyId = yield* (yield* CardVault).currentKey
  return (
    (yield* (yield* CardStore).countNotSealedWith(keyId)) + (yield* (yield* DocumentStore).countNotSealedWith(keyId))
  )
})

/**
 * Like `rotate`, and tells how far it is: at its start, and after each batch.
 *
 * Errors: those of `rotate`.
 */
export const rotateShowing = (show: (progress: Progress) => Effect.Effect<void>): Rotating =>
  Effect.gen(function* () {
    const total = yield* countOthers
    yield* show({ rewrapped: 0, total })
    return yield* rotating((rewrapped) => show({ rewrapped, total: Math.max(total, rewrapped) }))
  })

/**
 * Re-wraps all cards and documents under the ring's current key in batches and returns how many of both. Decrypts
 * neither card numbers nor documents. It can be interrupted or killed at any point and run again: each is sealed with
 * either the old or the new key.
 *
 * Processes that rotate concurrently must have the same current key.
 *
 * Errors: `RotationIncomplete`; `VaultError` when the ring has no key; `StorageError`.
 *
 * Source: reliability, "Vault": rotation re-wraps online.
 */
export const rotate: Rotating = rotating(() => Effect.void)
