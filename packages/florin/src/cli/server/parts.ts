/** Layers shared by the commands that use a database. Drivers are imported only for their database. */
import { type Served, ServedShops } from "@florin/core/jobs/ServedShops"
import { Routing } from "@florin/core/routing/Routing"
import { ShopDirectory } from "@florin/core/shops/Shop"
import type { StorageError } from "@florin/core/store/StorageError"
import * as Keys from "@florin/settings/Keys"
import * as OneDatabase from "@florin/settings/OneDatabase"
import * as Operators from "@florin/settings/Operators"
import * as Shops from "@florin/settings/Shops"
import * as KeyProvider from "@florin/vault/KeyProvider"
import type { KeyRingError } from "@florin/vault/KeyRingError"
import * as Vault from "@florin/vault/Vault"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Database } from "../../host/database.js"
import * as HostShops from "../../host/hostShops.js"
import * as Optional from "../../host/optional.js"
import type { PackageMissing } from "../../host/packageMissing.js"
import * as Parts from "../../host/parts.js"
import { BadSetting, bad } from "../badSetting.js"
import * as KeyProblems from "../commands/keyProblems.js"
import type { KeySource, Settings } from "../settings.js"

/** The options of the gateway. */
export const gateway = ({ baseUrl, framedBy }: Settings) => ({ baseUrl, framed: framedBy.length > 0 })

const ringOf = (source: KeySource) => {
  switch (source._tag) {
    case "Text":
      return KeyProvider.layerText(source.text)
    case "File":
      return source.make ? Keys.layerFileMade(source.path) : KeyProvider.layerFile(source.path)
  }
}

export const keys = (source: KeySource) =>
  Layer.mapError(ringOf(source), (error) =>
    bad(
      "FLORIN_KEYS",
      `cannot be used: ${KeyProblems.problem(error, source._tag === "File" ? source.path : undefined)}`
    )
  )

const hint = (database: Database): string => {
  switch (database._tag) {
    case "Sqlite":
      return `Is ${database.path} in a folder that exists, a database, and yours to write?`
    case "Postgres":
      return "Does the server run there, and are the user, the password and the database right?"
  }
}

interface StartError {
  readonly _tag: string
  readonly message: string
  readonly reason?: string
}

const nextOf = (database: Database, { _tag, reason }: StartError): string => {
  if (_tag === "StorageError") return `. ${hint(database)}`
  if (reason === "newer") return ". Run the version that migrated it, or a newer one"
  return reason === "outdated" ? ": `florin migrate` brings it up to date" : ""
}

/** A start error of a database, as a `BadSetting` that says what to do. */
export const refused =
  (database: Database) =>
  (error: StartError | BadSetting): BadSetting =>
    error instanceof BadSetting
      ? error
      : bad("FLORIN_DATABASE", `cannot be used: ${error.message}${nextOf(database, error)}`)

/** Turns the start errors of a layer that needs the database into a `BadSetting`. */
export const onDatabase = <A, E extends StartError, R>(
  database: Database,
  made: Effect.Effect<Layer.Layer<A, E, R>, PackageMissing | BadSetting>
) => Layer.mapError(Layer.unwrapEffect(made), refused(database))

export const store = (database: Database) =>
  onDatabase(database, Effect.map(Parts.store(database), Layer.scopedContext))

/** A layer over the sandbox's own tables. */
export const withLedger = <A, E extends StartError, R>(database: Database, layer: Layer.Layer<A, E, R>) =>
  onDatabase(
    database,
    Effect.map(Parts.ledger(database), (ledger) => Layer.provide(layer, ledger))
  )

export const shops = ({ database, ports, shops }: Settings) => {
  if (ports.shops !== undefined) return Layer.succeed(ShopDirectory, HostShops.make(ports.shops))
  if (shops === undefined) return Shops.layerStored
  return Layer.mapError(Shops.layerBeside(shops.list), refused(database))
}

/** The routing rules and the time zone of a server. */
export const routing = ({ routing, timeZone }: Settings): Layer.Layer<never> =>
  routing === undefined ? timeZone : Layer.merge(timeZone, Layer.succeed(Routing, routing))

/** The mailer, if there is a mail server. */
export const mailer = ({ mail }: Settings): Layer.Layer<never, BadSetting> =>
  mail === undefined
    ? Layer.empty
    : Layer.unwrapEffect(
        Parts.loaded(Optional.mail, () => import("@florin/mailer/SmtpMailer")).pipe(
          Effect.mapBoth({
            onFailure: ({ message }) => bad("FLORIN_SMTP_URL", `cannot be used: ${message}`),
            onSuccess: ({ layer }) => layer(mail)
          })
        )
      )

/** The operators of a server. */
export const operators = ({ approvalLimits, operators }: Settings): Layer.Layer<never> =>
  Layer.merge(Operators.layerListed(operators), approvalLimits)

const claimRefused = (error: KeyRingError | OneDatabase.PurposeRefused | StorageError): BadSetting => {
  switch (error._tag) {
    case "KeyRingError":
      return bad("FLORIN_KEYS", `cannot be used with this database: ${KeyProblems.problem(error, undefined)}`)
    case "PurposeRefused":
      return bad("FLORIN_DATABASE", `cannot be used: ${error.message}. FLORIN_ACCEPT=other-purpose if it is meant`)
    case "StorageError":
      return bad("FLORIN_DATABASE", `cannot be used: ${error.message}`)
  }
}

/** Refuses the sandbox on a database in which money moves, before anything is made beside it. Source: D43a. */
export const sandboxFits = ({ accept, database }: Pick<Settings, "database" | "accept">) =>
  Effect.mapError(Parts.sandboxFits(database, accept), (error) =>
    error._tag === "PurposeRefused" ? claimRefused(error) : refused(database)(error)
  )

/** Refuses keys and, of a command that works as a server does, a purpose that do not fit the database. Source: D43a. */
export const claim = (given: Pick<Settings, "sandbox" | "accept">) =>
  Effect.mapError(OneDatabase.claim(given), claimRefused)

export const claimPurpose = (given: Pick<Settings, "sandbox" | "accept">) =>
  Effect.mapError(OneDatabase.purpose(given), claimRefused)

export const claimKeys = (given: Pick<Settings, "accept">) => Effect.mapError(OneDatabase.keys(given), claimRefused)

const served = ({ ports, shops }: Settings): Served => {
  if (ports.shops !== undefined) return "any"
  return shops === undefined ? "stored" : { listed: shops.list.map(({ id }) => id) }
}

const claimed = (settings: Settings) =>
  Layer.effectContext(
    Effect.gen(function* () {
      yield* claim(settings)
      const whose = served(settings)
      const work = yield* Effect.mapError(OneDatabase.dueWork({ accept: settings.accept, shops: whose }), claimRefused)
      return Context.add(work, ServedShops, whose)
    })
  )

/** Shops, vault, keys and store of a server, on a database that fits. */
export const base = (settings: Settings) =>
  claimed(settings).pipe(
    Layer.provideMerge(Layer.mergeAll(shops(settings), Vault.layer)),
    Layer.provideMerge(keys(settings.keys)),
    Layer.provideMerge(store(settings.database))
  )
