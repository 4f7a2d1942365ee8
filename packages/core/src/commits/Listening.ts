/** What the host's listeners are told of a commit, inside it. */
import * as Effect from "effect/Effect"
import * as CheckoutChange from "../checkouts/CheckoutChange.js"
import { CheckoutListeners } from "../checkouts/CheckoutListeners.js"
import * as EntitlementChange from "../entitlements/EntitlementChange.js"
import { EntitlementListeners } from "../entitlements/EntitlementListeners.js"
import type { UnitOfWorkContext } from "../store/UnitOfWork.js"
import * as SubscriptionChange from "../subscriptions/SubscriptionChange.js"
import { SubscriptionListeners } from "../subscriptions/SubscriptionListeners.js"
import { CommitListeners } from "../transactions/CommitListeners.js"
import * as TransactionChange from "../transactions/TransactionChange.js"
import type { Decision } from "./Commit.js"
import type { Write } from "./Write.js"

type Decided = Extract<Decision<unknown, unknown>, { readonly _tag: "Decided" }>

/** A run of all listeners for one change. */
export type ListenerRun = Effect.Effect<unknown, unknown, UnitOfWorkContext>

/** The runs of a decision, in the order of its changes: those of transactions, checkouts, subscriptions, entitlements. */
export type Listening = (decision: Pick<Decided, "changes" | "writes">) => ReadonlyArray<ListenerRun>

const checkoutsIn = (writes: ReadonlyArray<Write>): ReadonlyArray<CheckoutChange.WrittenCheckout> =>
  writes.flatMap((write) => (write._tag === "InsertCheckout" || write._tag === "ReplaceCheckout" ? [write] : []))

const subscriptionsIn = (writes: ReadonlyArray<Write>): ReadonlyArray<SubscriptionChange.WrittenSubscription> =>
  writes.flatMap((write) => {
    if (write._tag !== "InsertSubscription" && write._tag !== "ReplaceSubscription") return []
    const { step, subscription } = write
    return step === undefined ? [] : [{ step, subscription }]
  })

const entitlementsIn = (writes: ReadonlyArray<Write>): ReadonlyArray<EntitlementChange.WrittenEntitlements> =>
  writes.flatMap((write) => (write._tag === "ReplaceEntitlements" && write.from !== undefined ? [write] : []))

const each = <Changed, Change>(
  changes: ReadonlyArray<Changed>,
  make: (changed: Changed) => Change,
  listeners: ReadonlyArray<(change: Change) => ListenerRun>
): ReadonlyArray<ListenerRun> =>
  listeners.length === 0
    ? []
    : changes.map((changed) => {
        const change = make(changed)
        return Effect.forEach(listeners, (listener) => listener(change), { discard: true })
      })

/** Undefined: nobody listens. */
export const make: Effect.Effect<Listening | undefined> = Effect.gen(function* () {
  const ofTransactions = yield* CommitListeners
  const ofCheckouts = yield* CheckoutListeners
  const ofSubscriptions = yield* SubscriptionListeners
  const ofEntitlements = yield* EntitlementListeners
  const all = [ofTransactions, ofCheckouts, ofSubscriptions, ofEntitlements]
  if (all.every(({ length }) => length === 0)) return undefined
  return ({ changes = [], writes }) => [
    ...each(changes, TransactionChange.make, ofTransactions),
    ...each(ofCheckouts.length === 0 ? [] : checkoutsIn(writes), CheckoutChange.make, ofCheckouts),
    ...each(
      ofSubscriptions.length === 0 ? [] : subscriptionsIn(writes),
      SubscriptionChange.fromWritten,
      ofSubscriptions
    ),
    ...each(ofEntitlements.length === 0 ? [] : entitlementsIn(writes), EntitlementChange.make, ofEntitlements)
  ]
})
