// The store of suites that run on both: in a file, or in the Vitest project that asks for it on PostgreSQL.
import type * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import type { Stores } from "@florin/storage-sql/Stores"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import type * as Layer from "effect/Layer"
import { inject } from "vitest"
import { temporaryStore } from "./database.js"

declare module "vitest" {
  interface ProvidedContext {
    /** Where the stores of this project's tests are. */
    readonly store: "SQLite" | "PostgreSQL"
  }
}

/** An empty store that goes away with the scope. */
export const emptyStore: Layer.Layer<Stores, SqliteStore.StartError | PostgresStore.StartError> =
  inject("store") === "PostgreSQL" ? temporaryStore({ poolSize: 2 }) : SqliteStore.layerTemporary
