import type { Acquirers } from "@florin/core/cards/Acquirer"
import * as CardKinds from "@florin/core/cards/CardKinds"
import { CardStore } from "@florin/core/cards/CardStore"
import * as Cards from "@florin/core/cards/Cards"
import type { CardVault } from "@florin/core/cards/CardVault"
import * as Holds from "@florin/core/cards/Holds"
import { VerificationRequests } from "@florin/core/cards/VerificationRequests"
import * as Sweep from "@florin/core/idempotency/Sweep"
import { JobStore } from "@florin/core/jobs/Job"
import { JobHandlers } from "@florin/core/jobs/JobHandlers"
import * as Lease from "@florin/core/jobs/Lease"
import * as Worker from "@florin/core/jobs/Worker"
import { NotificationStore } from "@florin/core/notifications/Notification"
import * as Notifications from "@florin/core/notifications/Notifications"
import * as Calls from "@florin/core/operations/Calls"
import * as Operations from "@florin/core/operations/Operations"
import * as Recovery from "@florin/core/operations/Recovery"
import type { ShopDirectory } from "@florin/core/shops/Shop"
import { TransactionDocuments, TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as Transactions from "@florin/core/transactions/Transactions"
import * as Handlers from "@florin/gateway/Handlers"
import * as Scheduler from "@florin/scheduler/Scheduler"
import type { Database } from "@florin/storage-sql/Database"
import * as GroupCommit from "@florin/storage-sql/GroupCommit"
import * as SqlCardStore from "@florin/storage-sql/SqlCardStore"
import * as SqlJobStore from "@florin/storage-sql/SqlJobStore"
import * as SqlNotificationStore from "@florin/storage-sql/SqlNotificationStore"
import * as SqlTransactionStore from "@florin/storage-sql/SqlTransactionStore"
import * as Dispatcher from "@florin/webhook-dispatcher/Dispatcher"
import type { Sender } from "@florin/webhook-dispatcher/Sender"
import * as Verification from "@florin/webhook-dispatcher/Verification"
import * as Documents from "@florin/wire/Documents"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** What stands around a gateway. */
export type Surroundings = Database | ShopDirectory | Acquirers | CardVault | Sender

/** What is there from here on: the services of this context itself, which is not copied. */
const grown = <Given, Services>(given: Context.Context<Given>, more: Context.Context<Services>) => {
  for (const [key, service] of more.unsafeMap) given.unsafeMap.set(key, service)
  return given as Context.Context<Given | Services>
}

/** Makes a service of those that are there, as `within` provides them. */
const plus =
  <I, S, E, Needs>(tag: Context.Tag<I, S>, make: Effect.Effect<S, E, Needs>) =>
  <Given>(given: Context.Context<Given>): Effect.Effect<Context.Context<Given | I>, E, Exclude<Needs, Given>> =>
    Effect.map(make as Effect.Effect<S, E, Exclude<Needs, Given>>, (service) =>
      grown(given, Context.make(tag, service))
    )

const plusAll =
  <Services, E, Needs>(make: Effect.Effect<Context.Context<Services>, E, Needs>) =>
  <Given>(given: Context.Context<Given>): Effect.Effect<Context.Context<Given | Services>, E, Exclude<Needs, Given>> =>
    Effect.map(make as Effect.Effect<Context.Context<Services>, E, Exclude<Needs, Given>>, (services) =>
      grown(given, services)
    )

/**
 * Runs the making of services inside of what it makes. To provide each with a context of its own takes longer than to
 * make it.
 */
const within = <A, E, R>(
  surroundings: Context.Context<Surroundings>,
  make: (given: Context.Context<Surroundings>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.contextWithEffect((outer: Context.Context<R>) => {
    const given = Context.unsafeMake<Surroundings | R>(new Map([...outer.unsafeMap, ...surroundings.unsafeMap]))
    return Effect.mapInputContext(make(given as Context.Context<Surroundings>), () => given as Context.Context<R>)
  })

const documents = TransactionDocuments.of({
  encode: (transaction) => Documents.encode(transaction, { baseUrl: "https://pay.example" })
})

const withStores = (given: Context.Context<Surroundings>, commits: GroupCommit.Options) =>
  plusAll(GroupCommit.make(commits))(given).pipe(
    Effect.flatMap(plus(TransactionStore, SqlTransactionStore.make)),
    Effect.flatMap(plus(CardStore, SqlCardStore.make)),
    Effect.flatMap(plus(JobStore, SqlJobStore.make)),
    Effect.flatMap(plus(NotificationStore, SqlNotificationStore.make)),
    Effect.flatMap(plus(TransactionDocuments, Effect.succeed(documents)))
  )

/**
 * The services of a gateway. The layers of `@florin/gateway` build the same; this takes a quarter of their time, and a
 * simulation starts gateways all the time.
 */
export const services = (surroundings: Context.Context<Surroundings>, commits: GroupCommit.Options) =>
  within(surroundings, (given) =>
    withStores(given, commits).pipe(
      Effect.flatMap(plus(Worker.Worker, Worker.make)),
      Effect.flatMap(plus(Lease.Lease, Lease.make)),
      Effect.flatMap(plus(Calls.Calls, Calls.make)),
      Effect.flatMap(plus(Notifications.Notifications, Notifications.make)),
      Effect.flatMap(plus(Operations.Operations, Operations.make)),
      Effect.flatMap(plus(CardKinds.CardKinds, CardKinds.make)),
      Effect.flatMap(plusAll(Layer.build(CardKinds.layerKinds))),
      Effect.flatMap(plus(Recovery.Recovery, Recovery.make)),
      Effect.flatMap(plus(VerificationRequests, Verification.make)),
      Effect.flatMap(plus(Cards.Cards, Cards.make)),
      Effect.flatMap(plus(Transactions.Transactions, Transactions.make)),
      Effect.flatMap(plus(Holds.Holds, Holds.make)),
      Effect.flatMap(plus(Dispatcher.Dispatcher, Dispatcher.make)),
      Effect.flatMap(plus(JobHandlers, Handlers.make)),
      Effect.flatMap(plus(Scheduler.Scheduler, Scheduler.make)),
      Effect.flatMap(plusAll(Effect.as(Sweep.start, Context.empty())))
    )
  )
