import * as Effect from "effect/Effect"
import * as Figures from "../src/Figures.js"
import * as Kinds from "../src/Kinds.js"
import * as Program from "../src/Program.js"
const [, , kind, kills, seed] = process.argv
const run = Effect.gen(function* () {
  const program = yield* Program.make
  let n = 0; const t = Date.now()
  const outcome = yield* Kinds.run(kind as Kinds.Kind, { program, seed: seed ?? "7", kills: Number(kills), progress: Effect.sync(() => { n++; if (n % 10 === 0) console.log(n, Date.now() - t) }) })
  console.log(Date.now() - t)
  console.log(Figures.of(outcome).map((f) => `${f.name}: ${f.value}${f.isOff ? "  <-- OFF" : ""}`).join("\n"))
  console.log(Figures.faults(outcome).slice(0, 30))
})
await Effect.runPromise(Effect.scoped(run))
console.log(process.cpuUsage())
