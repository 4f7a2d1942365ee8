// npm run pages:shots -- [FOLDER [NAME]]
// Takes a picture of each customer's page in both languages, two widths and both colour schemes, and of the English ones
// under 400 % zoom and in forced colours. index.html has those of each page side by side, for people to look at.
// NAME is how the names of the pages begin, as in "plan" or "receipt". Default: all.
import { mkdirSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core"
import { launch } from "../test/internal/browser.js"
import * as PageSamples from "../test/internal/pageSamples.js"
import { open } from "../test/internal/payingShop.js"
import { type Sample, show } from "../test/internal/sample.js"

const folder = resolve(process.env.INIT_CWD ?? ".", process.argv[2] ?? "shots")
const beginning = process.argv[3] ?? ""
/** What a browser shows at 400 % of a window of 1280 by 720: a quarter of it, drawn four times as large. */
const zoomed = { viewport: { width: 320, height: 180 }, deviceScaleFactor: 4 }

type Look = readonly [name: string, options: BrowserContextOptions]

const looks: ReadonlyArray<Look> = (["light", "dark"] as const).flatMap(
  (colorScheme): ReadonlyArray<Look> => [
    [`narrow-${colorScheme}`, { colorScheme, viewport: { width: 320, height: 720 } }],
    [`wide-${colorScheme}`, { colorScheme, viewport: { width: 1280, height: 720 } }]
  ]
)

/** What does not depend on the language. */
const others: ReadonlyArray<Look> = [
  ["zoomed", zoomed],
  ["forced", { forcedColors: "active", viewport: { width: 640, height: 720 } }]
]

const languages = ["en", "ru"] as const

/** The pictures of each page, in the order in which they were taken. */
const taken = new Map<string, Array<string>>()

const take = async (context: BrowserContext, sample: Sample, suffix: string): Promise<void> => {
  const page = await context.newPage()
  await show(page, sample)
  const file = `${sample.name}-${suffix}.png`
  taken.set(sample.name, [...(taken.get(sample.name) ?? []), file])
  const path = `${folder}/${file}`
  const picture = () => page.screenshot({ path, fullPage: true, animations: "disabled" })
  // A page that waits is loaded again every two seconds, which may cut a picture off: the next one is taken in between.
  await picture().catch(picture)
  await page.close()
}

/** Each page in every look. */
const takeAll =
  (browser: Browser, language: string) =>
  async (samples: ReadonlyArray<Sample>): Promise<void> => {
    for (const [name, options] of language === "en" ? [...looks, ...others] : looks) {
      // Without JavaScript each page stays as the customer first sees it.
      for (const javaScriptEnabled of [false, true]) {
        const context = await browser.newContext({ ...options, javaScriptEnabled, locale: language })
        const some = samples.filter(({ isScripted = false }) => isScripted === javaScriptEnabled)
        for (const sample of some) await take(context, sample, `${language}-${name}`)
        await context.close()
      }
    }
  }

const shown = (file: string): string =>
  `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${file}</figcaption></figure>`

/** Names of pages and files are ours, and have no character that HTML would read. */
const index = (): string =>
  [
    "<!doctype html><meta charset=utf-8><title>Pages</title>",
    "<style>body{font:14px sans-serif}div{display:flex;gap:1em;align-items:start;overflow-x:auto}figure{margin:0}",
    "img{max-height:60vh;max-width:40vw;border:1px solid #888}</style>",
    ...Array.from(taken, ([name, files]) => `<h2>${name}</h2><div>${files.map(shown).join("")}</div>`)
  ].join("\n")

const shots = Effect.gen(function* () {
  const shop = yield* open
  const browser = yield* Effect.acquireRelease(Effect.promise(launch), (started) =>
    Effect.promise(() => started.close())
  )
  for (const language of languages) {
    const look = takeAll(browser, language)
    yield* PageSamples.inTurn(shop, language, (samples) => Effect.promise(() => look(samples)), beginning)
  }
})

mkdirSync(folder, { recursive: true })
await Effect.runPromise(Effect.scoped(shots))
writeFileSync(`${folder}/index.html`, index())
console.log(`The pictures are in ${folder}`)
process.exit(0)
