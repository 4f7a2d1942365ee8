/** npm run simulate: simulates a shop and writes the report. Ends with 2 when asked wrongly, with 1 when the books differ. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Options from "../src/Options.js"

const asked = Either.getOrElse(Options.parse(process.argv.slice(2)), (says) => {
  console.error(`${says}\n\n${Options.usage}`)
  return process.exit(2)
})

if (asked === "help") {
  console.log(Options.usage)
  process.exit(0)
}

// npm changes into the project's folder; a relative directory is meant from where the command was given.
const folder = resolve(process.env.INIT_CWD ?? ".", asked.out)

const prepare = () => {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    console.error(`--out must name a directory that can be made: ${error instanceof Error ? error.message : error}`)
    process.exit(2)
  }
}

prepare()
// The gateway takes a moment to load: what was asked wrongly is said before.
const [Year, Figures, Page, { progressBar }] = await Promise.all([
  import("../src/Year.js"),
  import("../src/Figures.js"),
  import("../src/page/Page.js"),
  import("../src/ProgressBar.js")
])
const bar = progressBar(process.stderr)
// Ctrl-C ends the run and takes its database away.
const stop = new AbortController()
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort())
const ran = await Effect.runPromiseExit(Year.run(asked, bar.show), { signal: stop.signal })
bar.end()
if (Exit.isFailure(ran)) {
  if (!Cause.isInterruptedOnly(ran.cause)) console.error(Cause.pretty(ran.cause))
  process.exit(stop.signal.aborted ? 130 : 1)
}
const figures = Figures.of(ran.value)

writeFileSync(join(folder, "report.html"), Page.render(figures))
writeFileSync(join(folder, "report.json"), `${JSON.stringify(figures, null, 2)}\n`)
console.log(Page.summary(figures))
console.log(`The report is in ${join(folder, "report.html")}, its figures in report.json`)

for (const says of figures.violations.slice(0, 20)) console.error(says)
process.exit(figures.violations.length === 0 ? 0 : 1)
