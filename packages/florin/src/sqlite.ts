/** The SQLite store. Needs the packages `better-sqlite3` and `@effect/sql-sqlite-node`. */
export * as SettingRefused from "@florin/storage-sqlite/SettingRefused"
export * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
