/** The PostgreSQL store. Needs packages: see its README. */
export * as PostgresStore from "@florin/storage-postgres/PostgresStore"
export * as SettingRefused from "@florin/storage-postgres/SettingRefused"
