import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"

/** A path in a new folder that is removed with the scope. */
export const temporaryPath = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "florin-sandbox-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  ),
  (folder) => join(folder, "sandbox.db")
)
