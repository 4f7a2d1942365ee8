/** Creates, finds and lists plans. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { CommitStore, commitUnguarded } from "../commits/Commit.js"
import { Entropy, makePlanId, type PlanId } from "../ids/Ids.js"
import { outsideUnitOfWork } from "../operations/Operations.js"
import type { Plan } from "../plans/Plan.js"
import type { PlanRequest } from "../plans/PlanRequest.js"
import { planOf } from "../plans/PlanRules.js"
import { PlanStore } from "../plans/PlanStore.js"
import type { InvalidRequest, NotFound } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import { findOrCreate, type WithChosenId } from "../store/FindOrCreate.js"
import { existing, type List, listing } from "../store/Records.js"
import type { StorageError } from "../store/StorageError.js"
import type { NotInsideTransaction } from "../store/UnitOfWork.js"
import type { VaultError } from "../store/VaultError.js"
import * as PlanLookup from "./PlanLookup.js"

/** Why a plan with a key of the shop's own was not created: the key's plan has other terms, or the vault has no key. */
type PlanRefusal = InvalidRequest | VaultError

export class Plans extends Context.Tag("@florin/core/Plans")<
  Plans,
  {
    readonly create: (
      shop: Shop,
      request: PlanRequest,
      options?: WithChosenId<PlanId>
    ) => Effect.Effect<Plan, PlanRefusal | NotInsideTransaction | StorageError>
    /** The same, and whether the plan is a new one. */
    readonly keep: (
      shop: Shop,
      request: PlanRequest,
      options?: WithChosenId<PlanId>
    ) => Effect.Effect<PlanLookup.Kept, PlanRefusal | NotInsideTransaction | StorageError>
    readonly find: (shop: Shop, id: PlanId) => Effect.Effect<Plan, NotFound | StorageError>
    /** For the payment page: an unguessable id is the capability. */
    readonly findPublic: (id: PlanId) => Effect.Effect<Plan, NotFound | StorageError>
    /** The plan of a key of the shop's own. */
    readonly findByLookupKey: (shop: Shop, key: string) => Effect.Effect<Option.Option<Plan>, VaultError | StorageError>
    readonly list: List<Plan, PlanId>
  }
>() {}

export const make = Effect.gen(function* () {
  const write = commitUnguarded(yield* CommitStore)
  const store = yield* PlanStore
  const entropy = yield* Entropy
  const lookup = yield* PlanLookup.make

  const insert = (shop: Shop, request: PlanRequest, id: PlanId) =>
    Effect.flatMap(DateTime.now, (now) => write(PlanLookup.inserting(planOf(shop.id, id, request, now))))

  const keep = (
    shop: Shop,
    request: PlanRequest,
    { id }: WithChosenId<PlanId> = {}
  ): Effect.Effect<PlanLookup.Kept, PlanRefusal | NotInsideTransaction | StorageError> => {
    if (PlanLookup.hasKey(request)) return lookup.keep(shop, request)
    const plan =
      id === undefined
        ? insert(shop, request, makePlanId(entropy))
        : findOrCreate(store.find(shop.id, id), insert(shop, request, id))
    return Effect.map(plan, (plan) => ({ plan, isNew: true }))
  }

  return Plans.of({
    create: (shop, request, options) =>
      outsideUnitOfWork(
        "Plans.create",
        Effect.map(keep(shop, request, options), ({ plan }) => plan)
      ),
    keep: (shop, request, options) => outsideUnitOfWork("Plans.create", keep(shop, request, options)),
    find: (shop, id) => existing(store.find(shop.id, id)),
    findPublic: (id) => existing(store.findPublic(id)),
    findByLookupKey: lookup.find,
    list: listing(store)
  })
})
