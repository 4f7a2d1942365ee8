import type { StorageError } from "@florin/core/store/StorageError"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import { newAddress, optionsOf } from "@florin/storage-postgres/testing/database"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as SandboxDatabase from "../src/SandboxDatabase.js"
import { temporaryPath } from "./files.js"

export type Place = Layer.Layer<SandboxDatabase.SandboxDatabase, StorageError>

const settled = <A, E extends { readonly _tag: string }>(layer: Layer.Layer<A, E | StorageError>) =>
  Layer.catchAll(layer, (error) =>
    error._tag === "StorageError" ? Layer.fail(error as StorageError) : Layer.die(error)
  )

/** A sandbox file. */
export const inFile = (filename: string): Place =>
  settled(Layer.provide(SandboxDatabase.layer, SqliteStore.layerClient({ filename })))

/** A sandbox schema beside the schema of an address. */
export const onServer = (address: string): Place =>
  settled(
    SandboxDatabase.layer.pipe(
      Layer.provide(Layer.succeed(SandboxDatabase.GatewaySchema, undefined)),
      Layer.provide(PostgresStore.layerClient(optionsOf(address)))
    )
  )

/** An empty database of each kind. Building its layer again opens the same data. */
export const databases: ReadonlyArray<{
  readonly kind: string
  readonly empty: Effect.Effect<Place, never, Scope.Scope>
}> = [
  {
    kind: "memory",
    empty: Effect.map(SandboxDatabase.makeMemory, (service) => Layer.succeed(SandboxDatabase.SandboxDatabase, service))
  },
  { kind: "SQLite", empty: Effect.map(temporaryPath, inFile) },
  { kind: "PostgreSQL", empty: Effect.map(newAddress, onServer) }
]
