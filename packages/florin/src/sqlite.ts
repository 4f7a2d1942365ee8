/** The SQLite store. Needs packages: see its README. */
export * as SettingRefused from "@florin/storage-sqlite/SettingRefused"
export * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
