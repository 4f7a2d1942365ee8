import { storeSuite } from "@florin/testing/stores/StoreSuite"
import { temporaryStore } from "./internal/database.js"

storeSuite("PostgreSQL", temporaryStore())
