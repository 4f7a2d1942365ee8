// npm run pages:shots -- [FOLDER [NAME]]
// Takes a picture of each customer's page in both languages, two widths and both colour schemes, for people to look at.
// NAME is how the names of the pages begin, as in "plan" or "receipt". Default: all.
import { mkdirSync } from "node:fs"
import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import type { Browser, BrowserContext } from "playwright-core"
import { launch } from "../test/internal/browser.js"
import * as PageSamples from "../test/internal/pageSamples.js"
import { open } from "../test/internal/payingShop.js"
import { type Sample, show } from "../test/internal/sample.js"

const folder = resolve(process.env.INIT_CWD ?? ".", process.argv[2] ?? "shots")
const beginning = process.argv[3] ?? ""
const widths = { narrow: 320, wide: 1280 } as const
const schemes = ["light", "dark"] as const
const languages = ["en", "ru"] as const

const take = async (context: BrowserContext, sample: Sample, suffix: string): Promise<void> => {
  const page = await context.newPage()
  await show(page, sample)
  const path = `${folder}/${sample.name}-${suffix}.png`
  const picture = () => page.screenshot({ path, fullPage: true, animations: "disabled" })
  // A page that waits is loaded again every two seconds, which may cut a picture off: the next one is taken in between.
  await picture().catch(picture)
  await page.close()
}

/** Each page in every width and colour scheme. */
const takeAll =
  (browser: Browser, language: string) =>
  async (samples: ReadonlyArray<Sample>): Promise<void> => {
    for (const [width, pixels] of Object.entries(widths)) {
      for (const colorScheme of schemes) {
        // Without JavaScript each page stays as the customer first sees it.
        for (const javaScriptEnabled of [false, true]) {
          const options = { colorScheme, viewport: { width: pixels, height: 720 }, javaScriptEnabled }
          const context = await browser.newContext({ ...options, locale: language })
          const some = samples.filter(({ isScripted = false }) => isScripted === javaScriptEnabled)
          for (const sample of some) await take(context, sample, `${language}-${width}-${colorScheme}`)
          await context.close()
        }
      }
    }
  }

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
console.log(`The pictures are in ${folder}`)
process.exit(0)
