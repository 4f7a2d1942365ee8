/**
 * CardStore and UnitOfWork over a map: a unit works on a copy that replaces the map on success. One
 * unit at a time.
 */
import { CardStore, type SavedCard } from "@florin/core/cards/CardStore"
import { UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

export type Sealed = Pick<SavedCard, "shop" | "token" | "number">

/** The committed cards, and a hook before each replacement. */
export class MemoryCards extends Context.Tag("test/MemoryCards")<
  MemoryCards,
  { committed: ReadonlyMap<string, Sealed>; beforeReplace: Effect.Effect<void>; largestUnit: number }
>() {}

const nameOf = ({ shop, token }: Pick<SavedCard, "shop" | "token">): string => `${shop}/${token}`

const unused = Effect.dieMessage("a rotation has no use for this")

const make = Effect.gen(function* () {
  const state = yield* MemoryCards
  const turn = yield* Effect.makeSemaphore(1)
  let working = new Map<string, Sealed>()
  let replaced = 0

  const replaceSealed = Effect.fnUntraced(function* (shop: SavedCard["shop"], token: SavedCard["token"], number) {
    yield* state.beforeReplace
    working.set(nameOf({ shop, token }), { shop, token, number })
    replaced++
  }) as (typeof CardStore.Service)["replaceSealed"]

  const store = CardStore.of({
    find: () => Effect.as(unused, Option.none()),
    notSealedWith: (keyId, limit) =>
      Effect.sync(() => [...working.values()].filter((_) => _.number.keyId !== keyId).slice(0, limit)),
    replaceSealed
  })

  const unit = UnitOfWork.of({
    run: (work) =>
      Effect.gen(function* () {
        working = new Map(state.committed)
        replaced = 0
        const result = yield* Effect.provideService(work, UnitOfWorkContext, {
          execute: () => unused,
          lock: () => Effect.void,
          afterCommit: () => Effect.void
        })
        state.committed = working
        state.largestUnit = Math.max(state.largestUnit, replaced)
        return result
      }).pipe(turn.withPermits(1)) as never
  })

  return Context.make(CardStore, store).pipe(Context.add(UnitOfWork, unit))
})

export const layer = Layer.effectContext(make).pipe(
  Layer.provideMerge(
    Layer.sync(MemoryCards, () => ({ committed: new Map(), beforeReplace: Effect.void, largestUnit: 0 }))
  )
)

export const put = (cards: ReadonlyArray<Sealed>) =>
  Effect.map(MemoryCards, (state) => {
    state.committed = new Map(cards.map((card) => [nameOf(card), card]))
  })
