// Empty stores for tests: copies of one file, since migrating a file takes longer than many a test.
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
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
    await Effect.runPromise(Effect.scoped(Layer.build(SqliteStore.layer({ filename }))))
    return filename
  })()
  return made
}

/** An empty store in a file that is removed with the scope. */
export const emptyStore = Layer.unwrapScoped(
  Effect.gen(function* () {
    const filename = yield* temporaryFile
    copyFileSync(yield* Effect.promise(template), filename)
    return SqliteStore.layer({ filename })
  })
)
