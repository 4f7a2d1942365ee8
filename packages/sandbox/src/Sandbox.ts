/** The sandbox as a whole. */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { StorageError } from "@florin/core/store/StorageError"
import type { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as Layer from "effect/Layer"
import * as Ledger from "./Ledger.js"
import * as SandboxAcquirer from "./SandboxAcquirer.js"
import * as SandboxActions from "./SandboxActions.js"
import * as SandboxBank from "./SandboxBank.js"
import * as SandboxClock from "./SandboxClock.js"
import * as SandboxControls from "./SandboxControls.js"
import * as SandboxDatabase from "./SandboxDatabase.js"
import * as SandboxThreeDSecure from "./SandboxThreeDSecure.js"

/** All services of the sandbox. */
export type Sandbox =
  | SandboxAcquirer.SandboxAcquirer
  | SandboxActions.SandboxActions
  | SandboxBank.SandboxBank
  | SandboxClock.SandboxClock
  | SandboxControls.SandboxControls
  | SandboxThreeDSecure.SandboxThreeDSecure
  | Ledger.Ledger

/** The settings of the simulated acquirer, and of the bank. */
export interface Options extends SandboxAcquirer.Options {
  readonly bank?: SandboxBank.Options
}

/**
 * The simulated acquirer and bank, their ledger, the simulated 3-D Secure server and the clock over one database. Replaces
 * Effect's clock.
 */
export const layerOn = (options: Options = {}): Layer.Layer<Sandbox, StorageError, SandboxDatabase.SandboxDatabase> =>
  SandboxControls.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        SandboxAcquirer.layer(options),
        SandboxActions.layer,
        SandboxBank.layer(options.bank),
        SandboxClock.layer,
        SandboxThreeDSecure.layer
      )
    ),
    Layer.provideMerge(Ledger.layer)
  )

/** Like `layerOn`, in a SQL database, for example `SqliteStore.layerClient({ filename, synchronous: "normal" })`. */
export const layer = (options: Options = {}): Layer.Layer<Sandbox, StorageError, SqlClient | UnitOfWork> =>
  Layer.provide(layerOn(options), SandboxDatabase.layer)

/** Like `layerOn`, in memory: discarded when the scope closes. For tests. */
export const layerMemory = (options: Options = {}): Layer.Layer<Sandbox, StorageError> =>
  Layer.provide(layerOn(options), SandboxDatabase.layerMemory)
