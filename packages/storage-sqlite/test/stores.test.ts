import { describe } from "@effect/vitest"
import * as ConnectionPerUnit from "@florin/storage-sql/ConnectionPerUnit"
import * as Stores from "@florin/storage-sql/Stores"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import { storeSuite } from "@florin/testing/stores/StoreSuite"
import { unitOfWorkSuite } from "@florin/testing/stores/UnitOfWorkSuite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { temporaryFile } from "./files.js"
import { emptiedStore } from "./oldFile.js"

storeSuite("SQLite", emptiedStore)

// The unit of work for databases with many writers keeps the same promises on the one database that is always there.
describe("SQLite with a commit per unit", () => {
  unitOfWorkSuite(
    Layer.unwrapScoped(
      Effect.map(temporaryFile, (filename) =>
        Stores.layer(ConnectionPerUnit.layer).pipe(Layer.provide(SqliteStore.database({ filename })))
      )
    )
  )
})
