/** What operators look up: the story of a transaction, webhooks of all shops, numbers. Changes nothing. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as ChildRules from "../card-operations/ChildRules.js"
import { Acquirers } from "../cards/Acquirer.js"
import { millisOf, type ShopId, type TransactionUid } from "../ids/Ids.js"
import { type Amount, subtractOrZero } from "../money/Amount.js"
import type { Period } from "../money/Movement.js"
import type { Notification } from "../notifications/Notification.js"
import { isVisible, type VisibleShops } from "../people/Role.js"
import { NotFound } from "../request/InvalidRequest.js"
import * as Capabilities from "../routing/Capabilities.js"
import * as Explanation from "../routing/Explanation.js"
import type { StorageError } from "../store/StorageError.js"
import { turns } from "../time/Turn.js"
import { lastCharge, type Transition } from "../transaction-base/TransactionBase.js"
import { isTransfer, ofCard, type Transaction } from "../transactions/Transaction.js"
import { byUid, type NewestPageRequest, type ParentTotals, TransactionStore } from "../transactions/TransactionStore.js"
import { OperatorStore } from "./OperatorStore.js"
import type { Tallied, WebhookPageRequest } from "./OverviewStore.js"
import * as Tally from "./Tally.js"

/** What may still be done with a transaction, and with how much of it. */
export interface RemainingActions extends Readonly<Partial<Record<ChildRules.ChildKind, Amount>>> {
  /** The acquirer releases what a capture leaves. */
  readonly isReleasedByCapture: boolean
  /** The acquirer voids all that is left, and no part of it. */
  readonly isVoidedWhole: boolean
}

export interface Story {
  readonly transaction: Transaction
  /** What it follows. */
  readonly parent: Transaction | undefined
  /** What follows it, oldest first. */
  readonly followers: ReadonlyArray<Transaction>
  /** Oldest first. */
  readonly history: ReadonlyArray<Transition>
  /** Newest first. */
  readonly webhooks: ReadonlyArray<Notification>
  /** Of a charge. */
  readonly explanation: Explanation.Explanation | undefined
  readonly remains: RemainingActions
}

export interface TallyPage {
  readonly lines: ReadonlyArray<Tally.TallyLine>
  /** How many transactions they are. */
  readonly counted: number
  /** There are more in the period than were counted: the newest ones were. */
  readonly isCut: boolean
}

/** What may have changed since somebody looked. */
export interface ChangesSince {
  /** How many transactions were accepted since; no more are counted than `mostNews`. */
  readonly newer: number
  /** The version of the transaction that it is about; null: there is none. */
  readonly version: number | null
}

export interface Overview {
  readonly story: (uid: TransactionUid, sight: VisibleShops) => Effect.Effect<Story, NotFound | StorageError>
  readonly webhooks: (page: WebhookPageRequest) => Effect.Effect<ReadonlyArray<Notification>, StorageError>
  /** `step`: how long the parts of the period are. Unit: milliseconds. */
  readonly tally: (
    period: Period & { readonly step: number },
    shop: ShopId | null,
    sight: VisibleShops
  ) => Effect.Effect<TallyPage, StorageError>
  readonly pulse: (
    since: { readonly after?: TransactionUid | undefined; readonly uid?: TransactionUid | undefined },
    sight: VisibleShops
  ) => Effect.Effect<ChangesSince, StorageError>
}

/** The most that is shown of what follows a transaction, and of its webhooks. */
const mostShown = 200

/** The most transactions that are counted for one answer. */
export const mostCounted = 1_000_000

/** How many are counted at a time: on SQLite everything else waits for it. Source: D42. */
const countedAtOnce = 250

/** Turns of the loop in between: an operation of a shop has no more steps than these, and waits once. Source: D42. */
const turnsBetween = 64

export const mostChanges = 100

/** What is searched: all shops at once, or each of those that are seen. */
const placesOf = (shop: ShopId | null, sight: VisibleShops): ReadonlyArray<ShopId | null> => {
  if (shop !== null) return isVisible(sight, shop) ? [shop] : []
  return sight === "all" ? [null] : sight
}

/** The newest transactions that are wanted, of one shop or of all that are seen. */
export const newestIn =
  (newest: TransactionStore["Type"]["newest"]) =>
  (shop: ShopId | null, page: NewestPageRequest, sight: VisibleShops = "all") =>
    Effect.map(
      Effect.forEach(placesOf(shop, sight), (place) => newest(place, page)),
      ([only = [], ...others]) =>
        others.length === 0 ? only : [only, ...others].flat().sort(byUid(page.order)).slice(0, page.limit)
    )

const unbound = { isReleasedByCapture: false, isVoidedWhole: false }

const ofHold = (acquirer: Capabilities.Capable | undefined) => ({
  isReleasedByCapture: acquirer?.capabilities?.captures === "one",
  isVoidedWhole: (acquirer?.capabilities?.partialVoids ?? true) !== true
})

const isAble = (
  kind: ChildRules.ChildKind,
  amount: Amount,
  {
    acquirer,
    captured,
    whole
  }: {
    readonly acquirer: Capabilities.Capable | undefined
    readonly captured: Amount
    readonly whole: Amount
  }
): boolean => Capabilities.childRefusal(acquirer, { kind, amount, whole, captured }) === undefined

/**
 * What may still be done, as far as the books and what the acquirer can do say: nothing is offered that would be refused.
 * Source: D10, D53.
 */
export const remainsOf = (
  transaction: Transaction,
  totals: ParentTotals,
  acquirerOf: ChildRules.AcquirerOf = () => undefined
): RemainingActions => {
  if (isTransfer(transaction)) {
    const left = subtractOrZero(transaction.amount, totals.refunded)
    const isPaid = transaction.type === "payment" && transaction.status === "successful"
    return isPaid && left > 0 ? { ...unbound, refund: left } : unbound
  }
  const acquirer = acquirerOf(lastCharge(transaction).gatewayId)
  const hold = { acquirer, captured: totals.captured, whole: transaction.amount }
  const kinds = (["capture", "void", "refund"] as const).filter((kind) => ChildRules.isAllowed(kind, transaction))
  const left = kinds.map((kind) => [kind, ChildRules.remains(kind, transaction, totals)] as const)
  return {
    ...(transaction.type === "authorization" ? ofHold(acquirer) : unbound),
    ...Object.fromEntries(left.filter(([kind, amount]) => amount > 0 && isAble(kind, amount, hold)))
  }
}

const explained = (transaction: Transaction): Explanation.Explanation | undefined => {
  const charge = ofCard(transaction)
  return charge === undefined ? undefined : Explanation.of(charge)
}

export const make: Effect.Effect<Overview, never, Acquirers | OperatorStore | TransactionStore> = Effect.gen(
  function* () {
    const acquirers = yield* Acquirers
    const { overview } = yield* OperatorStore
    const transactions = yield* TransactionStore

    const found = (uid: TransactionUid, sight: VisibleShops) =>
      Effect.map(transactions.findPublic(uid), (one) =>
        Option.getOrUndefined(Option.filter(one, ({ shop }) => isVisible(sight, shop)))
      )

    const story = Effect.fnUntraced(function* (uid: TransactionUid, sight: VisibleShops) {
      const transaction = yield* found(uid, sight)
      if (transaction === undefined) return yield* new NotFound()
      const { parentUid, shop } = transaction
      const totals = yield* overview.totals(shop, uid)
      return {
        transaction,
        followers: yield* overview.followers(shop, uid, mostShown),
        parent: parentUid === undefined ? undefined : yield* found(parentUid, [shop]),
        history: yield* transactions.history(shop, uid),
        webhooks: yield* overview.webhooksOf(shop, uid, mostShown),
        explanation: explained(transaction),
        remains: remainsOf(transaction, totals, (wanted) => acquirers.find(({ gatewayId }) => gatewayId === wanted))
      }
    })

    /** Counts all of a period, some in each turn, the newest first. */
    const counted = Effect.fnUntraced(function* (period: Period & Tally.Division, shop: ShopId | null) {
      const sum = Tally.summing()
      let [count, before]: [number, TransactionUid | undefined] = [0, undefined]
      for (;;) {
        const some: Tallied = yield* overview.tally({ ...period, shop, before, limit: countedAtOnce })
        sum.add(some.lines)
        count += some.counted
        before = some.last
        const isWhole = some.counted < countedAtOnce
        if (isWhole || count >= mostCounted) return { lines: sum.lines(), count, isCut: !isWhole }
        yield* turns(turnsBetween)
      }
    })

    const tally = Effect.fnUntraced(function* (
      period: Period & { readonly step: number },
      shop: ShopId | null,
      sight: VisibleShops
    ) {
      const all = yield* Effect.forEach(placesOf(shop, sight), (place) => counted(period, place))
      return {
        lines: Tally.together(all.flatMap(({ lines }) => lines)),
        counted: all.reduce((sum, { count }) => sum + count, 0),
        isCut: all.some(({ isCut }) => isCut)
      }
    })

    const since = (after: TransactionUid, sight: VisibleShops) =>
      Effect.map(
        Effect.forEach(placesOf(null, sight), (place) =>
          transactions.newest(place, { from: DateTime.unsafeMake(millisOf(after)), limit: mostChanges })
        ),
        (lists) => lists.flat().filter(({ uid }) => uid > after).length
      )

    const pulse = Effect.fnUntraced(function* (
      { after, uid }: { readonly after?: TransactionUid | undefined; readonly uid?: TransactionUid | undefined },
      sight: VisibleShops
    ) {
      const newer = after === undefined ? 0 : yield* since(after, sight)
      const one = uid === undefined ? undefined : yield* found(uid, sight)
      return { newer: Math.min(newer, mostChanges), version: one?.version ?? null }
    })

    return { story, tally, pulse, webhooks: overview.webhooks }
  }
)
