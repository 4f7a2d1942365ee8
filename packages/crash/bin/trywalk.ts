import * as Effect from "effect/Effect"
import { points } from "@florin/core/store/FaultPoints"
import * as Program from "../src/Program.js"
import * as Walk from "../src/Walk.js"
import * as Audit from "../src/Audit.js"
const filter = process.argv[2] ?? ""
const concurrency = Number(process.argv[3] ?? 10)
const run = Effect.gen(function* () {
  const program = yield* Program.make
  const t = Date.now()
  const steps = points.flatMap(point => (["before", "after"] as const).map(moment => ({ program, point, moment }))).filter(s => `${s.moment} ${s.point}`.includes(filter))
  yield* Effect.forEach(steps, (s) => Effect.gen(function* () {
    const t0 = Date.now()
    const exit = yield* Effect.exit(Walk.step(s))
    const ok = exit._tag === "Success" && Audit.isClean(exit.value)
    console.log(ok ? "ok " : "BAD", s.moment, s.point, Date.now() - t0, ok ? "" : exit._tag === "Success" ? JSON.stringify(exit.value) : String(exit.cause).slice(0, 1500))
  }), { concurrency })
  console.log("total", Date.now() - t, steps.length)
})
await Effect.runPromise(Effect.scoped(run))
console.log(process.cpuUsage(), process.resourceUsage().maxRSS)
