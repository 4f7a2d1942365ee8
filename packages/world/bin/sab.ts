import * as Effect from "effect/Effect"
import * as Disk from "../src/Disk.js"
import { run } from "../src/Run.js"
const image = Effect.runSync(Disk.image)
for (let seed = 1; seed <= 60; seed++) {
  let done = false
  const t = performance.now()
  const r = run(image, seed, { meddle: ({ disk }) => {
    const where = "type = 'payment' AND status = 'failed' AND json_extract(document, '$.details.duplicateCheck') IS NULL"
    if (done || disk.query(`SELECT 1 FROM transactions WHERE ${where}`).length === 0) return
    done = true
  } })
  console.log(seed, done, r.violation, (performance.now() - t).toFixed(0), r.trace.length, r.steps)
}
