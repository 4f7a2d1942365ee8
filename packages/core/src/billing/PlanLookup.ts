/** Plans by a key of the shop's own: one key is one plan, however often and wherever a program creates it. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { CardVault } from "../cards/CardVault.js"
import { CommitStore, commitUnguarded, writing } from "../commits/Commit.js"
import type { PlanId, ShopId } from "../ids/Ids.js"
import { Plan } from "../plans/Plan.js"
import type { PlanRequest } from "../plans/PlanRequest.js"
import { planOf } from "../plans/PlanRules.js"
import { PlanStore } from "../plans/PlanStore.js"
import { type InvalidRequest, invalid } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import { findOrCreate } from "../store/FindOrCreate.js"
import type { StorageError } from "../store/StorageError.js"
import type { VaultError } from "../store/VaultError.js"

/** A plan that was asked for, and whether this request has created it. */
export interface Kept {
  readonly plan: Plan
  readonly isNew: boolean
}

/** A request whose plan has a key. */
type WithKey = PlanRequest & { readonly lookupKey: string }

export const hasKey = (request: PlanRequest): request is WithKey => request.lookupKey !== undefined

const facts = { brand: null, first1: "", last4: "", bin: "", bin8: null }

// Card numbers are digits only, so the stamp of this text is never the stamp of a card.
const stampedBy = (shop: ShopId, key: string) => ({
  digits: Redacted.make(`plan-lookup-key\n${shop}\n${key}`),
  facts
})

const terms = Schema.equivalence(Schema.typeSchema(Plan.omit("createdAt")))

/** Whether two plans charge the same, and ask for the same. */
export const sameTerms = ({ createdAt: _, ...one }: Plan, { createdAt: __, ...other }: Plan): boolean =>
  terms(one, other)

/** Writes a new plan. */
export const inserting = (plan: Plan) => writing("plan-create", [{ _tag: "InsertPlan", plan }], plan)

/**
 * The id of a plan follows from its key, so the primary key keeps requests at the same time from making two. The vault
 * stamps it: nobody else can compute the id, which is the capability of the payment page.
 */
export const make = Effect.gen(function* () {
  const write = commitUnguarded(yield* CommitStore)
  const store = yield* PlanStore
  const vault = yield* CardVault

  const idOf = (shop: ShopId, key: string): Effect.Effect<PlanId, VaultError> =>
    Effect.map(vault.stamp(stampedBy(shop, key)), (stamp) => `pln_${stamp.slice(0, 16)}` as PlanId)

  const find = (shop: Shop, key: string): Effect.Effect<Option.Option<Plan>, StorageError | VaultError> =>
    Effect.flatMap(idOf(shop.id, key), (id) => store.find(shop.id, id))

  const requestedBy = Effect.fnUntraced(function* (shop: Shop, request: WithKey) {
    return planOf(shop.id, yield* idOf(shop.id, request.lookupKey), request, yield* DateTime.now)
  })

  /** The same as `keep`, without creating one: for previews. */
  const look = Effect.fnUntraced(function* (shop: Shop, request: WithKey) {
    const requested = yield* requestedBy(shop, request)
    const plan = Option.getOrElse(yield* store.find(shop.id, requested.id), () => requested)
    return sameTerms(plan, requested) ? plan : yield* otherTerms
  })

  /** The plan of the key: the standing one if its terms are those of the request, or else a new one. */
  const keep = Effect.fnUntraced(function* (shop: Shop, request: WithKey) {
    const requested = yield* requestedBy(shop, request)
    const existing = Effect.map(
      store.find(shop.id, requested.id),
      Option.map((plan): Kept => ({ plan, isNew: false }))
    )
    const created = Effect.map(write(inserting(requested)), (plan): Kept => ({ plan, isNew: true }))
    const kept = yield* findOrCreate(existing, created)
    if (!sameTerms(kept.plan, requested)) return yield* otherTerms
    return kept
  })

  return { find, keep, look }
})

const otherTerms: InvalidRequest = invalid("lookup_key", "is that of a plan with other terms")
