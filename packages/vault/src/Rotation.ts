/**
 * Key rotation while the gateway runs.
 *
 * 1. `KeyFile.addKey` adds a key and makes it current.
 * 2. `KeyProvider.reload` in every process: new cards are sealed with the new key.
 * 3. `rotate`, in one process or several, until it returns 0.
 * 4. Only then remove the old key from the ring and reload every process once more.
 *
 * Processes that don't share the file first get the new key under its name with `current` unchanged, and all reload.
 * Then
 * `current` changes everywhere, followed by step 2.
 */
import { CardStore, type SavedCard } from "@florin/core/cards/CardStore"
import { CardVault, type VaultError } from "@florin/core/cards/CardVault"
import { committing } from "@florin/core/store/FaultPoints"
import type { StorageError } from "@florin/core/store/StorageError"
import { type UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/**
 * The number of cards that one unit of work re-wraps: few enough that payments don't wait for it.
 *
 * Unit: cards.
 */
export const batchSize = 100

/**
 * The number of damaged cards that a rotation skips before it fails.
 *
 * Unit: cards, inclusive.
 */
export const maxDamaged = 100

/**
 * Some cards can't be re-wrapped, because their key is not in the ring or they were altered. All others were
 * re-wrapped, unless there are more than `maxDamaged` such cards, which suggests the wrong ring.
 */
export class RotationIncomplete extends Schema.TaggedError<RotationIncomplete>("@florin/vault/RotationIncomplete")(
  "RotationIncomplete",
  { rewrapped: Schema.Int, damaged: Schema.Int }
) {}

type Sealed = Pick<SavedCard, "shop" | "token" | "number">

const nameOf = ({ shop, token }: Sealed): string => `${shop} ${token}`

/** Succeeds with whether the card was re-wrapped. A store error, or a vault without a key, fails the batch instead. */
const rewrap = Effect.fnUntraced(function* (card: Sealed) {
  const store = yield* CardStore
  const vault = yield* CardVault
  const number = yield* Effect.either(vault.rewrap(card.shop, card.token, card.number))
  if (Either.isRight(number)) {
    yield* store.replaceSealed(card.shop, card.token, number.right)
    return true
  }
  return number.left.reason === "no-key" ? yield* number.left : false
})

const batch = Effect.fnUntraced(function* (damaged: ReadonlySet<string>) {
  const store = yield* CardStore
  const vault = yield* CardVault
  // One rotation at a time: two could update the same rows in different orders and deadlock.
  yield* (yield* UnitOfWorkContext).lock("vault rotation")
  const found = yield* store.notSealedWith(yield* vault.currentKey, batchSize + damaged.size)
  const cards = found.filter((card) => !damaged.has(nameOf(card)))
  const done = yield* Effect.forEach(cards, rewrap)
  return {
    rewrapped: done.filter((_) => _).length,
    damaged: cards.filter((_, index) => !done[index]).map(nameOf)
  }
})

/**
 * Re-wraps all cards under the ring's current key in batches and returns their number. Doesn't decrypt card numbers. It
 * can be interrupted or killed at any point and run again: each card is sealed with either the old or the new key.
 *
 * Processes that rotate concurrently must have the same current key.
 *
 * Errors: `RotationIncomplete`; `VaultError` when the ring has no key; `StorageError`.
 *
 * Source: reliability, "Vault": rotation re-wraps online.
 */
export const rotate: Effect.Effect<
  number,
  RotationIncomplete | VaultError | StorageError,
  CardStore | CardVault | UnitOfWork
> = Effect.gen(function* () {
  const commit = yield* committing
  const damaged = new Set<string>()
  let rewrapped = 0
  for (;;) {
    const done = yield* commit("rotate")(batch(damaged))
    rewrapped += done.rewrapped
    for (const name of done.damaged) damaged.add(name)
    const finished = done.rewrapped === 0 && done.damaged.length === 0
    if (finished && damaged.size === 0) return rewrapped
    if (finished || damaged.size > maxDamaged) {
      return yield* new RotationIncomplete({ rewrapped, damaged: damaged.size })
    }
  }
}).pipe(Effect.withSpan("Rotation.rotate"))
