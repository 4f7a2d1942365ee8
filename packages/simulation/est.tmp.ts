import * as Effect from "effect/Effect"
import * as Disk from "/work/main/packages/simulation/src/Disk.js"
import { run } from "/work/main/packages/simulation/src/Run.js"
import { estrangedSeeds } from "/work/main/packages/simulation/test/internal/chosenSeeds.js"
const image = Effect.runSync(Disk.image)
const all = new Set<string>()
let n = 0
for (const s of estrangedSeeds) { const r = run(image, s, { regime: "estranged" }); n += r.stops.length; for (const x of r.stops.flat()) all.add(x) }
console.log(n, [...all].sort().join())
const types = ["authorization", "capture", "credit", "payment", "payout", "refund", "tokenization","transfer-payment", "transfer-payout", "transfer-refund", "void"]
const missing = types.filter(t => !all.has(t))
console.log("missing", missing)
for (let s = 2000; s < 6000; s++) { const r = run(image, s, { regime: "estranged" }); const got = new Set(r.stops.flat()); if (missing.some(m => got.has(m))) { console.log("seed", s, missing.filter(m => got.has(m))); break } }
