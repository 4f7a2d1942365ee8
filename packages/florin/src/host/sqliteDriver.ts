/** Whether the SQLite driver's native part can be loaded. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DriverNotBuilt } from "./driverNotBuilt.js"

const reasons: Readonly<Record<string, DriverNotBuilt["reason"]>> = {
  MODULE_NOT_FOUND: "missing",
  ERR_DLOPEN_FAILED: "other-node"
}

/** Undefined when the error has another cause. */
export const notBuiltIn = (error: unknown): DriverNotBuilt | undefined => {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  // The package that looks for it gives no code where nothing is there at all.
  const isLost = error instanceof Error && error.message.startsWith("Could not locate the bindings file")
  const reason = isLost ? "missing" : Object.hasOwn(reasons, code) ? reasons[code] : undefined
  return reason === undefined ? undefined : new DriverNotBuilt({ driver: "better-sqlite3", reason })
}

/** Loads it with a database in memory. Undefined when it is built. */
const proof = async (): Promise<DriverNotBuilt | undefined> => {
  const { default: Sqlite } = await import("better-sqlite3")
  try {
    new Sqlite(":memory:").close()
    return undefined
  } catch (error) {
    return notBuiltIn(error)
  }
}

/** Opens a database. Where that fails because the driver is not built, the error says so; asked only where it fails. */
export const withDriver = <A, E, R>(open: Effect.Effect<A, E, R>): Effect.Effect<A, E | DriverNotBuilt, R> =>
  Effect.catchAll(open, (error) =>
    Effect.flatMap(
      Effect.promise(proof),
      (notBuilt): Effect.Effect<never, E | DriverNotBuilt> => Effect.fail(notBuilt ?? error)
    )
  )

/** The same of a layer. */
export const layerWithDriver = <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E | DriverNotBuilt, R> =>
  Layer.scopedContext(withDriver(Layer.build(layer)))
