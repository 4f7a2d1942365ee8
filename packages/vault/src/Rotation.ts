/**
 * Changing the key while the gateway runs.
 *
 * 1. `KeyFile.addKey` adds a key and makes it current.
 * 2. `KeyProvider.reload` in every process: new cards are sealed with it.
 * 3. `rotate`, in one process or several, until it answers 0.
 * 4. Only then may the old key leave the ring, and every process reload once more.
 *
 * Processes that do not share the file get the new key under its name first, with `current` as it was, and all reload;
 * then `current` changes everywhere, and step 2 follows.
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
 * How many cards one unit of work re-wraps: few enough that payments do not wait for it.
 *
 * Unit: cards.
 */
export const batchSize = 100

/**
 * How many cards that cannot be re-wrapped a rotation steps over before it gives up.
 *
 * Unit: cards, inclusive.
 */
export const maxDamaged = 100

/**
 * Some cards cannot be re-wrapped: their key is not in the ring, or they were altered. All others were, unless there
 * are more than `maxDamaged` of these; then the ring is likely the wrong one.
 */
export class RotationIncomplete extends Schema.TaggedError<RotationIncomplete>("@florin/vault/RotationIncomplete")(
  "RotationIncomplete",
  { rewrapped: Schema.Int, damaged: Schema.Int }
) {}

type Sealed = Pick<SavedCard, "shop" | "token" | "number">

const nameOf = ({ shop, token }: Sealed): string => `${shop} ${token}`

/** Whether it could be done. What the store refuses, and a vault without a key, ends the batch instead. */
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
  // One rotation at a time: two would update the same rows, perhaps in another order.
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
 * Wraps every card under the ring's current key, batch by batch, and answers how many it was. No number is decrypted.
 * It may be interrupted or killed at any point, and run again: every card is sealed with the old key or with the new
 * one, and opens.
 *
 * All processes that rotate at once must have the same current key.
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
