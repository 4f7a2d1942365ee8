import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Disk from "../src/Disk.js"
import * as Report from "../src/Report.js"
import { shortest } from "../src/Run.js"
import * as Stops from "../src/Stops.js"

const image = Effect.runSync(Disk.image)

// At length: npm run simulation -- --stops 10000
const stops = 200

// A simulation has no pause of its own.
const others = () => new Promise<void>((resolve) => setImmediate(resolve))

const types = ["authorization", "capture", "credit", "payment", "payout", "refund", "tokenization", "void"]

// Source: D40. No state that was told as final is contradicted by the acquirer's ledger, whatever was under way.
describe("processes that stand still for 6 to 60 s, with clocks up to 20 minutes apart", () => {
  it(`${stops} times, with operations of every type under way: all invariants hold`, async () => {
    const tally = await Stops.until(image, { stops, progress: others })
    if (tally.failed !== undefined) assert.fail(Report.failure(shortest(image, tally.failed)))
    assert.deepStrictEqual([...tally.types.keys()].sort(), types)
  }, 240_000)
})
