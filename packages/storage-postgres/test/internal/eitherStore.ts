// The store of suites that run on both: in a file, or in the Vitest project that asks for it on PostgreSQL.
import type * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import type { Stores } from "@florin/storage-sql/Stores"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import { oldFile } from "@florin/storage-sqlite/testing/oldFile"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { inject } from "vitest"
import { oldStore, temporaryStore } from "./database.js"

declare module "vitest" {
  interface ProvidedContext {
    /** Where the stores of this project's tests are. */
    readonly store: "SQLite" | "PostgreSQL"
  }
}

type AnyStore = Layer.Layer<Stores, SqliteStore.StartError | PostgresStore.StartError>

/** An empty store that goes away with the scope. */
export const emptyStore: AnyStore =
  inject("store") === "PostgreSQL" ? temporaryStore({ poolSize: 2 }) : SqliteStore.layerTemporary

/** A store on what 0.1.0 left behind. */
export const upgradedStore: AnyStore =
  inject("store") === "PostgreSQL"
    ? oldStore
    : Layer.unwrapScoped(Effect.map(oldFile, (filename) => SqliteStore.layer({ filename })))
