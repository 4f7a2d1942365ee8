import { storeSuite } from "@florin/testing/stores/StoreSuite"
import { emptiedStore } from "./internal/oldFile.js"

storeSuite("SQLite", emptiedStore)
