/** The commands that change what a subscription consists of. Source: D60. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { SubscriptionId } from "../../ids/Ids.js"
import { zero } from "../../money/Amount.js"
import type { Plan } from "../../plans/Plan.js"
import { PlanStore } from "../../plans/PlanStore.js"
import { InvalidRequest, invalid } from "../../request/InvalidRequest.js"
import type { Shop } from "../../shops/Shop.js"
import type { StorageError } from "../../store/StorageError.js"
import type { ChangeRequest } from "../../subscriptions/ChangeRequest.js"
import type { ChangedTerms, ChangeSummary, Subscription } from "../../subscriptions/Subscription.js"
import * as TermsChanges from "../../subscriptions/TermsChanges.js"
import type { AmountTooLarge } from "../../terms/Lines.js"
import { Renewals } from "../Renewals.js"
import { finding } from "./billing.js"
import * as Decided from "./decided.js"
import * as RecurringCharge from "./recurringCharge.js"

/** What a change does, and what it comes to. */
interface DecidedChange extends Decided.Decision {
  readonly summary: ChangeSummary
  /** A charge follows. */
  readonly isCharged: boolean
}

const asInvalid = (error: InvalidRequest | AmountTooLarge): InvalidRequest =>
  error instanceof InvalidRequest ? error : invalid([], error.message)

const nothing = { amount: zero, lines: [], gained: zero } as const

/** Decides what a change does to a subscription as it stands. */
const deciding = Effect.gen(function* () {
  const findFacts = yield* finding
  const { zoneFor } = yield* RecurringCharge.make
  return Effect.fnUntraced(function* (
    known: Subscription,
    request: ChangeRequest,
    plan: Plan | undefined,
    now: DateTime.Utc,
    shop: Shop
  ): Effect.fn.Return<DecidedChange, InvalidRequest | StorageError> {
    const zone = zoneFor(shop)
    const refused = TermsChanges.mayChange(known)
    if (refused !== undefined) return yield* refused
    const terms = yield* TermsChanges.wanted(known, request, plan)
    const { onDecline, proration, when } = TermsChanges.timing(known, terms, request)
    if (when === "renewal") {
      const transition = TermsChanges.fromRenewal(known, terms, now, zone)
      return { transition, summary: { ...nothing, when, proration }, isCharged: false }
    }
    const wish = TermsChanges.wishing(known, terms, { onDecline, proration }, now)
    const facts = yield* findFacts(known)
    const one = yield* Either.mapLeft(TermsChanges.billOf(known, wish, facts, zone), asInvalid)
    const { lines, total: amount } = one.bill
    const summary = { when, proration, amount, lines, gained: one.gained }
    if (known.charging === null && amount === zero) {
      const transition = TermsChanges.applied({ ...known, wished: undefined }, one, now, zone, shop.retryTimes)
      return { transition, summary, billed: { one, facts }, isCharged: false }
    }
    const transition = TermsChanges.wished(known, wish, now)
    return { transition, summary, isCharged: known.charging === null }
  })
})

export const make = Effect.gen(function* () {
  const plans = yield* PlanStore
  const renewals = yield* Renewals
  const decide = yield* deciding
  const decided = yield* Decided.make

  const planOf = Effect.fnUntraced(function* (shop: Shop, { plan }: ChangeRequest) {
    if (plan === undefined) return undefined
    const found = yield* plans.find(shop.id, plan.id)
    return Option.isSome(found) ? found.value : yield* invalid(["plan", "base"], "is not found")
  })

  const preview = Effect.fnUntraced(function* (shop: Shop, id: SubscriptionId, request: ChangeRequest, plan?: Plan) {
    const known = yield* decided.find(shop, id)
    const { summary } = yield* decide(known, request, plan, yield* DateTime.now, shop)
    return { ...known, change: summary } satisfies ChangedTerms
  })

  const change = Effect.fnUntraced(function* (shop: Shop, id: SubscriptionId, request: ChangeRequest) {
    const plan = yield* planOf(shop, request)
    if (request.preview === true) return yield* preview(shop, id, request, plan)
    const { after, ruled } = yield* decided.by(shop, id, (known, now) => decide(known, request, plan, now, shop))
    // Another process that carries it out meanwhile leaves its own answer.
    if (ruled.isCharged) yield* Effect.catchTag(renewals.now(after), "Stale", () => Effect.void)
    return { ...(yield* decided.find(shop, id)), change: ruled.summary } satisfies ChangedTerms
  })

  const undo = (shop: Shop, id: SubscriptionId) =>
    Effect.map(
      decided.by(shop, id, (known, now) =>
        Either.map(TermsChanges.undone(known, now, decided.zoneFor(shop), shop.retryTimes), (transition) => ({
          transition
        }))
      ),
      ({ after }) => after
    )

  return { change, undo }
})
