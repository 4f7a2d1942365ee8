import { describe } from "@effect/vitest"
import { itHolds } from "./internal/worlds.js"

describe("2,000 worlds, the second half", () => itHolds(1001, 2000))
