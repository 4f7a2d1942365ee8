// Migrates a database of 0.1.0 and reads everything in it.
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import { oldDatabaseSuite } from "@florin/testing/stores/OldDatabaseSuite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, it } from "vitest"
import { oldFile } from "./internal/oldFile.js"
import { secretsSuite } from "./internal/upgraded.js"

const oldStore = Layer.unwrapScoped(Effect.map(oldFile, (filename) => SqliteStore.layer({ filename })))

oldDatabaseSuite({ describe, it }, "SQLite", oldStore)
secretsSuite("SQLite", oldStore)
