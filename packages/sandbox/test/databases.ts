import type { StorageError } from "@florin/core/store/StorageError"
import { newAddress } from "@florin/storage-postgres/testing/database"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as SandboxDatabase from "../src/SandboxDatabase.js"
import * as SandboxPostgres from "../src/SandboxPostgres.js"
import { temporaryPath } from "./files.js"

export type Place = Layer.Layer<SandboxDatabase.SandboxDatabase, StorageError>

/** An empty database of each kind. What is built from its layer a second time finds what the first has left. */
export const databases: ReadonlyArray<{
  readonly kind: string
  readonly empty: Effect.Effect<Place, never, Scope.Scope>
}> = [
  {
    kind: "memory",
    empty: Effect.map(SandboxDatabase.makeMemory, (service) => Layer.succeed(SandboxDatabase.SandboxDatabase, service))
  },
  { kind: "SQLite", empty: Effect.map(temporaryPath, SandboxDatabase.layer) },
  {
    kind: "PostgreSQL",
    empty: Effect.map(newAddress, (address) => SandboxPostgres.layer({ address: () => address }))
  }
]
