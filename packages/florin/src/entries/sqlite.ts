import * as Optional from "../host/optional.js"

export const { SettingRefused, SqliteStore } = await Optional.load(Optional.sqlite, async () => {
  const stores = await import("../sqlite.js")
  const { default: Sqlite } = await import("better-sqlite3")
  try {
    // Loads the driver's native part, which otherwise waits for the first database.
    new Sqlite(":memory:").close()
  } catch {
    // An opening says what is wrong with it.
  }
  return stores
})
