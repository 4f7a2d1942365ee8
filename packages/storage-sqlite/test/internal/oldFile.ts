import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import * as OldDatabase from "@florin/testing/stores/OldDatabase"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { temporaryFile } from "./files.js"

const make = (filename: string): void => {
  const database = new Sqlite(filename)
  database.exec(`BEGIN;${OldDatabase.sql("sqlite")};COMMIT`)
  database.close()
}

/** The path of a database written by 0.1.0, in a directory that is removed with the scope. */
export const oldFile = Effect.tap(temporaryFile, make)

const empty = (filename: string): void => {
  const database = new Sqlite(filename)
  const tables = database.prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  for (const { name } of tables) if (!name.endsWith("schema_migrations")) database.exec(`DELETE FROM "${name}"`)
  database.exec("VACUUM")
  database.close()
}

let template: Promise<string> | undefined

const migrated = async (): Promise<string> => {
  const directory = mkdtempSync(join(tmpdir(), "florin-test-"))
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }))
  const filename = join(directory, "florin.db")
  make(filename)
  await Effect.runPromise(Effect.scoped(Layer.build(SqliteStore.layer({ filename }))))
  empty(filename)
  return filename
}

/** An empty store on tables migrated from 0.1.0. */
export const emptiedStore = Layer.unwrapScoped(
  Effect.gen(function* () {
    const filename = yield* temporaryFile
    template ??= migrated()
    copyFileSync(yield* Effect.promise(() => template!), filename)
    return SqliteStore.layer({ filename })
  })
)
