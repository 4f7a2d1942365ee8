/** The sandbox as a whole. */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { StorageError } from "@florin/core/store/StorageError"
import type { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as Layer from "effect/Layer"
import * as Ledger from "./Ledger.js"
import * as SandboxAcquirer from "./SandboxAcquirer.js"
import * as SandboxClock from "./SandboxClock.js"
import * as SandboxControls from "./SandboxControls.js"
import * as SandboxDatabase from "./SandboxDatabase.js"

/** Everything the sandbox offers. */
export type Sandbox =
  | SandboxAcquirer.SandboxAcquirer
  | SandboxClock.SandboxClock
  | SandboxControls.SandboxControls
  | Ledger.Ledger

/** The simulated acquirer, its ledger and the clock over one database. The clock becomes Effect's own. */
export const layerOn = (
  options: SandboxAcquirer.Options = {}
): Layer.Layer<Sandbox, StorageError, SandboxDatabase.SandboxDatabase> =>
  SandboxControls.layer.pipe(
    Layer.provideMerge(Layer.merge(SandboxAcquirer.layer(options), SandboxClock.layer)),
    Layer.provideMerge(Ledger.layer)
  )

/** The same in the tables of a database, for example `SqliteStore.layerClient({ filename: "florin.db.sandbox.db" })`. */
export const layer = (
  options: SandboxAcquirer.Options = {}
): Layer.Layer<Sandbox, StorageError, SqlClient | UnitOfWork> => Layer.provide(layerOn(options), SandboxDatabase.layer)

/** The same in memory: everything is gone with the scope. For tests. */
export const layerMemory = (options: SandboxAcquirer.Options = {}): Layer.Layer<Sandbox, StorageError> =>
  Layer.provide(layerOn(options), SandboxDatabase.layerMemory)
