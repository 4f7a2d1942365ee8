/** How a command's decision about a subscription is committed, if the subscription is still as it was read. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import { type Commit, CommitStore, commitUnguarded, decided, refuse } from "../../commits/Commit.js"
import * as Reads from "../../commits/Reads.js"
import type { Write } from "../../commits/Write.js"
import { Worker } from "../../due-work/Worker.js"
import type { SubscriptionId } from "../../ids/Ids.js"
import * as TransactionWriter from "../../operations/TransactionWriter.js"
import { type InvalidRequest, invalid, NotFound } from "../../request/InvalidRequest.js"
import type { Shop } from "../../shops/Shop.js"
import { existing } from "../../store/Records.js"
import type { StorageError } from "../../store/StorageError.js"
import type { SubscriptionTransition } from "../../subscriptions/Billing.js"
import * as Bills from "../../subscriptions/Bills.js"
import type { Subscription } from "../../subscriptions/Subscription.js"
import { SubscriptionStore } from "../../subscriptions/SubscriptionStore.js"
import * as SubscriptionWriter from "../SubscriptionWriter.js"
import { changes, rechecked, takes } from "./billing.js"
import * as RecurringCharge from "./recurringCharge.js"

interface Facts extends Bills.FoundFacts {
  readonly subscription: Subscription | undefined
}

/** What a command does, by the subscription as it was read. */
export interface DecidedCommand {
  readonly transition: SubscriptionTransition
  /** Its bill, where it ends in its own commit. */
  readonly billed?: { readonly one: Bills.SubscriptionBill; readonly facts: Bills.BillFacts }
  readonly besides?: ReadonlyArray<Write>
}

const triesToChange = 5

/** Begins anew while other commands or charges change what was read. */
export const repeated = <A>(
  once: Effect.Effect<A, NotFound | InvalidRequest | StorageError | SubscriptionWriter.Conflict>,
  tries = triesToChange
): Effect.Effect<A, NotFound | InvalidRequest | StorageError> =>
  Effect.catchTag(once, "Conflict", () =>
    tries === 0 ? invalid([], "Subscription is being changed") : repeated(once, tries - 1)
  )

const committed = (
  known: Subscription,
  { besides = [], billed, transition }: DecidedCommand,
  context: SubscriptionWriter.SubscriptionContext
): Commit<Facts, Subscription, NotFound | SubscriptionWriter.Conflict> => {
  const { id, shop } = known
  const own = { subscription: Reads.subscription(shop, id, known) }
  return {
    name: "subscription-change",
    load: billed === undefined ? own : { ...own, ...rechecked(known, billed.one) },
    decide: ({ subscription, ...found }) => {
      if (subscription === undefined) return refuse(new NotFound())
      const isKnown = billed === undefined || Bills.isUpToDate(billed.one.bill, billed.facts, found)
      if (subscription.version !== known.version || !isKnown) return refuse(new SubscriptionWriter.Conflict())
      const more = billed ? [...takes(shop, billed.one.bill.taken), ...changes(known, billed.one)] : []
      const writes = [...besides, ...more, ...SubscriptionWriter.settled(known, transition, context)]
      const after = SubscriptionWriter.next(known, transition.subscription)
      return decided(writes, after, { wakeAt: TransactionWriter.earliest(writes) })
    }
  }
}

type Rule<Ruled> = (
  subscription: Subscription,
  now: DateTime.Utc
) => Effect.Effect<Ruled, InvalidRequest | StorageError> | Either.Either<Ruled, InvalidRequest>

/** Carries out a command by a rule, and answers what it decided and the subscription after it. */
export const make = Effect.gen(function* () {
  const write = commitUnguarded(yield* CommitStore)
  const store = yield* SubscriptionStore
  const worker = yield* Worker
  const charging = yield* RecurringCharge.make

  const find = (shop: Shop, id: SubscriptionId) => existing(store.find(shop.id, id))

  const by = Effect.fnUntraced(function* <Ruled extends DecidedCommand>(
    shop: Shop,
    id: SubscriptionId,
    rule: Rule<Ruled>
  ) {
    const done = yield* repeated(
      Effect.gen(function* () {
        const known = yield* find(shop, id)
        const now = yield* DateTime.now
        const ruled = yield* rule(known, now)
        const after = yield* write(
          charging.entitling(shop, known, now, committed(known, ruled, charging.contextOf(shop, now)))
        )
        return { ruled, after }
      })
    )
    yield* worker.wake
    return done
  })

  return { by, find, zoneFor: charging.zoneFor }
})
