import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { writesOf } from "../../card-operations/CardWrites.js"
import { openActionOf } from "../../cards/AtProvider.js"
import { apply } from "../../cards/CardChange.js"
import { CardEvent } from "../../cards/CardEvent.js"
import type { CardTransaction } from "../../cards/CardTransaction.js"
import { type Commit, CommitStore, commitUnguarded, decided, refuse } from "../../commits/Commit.js"
import * as Reads from "../../commits/Reads.js"
import type { Write } from "../../commits/Write.js"
import { Worker } from "../../due-work/Worker.js"
import { makeNotificationId, type SubscriptionId } from "../../ids/Ids.js"
import * as TransactionWriter from "../../operations/TransactionWriter.js"
import { PlanStore } from "../../plans/PlanStore.js"
import { type InvalidRequest, invalid, NotFound } from "../../request/InvalidRequest.js"
import type { Shop } from "../../shops/Shop.js"
import { existing } from "../../store/Records.js"
import type { StorageError } from "../../store/StorageError.js"
import type { SubscriptionTransition } from "../../subscriptions/Billing.js"
import { ownCancelReasons, type Subscription } from "../../subscriptions/Subscription.js"
import type { CancelRequest, PlanChangeRequest } from "../../subscriptions/SubscriptionRequest.js"
import * as SubscriptionRules from "../../subscriptions/SubscriptionRules.js"
import { SubscriptionStore } from "../../subscriptions/SubscriptionStore.js"
import { TransactionDocuments } from "../../transactions/TransactionStore.js"
import * as SubscriptionWriter from "../SubscriptionWriter.js"
import { givesBack } from "./billing.js"
import * as RecurringCharge from "./recurringCharge.js"

interface Facts {
  readonly subscription: Subscription | undefined
  /** The charge that waits for its customer, if one does. */
  readonly charge: CardTransaction | undefined
}

type Rule = (subscription: Subscription, now: DateTime.Utc) => Either.Either<SubscriptionTransition, InvalidRequest>

const triesToChange = 5

/** What a change needs beside the rule: where and when it happens, and how its documents are written. */
interface ChangeContext extends SubscriptionWriter.SubscriptionContext {
  readonly now: DateTime.Utc
  readonly transaction: Omit<TransactionWriter.WriteContext, "shop" | "writesOf">
}

/** The end of a charge whose customer is away: what the acquirer may still approve is taken back. */
const calledOff = (charge: CardTransaction): CardEvent =>
  openActionOf(charge) === undefined ? CardEvent.TimePassed() : CardEvent.Withdrawn()

/** Expires a charge whose customer is on another's page, so that nothing is charged for what is cancelled. */
const expired = (
  subscription: Subscription,
  charge: CardTransaction | undefined,
  { now, shop, transaction }: ChangeContext
): { readonly subscription: Subscription; readonly writes: ReadonlyArray<Write> } => {
  const over =
    charge?.status === "incomplete" ? apply({ ...charge, expiredAt: now }, calledOff(charge), now) : undefined
  if (charge === undefined || over === undefined || Either.isLeft(over)) return { subscription, writes: [] }
  const { createdAt, status, type, uid } = over.right.transaction
  const { writes } = TransactionWriter.replaced(over.right, { ...transaction, shop, writesOf })
  return {
    subscription: { ...subscription, charging: null, lastTransaction: { uid, type, status, createdAt } },
    writes: [
      ...writes,
      ...(charge.subscription?.bill === undefined ? [] : givesBack(charge.shop, charge.subscription.bill.taken)),
      { _tag: "CancelJob", job: TransactionWriter.job(charge, "expire") }
    ]
  }
}

const written = (
  before: Subscription,
  settled: SubscriptionTransition,
  charge: CardTransaction | undefined,
  context: ChangeContext
) => {
  const isOver = settled.subscription.state === "canceled"
  const { subscription, writes } = isOver
    ? expired(settled.subscription, charge, context)
    : { subscription: settled.subscription, writes: [] }
  const isStill = subscription.renewAt === null && before.renewAt !== null
  const all: ReadonlyArray<Write> = [
    ...writes,
    ...(isStill ? [{ _tag: "CancelJob" as const, job: SubscriptionWriter.job(subscription) }] : []),
    ...SubscriptionWriter.settled(before, { ...settled, subscription }, context)
  ]
  const after = SubscriptionWriter.next(before, subscription)
  return decided(all, after, { wakeAt: TransactionWriter.earliest(all) })
}

/** The commit of a command. `known`: the subscription as it was read, with the charge that was under way. */
const changed = (
  shop: Shop,
  known: Subscription,
  rule: Rule,
  context: ChangeContext
): Commit<Facts, Subscription, NotFound | InvalidRequest | SubscriptionWriter.Conflict> => {
  const { charging: charge, id } = known
  const own = { subscription: Reads.subscription(shop.id, id, known) }
  const load = charge === null ? own : { ...own, charge: Reads.cardTransaction(shop.id, charge) }
  return {
    name: "subscription-change",
    load: load as Reads.Reads<Facts>,
    decide: ({ charge: transaction, subscription }) => {
      if (subscription === undefined) return refuse(new NotFound())
      if (subscription.charging !== charge) return refuse(new SubscriptionWriter.Conflict())
      const settled = rule(subscription, context.now)
      if (Either.isLeft(settled)) return refuse(settled.left)
      return written(subscription, settled.right, transaction, context)
    }
  }
}

/** Applies merchants' commands. */
export const make = Effect.gen(function* () {
  const write = commitUnguarded(yield* CommitStore)
  const store = yield* SubscriptionStore
  const plans = yield* PlanStore
  const worker = yield* Worker
  const { encode } = yield* TransactionDocuments
  const charging = yield* RecurringCharge.make
  const newNotificationId = yield* makeNotificationId

  const change = (
    shop: Shop,
    id: SubscriptionId,
    rule: Rule,
    tries = triesToChange
  ): Effect.Effect<Subscription, NotFound | InvalidRequest | StorageError> =>
    Effect.gen(function* () {
      const known = yield* existing(store.find(shop.id, id))
      const now = yield* DateTime.now
      const transaction = { encode, notification: newNotificationId(now.epochMillis) }
      const context = { ...charging.contextOf(shop, now), now, transaction }
      const changing = changed(shop, known, rule, context)
      const after = yield* write(charging.entitling(shop, known, now, changing))
      yield* worker.wake
      return after
    }).pipe(
      Effect.catchTag("Conflict", () =>
        tries === 0 ? invalid([], "A charge is under way") : change(shop, id, rule, tries - 1)
      )
    )

  return {
    cancel: (shop: Shop, id: SubscriptionId, { atPeriodEnd, cancelReason }: CancelRequest) => {
      if (atPeriodEnd === true) {
        const reason = cancelReason ?? ownCancelReasons.ending
        return change(shop, id, (subscription, now) => SubscriptionRules.endedWithPeriod(subscription, reason, now))
      }
      return cancelReason === undefined
        ? Effect.fail(invalid(["cancel_reason"], "can't be blank"))
        : change(shop, id, (subscription, now) => SubscriptionRules.canceled(subscription, cancelReason, now))
    },
    uncancel: (shop: Shop, id: SubscriptionId) =>
      change(shop, id, (subscription, now) =>
        SubscriptionRules.withoutCancellation(subscription, now, charging.zoneFor(shop), shop.retryTimes)
      ),
    pause: (shop: Shop, id: SubscriptionId) => change(shop, id, SubscriptionRules.paused),
    resume: (shop: Shop, id: SubscriptionId) =>
      change(shop, id, (subscription, now) =>
        SubscriptionRules.resumed(subscription, now, charging.zoneFor(shop), shop.retryTimes)
      ),
    changePlan: Effect.fnUntraced(function* (
      shop: Shop,
      id: SubscriptionId,
      { plan: { id: planId } }: PlanChangeRequest
    ) {
      const plan = yield* plans.find(shop.id, planId)
      if (Option.isNone(plan)) return yield* invalid(["plan", "base"], "is not found")
      return yield* change(shop, id, (subscription, now) =>
        SubscriptionRules.withNextPlan(subscription, plan.value, now, charging.zoneFor(shop))
      )
    })
  }
})
