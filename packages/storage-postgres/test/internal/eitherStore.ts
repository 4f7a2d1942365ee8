// Runs suites on both stores: a SQLite file and a PostgreSQL schema.

import type { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import type { Lending } from "@florin/storage-sql/Stores"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import * as EmptyStore from "@florin/storage-sqlite/testing/emptyStore"
import { oldFile } from "@florin/storage-sqlite/testing/oldFile"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { afterAll, beforeAll, describe } from "vitest"
import { newAddress, oldStore, optionsOf, temporaryStore } from "./database.js"

const stores = ["SQLite", "PostgreSQL"] as const

type StoreName = (typeof stores)[number]

type AnyStore = Layer.Layer<Lending, SqliteStore.StartError | PostgresStore.StartError>

// The store of the running suite: suites of a file run sequentially.
let current: StoreName = "SQLite"

const suites = (on: ReadonlyArray<StoreName>) => (name: string, tests: () => void) => {
  for (const store of on) {
    describe(`${name}, on ${store}`, () => {
      beforeAll(() => {
        current = store
      })
      afterAll(() => {
        current = "SQLite"
      })
      tests()
    })
  }
}

const onStores = suites(stores)

/** A suite that runs on each store in turn. Tests outside such a suite use SQLite. */
export const describeOnStores = Object.assign(onStores, {
  /** Runs the tests of one store concurrently. */
  concurrent: (name: string, tests: () => void) => onStores(name, () => describe.concurrent("side by side", tests))
})

const chosen = (on: Readonly<Record<StoreName, AnyStore>>): AnyStore => Layer.suspend(() => on[current])

/**
 * A suite of what rests on the contract of stores alone, which the suites of `@florin/testing/stores` hold each store to:
 * it runs on SQLite, and on PostgreSQL too in `npm run test:stores`.
 */
export const describeOnContract = suites(process.env.FLORIN_TEST_STORES === "all" ? stores : ["SQLite"])

/** An empty store that is removed with the scope. */
export const emptyStore = chosen({
  SQLite: EmptyStore.emptyStore,
  PostgreSQL: temporaryStore({ poolSize: 2 })
})

/** A store on a database written by 0.1.0. */
export const upgradedStore = chosen({
  SQLite: Layer.unwrapScoped(Effect.map(oldFile, (filename) => SqliteStore.layer({ filename }))),
  PostgreSQL: oldStore
})

/** A database with a store, and its address for a host's own client. */
export interface Place {
  readonly store: AnyStore
  readonly client: Layer.Layer<SqlClient, unknown>
}

const places: Readonly<Record<StoreName, Effect.Effect<Place, never, Scope.Scope>>> = {
  SQLite: Effect.map(EmptyStore.emptyFile, (filename) => ({
    store: SqliteStore.layer({ filename }),
    client: SqliteClient.layer({ filename })
  })),
  PostgreSQL: Effect.map(newAddress, (address) => ({
    store: PostgresStore.layer(optionsOf(address, { poolSize: 2 })),
    client: PgClient.layer({ url: Redacted.make(address), maxConnections: 2 })
  }))
}

/** A new database on one of the stores, removed with the scope. */
export const placeOn = (store: StoreName): Effect.Effect<Place, never, Scope.Scope> => places[store]

/** Like `placeOn`, on the store of the suite. */
export const newPlace: Effect.Effect<Place, never, Scope.Scope> = Effect.suspend(() => placeOn(current))
