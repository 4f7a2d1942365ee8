// A database of 0.1.0 is brought up to date, and everything in it is read.
import { secretsSuite } from "@florin/storage-sqlite/testing/upgraded"
import { oldDatabaseSuite } from "@florin/testing/stores/OldDatabaseSuite"
import { oldStore } from "./internal/database.js"

oldDatabaseSuite("PostgreSQL", oldStore)
secretsSuite("PostgreSQL", oldStore)
