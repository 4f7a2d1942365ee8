/** Whether the SQLite driver's native part can be loaded. */
import { DriverNotBuilt } from "../driverNotBuilt.js"

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

/** Loads it with the first database, which is in memory. Errors: `DriverNotBuilt`. */
export const proven = async (): Promise<void> => {
  const { default: Sqlite } = await import("better-sqlite3")
  try {
    new Sqlite(":memory:").close()
  } catch (error) {
    const notBuilt = notBuiltIn(error)
    if (notBuilt !== undefined) throw notBuilt
  }
}
