/** The parts that depend on the options. Each is imported only when required. */
import { existsSync } from "node:fs"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { made } from "@florin/gateway/Wiring"
import * as MailSender from "@florin/mailer/MailSender"
import * as SmtpServer from "@florin/mailer/SmtpServer"
import * as Keys from "@florin/settings/Keys"
import * as OneDatabase from "@florin/settings/OneDatabase"
import * as Shops from "@florin/settings/Shops"
import type * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import * as DatabaseFacts from "@florin/storage-sql/DatabaseFacts"
import type * as Stores from "@florin/storage-sql/Stores"
import type * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import * as KeyProvider from "@florin/vault/KeyProvider"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { type Database, keyFileOf, namesOf, sandboxFileOf, schemaOf } from "./database.js"
import type { DriverNotBuilt } from "./driverNotBuilt.js"
import * as HostShops from "./hostShops.js"
import * as Optional from "./optional.js"
import { OptionRefused, type Options } from "./options.js"
import { PackageMissing } from "./packageMissing.js"
import { isPort, shopsOf } from "./shops.js"
import { layerWithDriver, withDriver } from "./sqliteDriver.js"

/** Imports a module with optional packages. */
export const loaded = <Module>(
  purpose: Optional.Purpose,
  modules: () => Promise<Module>
): Effect.Effect<Module, PackageMissing> =>
  Effect.tryPromise(() => Optional.load(purpose, modules)).pipe(
    Effect.catchAll(({ error }) => (error instanceof PackageMissing ? Effect.fail(error) : Effect.die(error)))
  )

type Sqlite = typeof SqliteStore
type Postgres = typeof PostgresStore

/** What is made of the store of a database, whose driver it loads, and of where the database and its tables are. */
export const storeOf = <A, B>(
  database: Database,
  ofSqlite: (store: Sqlite, at: Parameters<Sqlite["make"]>[0]) => A,
  ofPostgres: (store: Postgres, at: Parameters<Postgres["make"]>[0]) => B
): Effect.Effect<A | B, PackageMissing> => {
  // The modules behind `florin/sqlite` and `florin/postgres`: a host that has imported one has its driver loaded.
  switch (database._tag) {
    case "Sqlite":
      return Effect.map(
        loaded(Optional.sqlite, () => import("../sqlite.js")),
        ({ SqliteStore }) => ofSqlite(SqliteStore, { filename: database.path, ...namesOf(database) })
      )
    case "Postgres":
      return Effect.map(
        loaded(Optional.postgres, () => import("../postgres.js")),
        ({ PostgresStore }) => ofPostgres(PostgresStore, { url: database.url, ...namesOf(database) })
      )
  }
}

type StoreError = SqliteStore.StartError | PostgresStore.StartError | DriverNotBuilt

type Making<Services> = Effect.Effect<Context.Context<Services>, StoreError, Scope.Scope>

/** How the store of a database is made. */
export type Store = (database: Database) => Effect.Effect<Making<Stores.Stores>, PackageMissing>

/** The store for a host without clients of `@effect/sql`. Loads its driver. */
export const store: Store = (database) =>
  storeOf<Making<Stores.Stores>, Making<Stores.Stores>>(
    database,
    ({ makeWithoutClients }, at) => withDriver(makeWithoutClients(at)),
    ({ make }, at) => make(at)
  )

/** The store with what such a host needs, and the client that is lent. */
export const lendingStore = (database: Database): Effect.Effect<Making<Stores.Lending>, PackageMissing> =>
  Effect.zipRight(
    // Where it is not installed, the error says so: the store would import it later, and die.
    database._tag === "Sqlite"
      ? loaded(Optional.sqlite, () => import("@effect/sql-sqlite-node/SqliteClient"))
      : Effect.void,
    storeOf<Making<Stores.Lending>, Making<Stores.Lending>>(
      database,
      ({ make }, at) => withDriver(make(at)),
      ({ make }, at) => make(at)
    )
  )

/** The database alone, with few connections. */
export const databaseLayerOf = (database: Database) =>
  storeOf(
    database,
    (store, at) => store.database(at),
    (store, at) => store.database({ ...at, poolSize: 1 })
  )

/** Whether a start with the sandbox would find all that it makes beside a database, or the database itself is new. */
const makesNothing = (database: Database): boolean =>
  database._tag === "Sqlite" &&
  (!existsSync(database.path) || (existsSync(sandboxFileOf(database.path)) && existsSync(keyFileOf(database))))

/**
 * Refuses the sandbox on a database that is not its own, before a ledger and a key ring are made beside that. What cannot be
 * read yet is refused by the start itself.
 */
export const sandboxFits = Effect.fnUntraced(function* (
  database: Database,
  accept: ReadonlyArray<OneDatabase.Accepted> = []
) {
  if (makesNothing(database)) return
  const facts = yield* Effect.option(Effect.provide(DatabaseFacts.read, yield* databaseLayerOf(database)))
  if (Option.isSome(facts)) yield* OneDatabase.fits({ sandbox: true, accept }, false)(facts.value)
})

const ringOf = ({ keys, sandbox }: Options, database: Database) => {
  if (keys?.trimStart().startsWith("{")) return Effect.succeed(KeyProvider.makeText(Redacted.make(keys)))
  if (sandbox === true) return Effect.succeed(Keys.makeFileMade(keys ?? keyFileOf(database)))
  return keys === undefined
    ? new OptionRefused({
        option: "keys",
        expected: "is needed: a key ring's file, or its JSON text. `florin keys new <file>` makes one"
      })
    : Effect.succeed(KeyProvider.makeFile(keys))
}

/** The key ring. In the sandbox, a missing file is created. */
export const keys = (options: Options, database: Database) =>
  Effect.map(ringOf(options, database), (ring) => made(KeyProvider.KeyProvider, ring))

/** The shops of the options, and those in the database, which may be changed; or those of the host's port. */
export const shops = ({ shops }: Options) => {
  if (shops === undefined) return Effect.succeed(Effect.zipLeft(Shops.makeAdministered(), warnWithoutShops))
  if (isPort(shops)) return Effect.succeed(made(ShopDirectory, Effect.succeed(HostShops.make(shops))))
  return Effect.map(shopsOf(shops), Shops.makeBeside)
}

const noShop =
  "There is no shop in the database yet: every request is refused until one is added (florin shops add <id>)"

const warnWithoutShops = Effect.flatMap(Shops.list, (all) =>
  all.length === 0 ? Effect.logWarning(noShop) : Effect.void
)

const refusedAs = <A>(checked: Either.Either<A, { readonly setting: string; readonly expected: string }>) =>
  Effect.mapError(checked, ({ expected, setting }) => new OptionRefused({ option: setting, expected }))

/** The mailer, if the options name a mail server. */
export const mailer = Effect.fnUntraced(function* ({ mail }: Options) {
  if (mail === undefined) return Layer.empty
  const { from, plain = false, url } = mail
  const server = yield* refusedAs(SmtpServer.fromUrl("mail.url", url, { plain }))
  const sender = yield* refusedAs(MailSender.fromText("mail.from", from))
  const { layer } = yield* loaded(Optional.mail, () => import("@florin/mailer/SmtpMailer"))
  return layer({ server, from: sender })
})

/** The client for the sandbox's ledger and clock, which are stored with the gateway's database. */
export const ledger = (database: Database) =>
  storeOf(
    database,
    // A simulator survives a killed process. What a power loss takes from it is no money.
    ({ layerClient }, { filename }) =>
      layerWithDriver(layerClient({ filename: sandboxFileOf(filename), synchronous: "normal" })),
    ({ layerClient }, { url }) => layerClient({ url, poolSize: 4 })
  )

/** The sandbox, with its ledger beside the gateway's database, and its routes. */
export const simulation = Effect.fnUntraced(function* (database: Database) {
  const { GatewaySchema, make, SandboxDatabase } = yield* loaded(
    Optional.sandbox,
    () => import("@florin/sandbox/SandboxDatabase")
  )
  const { routes, sandbox, webhooks } = yield* loaded(Optional.sandbox, () => import("@florin/gateway/SandboxGateway"))
  // Its client and its units of work are its own, and nobody else's.
  const client = Layer.build(yield* ledger(database))
  const books = made(
    SandboxDatabase,
    Effect.flatMap(client, (own) => Effect.provide(make, own)).pipe(
      Effect.provideService(GatewaySchema, schemaOf(database))
    )
  )
  return { sandbox: [books, ...sandbox()] as const, routes, webhooks }
})
