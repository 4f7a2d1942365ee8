/** Runs seeds of the simulation and prints what they come to. Ends with 1 when one fails, with 2 when asked wrongly. */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as CommandLine from "../src/CommandLine.js"
import * as Coverage from "../src/Coverage.js"
import * as Disk from "../src/Disk.js"
import * as Report from "../src/Report.js"
import { type Result, run, shortest } from "../src/Run.js"
import * as Stops from "../src/Stops.js"

const wanted = CommandLine.parse(process.argv.slice(2))
if (Either.isLeft(wanted)) {
  console.error(`${wanted.left}. Usage: ${CommandLine.usage}`)
  process.exit(2)
}

const { choose, first, last, steps, stops } = wanted.right
const image = Effect.runSync(Disk.image)
const progress = (text: string) => process.stderr.write(process.stderr.isTTY ? `\r${text}` : "")

const stop = (failed: Result): never => {
  progress("\n")
  console.error(Report.failure(failed))
  process.exit(1)
}

if (first === last) {
  const result = run(image, first, { steps, regime: stops === undefined ? "agreed" : "estranged" })
  console.log(result.trace.join("\n"))
  if (result.violation !== undefined) stop({ ...result, trace: [] })
} else if (stops !== undefined) {
  const tally = await Stops.until(image, {
    stops,
    progress: async (done) => void progress(`${done} of ${stops} stops`)
  })
  progress("\n")
  if (tally.failed !== undefined) stop(shortest(image, tally.failed))
  console.log(Stops.render(tally))
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
