/**
 * CardStore, DocumentStore and UnitOfWork over two maps: a unit works on copies that replace the maps on success. One
 * unit at a time.
 */
import { CardStore, type SealedCard } from "@florin/core/cards/CardStore"
import { UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import { type DocumentKey, DocumentStore } from "@florin/core/transfers/DocumentStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

export type { SealedCard }

interface Committed {
  readonly cards: ReadonlyMap<string, SealedCard>
  readonly documents: ReadonlyMap<string, DocumentKey>
}

/** What is committed, and a hook before each replacement. */
export class MemoryStore extends Context.Tag("test/MemoryStore")<
  MemoryStore,
  { committed: Committed; beforeReplace: Effect.Effect<void>; largestUnit: number }
>() {}

const unused = Effect.dieMessage("a rotation has no use for this")

const firstOf =
  <A>(all: ReadonlyMap<string, A>, keyIdOf: (one: A) => string) =>
  (keyId: string, limit: number) =>
    [...all.values()].filter((one) => keyIdOf(one) !== keyId).slice(0, limit)

const countOf =
  <A>(all: () => ReadonlyMap<string, A>, keyIdOf: (one: A) => string) =>
  (keyId: string) =>
    Effect.sync(() => firstOf(all(), keyIdOf)(keyId, Number.POSITIVE_INFINITY).length)

const make = Effect.gen(function* () {
  const state = yield* MemoryStore
  const turn = yield* Effect.makeSemaphore(1)
  let cards = new Map<string, SealedCard>()
  let documents = new Map<string, DocumentKey>()
  let replaced = 0

  const replacing = (replace: () => void) =>
    Effect.map(state.beforeReplace, () => {
      replace()
      replaced++
    })

  const cardStore = CardStore.of({
    find: () => Effect.as(unused, Option.none()),
    findByReference: () => Effect.as(unused, Option.none()),
    ofCustomer: () => Effect.as(unused, []),
    notSealedWith: (keyId, limit) => Effect.sync(() => firstOf(cards, (_) => _.number.keyId)(keyId, limit)),
    countNotSealedWith: countOf(
      () => state.committed.cards,
      (_) => _.number.keyId
    ),
    replaceSealed: (shop, token, number) => replacing(() => cards.set(`${shop}/${token}`, { shop, token, number }))
  })

  const documentStore = DocumentStore.of({
    find: () => Effect.as(unused, Option.none()),
    notSealedWith: (keyId, limit) => Effect.sync(() => firstOf(documents, (_) => _.sealed.keyId)(keyId, limit)),
    countNotSealedWith: countOf(
      () => state.committed.documents,
      (_) => _.sealed.keyId
    ),
    replaceSealed: (shop, proof, sealed) => replacing(() => documents.set(`${shop}/${proof}`, { shop, proof, sealed }))
  })

  const unit = UnitOfWork.of({
    run: (work) =>
      Effect.gen(function* () {
        cards = new Map(state.committed.cards)
        documents = new Map(state.committed.documents)
        replaced = 0
        const result = yield* Effect.provideService(work, UnitOfWorkContext, {
          execute: () => unused,
          lock: () => Effect.void,
          afterCommit: () => Effect.void
        })
        state.committed = { cards, documents }
        state.largestUnit = Math.max(state.largestUnit, replaced)
        return result
      }).pipe(turn.withPermits(1)) as never
  })

  return Context.make(CardStore, cardStore).pipe(
    Context.add(DocumentStore, documentStore),
    Context.add(UnitOfWork, unit)
  )
})

const empty: Committed = { cards: new Map(), documents: new Map() }

export const layer = Layer.effectContext(make).pipe(
  Layer.provideMerge(Layer.sync(MemoryStore, () => ({ committed: empty, beforeReplace: Effect.void, largestUnit: 0 })))
)

export const put = (cards: ReadonlyArray<SealedCard>, documents: ReadonlyArray<DocumentKey> = []) =>
  Effect.map(MemoryStore, (state) => {
    state.committed = {
      cards: new Map(cards.map((card) => [`${card.shop}/${card.token}`, card])),
      documents: new Map(documents.map((document) => [`${document.shop}/${document.proof}`, document]))
    }
  })
