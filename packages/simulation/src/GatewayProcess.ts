/** A whole gateway in a process of the simulation. */
import { type AcquirerService, Acquirers } from "@florin/core/cards/Acquirer"
import { CardStore } from "@florin/core/cards/CardStore"
import { CheckoutStore } from "@florin/core/checkouts/CheckoutStore"
import { Entropy } from "@florin/core/ids/Ids"
import { LastId } from "@florin/core/ids/LastId"
import { JobStore } from "@florin/core/jobs/Job"
import { NotificationStore } from "@florin/core/notifications/Notification"
import { OperatorStore } from "@florin/core/operator/OperatorStore"
import { ProductStore } from "@florin/core/products/ProductStore"
import { type Shop, ShopDirectory } from "@florin/core/shops/Shop"
import { FaultPoints } from "@florin/core/store/FaultPoints"
import { type ThreeDSecureServer, ThreeDSecureServers } from "@florin/core/three-d-secure/ThreeDSecureServer"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import { DocumentStore } from "@florin/core/transfers/DocumentStore"
import { type TransferProvider, TransferProviders } from "@florin/core/transfers/TransferProvider"
import * as Gateway from "@florin/gateway/Gateway"
import { Scheduler } from "@florin/scheduler/Scheduler"
import { SchedulerSettings } from "@florin/scheduler/SchedulerSettings"
import * as Database from "@florin/storage-sql/Database"
import * as GroupCommit from "@florin/storage-sql/GroupCommit"
import * as SqlBillingStores from "@florin/storage-sql/SqlBillingStores"
import * as SqlCardStore from "@florin/storage-sql/SqlCardStore"
import * as SqlCheckoutStore from "@florin/storage-sql/SqlCheckoutStore"
import * as SqlDocumentStore from "@florin/storage-sql/SqlDocumentStore"
import * as SqlJobStore from "@florin/storage-sql/SqlJobStore"
import * as SqlNotificationStore from "@florin/storage-sql/SqlNotificationStore"
import * as SqlOperatorStore from "@florin/storage-sql/SqlOperatorStore"
import * as SqlPeopleStores from "@florin/storage-sql/SqlPeopleStores"
import * as SqlProductStore from "@florin/storage-sql/SqlProductStore"
import * as SqlTransactionStore from "@florin/storage-sql/SqlTransactionStore"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Vault from "@florin/vault/Vault"
import { Sender } from "@florin/webhook-dispatcher/Sender"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { type Process, runNow, starting } from "./Process.js"

export type GatewayProcess = Readonly<ReturnType<typeof start>>

interface Options {
  readonly process: Process
  readonly driver: Database.Driver
  readonly shops: ReadonlyArray<Shop>
  readonly acquirers: ReadonlyArray<AcquirerService>
  readonly bank: TransferProvider
  readonly server: ThreeDSecureServer
  readonly sender: Sender["Type"]
  readonly entropy: (bytes: number) => Uint8Array
  readonly reached: NonNullable<FaultPoints["Type"]>
  /** How many jobs it runs at once, of each lane. */
  readonly places: number
  /** It has stopped properly, or could not start: its process exits. */
  readonly ended: () => void
}

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")

const ring = Redacted.make(JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(9) }))

/** The same for all: it keeps nothing. */
const vault = runNow(Effect.scoped(Layer.build(Layer.provide(Vault.layer, KeyProvider.layerText(ring)))))

const directory = (shops: ReadonlyArray<Shop>) =>
  ShopDirectory.of({
    find: (id) => Effect.succeed(Option.fromNullable(shops.find((shop) => shop.id === id))),
    authenticate: () => Effect.dieMessage("No request comes over HTTP here")
  })

const stores = Layer.mergeAll(
  Layer.effect(TransactionStore, SqlTransactionStore.make),
  Layer.effect(CardStore, SqlCardStore.make),
  Layer.effect(DocumentStore, SqlDocumentStore.make),
  Layer.effect(JobStore, SqlJobStore.make),
  Layer.effect(NotificationStore, SqlNotificationStore.make),
  Layer.effectContext(SqlBillingStores.make),
  Layer.effect(CheckoutStore, SqlCheckoutStore.make),
  Layer.effect(ProductStore, SqlProductStore.make),
  Layer.effect(OperatorStore, SqlOperatorStore.make),
  Layer.effectContext(SqlPeopleStores.make)
)

/** The product, on what stands around it here. As a context: layers over layers take long to build. */
const gateway = Effect.fnUntraced(function* (options: Options) {
  const { acquirers, bank, driver, entropy, places, process, reached, sender, server, shops } = options
  const around = Context.make(Database.Database, Database.make(driver)).pipe(
    Context.merge(vault),
    Context.add(ShopDirectory, directory(shops)),
    Context.add(Acquirers, acquirers),
    Context.add(TransferProviders, [bank]),
    Context.add(ThreeDSecureServers, [server]),
    Context.add(Entropy, entropy),
    Context.add(LastId, { millis: 0, count: 0 }),
    Context.add(FaultPoints, reached),
    Context.add(MonotonicClock, { unsafeNow: process.monotonic }),
    Context.add(SchedulerSettings, {
      places: { calls: places, deliveries: places, mails: places, commits: places },
      guaranteed: 1
    })
  )
  // What is ready to write joins the commit, as requests that have arrived do in a real process.
  const writer = GroupCommit.layer({ gather: (flush) => process.scheduler.scheduleTask(flush, 0) })
  const store = yield* Effect.provide(Layer.build(Layer.merge(stores, writer)), around)
  const product = Gateway.layer({ baseUrl: "https://pay.example", sender: Layer.succeed(Sender, sender) })
  return yield* Effect.provide(Layer.build(product), Context.merge(around, store))
})

/** What a host calls that has no loop. */
export const runDue = Effect.flatMap(Scheduler, (scheduler) => Effect.flatMap(DateTime.now, scheduler.runDue))

/** Starts a gateway. It goes on whenever its process runs. */
export const start = (options: Options) => {
  const { ended, process } = options
  const stopRequested = Deferred.unsafeMake<void>(FiberId.none)
  const running = starting(process)
  /** While it starts it takes its name and has the sweep planned; while it stops it lets what runs finish. */
  let state: "starting" | "serving" | "stopping" = "starting"
  let serve: ((operation: Effect.Effect<void, never, Gateway.Services>) => void) | undefined
  let underWay = 0

  const live = Effect.gen(function* () {
    const built = yield* gateway(options)
    serve = running(built)
    state = "serving"
    yield* Deferred.await(stopRequested)
  })
  running(Context.empty())(live.pipe(Effect.scoped, Effect.exit, Effect.zipRight(Effect.sync(ended))))

  return {
    process,
    state: () => state,
    /** How many requests it is busy with. */
    underWay: () => underWay,
    /** Has it stop properly: it lets finish what runs. */
    stop: (): void => {
      if (state !== "serving") return
      state = "stopping"
      Deferred.unsafeDone(stopRequested, Effect.void)
    },
    /** Sends it a request; `done` hears how it ended, if it ever does. */
    request: <A, E>(
      operation: Effect.Effect<A, E, Gateway.Services>,
      done: (exit: Exit.Exit<A, E>) => void = () => undefined
    ): void => {
      if (serve === undefined) return
      underWay += 1
      const answered = (exit: Exit.Exit<A, E>) => {
        underWay -= 1
        done(exit)
      }
      serve(Effect.flatMap(Effect.exit(operation), (exit) => Effect.sync(() => answered(exit))))
    }
  }
}
