/** The PostgreSQL store. Needs the packages `pg` and `@effect/sql-pg`. */
export * as PostgresStore from "@florin/storage-postgres/PostgresStore"
export * as SettingRefused from "@florin/storage-postgres/SettingRefused"
