/** The work of `florin simulate`: runs the shop year of `@florin/shop-year`, and writes its report. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Options } from "@florin/shop-year/Options"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Optional from "../../host/optional.js"
import { loaded } from "../../host/parts.js"
import { bad } from "../badSetting.js"
import { Found } from "../found.js"
import * as Signals from "../server/signals.js"
import { progressBar } from "../text/progressBar.js"

interface Requested extends Options {
  /** The directory of the report. */
  readonly out: string
  readonly json: boolean
}

/** How many violations are said on the terminal; the report has all. */
const shownAtMost = 20

// npm changes into the project's folder; a relative directory is meant from where the command was given.
const folderOf = (out: string) =>
  Effect.map(Effect.orDie(Config.withDefault(Config.string("INIT_CWD"), ".")), (from) => resolve(from, out))

const prepared = Effect.fnUntraced(function* (out: string) {
  if (out.trim() === "") return yield* bad("--out", "must name a directory")
  const folder = yield* folderOf(out)
  yield* Effect.try({
    try: () => mkdirSync(folder, { recursive: true }),
    catch: () => bad("--out", "must name a directory that can be made")
  })
  return folder
})

const shopYear = Effect.all({
  Year: loaded(Optional.shopYear, () => import("@florin/shop-year/Year")),
  Figures: loaded(Optional.shopYear, () => import("@florin/shop-year/Figures")),
  Page: loaded(Optional.shopYear, () => import("@florin/shop-year/page/Page"))
})

/** Ctrl-C ends the run and takes its database away. */
const stopped = Effect.zipRight(Signals.stop, Effect.fail(new Error("Interrupted: no report was written")))

const violated = (violations: ReadonlyArray<string>) =>
  new Found({ code: "violations", message: violations.slice(0, shownAtMost).join("\n") })

export const simulate = ({ json, out, ...options }: Requested) =>
  Effect.gen(function* () {
    const folder = yield* prepared(out)
    const { Figures, Page, Year } = yield* shopYear
    const bar = yield* Effect.acquireRelease(
      Effect.sync(() => progressBar(process.stderr)),
      (bar) => Effect.sync(bar.end)
    )
    const figures = Figures.of(yield* Effect.raceFirst(Year.run(options, bar.show), stopped))
    bar.end()
    const page = join(folder, "report.html")
    writeFileSync(page, Page.render(figures))
    writeFileSync(join(folder, "report.json"), `${JSON.stringify(figures, null, 2)}\n`)
    const report = `The report is in ${page}, its figures in report.json`
    yield* Console.log(json ? JSON.stringify({ ...figures, report: page }) : `${Page.summary(figures)}\n${report}`)
    if (figures.violations.length > 0) yield* violated(figures.violations)
  }).pipe(Effect.scoped)
