import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ChargeRefusal } from "../../card-operations/Charges.js"
import type { StartedCharge } from "../../card-operations/LinkedCharge.js"
import type { CardInput } from "../../cards/CardInput.js"
import { CommitStore, commitUnguarded, writing } from "../../commits/Commit.js"
import * as Reads from "../../commits/Reads.js"
import type { Write } from "../../commits/Write.js"
import { type CustomerDetails, partyOf } from "../../customers/CustomerRequest.js"
import { CustomerStore } from "../../customers/CustomerStore.js"
import type { StoredCustomer } from "../../customers/StoredCustomer.js"
import {
  type CustomerId,
  Entropy,
  makeCustomerId,
  makePlanId,
  makeSubscriptionId,
  type SubscriptionId,
  TransactionUid
} from "../../ids/Ids.js"
import type { Plan } from "../../plans/Plan.js"
import { planOf } from "../../plans/PlanRules.js"
import { PlanStore } from "../../plans/PlanStore.js"
import { InvalidRequest, invalid } from "../../request/InvalidRequest.js"
import type { Shop } from "../../shops/Shop.js"
import { findOrCreate, isTaken } from "../../store/FindOrCreate.js"
import { existing } from "../../store/Records.js"
import { StorageError } from "../../store/StorageError.js"
import type { VaultError } from "../../store/VaultError.js"
import * as Billing from "../../subscriptions/Billing.js"
import { BillStore } from "../../subscriptions/BillStore.js"
import * as Bills from "../../subscriptions/Bills.js"
import type { CheckedCardChange, Subscription } from "../../subscriptions/Subscription.js"
import type { CardChangeRequest, SubscriptionRequest } from "../../subscriptions/SubscriptionRequest.js"
import * as SubscriptionRules from "../../subscriptions/SubscriptionRules.js"
import { SubscriptionStore } from "../../subscriptions/SubscriptionStore.js"
import * as Coupon from "../../terms/Coupon.js"
import type { AmountTooLarge } from "../../terms/Lines.js"
import { ofCard } from "../../transactions/Transaction.js"
import { TransactionStore } from "../../transactions/TransactionStore.js"
import { customerOf } from "../Customers.js"
import * as PlanLookup from "../PlanLookup.js"
import * as SubscriptionWriter from "../SubscriptionWriter.js"
import { finding, rechecked } from "./billing.js"
import * as RecurringCharge from "./recurringCharge.js"

/** A plan or a customer, and its write if the request brings it whole. */
interface Resolved<A> {
  readonly value: A
  readonly writes: ReadonlyArray<Write>
}

interface Facts {
  readonly subscription: Subscription | undefined
}

const withinPlan = ({ errors: [first, ...others] }: InvalidRequest) => {
  const within = ({ path, sentence }: InvalidRequest["errors"][number]) => ({ path: ["plan", ...path], sentence })
  return new InvalidRequest({ errors: [within(first), ...others.map(within)] })
}

/** Finds, or makes, the plan and the customer of a request. */
export const resolving = Effect.gen(function* () {
  const plans = yield* PlanStore
  const customers = yield* CustomerStore
  const bills = yield* BillStore
  const entropy = yield* Entropy
  const lookup = yield* PlanLookup.make

  /** `keyed`: of a whole plan with a key of the shop's own. */
  const planBy = (keyed: typeof lookup.look) =>
    Effect.fnUntraced(function* (shop: Shop, { plan }: Pick<SubscriptionRequest, "plan">, now: DateTime.Utc) {
      if (!("id" in plan)) {
        if (PlanLookup.hasKey(plan)) {
          const kept = yield* Effect.catchTag(keyed(shop, plan), "InvalidRequest", withinPlan)
          return { value: kept, writes: [] } satisfies Resolved<Plan>
        }
        const made = planOf(shop.id, makePlanId(entropy), plan, now)
        return { value: made, writes: [{ _tag: "InsertPlan", plan: made }] } satisfies Resolved<Plan>
      }
      const found = yield* plans.find(shop.id, plan.id)
      if (Option.isNone(found)) return yield* invalid(["plan", "base"], "is not found")
      return { value: found.value, writes: [] } satisfies Resolved<Plan>
    })

  const customer = Effect.fnUntraced(function* (
    shop: Shop,
    { customer }: Pick<SubscriptionRequest, "customer">,
    now: DateTime.Utc
  ): Effect.fn.Return<Resolved<StoredCustomer | undefined>, InvalidRequest | StorageError> {
    if (customer === undefined) return { value: undefined, writes: [] }
    if (!("id" in customer)) {
      const made = customerOf(shop.id, makeCustomerId(entropy), customer, now)
      return { value: made, writes: [{ _tag: "InsertCustomer", customer: made }] }
    }
    const found = yield* customers.find(shop.id, customer.id)
    if (Option.isNone(found)) return yield* invalid(["customer", "base"], "is not found")
    return { value: found.value, writes: [] }
  })

  const coupon = Effect.fnUntraced(function* (
    shop: Shop,
    { coupon: code }: Pick<SubscriptionRequest, "coupon">,
    plan: Plan,
    customer: StoredCustomer | undefined,
    now: DateTime.Utc
  ) {
    if (code === undefined) return undefined
    const stored = Option.getOrUndefined(yield* bills.coupon(shop.id, Coupon.CouponCode.make(code)))
    if (stored === undefined) return yield* invalid(["coupon"], "is not found")
    const hasPaid = customer !== undefined && (yield* bills.hasPaid(shop.id, customer.id))
    const use = { now, currency: plan.currency, plan: plan.id, hasPaid }
    const applied = yield* Either.mapLeft(Coupon.redeem(stored, use), Coupon.asInvalid)
    return { ...applied, isNew: true as const }
  })

  return {
    plan: planBy((shop, request) => Effect.map(lookup.keep(shop, request), ({ plan }) => plan)),
    /** Of what is not created: nothing is written. */
    planAhead: planBy(lookup.look),
    customer,
    coupon,
    newId: () => makeSubscriptionId(entropy)
  }
})

/** The section of requests about subscriptions that holds the card. */
const sectionOf = ({ path, sentence }: InvalidRequest["errors"][number]) => ({
  path: path[0] === "credit_card" ? ["card", ...path.slice(1)] : path,
  sentence
})

// A charge of a subscription has no idempotency key and no duplicate window of its own.
const refusedAs = (error: ChargeRefusal): Effect.Effect<never, InvalidRequest | VaultError | StorageError> => {
  if (error instanceof StorageError || error._tag === "VaultError") return Effect.fail(error)
  if (!(error instanceof InvalidRequest)) return Effect.die(error)
  const [first, ...others] = error.errors
  return new InvalidRequest({ errors: [sectionOf(first), ...others.map(sectionOf)] })
}

const isUid = Schema.is(TransactionUid)

/** What was sent with the card. */
interface Sent {
  readonly card: CardInput
  /** What the page asked the customer for. */
  readonly customer?: CustomerDetails | { readonly id: CustomerId }
}

/** The customer as the page's form completes it. */
const completed = (subscription: Subscription, details: CustomerDetails | undefined): Subscription => {
  if (details === undefined) return subscription
  const { billingAddress, customer } = partyOf(details)
  return {
    ...subscription,
    customer: { ...subscription.customer, ...customer },
    billingAddress: { ...subscription.billingAddress, ...billingAddress }
  }
}

/** Why a first charge has no bill. */
export const unbilled = (error: AmountTooLarge | Coupon.CouponRefused): InvalidRequest =>
  error._tag === "CouponRefused" ? Coupon.asInvalid(error) : invalid([], error.message)

/** The facts of a first charge. */
type StartFacts = Facts & Bills.FoundFacts

/** How often a first charge is begun anew because its balance or coupon was used meanwhile. */
const triesToStart = 3

const isConflict = (error: unknown): error is SubscriptionWriter.Conflict =>
  error instanceof SubscriptionWriter.Conflict

/** The first charge: of a stored subscription, or of a new one, which is inserted with it and with its `fresh` rows. */
const starting = Effect.gen(function* () {
  const charging = yield* RecurringCharge.make
  const findFacts = yield* finding

  const start = Effect.fnUntraced(function* (
    shop: Shop,
    before: Subscription,
    sent: Sent,
    fresh?: ReadonlyArray<Write>
  ) {
    const details = sent.customer === undefined || "id" in sent.customer ? undefined : sent.customer
    const known = completed(before, details)
    const clock = yield* Effect.clock
    const now = yield* DateTime.now
    const context = charging.contextOf(shop, now)
    const facts = yield* findFacts(known)
    const billed = yield* Either.mapLeft(Bills.ofStart(known, facts, now, charging.zoneFor(shop)), unbilled)
    const bill = billed?.bill
    const attach = (
      { subscription, ...found }: StartFacts,
      begun: StartedCharge
    ): Either.Either<ReadonlyArray<Write>, InvalidRequest | SubscriptionWriter.Conflict> => {
      if (bill !== undefined && !Bills.isUpToDate(bill, facts, found))
        return Either.left(new SubscriptionWriter.Conflict())
      if (fresh !== undefined) {
        return Either.right([...fresh, ...charging.written(shop, undefined, known, begun, context, bill)])
      }
      if (subscription === undefined) return Either.left(invalid([], "Subscription is not found"))
      const refused = SubscriptionRules.paymentRefusal(subscription)
      if (refused !== undefined) return Either.left(refused)
      if (bill !== undefined && subscription.version !== known.version) {
        return Either.left(new SubscriptionWriter.Conflict())
      }
      return Either.right(charging.written(shop, subscription, completed(subscription, details), begun, context, bill))
    }
    const own = fresh === undefined ? { subscription: Reads.subscription(shop.id, known.id) } : {}
    const load = billed === undefined ? own : { ...own, ...rechecked(known, billed) }
    const wanted = {
      name: "accept-subscription",
      purpose: "start",
      next: Billing.firstCharge(known.plan, bill?.total),
      bill,
      card: sent.card,
      texts: sent,
      returnUrl: charging.payUrl(known),
      load: load as Reads.Reads<StartFacts>,
      attach
    } as const
    yield* charging.charge(shop, known, wanted, clock)
  })

  return (shop: Shop, before: Subscription, sent: Sent, fresh?: ReadonlyArray<Write>) =>
    start(shop, before, sent, fresh).pipe(
      Effect.retry({ times: triesToStart, while: isConflict }),
      Effect.catchAll((error) =>
        isConflict(error) ? Effect.fail(invalid([], "A charge is under way")) : refusedAs(error)
      )
    )
})

/** The answer of a command that had its effect. Source: D13. */
const finishing = Effect.gen(function* () {
  const store = yield* SubscriptionStore
  const transactions = yield* TransactionStore

  return Effect.fnUntraced(function* (shop: Shop, id: SubscriptionId, made: string) {
    const subscription = yield* existing(store.find(shop.id, id))
    const transaction = ofCard(
      Option.getOrUndefined(isUid(made) ? yield* transactions.find(shop.id, made) : Option.none())
    )
    if (transaction?.subscription?.purpose !== "card") return subscription
    const { createdAt, status, type, uid } = transaction
    return { ...subscription, check: { uid, type, status, createdAt } } satisfies CheckedCardChange
  })
})

const insertion = (subscription: Subscription, writes: ReadonlyArray<Write>) =>
  writing("subscription-create", [...writes, SubscriptionWriter.inserted(subscription)], subscription)

/** Creates subscriptions, and charges or checks their cards while the customer is present. */
export const make = Effect.gen(function* () {
  const write = commitUnguarded(yield* CommitStore)
  const store = yield* SubscriptionStore
  const resolve = yield* resolving
  const charging = yield* RecurringCharge.make
  const start = yield* starting

  const found = (shop: Shop, id: SubscriptionId) => existing(store.find(shop.id, id))

  /** As it stands after a charge; it has been written by then. */
  const current = (shop: Shop, id: SubscriptionId) => Effect.catchTag(found(shop, id), "NotFound", Effect.die)

  const insert = Effect.fnUntraced(function* (shop: Shop, request: SubscriptionRequest, id: SubscriptionId) {
    const now = yield* DateTime.now
    const plan = yield* resolve.plan(shop, request, now)
    const customer = yield* resolve.customer(shop, request, now)
    const coupon = yield* resolve.coupon(shop, request, plan.value, customer.value, now)
    const made = { id, plan: plan.value, customer: customer.value, coupon, now }
    const subscription = SubscriptionRules.created(made, request)
    const writes: ReadonlyArray<Write> = [...plan.writes, ...customer.writes]
    if (request.card === undefined) return yield* write(insertion(subscription, writes))
    yield* start(shop, subscription, { ...request, card: request.card }, writes)
    return yield* current(shop, subscription.id)
  })

  const create = (shop: Shop, request: SubscriptionRequest, id: SubscriptionId | undefined) =>
    id === undefined
      ? insert(shop, request, resolve.newId())
      : findOrCreate(store.find(shop.id, id), insert(shop, request, id))

  const pay = Effect.fnUntraced(function* (
    shop: Shop,
    plan: Plan,
    id: SubscriptionId,
    card: CardInput,
    details?: CustomerDetails
  ) {
    const sent: Sent = details === undefined ? { card } : { card, customer: details }
    const known = Option.getOrUndefined(yield* store.find(shop.id, id))
    const made = SubscriptionRules.created({ id, plan, customer: undefined, now: yield* DateTime.now })
    yield* known === undefined
      ? // Another tab may have created it meanwhile.
        Effect.catchIf(start(shop, made, sent, []), isTaken, () => Effect.void)
      : start(shop, known, sent)
    return yield* current(shop, id)
  })

  const changeCard = Effect.fnUntraced(function* (shop: Shop, id: SubscriptionId, request: CardChangeRequest) {
    const known = yield* found(shop, id)
    const refused = SubscriptionRules.cardChangeRefusal(known)
    if (refused !== undefined) return yield* refused
    const wanted = {
      name: "accept-subscription",
      purpose: "card",
      next: Billing.cardCheck(known.plan),
      card: request.card,
      texts: request,
      returnUrl: request.returnUrl ?? known.returnUrl,
      load: { subscription: Reads.subscription(shop.id, id) },
      attach: ({ subscription }: Facts, { status, uid }: StartedCharge) => {
        if (subscription === undefined) return Either.left(invalid([], "Subscription is not found"))
        const refused = SubscriptionRules.cardChangeRefusal(subscription)
        if (refused !== undefined) return Either.left(refused)
        if (status === "failed") return Either.right([])
        const wished = SubscriptionRules.withCheck(subscription, uid)
        return Either.right([SubscriptionWriter.replaced(subscription, SubscriptionWriter.next(subscription, wished))])
      }
    } as const
    const { transaction } = yield* Effect.catchAll(charging.charge(shop, known, wanted, yield* Effect.clock), refusedAs)
    const { createdAt, status, type, uid } = transaction
    return { ...(yield* current(shop, id)), check: { uid, type, status, createdAt } } satisfies CheckedCardChange
  })

  return { create, pay, changeCard, done: yield* finishing }
})
