import * as Florin from "/work/main/packages/bench/bin/florin.ts"
import { measure } from "/work/main/packages/bench/bin/measure.ts"
import { mkdtempSync } from "node:fs"
const dir = mkdtempSync(process.cwd() + "/.prof-")
const f = await Florin.start(Florin.sqlite(dir + "/x.db"))
const n = Number(process.argv[2] ?? 10000), inflight = Number(process.argv[3] ?? 64)
for (let i = 0; i < 4; i++) await measure(2000, inflight, (k) => f.authorize(1e6 * (i+1) + k))
const out = await measure(n, inflight, (k) => f.authorize(9e7 + k))
console.log(JSON.stringify(out))
await f.stop(); process.exit(0)
