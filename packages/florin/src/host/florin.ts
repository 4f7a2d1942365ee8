/** Florin as one layer, the parts it is made of, and its operations. */
import type * as Gateway from "@florin/gateway/Gateway"
import type * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import type * as OneDatabase from "@florin/settings/OneDatabase"
import type * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import type * as HostSql from "@florin/storage-sql/HostSql"
import type { WebhookReceipts } from "@florin/storage-sql/WebhookReceipts"
import type * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import type { KeyProvider } from "@florin/vault/KeyProvider"
import type { KeyRingError } from "@florin/vault/KeyRingError"
import * as Layer from "effect/Layer"
import type { Operations } from "../faces/operations.js"
import type { DriverNotBuilt } from "./driverNotBuilt.js"
import type { OptionRefused, Options } from "./options.js"
import type { PackageMissing } from "./packageMissing.js"
import { makeLending } from "./services.js"

export type { CheckoutChange } from "@florin/core/checkouts/CheckoutChange"
export type { TransactionChange } from "@florin/core/transactions/TransactionChange"
export {
  Operations,
  onCheckoutCommit,
  onCommit,
  onEntitlementsCommit,
  onSubscriptionCommit,
  operations,
  operator,
  sandbox,
  shop
} from "../faces/operations.js"
export type { CallError, Effectful } from "../faces/twoFaces.js"
export { acquirers, gateway, http, keys, keysText, shops, vault } from "./florinParts.js"

/** The operations, the stores under them, and the HTTP interface over them. */
export type Services =
  | Operations
  | HttpAdapter.HttpAdapter
  | Gateway.Services
  | Gateway.Ports
  | KeyProvider
  | WebhookReceipts

/** What the layer provides: the same, and the client that is lent to a host without its own. */
export type Florin = Services | HostSql.LentClient

/** The reasons why Florin fails to start. */
export type StartError =
  | OptionRefused
  | PackageMissing
  | DriverNotBuilt
  | KeyRingError
  | SqliteStore.StartError
  | PostgresStore.StartError
  | OneDatabase.PurposeRefused
  | Layer.Layer.Error<ReturnType<typeof Gateway.layer>>

/**
 * Florin with everything it needs. Imports only the drivers and the sandbox that the options require. A host writes its
 * own tables in the payment's commit with `onCommit`.
 *
 * Errors: the first unusable option or part. The message describes it without its value.
 */
export const layer = (options: Options): Layer.Layer<Florin, StartError> =>
  // What the store gives besides the services is among them.
  Layer.scopedContext(makeLending(options)) as Layer.Layer<Florin, StartError>
