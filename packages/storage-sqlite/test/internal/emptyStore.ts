// Empty stores for tests: copies of one file, since migrating a file takes longer than many a test.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { temporaryFile } from "./files.js"

let made: Promise<string> | undefined

/** A migrated file, made on first use. */
const template = (): Promise<string> => {
  made ??= (async () => {
    const directory = mkdtempSync(join(tmpdir(), "florin-template-"))
    process.once("exit", () => rmSync(directory, { recursive: true, force: true }))
    const filename = join(directory, "florin.db")
    // Not by opening a store: one that writes nothing leaves what the migrations wrote in the log, and a copy without it is
    // an empty file, which each test would migrate anew.
    await Effect.runPromise(SqliteStore.migrate({ filename }))
    if (existsSync(`${filename}-wal`)) throw new Error("The template has a log, which is not copied")
    return filename
  })()
  return made
}

/** A migrated file without rows of anyone, which is removed with the scope. */
export const emptyFile = Effect.gen(function* () {
  const filename = yield* temporaryFile
  copyFileSync(yield* Effect.promise(template), filename)
  return filename
})

/** An empty store in such a file. */
export const emptyStore = Layer.unwrapScoped(Effect.map(emptyFile, (filename) => SqliteStore.layer({ filename })))
