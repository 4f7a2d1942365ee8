import * as ConnectionPerUnit from "@florin/storage-sql/ConnectionPerUnit"
import * as Stores from "@florin/storage-sql/Stores"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import { storeSuite } from "@florin/testing/stores/StoreSuite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { temporaryFile } from "./files.js"

storeSuite("SQLite, units committed together", SqliteStore.layerTemporary)

// The unit of work that databases with many writers use, kept honest by the one database there is in every test run.
storeSuite(
  "SQLite, a commit per unit",
  Layer.unwrapScoped(
    Effect.map(temporaryFile, (filename) =>
      Stores.layer(ConnectionPerUnit.layer).pipe(Layer.provide(SqliteStore.database({ filename })))
    )
  )
)
