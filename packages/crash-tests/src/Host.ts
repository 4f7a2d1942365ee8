/** The process under test: a whole gateway over HTTP, on a store that others may use too. */
import * as Upstream from "@florin/connector-upstream/Upstream"
import * as UpstreamAcquirer from "@florin/connector-upstream/UpstreamAcquirer"
import { Acquirers } from "@florin/core/cards/Acquirer"
import { WalletProvider } from "@florin/core/cards/WalletProvider"
import * as Lease from "@florin/core/due-work/Lease"
import { ShopId } from "@florin/core/ids/Ids"
import { Mailer, MailOutcome } from "@florin/core/mail/Mailer"
import { ApprovalLimits } from "@florin/core/people/ApprovalLimits"
import { UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import { ThreeDSecureServers } from "@florin/core/three-d-secure/ThreeDSecureServer"
import { TransferProviders } from "@florin/core/transfers/TransferProvider"
import * as Gateway from "@florin/gateway/Gateway"
import * as Health from "@florin/gateway/Health"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import * as HttpServer from "@florin/http-adapter/HttpServer"
import * as HttpSettings from "@florin/http-adapter/HttpSettings"
import * as Keys from "@florin/settings/Keys"
import * as Shops from "@florin/settings/Shops"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import * as Loopback from "@florin/testing/parties/Loopback"
import * as ScriptedThreeDSecureServer from "@florin/testing/parties/ScriptedThreeDSecureServer"
import * as Vault from "@florin/vault/Vault"
import * as Arr from "effect/Array"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import * as BackOffice from "./BackOffice.js"
import type { Command, Connection, Settings, Store, Word } from "./Protocol.js"
import * as RemoteAcquirer from "./RemoteAcquirer.js"
import * as RemoteBank from "./RemoteBank.js"
import * as Traps from "./Traps.js"
import * as WallClock from "./WallClock.js"

/** The shop that the tests' merchant has. */
export const shop = {
  id: "crash",
  secretKey: "crash-secret-key-0123456789",
  webhookSecret: `whsec_${Buffer.alloc(32, 7).toString("base64")}`
}

/** The name and password of a shop: all have one. */
export const credentialsOf = (id: string): string => `${id}:${shop.secretKey}`

/** Tables are called as in SQLite: statements on them do for both stores. */
const tablePrefix = "public.florin_"

export const stores = (store: Store, patience: Duration.DurationInput = "5 seconds") =>
  store._tag === "Sqlite"
    ? SqliteStore.layer({ filename: store.filename, patience })
    : PostgresStore.layer({ url: Redacted.make(store.url), poolSize: 8, acceptDataLoss: true, patience, tablePrefix })

/** The 3-D Secure server and the wallet, which answer at once. A provider authenticates customers by itself. */
const besides = ({ connection }: Settings) =>
  Layer.merge(
    Layer.succeed(ThreeDSecureServers, connection === undefined ? [ScriptedThreeDSecureServer.service()] : []),
    Layer.succeed(WalletProvider, {
      simulated: true,
      save: () => Effect.succeed({ status: "successful", message: "Saved", token: "wallet" })
    })
  )

/** Mails go to the server that receives webhooks, which keeps their ids. */
const mailer = ({ webhooks }: Settings) =>
  Layer.succeed(Mailer, {
    send: ({ id }) =>
      Loopback.ask(new URL("/mails", webhooks).href, { method: "POST", body: id }).pipe(
        Effect.match({
          onFailure: () => MailOutcome.Deferred({ reason: "connection-failed" }),
          onSuccess: () => MailOutcome.Accepted()
        })
      )
  })

const listed = ({ moreShops = [], webhooks }: Settings) => {
  const secretKey = Redacted.make(shop.secretKey)
  const own = {
    id: ShopId.make(shop.id),
    ...{ secretKey, threeDSecure: true, notificationUrl: webhooks },
    webhookSecret: Redacted.make(shop.webhookSecret)
  }
  const more = moreShops.map(({ id, webhooks }) => ({ id: ShopId.make(id), secretKey, notificationUrl: webhooks }))
  return Shops.layerListed([...more, own])
}

/** What most processes do not need is read by those that do. */
const connected = (connection: Connection) =>
  Layer.scoped(
    Acquirers,
    Effect.flatMap(
      Effect.promise(() => import("./Connectors.js")),
      ({ make }) => Effect.map(make(connection), (acquirer) => [acquirer])
    )
  )

export const acquirers = ({ acquirers, connection, upstream }: Settings) => {
  if (connection !== undefined) return connected(connection)
  return upstream === undefined
    ? Layer.succeed(
        Acquirers,
        acquirers.map((url, index) => RemoteAcquirer.make(url, index + 1))
      )
    : UpstreamAcquirer.layerOnly({
        // Short, so that a charge that never reached the other gateway has an outcome soon.
        ...{ gatewayId: 1, callLimit: "6 seconds", inFlightWindow: "10 seconds" },
        upstream: Either.getOrThrow(Upstream.fromUrl("acquirer", upstream))
      })
}

export const bank = ({ bank }: Settings) => Layer.succeed(TransferProviders, [RemoteBank.make(bank)])

const webhooks = ({ retryDelays }: Settings) => ({
  ...{ allowHttp: true, allowLoopback: true },
  ...(retryDelays && { retryDelays: retryDelays.map((millis) => Duration.millis(millis)) })
})

/** What its parent can change in a process that runs. */
interface Adjustable {
  readonly traps: Traps.Traps
  readonly wallClock: WallClock.WallClock
}

/** All customers come from this machine, and most cards of some are declined. */
const unbraked = HttpSettings.layer({ brake: { triesPerAddress: 1_000_000, triesPerPage: 1_000_000, proxies: 0 } })

const layers = (settings: Settings, { traps, wallClock }: Adjustable) =>
  HttpAdapter.layer.pipe(
    Layer.provide(unbraked),
    Layer.provideMerge(Health.layer),
    Layer.provideMerge(Gateway.layer({ baseUrl: "http://127.0.0.1", webhooks: webhooks(settings) })),
    Layer.provideMerge(Layer.mergeAll(listed(settings), Vault.layer, besides(settings))),
    Layer.provideMerge(Layer.merge(acquirers(settings), bank(settings))),
    Layer.provideMerge(Keys.layerFileMade(settings.keys)),
    Layer.provideMerge(stores(settings.store, settings.patience)),
    Layer.provideMerge(Layer.mergeAll(traps.layer, mailer(settings), secondPerson)),
    Layer.provideMerge(Layer.setClock(wallClock.clock))
  )

/** Nobody moves anything alone in a shop that no other scenario has. */
const secondPerson = Layer.succeed(ApprovalLimits, { shops: { [ShopId.make("four-eyes")]: {} } })

const inUnit = <A, E>(work: Effect.Effect<A, E, UnitOfWorkContext>) =>
  Effect.flatMap(UnitOfWork, ({ run }) => run(work))

/** Runs one statement in a unit of work of its own. */
export const execute = (statement: string) =>
  inUnit(Effect.flatMap(UnitOfWorkContext, (writing) => writing.execute(statement, [])))

type Say = (word: Word) => Effect.Effect<void>

const write = Effect.fnUntraced(function* (name: string) {
  const { execute, lock } = yield* UnitOfWorkContext
  yield* lock("counter")
  const [row] = yield* execute("SELECT total FROM counter", [])
  yield* execute("UPDATE counter SET total = ?", [Number(row!.total) + 1])
  yield* execute("INSERT INTO acknowledged (name) VALUES (?)", [name])
})

const obey = Effect.fnUntraced(function* (command: Command, say: Say, { traps, wallClock }: Adjustable) {
  switch (command._tag) {
    case "Set":
      return traps.set(command.trap)
    case "Clear":
      return traps.clear()
    case "Rotate":
      return yield* Effect.asVoid(Keys.rotate)
    case "Follow":
      return wallClock.follow(command.pace)
    case "Execute":
      return yield* Effect.asVoid(execute(command.statement))
    case "Write": {
      const names = Arr.makeBy(command.count, (number) => `${command.name}-${number}`)
      const one = (name: string) => Effect.zipRight(inUnit(write(name)), say({ wrote: name }))
      return yield* Effect.forEach(names, one, { concurrency: 8, discard: true })
    }
  }
})

const glance = Duration.millis(500)

/** A process that does not run for so long may miss so many heartbeats that another one takes it for dead (D40). */
const tooLong = Duration.subtract(Lease.length, Lease.heartbeatEvery)

/**
 * Says under which name it holds jobs, and when others may have taken this process for dead, by its own account: it had no
 * processor, or the store took too long to commit its heartbeats, so that it is not sure of its lease.
 */
const watch = Effect.fnUntraced(function* (say: Say) {
  const { isSure, owner } = yield* Lease.Lease
  let name: string | undefined
  const tellName = Effect.suspend(() => {
    if (name === owner()) return Effect.void
    name = owner()
    return say({ owner: name })
  })
  const look = Effect.fnUntraced(function* ([slept]: readonly [Duration.Duration, void]) {
    const isAway = Duration.greaterThanOrEqualTo(slept, tooLong) || !isSure(owner())
    if (isAway) yield* say({ awayFor: Math.round(Duration.toMillis(slept)) })
    yield* tellName
  })
  yield* tellName
  yield* Effect.forever(Effect.tap(Effect.timed(Effect.sleep(glance)), look))
})

const serve = Effect.fnUntraced(function* (commands: Queue.Dequeue<Command>, say: Say, adjustable: Adjustable) {
  yield* Effect.forkScoped(watch(say))
  yield* Shops.makeDemo
  const { host, port } = yield* HttpServer.listen({ port: 0, drainFor: "2 seconds" })
  yield* say({ url: `http://${host}:${port}`, office: yield* BackOffice.serve })
  while (true) {
    const command = yield* Queue.take(commands)
    const exit = yield* Effect.exit(obey(command, say, adjustable))
    if (exit._tag === "Failure") yield* Effect.logWarning(exit.cause)
    yield* say({ isDone: true })
  }
})

/** Serves, and does what it is asked for, until it is interrupted. */
export const run = (settings: Settings, commands: Queue.Dequeue<Command>, say: Say) => {
  const wallClock = WallClock.make(settings.ahead ?? 0, settings.pace)
  const adjustable = { traps: Traps.make(settings.traps ?? [], say), wallClock }
  return Effect.scoped(serve(commands, say, adjustable)).pipe(Effect.provide(layers(settings, adjustable)))
}
