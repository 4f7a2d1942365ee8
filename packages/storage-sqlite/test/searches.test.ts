import { describe, it } from "@effect/vitest"
import * as SqlTransactionStore from "@florin/storage-sql/SqlTransactionStore"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import { assertFinds } from "@florin/testing/stores/TransactionSearches"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { temporaryFile } from "./internal/files.js"

describe("a search of SQLite", () => {
  // What is many in a test: a search takes other ways then.
  it.scoped.each([1, 7])("D73 finds the same where an index finds more than %i", (many) =>
    Effect.gen(function* () {
      const options = { filename: yield* temporaryFile }
      const search = Effect.gen(function* () {
        const { newest } = yield* SqlTransactionStore.makeCounting(many)
        yield* assertFinds(newest)
      })
      yield* Effect.provide(search, Layer.merge(SqliteStore.layer(options), SqliteStore.database(options)))
    })
  )
})
