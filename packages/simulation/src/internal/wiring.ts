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
import type * as Gateway from "@florin/gateway/Gateway"
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
import type * as Scope from "effect/Scope"

/** What stands around a gateway. */
export type Surroundings = Database | ShopDirectory | Acquirers | CardVault | Sender

const documents = TransactionDocuments.of({
  returnUrl: (uid) => `https://pay.example/process/${uid}/return`,
  encode: (transaction) => Documents.encode(transaction, { baseUrl: "https://pay.example" })
})

/**
 * The services of a gateway, one after the other, each made in the context of those before. The layers of
 * `@florin/gateway` build the same; this takes a quarter of their time, and a simulation starts gateways all the time.
 */
export const services = (surroundings: Context.Context<Surroundings>, commits: GroupCommit.Options) => {
  const services = new Map(surroundings.unsafeMap)
  const plus = <I, S, E, R>(tag: Context.Tag<I, S>, make: Effect.Effect<S, E, R>) =>
    Effect.map(make, (service) => void services.set(tag.key, service))
  const plusAll = <S, E, R>(make: Effect.Effect<Context.Context<S>, E, R>) =>
    Effect.map(make, ({ unsafeMap }) => unsafeMap.forEach((service, key) => void services.set(key, service)))
  const built = Effect.gen(function* () {
    yield* plusAll(GroupCommit.make(commits))
    yield* plus(TransactionStore, SqlTransactionStore.make)
    yield* plus(CardStore, SqlCardStore.make)
    yield* plus(JobStore, SqlJobStore.make)
    yield* plus(NotificationStore, SqlNotificationStore.make)
    yield* plus(TransactionDocuments, Effect.succeed(documents))
    yield* plus(Worker.Worker, Worker.make)
    yield* plus(Lease.Lease, Lease.make)
    yield* plus(Calls.Calls, Calls.make)
    yield* plus(Notifications.Notifications, Notifications.make)
    yield* plus(Operations.Operations, Operations.make)
    yield* plus(CardKinds.CardKinds, CardKinds.make)
    yield* plusAll(Layer.build(CardKinds.layerKinds))
    yield* plus(Recovery.Recovery, Recovery.make)
    yield* plus(VerificationRequests, Verification.make)
    yield* plus(Cards.Cards, Cards.make)
    yield* plus(Transactions.Transactions, Transactions.make)
    yield* plus(Holds.Holds, Holds.make)
    yield* plus(Dispatcher.Dispatcher, Dispatcher.make)
    yield* plus(JobHandlers, Handlers.make)
    yield* plus(Scheduler.Scheduler, Scheduler.make)
    yield* Sweep.start
    return Context.unsafeMake<Gateway.Services>(services)
  })
  type Needs = Effect.Effect.Context<typeof built>
  return Effect.mapInputContext(built, (outer: Context.Context<Scope.Scope>) => {
    for (const [key, service] of outer.unsafeMap) services.set(key, service)
    return Context.unsafeMake<Needs>(services)
  })
}
