// A database of 0.1.0 is brought up to date, and everything in it is read.
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import { oldDatabaseSuite } from "@florin/testing/stores/OldDatabaseSuite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { oldFile } from "./internal/oldFile.js"
import { secretsSuite } from "./internal/upgraded.js"

const oldStore = Layer.unwrapScoped(Effect.map(oldFile, (filename) => SqliteStore.layer({ filename })))

oldDatabaseSuite("SQLite", oldStore)
secretsSuite("SQLite", oldStore)
