/**
 * The sandbox as a whole.
 *
 * @since 0.1.0
 */
import type { StorageError } from "@florin/core/store/StorageError"
import * as Layer from "effect/Layer"
import * as Ledger from "./Ledger.js"
import * as SandboxAcquirer from "./SandboxAcquirer.js"
import * as SandboxClock from "./SandboxClock.js"
import * as SandboxControls from "./SandboxControls.js"
import * as SandboxDatabase from "./SandboxDatabase.js"

/**
 * @since 0.1.0
 * @category models
 */
export interface Options extends SandboxAcquirer.Options {
  /** The sandbox's own SQLite file; not the gateway's. `:memory:` for one that is gone with the scope. */
  readonly filename: string
}

/**
 * Everything the sandbox offers.
 *
 * @since 0.1.0
 * @category models
 */
export type Sandbox =
  | SandboxAcquirer.SandboxAcquirer
  | SandboxClock.SandboxClock
  | SandboxControls.SandboxControls
  | Ledger.Ledger

/**
 * The simulated acquirer, its ledger and the clock over one database, for example `SandboxPostgres.layer`. The clock
 * becomes Effect's own.
 *
 * @since 0.1.0
 * @category layers
 */
export const layerShared = (
  options: SandboxAcquirer.Options = {}
): Layer.Layer<Sandbox, StorageError, SandboxDatabase.SandboxDatabase> =>
  SandboxControls.layer.pipe(
    Layer.provideMerge(Layer.merge(SandboxAcquirer.layer(options), SandboxClock.layer)),
    Layer.provideMerge(Ledger.layerShared)
  )

/**
 * The same over an SQLite file of its own.
 *
 * @since 0.1.0
 * @category layers
 */
export const layer = ({ filename, ...options }: Options): Layer.Layer<Sandbox, StorageError> =>
  Layer.provide(layerShared(options), SandboxDatabase.layer(filename))
