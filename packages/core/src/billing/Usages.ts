/** Counts what is used of metered items. Source: D63. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { type Commit, CommitStore, commitUnguarded, decided, refuse } from "../commits/Commit.js"
import * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import type { SubscriptionId } from "../ids/Ids.js"
import { outsideUnitOfWork } from "../operations/Operations.js"
import { type InvalidRequest, NotFound } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import { existing } from "../store/Records.js"
import type { StorageError } from "../store/StorageError.js"
import type { NotInsideTransaction } from "../store/UnitOfWork.js"
import { BillStore } from "../subscriptions/BillStore.js"
import type { Subscription } from "../subscriptions/Subscription.js"
import { SubscriptionStore } from "../subscriptions/SubscriptionStore.js"
import * as UsageRules from "../subscriptions/UsageRules.js"
import { noUsage } from "../terms/Charging.js"
import type { UsageRequest } from "../terms/UsageRequest.js"

export class Usages extends Context.Tag("@florin/core/Usages")<
  Usages,
  {
    /** Counts events, each once by its key: all of them, or none. Answers what is used so far. */
    readonly record: (
      shop: Shop,
      id: SubscriptionId,
      request: UsageRequest
    ) => Effect.Effect<
      ReadonlyArray<UsageRules.ItemUsage>,
      InvalidRequest | NotFound | NotInsideTransaction | StorageError
    >
    /** What is used in the present cycle, and what it would cost now. */
    readonly find: (
      shop: Shop,
      id: SubscriptionId
    ) => Effect.Effect<ReadonlyArray<UsageRules.ItemUsage>, NotFound | StorageError>
  }
>() {}

interface Facts extends Omit<UsageRules.CountedUsage, "next"> {
  readonly subscription: Subscription | undefined
  /** Absent: no event belongs to it. */
  readonly next?: UsageRules.CountedUsage["next"]
}

export const make = Effect.gen(function* () {
  const write = commitUnguarded(yield* CommitStore)
  const store = yield* BillStore
  const subscriptions = yield* SubscriptionStore

  const record = Effect.fnUntraced(function* (shop: Shop, id: SubscriptionId, request: UsageRequest) {
    const known = yield* existing(subscriptions.find(shop.id, id))
    const { usageCycle: cycle = 0 } = known
    const now = yield* DateTime.now
    const events = UsageRules.eventsOf(request, now)
    const isLate = events.some((event) => UsageRules.isLate(known, event))
    const about = { shop: shop.id, subscription: id }
    const counting: Commit<
      Facts,
      ReadonlyArray<UsageRules.ItemUsage>,
      InvalidRequest | NotFound | UsageRules.CycleEnded
    > = {
      name: "usage-record",
      load: {
        subscription: Reads.subscription(shop.id, id, known),
        present: Reads.usage(shop.id, id, cycle),
        ...(isLate ? { next: Reads.usage(shop.id, id, cycle + 1) } : {}),
        events: Reads.usageEvents(
          shop.id,
          id,
          events.map(({ key }) => key)
        )
      } as Reads.Reads<Facts>,
      decide: ({ subscription, next = noUsage, ...counted }) => {
        if (subscription === undefined) return refuse(new NotFound())
        // A charge has begun or ended meanwhile: what was read is that of another cycle.
        if (!UsageRules.sameUsageCycle(known, subscription)) return refuse(new UsageRules.CycleEnded())
        const alone = request.events === undefined
        const decision = UsageRules.counted(subscription, events, { ...counted, next }, now, alone)
        if (Either.isLeft(decision)) return refuse(decision.left)
        const { fresh, totals } = decision.right
        const set = totals.map((total): Write => ({ _tag: "SetUsage", ...about, ...total }))
        const inserted: ReadonlyArray<Write> =
          fresh.length === 0 ? [] : [{ _tag: "InsertUsageEvents", ...about, events: fresh }]
        return decided([...inserted, ...set], UsageRules.itemsUsed(subscription, decision.right.present))
      }
    }
    return yield* write(counting)
  })

  const recorded = (
    shop: Shop,
    id: SubscriptionId,
    request: UsageRequest
  ): Effect.Effect<ReadonlyArray<UsageRules.ItemUsage>, InvalidRequest | NotFound | StorageError> =>
    Effect.catchTag(record(shop, id, request), "CycleEnded", () => recorded(shop, id, request))

  const find = Effect.fnUntraced(function* (shop: Shop, id: SubscriptionId) {
    const subscription = yield* existing(subscriptions.find(shop.id, id))
    return UsageRules.itemsUsed(subscription, yield* store.usage(shop.id, id, subscription.usageCycle ?? 0))
  })

  return Usages.of({
    record: (shop, id, request) => outsideUnitOfWork("Usages.record", recorded(shop, id, request)),
    find
  })
})
