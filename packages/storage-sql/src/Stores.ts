/** Every store that core requires, in SQL. */
import { CardStore } from "@florin/core/cards/CardStore"
import { CheckoutStore } from "@florin/core/checkouts/CheckoutStore"
import type { CommitStore } from "@florin/core/commits/Commit"
import type { CustomerStore } from "@florin/core/customers/CustomerStore"
import type { EntitlementStore } from "@florin/core/entitlements/EntitlementStore"
import { JobStore } from "@florin/core/jobs/Job"
import { NotificationStore } from "@florin/core/notifications/Notification"
import { OperatorStore } from "@florin/core/operator/OperatorStore"
import type { ApprovalStore, AuditStore, PersonStore } from "@florin/core/people/PersonStore"
import type { PlanStore } from "@florin/core/plans/PlanStore"
import { ProductStore } from "@florin/core/products/ProductStore"
import type { StorageError } from "@florin/core/store/StorageError"
import type { UnitOfWork } from "@florin/core/store/UnitOfWork"
import type { BillStore } from "@florin/core/subscriptions/BillStore"
import type { SubscriptionStore } from "@florin/core/subscriptions/SubscriptionStore"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import { DocumentStore } from "@florin/core/transfers/DocumentStore"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { type Database, lent } from "./Database.js"
import * as DatabaseFacts from "./DatabaseFacts.js"
import { migrations, sets } from "./internal/schema.js"
import { LentClient } from "./LentClient.js"
import * as Migrations from "./Migrations.js"
import * as ShopRecords from "./ShopRecords.js"
import * as SqlBillingStores from "./SqlBillingStores.js"
import * as SqlCardStore from "./SqlCardStore.js"
import * as SqlCheckoutStore from "./SqlCheckoutStore.js"
import * as SqlDocumentStore from "./SqlDocumentStore.js"
import * as SqlJobStore from "./SqlJobStore.js"
import * as SqlNotificationStore from "./SqlNotificationStore.js"
import * as SqlOperatorStore from "./SqlOperatorStore.js"
import * as SqlPeopleStores from "./SqlPeopleStores.js"
import * as SqlProductStore from "./SqlProductStore.js"
import * as SqlTransactionStore from "./SqlTransactionStore.js"
import * as WebhookReceipts from "./WebhookReceipts.js"

/** What a database package provides as one layer. */
export type Stores =
  | CommitStore
  | UnitOfWork
  | TransactionStore
  | CardStore
  | DocumentStore
  | JobStore
  | NotificationStore
  | PlanStore
  | CustomerStore
  | EntitlementStore
  | SubscriptionStore
  | BillStore
  | CheckoutStore
  | ProductStore
  | OperatorStore
  | PersonStore
  | AuditStore
  | ApprovalStore
  | ShopRecords.ShopRecords
  | DatabaseFacts.DatabaseFacts
  | WebhookReceipts.WebhookReceipts

/** The same, and the client that is lent to a host without its own. */
export type Lending = Stores | LentClient

const repositories = Effect.gen(function* () {
  return Context.make(TransactionStore, yield* SqlTransactionStore.make).pipe(
    Context.add(CardStore, yield* SqlCardStore.make),
    Context.add(DocumentStore, yield* SqlDocumentStore.make),
    Context.add(JobStore, yield* SqlJobStore.make),
    Context.add(NotificationStore, yield* SqlNotificationStore.make),
    Context.merge(yield* SqlBillingStores.make),
    Context.add(CheckoutStore, yield* SqlCheckoutStore.make),
    Context.add(ProductStore, yield* SqlProductStore.make),
    Context.add(OperatorStore, yield* SqlOperatorStore.make),
    Context.merge(yield* SqlPeopleStores.make),
    Context.add(ShopRecords.ShopRecords, yield* ShopRecords.make),
    Context.add(DatabaseFacts.DatabaseFacts, yield* DatabaseFacts.make),
    Context.add(WebhookReceipts.WebhookReceipts, yield* WebhookReceipts.make)
  )
})

/** Brings a database up to this version's schema. */
export const migrate: Effect.Effect<
  Migrations.Versions,
  StorageError | Migrations.MigrationError,
  Database | UnitOfWork
> = Migrations.run(migrations, sets)

/** The version of a database's schema, and this program's. Changes nothing. */
export const versions: Effect.Effect<Migrations.Versions, StorageError | Migrations.MigrationError, Database> =
  Migrations.status(migrations)

type Writer = Effect.Effect<Context.Context<UnitOfWork | CommitStore>, StorageError, Database | Scope.Scope>

type StartError = StorageError | Migrations.MigrationError

/** The stores over a database, which close with the scope. */
export type Making<E = never> = Effect.Effect<Context.Context<Stores>, StartError | E, Database | Scope.Scope>

const after =
  <E>(prepare: Effect.Effect<unknown, StartError | E, UnitOfWork | Database>) =>
  (writer: Writer): Making<E> =>
    Effect.flatMap(writer, (commits) =>
      Effect.map(Effect.provide(Effect.zipRight(prepare, repositories), commits), (stores) =>
        Context.merge(commits, stores)
      )
    )

/**
 * How long a migration may take, and how long other processes that start meanwhile wait for it. A statement that fills a
 * column of a million rows takes longer than any other may.
 */
export const migrationWithin = Duration.hours(1)

/**
 * The stores over a database and its commit strategy. Migrates the database first. `apart`: what migrates it, on
 * connections of its own that are as patient as `migrationWithin` says; it is not run where nothing is to be done.
 */
export const make = <E = never>(writer: Writer, apart?: Effect.Effect<unknown, StartError | E>): Making<E> =>
  after(
    apart === undefined ? migrate : Effect.flatMap(versions, ({ from, to }) => Effect.when(apart, () => from !== to))
  )(writer)

/** The stores over a copy of a database that `make` has migrated, which is not looked at again. */
export const makeCopied = after(Effect.void)

/** The stores over a database that is used as it is, and must have all migrations. */
export const makeAsIs = after(Migrations.requireAll(migrations))

/** The stores with the client that a database with something for clients lends. */
export const lending = <E>(stores: Making<E>) =>
  Effect.flatMap(stores, (all) =>
    Effect.map(Effect.provide(lent, all), (client): Context.Context<Lending> => Context.add(all, LentClient, client))
  )

/** `make` as a layer. */
export const layer = (writer: Writer): Layer.Layer<Stores, StartError, Database> => Layer.scopedContext(make(writer))
