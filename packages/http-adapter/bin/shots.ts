// npm run pages:shots -- [FOLDER]
// Takes a picture of each customer's page in both languages, two widths and both colour schemes, for people to look at.
import { mkdirSync } from "node:fs"
import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import type { BrowserContext } from "playwright-core"
import { launch } from "../test/internal/browser.js"
import { open } from "../test/internal/payingShop.js"

const folder = resolve(process.env.INIT_CWD ?? ".", process.argv[2] ?? "shots")
const widths = { narrow: 320, wide: 1280 } as const
const schemes = ["light", "dark"] as const
const languages = ["en", "ru"] as const

interface Shot {
  readonly name: string
  readonly url: string
  /** What is done first. */
  readonly press?: number
}

const take = async (context: BrowserContext, { name, press, url }: Shot, suffix: string): Promise<void> => {
  const page = await context.newPage()
  await page.goto(url)
  for (let count = 0; count < (press ?? 0); count++)
    await page
      .getByRole("button")
      .nth(count === 0 ? 0 : 2)
      .click()
  await page.screenshot({ path: `${folder}/${name}-${suffix}.png`, fullPage: true })
  await page.close()
}

const shots = Effect.gen(function* () {
  const shop = yield* open
  const browser = yield* Effect.acquireRelease(Effect.promise(launch), (started) =>
    Effect.promise(() => started.close())
  )
  for (const language of languages) {
    const plain = { language, return_url: undefined }
    const paid = yield* shop.order("4200000000000000", plain)
    const declined = yield* shop.order("4005550000000019", plain)
    const challenged = yield* shop.order("4012000000001097", { language })
    const pages: ReadonlyArray<Shot> = [
      { name: "verification", url: challenged.redirect_url },
      { name: "issuer", url: challenged.redirect_url, press: 1 },
      { name: "issuer-wrong", url: challenged.redirect_url, press: 2 },
      { name: "result", url: `${shop.baseUrl}/process/${paid.uid}` },
      { name: "result-declined", url: `${shop.baseUrl}/process/${declined.uid}` },
      { name: "receipt", url: `${shop.baseUrl}/receipts/${paid.uid}` },
      { name: "receipt-declined", url: `${shop.baseUrl}/receipts/${declined.uid}` },
      { name: "not-found", url: `${shop.baseUrl}/receipts/none` }
    ]
    for (const [width, pixels] of Object.entries(widths)) {
      for (const colorScheme of schemes) {
        yield* Effect.promise(async () => {
          // Without JavaScript each page stays as the customer first sees it.
          const options = { colorScheme, viewport: { width: pixels, height: 720 }, javaScriptEnabled: false }
          const context = await browser.newContext({ ...options, locale: language })
          for (const shot of pages) await take(context, shot, `${language}-${width}-${colorScheme}`)
          await context.close()
        })
      }
    }
  }
})

mkdirSync(folder, { recursive: true })
await Effect.runPromise(Effect.scoped(shots))
console.log(`The pictures are in ${folder}`)
process.exit(0)
