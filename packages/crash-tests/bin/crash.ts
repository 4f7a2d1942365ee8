// npm run crash -- --kills 1000 --seed 7
// Kills at length and prints a report. Exit code 1 when a figure is off, 2 when a flag is wrong.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Campaigns from "../src/Campaigns.js"
import * as Environment from "../src/Environment.js"
import * as Figures from "../src/Figures.js"

const run = Effect.fnUntraced(function* ({ parts, ...flags }: Campaigns.Flags) {
  const program = yield* Environment.program
  const figures: Record<string, Readonly<Record<string, string>>> = {}
  const faults: Array<string> = []
  for (const part of parts) {
    console.log(`${part} …`)
    const found = yield* Campaigns.run(part, { ...flags, program })
    figures[part] = found.figures
    faults.push(...found.faults.map((fault) => `${part}: ${fault}`))
  }
  console.table(Figures.table(figures))
  console.log(faults.join("\n"))
  return faults.length === 0
})

const flags = Either.getOrElse(Campaigns.parse(process.argv.slice(2)), (says) => {
  console.error(says)
  return process.exit(2)
})

const fiber = Effect.runFork(run(flags))
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => Effect.runFork(Fiber.interrupt(fiber)))
fiber.addObserver((exit) => {
  if (Exit.isFailure(exit)) console.error(Cause.pretty(exit.cause))
  process.exit(Exit.isSuccess(exit) && exit.value ? 0 : 1)
})
