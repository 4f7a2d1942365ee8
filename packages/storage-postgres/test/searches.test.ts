import { describe, it } from "@effect/vitest"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import * as SqlTransactionStore from "@florin/storage-sql/SqlTransactionStore"
import { assertFinds } from "@florin/testing/stores/TransactionSearches"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { newAddress, optionsOf } from "./internal/database.js"

describe("a search of PostgreSQL", () => {
  // What is many in a test: a search takes other ways then.
  it.scoped.each([1, 7])("D73 finds the same where an index finds more than %i", (many) =>
    Effect.gen(function* () {
      const options = optionsOf(yield* newAddress)
      const search = Effect.gen(function* () {
        const { newest } = yield* SqlTransactionStore.makeCounting(many)
        yield* assertFinds(newest)
      })
      yield* Effect.provide(search, Layer.merge(PostgresStore.layer(options), PostgresStore.database(options)))
    })
  )
})
