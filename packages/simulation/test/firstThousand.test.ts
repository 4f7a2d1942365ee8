import { thousandFrom } from "./internal/holding.js"

thousandFrom(1)
