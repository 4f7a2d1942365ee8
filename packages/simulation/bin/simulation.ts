/** Runs seeds of the simulation and prints what they come to. Ends with 1 when one fails, with 2 when asked wrongly. */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as CommandLine from "../src/CommandLine.js"
import * as Coverage from "../src/Coverage.js"
import * as Disk from "../src/Disk.js"
import { type Result, report, run, shortest, untilStops } from "../src/Run.js"

const wanted = Either.getOrElse(CommandLine.parse(process.argv.slice(2)), (says) => {
  console.error(`${says}. Usage: ${CommandLine.usage}`)
  return process.exit(2)
})

const { choose, first, last, stops } = wanted
const image = Effect.runSync(Disk.image)
const progress = (text: string) => process.stderr.write(process.stderr.isTTY ? `\r${text}` : "")

const stop = (failed: Result): never => {
  progress("\n")
  console.error(report(failed))
  process.exit(1)
}

if (first === last) {
  const result = run(image, first, { steps: wanted.steps, regime: stops === undefined ? "agreed" : "estranged" })
  console.log(result.trace.join("\n"))
  if (result.violation !== undefined) stop({ ...result, trace: [] })
} else if (stops !== undefined) {
  const tally = await untilStops(image, { least: stops }, async (done) => void progress(`${done} of ${stops} stops`))
  progress("\n")
  if (tally.failed !== undefined) stop(shortest(image, tally.failed))
  console.log(`${tally.stops} stops in ${tally.seeds} seeds`)
  for (const [type, count] of [...tally.types].sort()) console.log(`  ${type}: ${count}`)
} else {
  const candidates: Array<Coverage.Candidate> = []
  for (let seed = first; seed <= last; seed++) {
    const result = run(image, seed)
    if (result.violation !== undefined) stop(shortest(image, result))
    if (choose === true) candidates.push(Coverage.candidateOf(result))
    progress(`${seed - first + 1} of ${last - first + 1} seeds`)
  }
  progress("\n")
  if (choose === true) console.log(Coverage.choose(candidates).join(", "))
}
if (stops === undefined && choose === undefined)
  console.log(first === last ? `Seed ${first} holds` : `Seeds ${first} to ${last} hold`)
