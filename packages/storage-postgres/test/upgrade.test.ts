// Migrates a database of 0.1.0 and reads everything in it.
import { secretsSuite } from "@florin/storage-sqlite/testing/upgraded"
import { oldDatabaseSuite } from "@florin/testing/stores/OldDatabaseSuite"
import { describe, it } from "vitest"
import { oldStore } from "./internal/database.js"

oldDatabaseSuite({ describe, it }, "PostgreSQL", oldStore)
secretsSuite("PostgreSQL", oldStore)
