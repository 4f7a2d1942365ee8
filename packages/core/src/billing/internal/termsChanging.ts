/** The commands that change what a subscription consists of. Source: D60. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { SubscriptionId } from "../../ids/Ids.js"
import { PlanStore } from "../../plans/PlanStore.js"
import { invalid } from "../../request/InvalidRequest.js"
import type { Shop } from "../../shops/Shop.js"
import type { ChangeRequest } from "../../subscriptions/ChangeRequest.js"
import type { ChangedTerms, Subscription } from "../../subscriptions/Subscription.js"
import * as TermsChanges from "../../subscriptions/TermsChanges.js"
import * as TermsDecision from "../../subscriptions/TermsDecision.js"
import { Renewals } from "../Renewals.js"
import { finding } from "./billing.js"
import * as Decided from "./decided.js"
import * as RecurringCharge from "./recurringCharge.js"

/** Decides what a change does to a subscription as it stands. */
const deciding = Effect.gen(function* () {
  const findFacts = yield* finding
  const { zoneFor } = yield* RecurringCharge.make
  return Effect.fnUntraced(function* (
    known: Subscription,
    command: TermsDecision.Command,
    now: DateTime.Utc,
    shop: Shop
  ) {
    const facts = yield* findFacts(known)
    const { one, ...decision } = yield* TermsDecision.of(known, command, facts, now, zoneFor(shop), shop.retryTimes)
    return { ...decision, ...(one && { billed: { one, facts } }) }
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

  const preview = Effect.fnUntraced(function* (shop: Shop, id: SubscriptionId, command: TermsDecision.Command) {
    const known = yield* decided.find(shop, id)
    const { summary } = yield* decide(known, command, yield* DateTime.now, shop)
    return { ...known, change: summary } satisfies ChangedTerms
  })

  const change = Effect.fnUntraced(function* (shop: Shop, id: SubscriptionId, request: ChangeRequest) {
    const command = { request, plan: yield* planOf(shop, request) }
    if (request.preview === true) return yield* preview(shop, id, command)
    const { after, ruled } = yield* decided.by(shop, id, (known, now) => decide(known, command, now, shop))
    // Another process that carries it out meanwhile leaves its own answer.
    if (ruled.isCharged) yield* renewals.now(after)
    return { ...(yield* decided.find(shop, id)), change: ruled.summary } satisfies ChangedTerms
  })

  const undo = (shop: Shop, id: SubscriptionId) =>
    Effect.map(
      decided.by(shop, id, (known, now) =>
        Either.map(
          TermsChanges.withoutPendingChange(known, now, decided.zoneFor(shop), shop.retryTimes),
          (transition) => ({
            transition
          })
        )
      ),
      ({ after }) => after
    )

  return { change, undo }
})
