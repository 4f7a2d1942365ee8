/** Runs seeds of the simulation and prints what they come to. Ends with 1 when one fails, with 2 when asked wrongly. */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as CommandLine from "../src/CommandLine.js"
import * as Coverage from "../src/Coverage.js"
import * as Disk from "../src/Disk.js"
import { report, run, shortest } from "../src/Run.js"

const { choose, first, last, steps, stops } = Either.getOrElse(CommandLine.parse(process.argv.slice(2)), (says) => {
  console.error(`${says}. Usage: ${CommandLine.usage}`)
  return process.exit(2)
})

const image = Effect.runSync(Disk.image)
const isAlone = first === last
const candidates: Array<Coverage.Candidate> = []
const stood: Array<ReadonlyArray<string>> = []
let seed = first

for (; seed <= last && stood.length < (stops ?? Number.POSITIVE_INFINITY); seed++) {
  const result = run(image, seed, { regime: stops === undefined ? "agreed" : "estranged", steps })
  if (isAlone) console.log(result.trace.join("\n"))
  if (result.violation !== undefined) {
    console.error(report(isAlone ? { ...result, trace: [] } : shortest(image, result)))
    process.exit(1)
  }
  stood.push(...result.stops)
  if (choose) candidates.push({ seed, situations: Coverage.reached(result.notes), cost: result.notes.length })
  if (process.stderr.isTTY) process.stderr.write(`\r${seed}, ${stood.length} stops `)
}

if (choose) console.log(Coverage.choose(candidates).join(", "))
else console.log(`Seeds ${first} to ${seed - 1} hold`)
if (stops !== undefined) {
  const types = Arr.groupBy(stood.flatMap(Arr.dedupe), (type) => type)
  for (const type of Object.keys(types).sort()) console.log(`  ${type}: ${types[type]!.length}`)
}
