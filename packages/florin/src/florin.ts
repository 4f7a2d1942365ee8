/** Florin as one layer, the parts it is made of, and its operations. */
import { Acquirers } from "@florin/core/cards/Acquirer"
import { ThreeDSecureServers } from "@florin/core/three-d-secure/ThreeDSecureServer"
import * as SystemTimeZone from "@florin/core/time/SystemTimeZone"
import { TransferProviders } from "@florin/core/transfers/TransferProvider"
import * as Gateway from "@florin/gateway/Gateway"
import { together } from "@florin/gateway/Wiring"
import type * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import type * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import type * as HostSql from "@florin/storage-sql/HostSql"
import type * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import type { KeyProvider } from "@florin/vault/KeyProvider"
import type { KeyRingError } from "@florin/vault/KeyRingError"
import * as Vault from "@florin/vault/Vault"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { databaseOf } from "./internal/database.js"
import { faces } from "./internal/faces.js"
import { gatewayIds } from "./internal/gatewayIds.js"
import { operators } from "./internal/operators.js"
import * as Pages from "./internal/pages.js"
import * as Parts from "./internal/parts.js"
import { routing } from "./internal/routing.js"
import type { Operations } from "./operations.js"
import { OptionRefused, type Options, type Real } from "./options.js"
import type { PackageMissing } from "./packageMissing.js"

export type { TransactionChange } from "@florin/core/transactions/TransactionChange"
export { acquirers, gateway, http, keys, keysText, shops, vault } from "./florinParts.js"
export type { CallError, Effectful } from "./internal/twoFaces.js"
export { Operations, onCommit, operations, operator, sandbox, shop } from "./operations.js"

/** What the layer provides: the operations, the stores under them, and the HTTP interface over them. */
export type Florin =
  | Operations
  | HttpAdapter.HttpAdapter
  | Gateway.Services
  | Gateway.Ports
  | KeyProvider
  | HostSql.LentClient

/** The reasons why Florin fails to start. */
export type StartError =
  | OptionRefused
  | PackageMissing
  | KeyRingError
  | SqliteStore.StartError
  | PostgresStore.StartError
  | Layer.Layer.Error<ReturnType<typeof Gateway.layer>>

const checked = ({ baseUrl }: Options) =>
  /^https?:\/\/\S+$/.test(baseUrl) && URL.canParse(baseUrl)
    ? Effect.succeed({ baseUrl })
    : new OptionRefused({ option: "baseUrl", expected: "must be an http or https address" })

/** The zone of the options. */
export const zone = ({ timeZone }: Options): Effect.Effect<Layer.Layer<never>, OptionRefused> =>
  timeZone === undefined
    ? Effect.succeed(Layer.empty)
    : Option.match(SystemTimeZone.layerNamed(timeZone), {
        onNone: () =>
          new OptionRefused({ option: "timeZone", expected: "must be an IANA time zone such as Europe/Berlin" }),
        onSome: Effect.succeed
      })

// Without the options, a host may provide the servers and the providers to the layer.
const providers = ({ acquirers, threeDSecureServers, transferProviders }: Real): Context.Context<Acquirers> =>
  Context.mergeAll(
    Context.make(Acquirers, acquirers),
    threeDSecureServers === undefined ? Context.empty() : Context.make(ThreeDSecureServers, threeDSecureServers),
    transferProviders === undefined ? Context.empty() : Context.make(TransferProviders, transferProviders)
  )

const wired = Effect.fnUntraced(function* (options: Options) {
  const { baseUrl } = yield* checked(options)
  yield* gatewayIds(options)
  const database = yield* databaseOf(options.database)
  const keys = yield* Parts.keys(options, database)
  const shops = yield* Parts.shops(options)
  const base = [keys, yield* Parts.store(database), Vault.make, shops] as const
  const settings = [
    Pages.layer(options),
    yield* routing(options),
    yield* zone(options),
    yield* Parts.mailer(options),
    yield* operators(options)
  ] as const
  if (options.sandbox !== true) {
    return together(...settings, providers(options), ...base, Gateway.make({ baseUrl }), ...faces)
  }
  const { acquirers, routes, webhooks } = yield* Parts.simulation(database)
  return together(...settings, acquirers, ...base, Gateway.make({ baseUrl, webhooks }), routes, ...faces)
})

/**
 * Florin with everything it needs. Imports only the drivers and the sandbox that the options require. A host writes its
 * own tables in the payment's commit with `onCommit`.
 *
 * Errors: the first unusable option or part. The message describes it without its value.
 */
export const layer = (options: Options): Layer.Layer<Florin, StartError> =>
  Layer.scopedContext(Effect.flatten(wired(options)))
