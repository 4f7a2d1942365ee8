/** Creates, finds and lists plans. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Entropy, makePlanId, type PlanId } from "../ids/Ids.js"
import { independent } from "../operations/Operations.js"
import type { NotFound } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import { type Named, once } from "../store/Once.js"
import { commit, decided, type Operation, OperationStore } from "../store/Operation.js"
import { existing, type List, listing } from "../store/Records.js"
import type { StorageError } from "../store/StorageError.js"
import type { NotInsideTransaction } from "../store/UnitOfWork.js"
import type { Plan } from "./Plan.js"
import type { PlanRequest } from "./PlanRequest.js"
import { planOf } from "./PlanRules.js"
import { PlanStore } from "./PlanStore.js"

export class Plans extends Context.Tag("@florin/core/Plans")<
  Plans,
  {
    readonly create: (
      shop: Shop,
      request: PlanRequest,
      options?: Named<PlanId>
    ) => Effect.Effect<Plan, NotInsideTransaction | StorageError>
    readonly find: (shop: Shop, id: PlanId) => Effect.Effect<Plan, NotFound | StorageError>
    /** For the payment page: an unguessable id is the capability. */
    readonly findPublic: (id: PlanId) => Effect.Effect<Plan, NotFound | StorageError>
    readonly list: List<Plan, PlanId>
  }
>() {}

const inserting = (plan: Plan): Operation<object, Plan, never> => ({
  name: "plan-create",
  load: {},
  decide: () => decided([{ _tag: "InsertPlan", plan }], plan)
})

export const make = Effect.gen(function* () {
  const write = commit(yield* OperationStore)
  const store = yield* PlanStore
  const entropy = yield* Entropy

  const insert = Effect.fnUntraced(
    function* (shop: Shop, request: PlanRequest, id: PlanId) {
      return yield* write(inserting(planOf(shop.id, id, request, yield* DateTime.now)))
    },
    Effect.catchTags({ Stale: Effect.die })
  )

  const create = (shop: Shop, request: PlanRequest, { id }: Named<PlanId> = {}) =>
    id === undefined
      ? insert(shop, request, makePlanId(entropy))
      : once(store.find(shop.id, id), insert(shop, request, id))

  return Plans.of({
    create: (shop, request, options) => independent("Plans.create", create(shop, request, options)),
    find: (shop, id) => existing(store.find(shop.id, id)),
    findPublic: (id) => existing(store.findPublic(id)),
    list: listing(store)
  })
})

export const layer = Layer.effect(Plans, make)
