/** Runs seeds of the simulation and prints what they come to. Ends with 1 when one fails, with 2 when asked wrongly. */
import { parseArgs } from "node:util"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Coverage from "../src/Coverage.js"
import * as Disk from "../src/Disk.js"
import type { PlanKind } from "../src/Plan.js"
import { report, run, shortest } from "../src/Run.js"

/** `count` seeds from `seed` on; one alone is shown with everything that happens. */
const requested = () => {
  const text = { type: "string" } as const
  const own = { subscriptions: { type: "boolean" } } as const
  const options = { seed: text, count: text, steps: text, stops: text, choose: text, most: text, ...own } as const
  const { choose, subscriptions, ...texts } = parseArgs({ options }).values
  if (choose !== undefined && choose !== "situations" && choose !== "kinds") {
    throw new Error("--choose must be situations or kinds")
  }
  if (subscriptions === true && texts.stops !== undefined) throw new Error("--subscriptions has no --stops")
  const whole = (name: keyof typeof texts): number | undefined => {
    if (!/^\d{1,9}$/.test(texts[name] ?? "0")) throw new Error(`--${name} must be a whole number`)
    return texts[name] === undefined ? undefined : Number(texts[name])
  }
  const [first = 1, steps, stops, most] = [whole("seed"), whole("steps"), whole("stops"), whole("most")]
  const usual = texts.seed !== undefined ? 1 : stops === undefined ? 1000 : Number.POSITIVE_INFINITY
  const planKind: PlanKind = subscriptions === true ? "subscribed" : stops === undefined ? "agreed" : "estranged"
  return { choose, first, most, planKind, steps, stops, count: whole("count") ?? usual }
}

const { choose, count, first, most, planKind, steps, stops } = Either.getOrElse(
  Either.try({ try: requested, catch: String }),
  (says) => {
    console.error(says)
    console.error(
      "Usage: npm run simulation -- [--seed N] [--count N] [--steps N] [--stops N] [--subscriptions] [--choose situations|kinds [--most N]]"
    )
    return process.exit(2)
  }
)

const image = Effect.runSync(Disk.image)
const isAlone = count === 1
const candidates: Array<Coverage.Candidate> = []
const stood: Array<ReadonlyArray<string>> = []
let seed = first

for (; seed < first + count && stood.length < (stops ?? Number.POSITIVE_INFINITY); seed++) {
  const result = run(image, seed, { planKind, steps })
  if (isAlone) console.log(result.trace.join("\n"))
  if (result.violation !== undefined) {
    console.error(report(isAlone ? { ...result, trace: [] } : shortest(image, result)))
    process.exit(1)
  }
  stood.push(...result.stops)
  if (choose !== undefined) {
    const { situations, ...candidate } = Coverage.candidate(seed, result.notes)
    candidates.push({ ...candidate, situations: choose === "kinds" ? Coverage.kindsOf(situations) : situations })
  }
  if (process.stderr.isTTY) process.stderr.write(`\r${seed}, ${stood.length} stops `)
}

if (choose !== undefined) console.log(Coverage.choose(candidates, most).join(", "))
else console.log(`Seeds ${first} to ${seed - 1} hold`)
if (stops !== undefined) {
  const types = Arr.groupBy(stood.flatMap(Arr.dedupe), (type) => type)
  console.log(`${stood.length} stops, of them with one under way:`)
  for (const type of Object.keys(types).sort()) console.log(`  ${type}: ${types[type]!.length}`)
}
// Processes that died forget no security code, and the real time that they keep one for would be waited out.
process.exit(0)
