/** The commands that change what a subscription consists of. Source: D60. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { type Commit, CommitStore, commitUnguarded, decided, refuse } from "../../commits/Commit.js"
import * as Reads from "../../commits/Reads.js"
import { Worker } from "../../due-work/Worker.js"
import type { SubscriptionId } from "../../ids/Ids.js"
import { zero } from "../../money/Amount.js"
import * as TransactionWriter from "../../operations/TransactionWriter.js"
import type { Plan } from "../../plans/Plan.js"
import { PlanStore } from "../../plans/PlanStore.js"
import { InvalidRequest, invalid, NotFound } from "../../request/InvalidRequest.js"
import type { Shop } from "../../shops/Shop.js"
import { existing } from "../../store/Records.js"
import type { StorageError } from "../../store/StorageError.js"
import type { SubscriptionTransition } from "../../subscriptions/Billing.js"
import * as Bills from "../../subscriptions/Bills.js"
import type { ChangeRequest } from "../../subscriptions/ChangeRequest.js"
import type { ChangedTerms, ChangeSummary, Subscription } from "../../subscriptions/Subscription.js"
import { SubscriptionStore } from "../../subscriptions/SubscriptionStore.js"
import * as TermsChanges from "../../subscriptions/TermsChanges.js"
import type { AmountTooLarge } from "../../terms/Lines.js"
import { Renewals } from "../Renewals.js"
import * as SubscriptionWriter from "../SubscriptionWriter.js"
import { finding, gains, rechecked, takes } from "./billing.js"
import * as RecurringCharge from "./recurringCharge.js"

interface Facts extends Bills.FoundFacts {
  readonly subscription: Subscription | undefined
}

/** What a command does, by the subscription as it was read. */
interface Deciding {
  readonly transition: SubscriptionTransition
  readonly summary: ChangeSummary
  /** Its bill, where it ends in its own commit. */
  readonly billed?: { readonly one: Bills.SubscriptionBill; readonly facts: Bills.BillFacts }
  /** A charge follows. */
  readonly isCharged: boolean
}

const triesToChange = 5

const asInvalid = (error: InvalidRequest | AmountTooLarge): InvalidRequest =>
  error instanceof InvalidRequest ? error : invalid([], error.message)

const nothing = { amount: zero, lines: [], gained: zero } as const

export const make = Effect.gen(function* () {
  const write = commitUnguarded(yield* CommitStore)
  const store = yield* SubscriptionStore
  const plans = yield* PlanStore
  const renewals = yield* Renewals
  const worker = yield* Worker
  const charging = yield* RecurringCharge.make
  const findFacts = yield* finding

  const deciding = Effect.fnUntraced(function* (shop: Shop, known: Subscription, request: ChangeRequest, plan?: Plan) {
    const zone = charging.zoneFor(shop)
    const refused = TermsChanges.mayChange(known)
    if (refused !== undefined) return yield* refused
    const now = yield* DateTime.now
    const terms = yield* TermsChanges.wanted(known, request, plan)
    const { onDecline, proration, when } = TermsChanges.timing(known, terms, request)
    if (when === "renewal") {
      const transition = TermsChanges.fromRenewal(known, terms, now, zone)
      return { transition, summary: { ...nothing, when, proration }, isCharged: false } satisfies Deciding
    }
    const wish = TermsChanges.wishing(known, terms, { onDecline, proration }, now)
    const facts = yield* findFacts(known)
    const one = yield* Either.mapLeft(TermsChanges.billOf(known, wish, facts, zone), asInvalid)
    const { lines, total: amount } = one.bill
    const summary = { when, proration, amount, lines, gained: one.gained }
    if (known.charging === null && amount === zero) {
      const transition = TermsChanges.applied({ ...known, wished: undefined }, one, now, zone, shop.retryTimes)
      return { transition, summary, billed: { one, facts }, isCharged: false } satisfies Deciding
    }
    const transition = TermsChanges.wished(known, wish, now)
    return { transition, summary, isCharged: known.charging === null } satisfies Deciding
  })

  /** The commit of a decision about a subscription that is still as it was read. */
  const committed = (
    shop: Shop,
    known: Subscription,
    { billed, transition }: Pick<Deciding, "billed" | "transition">,
    now: DateTime.Utc
  ): Commit<Facts, Subscription, NotFound | SubscriptionWriter.Conflict> => {
    const context = charging.contextOf(shop, now)
    const own = { subscription: Reads.subscription(shop.id, known.id) }
    return {
      name: "subscription-change",
      load: billed === undefined ? own : { ...own, ...rechecked(known, billed.one) },
      decide: ({ subscription, ...found }) => {
        if (subscription === undefined) return refuse(new NotFound())
        const isKnown = billed === undefined || Bills.stands(billed.one.bill, billed.facts, found)
        if (subscription.version !== known.version || !isKnown) return refuse(new SubscriptionWriter.Conflict())
        const more = billed ? [...takes(shop.id, billed.one.bill.taken), ...gains(known, billed.one)] : []
        const writes = [...more, ...SubscriptionWriter.settled(known, transition, context)]
        const after = SubscriptionWriter.next(known, transition.subscription)
        return decided(writes, after, { wakeAt: TransactionWriter.earliest(writes) })
      }
    }
  }

  const repeated = <A>(
    once: Effect.Effect<A, NotFound | InvalidRequest | StorageError | SubscriptionWriter.Conflict>,
    tries = triesToChange
  ): Effect.Effect<A, NotFound | InvalidRequest | StorageError> =>
    Effect.catchTag(once, "Conflict", () =>
      tries === 0 ? invalid([], "Subscription is being changed") : repeated(once, tries - 1)
    )

  const planOf = Effect.fnUntraced(function* (shop: Shop, { plan }: ChangeRequest) {
    if (plan === undefined) return undefined
    const found = yield* plans.find(shop.id, plan.id)
    return Option.isSome(found) ? found.value : yield* invalid(["plan", "base"], "is not found")
  })

  const find = (shop: Shop, id: SubscriptionId) => existing(store.find(shop.id, id))

  const change = Effect.fnUntraced(function* (shop: Shop, id: SubscriptionId, request: ChangeRequest) {
    const plan = yield* planOf(shop, request)
    const [decision, after] = yield* repeated(
      Effect.gen(function* () {
        const known = yield* find(shop, id)
        const decision = yield* deciding(shop, known, request, plan)
        if (request.preview === true) return [decision, undefined] as const
        return [decision, yield* write(committed(shop, known, decision, yield* DateTime.now))] as const
      })
    )
    const { summary } = decision
    if (after === undefined) return { ...(yield* find(shop, id)), change: summary } satisfies ChangedTerms
    yield* worker.wake
    // Another process that carries it out meanwhile leaves its own answer.
    if (decision.isCharged) yield* Effect.catchTag(renewals.now(after), "Stale", () => Effect.void)
    return { ...(yield* find(shop, id)), change: summary } satisfies ChangedTerms
  })

  const undo = Effect.fnUntraced(function* (shop: Shop, id: SubscriptionId) {
    const after = yield* repeated(
      Effect.gen(function* () {
        const known = yield* find(shop, id)
        const now = yield* DateTime.now
        const transition = yield* TermsChanges.undone(known, now, charging.zoneFor(shop), shop.retryTimes)
        return yield* write(committed(shop, known, { transition }, now))
      })
    )
    yield* worker.wake
    return after
  })

  return { change, undo }
})
