import { storeSuite } from "@florin/testing/stores/StoreSuite"
import { describe, it } from "vitest"
import { temporaryStore } from "./internal/database.js"

storeSuite({ describe, it }, "PostgreSQL", temporaryStore())
