import { storeSuite } from "@florin/testing/stores/StoreSuite"
import { emptiedStore } from "./oldFile.js"

storeSuite("SQLite", emptiedStore)
