/** A whole gateway in a process of the simulation. */
import { type AcquirerService, Acquirers } from "@florin/core/cards/Acquirer"
import { CardVault } from "@florin/core/cards/CardVault"
import { Entropy } from "@florin/core/ids/Ids"
import { LastId } from "@florin/core/ids/LastId"
import { type Shop, ShopDirectory } from "@florin/core/shops/Shop"
import { FaultPoints } from "@florin/core/store/FaultPoints"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as Gateway from "@florin/gateway/Gateway"
import { Scheduler } from "@florin/scheduler/Scheduler"
import { SchedulerSettings } from "@florin/scheduler/SchedulerSettings"
import * as Database from "@florin/storage-sql/Database"
import * as GroupCommit from "@florin/storage-sql/GroupCommit"
import * as SqlCardStore from "@florin/storage-sql/SqlCardStore"
import * as SqlJobStore from "@florin/storage-sql/SqlJobStore"
import * as SqlNotificationStore from "@florin/storage-sql/SqlNotificationStore"
import * as SqlTransactionStore from "@florin/storage-sql/SqlTransactionStore"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Vault from "@florin/vault/Vault"
import { Sender } from "@florin/webhook-dispatcher/Sender"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Disk from "./Disk.js"
import { clientOver } from "./internal/clients.js"
import * as Running from "./internal/running.js"
import type { Process } from "./Process.js"

/**
 * - `starting`: it takes its name and has the sweep planned
 * - `serving`: it takes requests and does due work
 * - `stopping`: it was told to stop and lets what runs finish
 */
export type State = "starting" | "serving" | "stopping"

export type GatewayProcess = Readonly<ReturnType<typeof start>>

export interface Options {
  readonly process: Process
  readonly driver: Disk.Driver
  readonly shops: ReadonlyArray<Shop>
  readonly acquirers: ReadonlyArray<AcquirerService>
  readonly sender: Sender["Type"]
  readonly entropy: (bytes: number) => Uint8Array
  readonly reached: NonNullable<FaultPoints["Type"]>
  /** It runs due work in the product's loop; otherwise when it is told to. */
  readonly hasLoop: boolean
  /** How many due jobs it claims at a time. */
  readonly concurrency: number
  /** It has stopped properly, or could not start: its process exits. */
  readonly ended: () => void
}

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")

const ring = Redacted.make(JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(9) }))

/** The same for all: it keeps nothing. */
const vault = Running.runNow(
  Effect.scoped(Layer.build(Vault.layer.pipe(Layer.provide(KeyProvider.layerText(ring)), Layer.orDie)))
)

const directory = (shops: ReadonlyArray<Shop>) =>
  ShopDirectory.of({
    find: (id) => Effect.succeed(Option.fromNullable(shops.find((shop) => shop.id === id))),
    authenticate: () => Effect.dieMessage("No request comes over HTTP here")
  })

const stores = Layer.mergeAll(
  SqlTransactionStore.layer,
  SqlCardStore.layer,
  SqlJobStore.layer,
  SqlNotificationStore.layer
)

/** The product, on what stands around it here. */
const gateway = (options: Options) => {
  const { acquirers, concurrency, driver, entropy, process, reached, sender, shops } = options
  // What is ready to write joins the commit, as requests that have arrived do in a real process.
  const gather = (flush: () => void): void => process.scheduler.scheduleTask(flush, 0)
  const database = Effect.map(clientOver(driver.read), (client) => Database.make({ ...driver, client }))
  const surroundings = Context.make(CardVault, Context.get(vault, CardVault)).pipe(
    Context.add(ShopDirectory, directory(shops)),
    Context.add(Acquirers, acquirers),
    Context.add(Entropy, entropy),
    Context.add(LastId, { millis: 0, count: 0 }),
    Context.add(FaultPoints, reached),
    Context.add(MonotonicClock, { unsafeNow: process.monotonic }),
    Context.add(SchedulerSettings, {
      places: { calls: concurrency, deliveries: concurrency, commits: concurrency },
      guaranteed: 1
    })
  )
  return Gateway.layerOnDemand({ baseUrl: "https://pay.example", sender: Layer.succeed(Sender, sender) }).pipe(
    Layer.provide(stores),
    Layer.provide(GroupCommit.layer({ gather })),
    Layer.provide(Layer.effect(Database.Database, database)),
    Layer.provideMerge(Layer.succeedContext(surroundings))
  )
}

const runDue = Effect.flatMap(Scheduler, (scheduler) => Effect.flatMap(DateTime.now, scheduler.runDue))

const loop = Effect.flatMap(Scheduler, ({ live }) => Effect.forkScoped(Effect.interruptible(live)))

/** Starts a gateway. It goes on whenever its process runs. */
export const start = (options: Options) => {
  const { hasLoop, process } = options
  const stopAsked = Deferred.unsafeMake<void>(FiberId.none)
  let state: State = "starting"
  const running = Running.make(process)
  let serve: ((operation: Effect.Effect<void, never, Gateway.Services>) => void) | undefined
  let underWay = 0
  let rounds = 0

  // A host ends its own rounds of due work before it closes what they need.
  const closeWhenIdle = (): void => {
    if (state === "stopping" && rounds === 0) Deferred.unsafeDone(stopAsked, Effect.void)
  }

  const live = Effect.gen(function* () {
    const built = yield* Layer.build(gateway(options))
    if (hasLoop) yield* Effect.provide(loop, built)
    serve = running(built)
    state = "serving"
    yield* Deferred.await(stopAsked)
  }).pipe(Effect.scoped, Effect.exit, Effect.zipRight(Effect.sync(options.ended)))
  running(Context.empty())(live)

  /** Sends it a request; `done` is told how it ended, if it ever does. */
  const request = <A, E>(
    operation: Effect.Effect<A, E, Gateway.Services>,
    done: (exit: Exit.Exit<A, E>) => void
  ): void => {
    if (serve === undefined) return
    underWay += 1
    const answered = (exit: Exit.Exit<A, E>) =>
      Effect.sync(() => {
        underWay -= 1
        done(exit)
      })
    serve(operation.pipe(Effect.exit, Effect.flatMap(answered)))
  }

  return {
    process,
    state: () => state,
    /** How many requests and rounds of due work it is busy with. */
    underWay: () => underWay,
    /** Tells it to stop properly. */
    stop: (): void => {
      if (state !== "serving") return
      state = "stopping"
      closeWhenIdle()
    },
    request,
    hasLoop,
    /** Has it do what is due and say that it is alive; `done` is told whether it could. */
    work: (done: (could: boolean) => void): void => {
      rounds += 1
      request(runDue, (exit) => {
        rounds -= 1
        done(Exit.isSuccess(exit))
        closeWhenIdle()
      })
    }
  }
}
