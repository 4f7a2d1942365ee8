import { storeSuite } from "@florin/testing/stores/StoreSuite"
import { describe, it } from "vitest"
import { emptiedStore } from "./internal/oldFile.js"

storeSuite({ describe, it }, "SQLite", emptiedStore)
