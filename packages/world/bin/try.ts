import { mkdirSync, writeFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Disk from "../src/Disk.js"
import { run } from "../src/Run.js"

const image = Effect.runSync(Disk.image)
const [a, b] = [Number(process.argv[2]), Number(process.argv[3])]
const cpu = () => {
  const u = process.cpuUsage()
  return (u.user + u.system) / 1000
}
mkdirSync("/tmp/w/fail", { recursive: true })
const t = cpu()
let bad = 0
const by = new Map<string, Array<number>>()
for (let s = a; s <= b; s++) {
  const r = run(image, s)
  writeFileSync(`/tmp/w/cur-${a}.txt`, `${s} bad ${bad} cpu ${((cpu() - t) / (s - a + 1)).toFixed(1)}`)
  if (r.violation) {
    bad++
    writeFileSync(`/tmp/w/fail/${s}.txt`, `${r.trace.join("\n")}\n${JSON.stringify(r.violation)}\n`)
    const k = `${r.violation.invariant} ${r.violation.says
      .replace(/[a-z]+-\d+/g, "X")
      .replace(/\d+/g, "N")
      .slice(0, 90)}`
    const list = by.get(k) ?? []
    list.push(s)
    by.set(k, list)
    console.log(s, r.violation.invariant, r.violation.says.slice(0, 200))
  }
}
console.log("cpu/seed", ((cpu() - t) / (b - a + 1)).toFixed(1), "bad", bad)
for (const [k, v] of by) console.log(v.length, k, v.slice(0, 6).join(" "))
