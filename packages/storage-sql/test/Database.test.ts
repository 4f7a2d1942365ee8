import { assert, describe, it } from "@effect/vitest"
import * as Database from "@florin/storage-sql/Database"
import * as TableNames from "@florin/storage-sql/TableNames"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

const counting = () => {
  let rewritten = 0
  const database = Database.make({
    dialect: {
      name: "numbered",
      begin: "BEGIN",
      placeholders: (statement) => {
        rewritten++
        let place = 0
        return statement.replaceAll("?", () => `$${++place}`)
      },
      forUpdate: " FOR UPDATE",
      skipLocked: " FOR UPDATE SKIP LOCKED",
      columns: "",
      indexes: "",
      move: () => [],
      appendOnly: () => ["", ""],
      lateral: (inner) => inner,
      text: "TEXT",
      bytes: "BLOB",
      jsonText: (column) => column,
      jsonLast: (column) => column,
      classify: () => ({ reason: "unexpected" })
    },
    names: Option.getOrThrow(TableNames.prefixed("florin_")),
    patience: Duration.zero,
    reserve: Effect.never,
    read: () => Effect.succeed([])
  })
  return { database, rewritten: () => rewritten }
}

describe("statements for a driver", () => {
  it("are rewritten once", () => {
    const { database, rewritten } = counting()
    for (let time = 0; time < 3; time++) {
      assert.strictEqual(database.rewrite("SELECT ? WHERE a = ?"), "SELECT $1 WHERE a = $2")
    }
    assert.strictEqual(rewritten(), 1)
  })

  it("are remembered up to a limit, beyond which the oldest is rewritten", () => {
    const { database, rewritten } = counting()
    for (let index = 0; index < Database.rememberedStatements; index++) database.rewrite(`SELECT ${index}`)
    for (let time = 0; time < 3; time++) assert.strictEqual(database.rewrite("SELECT ?"), "SELECT $1")
    assert.strictEqual(rewritten(), Database.rememberedStatements + 1)
    for (const text of ["SELECT 1", "SELECT 0"]) database.rewrite(text)
    assert.strictEqual(rewritten(), Database.rememberedStatements + 2)
  })
})
