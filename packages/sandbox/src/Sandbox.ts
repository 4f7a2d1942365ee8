/** The sandbox as a whole. */
import type { StorageError } from "@florin/core/store/StorageError"
import * as Layer from "effect/Layer"
import * as Ledger from "./Ledger.js"
import * as SandboxAcquirer from "./SandboxAcquirer.js"
import * as SandboxClock from "./SandboxClock.js"
import * as SandboxControls from "./SandboxControls.js"
import * as SandboxDatabase from "./SandboxDatabase.js"

export interface Options extends SandboxAcquirer.Options {
  /** The sandbox's own SQLite file; not the gateway's. `:memory:` for one that is gone with the scope. */
  readonly filename: string
}

/** Everything the sandbox offers. */
export type Sandbox =
  | SandboxAcquirer.SandboxAcquirer
  | SandboxClock.SandboxClock
  | SandboxControls.SandboxControls
  | Ledger.Ledger

/**
 * The simulated acquirer, its ledger and the clock over one database, for example `SandboxPostgres.layer`. The clock
 * becomes Effect's own.
 */
export const layerShared = (
  options: SandboxAcquirer.Options = {}
): Layer.Layer<Sandbox, StorageError, SandboxDatabase.SandboxDatabase> =>
  SandboxControls.layer.pipe(
    Layer.provideMerge(Layer.merge(SandboxAcquirer.layer(options), SandboxClock.layer)),
    Layer.provideMerge(Ledger.layerShared)
  )

/** The same over an SQLite file of its own. */
export const layer = ({ filename, ...options }: Options): Layer.Layer<Sandbox, StorageError> =>
  Layer.provide(layerShared(options), SandboxDatabase.layer(filename))
