// npm run pages:shots -- [FOLDER]
// Takes a picture of each customer's page in both languages, two widths and both colour schemes, for people to look at.
import { mkdirSync } from "node:fs"
import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import type { BrowserContext } from "playwright-core"
import { launch } from "../test/internal/browser.js"
import { open, type PayingShop } from "../test/internal/payingShop.js"

const folder = resolve(process.env.INIT_CWD ?? ".", process.argv[2] ?? "shots")
const widths = { narrow: 320, wide: 1280 } as const
const schemes = ["light", "dark"] as const
const languages = ["en", "ru"] as const

interface Shot {
  readonly name: string
  readonly url: string
  /** The buttons that are pressed first, by their place on each page. */
  readonly press?: ReadonlyArray<number>
}

const take = async (context: BrowserContext, { name, press = [], url }: Shot, suffix: string): Promise<void> => {
  const page = await context.newPage()
  await page.goto(url)
  for (const place of press) await page.getByRole("button").nth(place).click()
  // A page that waits is loaded again every two seconds; its picture is taken in between.
  await page.screenshot({ path: `${folder}/${name}-${suffix}.png`, fullPage: true, animations: "disabled" })
  await page.close()
}

const card = { number: "4200000000000000", verification_value: "123", exp_month: "12", exp_year: "2035" }
const long = {
  amount: 9_007_199_254_740_991,
  description: "Einkaufswagen 0000-1111-2222 · Достопримечательности и высокопроизводительные электромеханизмы"
}

/** A transaction of each kind of page. */
const transactionsOf = Effect.fnUntraced(function* (shop: PayingShop, language: string) {
  const plain = { language, return_url: undefined }
  const held = (holder: string) => ({ ...plain, credit_card: { ...card, holder } })
  const expired = yield* shop.order("4012000000001097", plain)
  yield* shop.post("/sandbox/clock", { advance: "PT16M" })
  const others = yield* Effect.all({
    paid: shop.order(card.number, plain),
    long: shop.order(card.number, { language, ...long }, "plain"),
    declined: shop.order("4005550000000019", plain),
    poor: shop.order(card.number, { ...held("FUNDS"), return_url: "https://shop.example" }, "plain"),
    unknown: shop.order(card.number, held("TIMEOUT")),
    unconfirmed: shop.order("4012000000001014", plain),
    challenged: shop.order("4012000000001097", { language }),
    identified: shop.order("4012000000001097", {
      language,
      credit_card: { ...card, number: "4012000000001097", holder: "METHOD" }
    })
  })
  return { ...others, expired }
})

type Transactions = Effect.Effect.Success<ReturnType<typeof transactionsOf>>

const pagesOf = ({ baseUrl }: PayingShop, of: Transactions): ReadonlyArray<Shot> => [
  { name: "verification", url: of.challenged.redirect_url },
  { name: "verification-method", url: of.identified.redirect_url },
  { name: "verification-waiting", url: of.unknown.redirect_url },
  { name: "method-over", url: `${of.challenged.redirect_url}/method` },
  { name: "issuer", url: of.challenged.redirect_url, press: [0] },
  { name: "issuer-wrong", url: of.challenged.redirect_url, press: [0, 2] },
  { name: "result", url: of.paid.redirect_url },
  { name: "result-long", url: of.long.redirect_url },
  { name: "result-declined", url: of.declined.redirect_url },
  { name: "result-poor", url: of.poor.redirect_url },
  { name: "result-unconfirmed", url: of.unconfirmed.redirect_url },
  { name: "result-expired", url: of.expired.redirect_url },
  { name: "receipt", url: `${baseUrl}/receipts/${of.paid.uid}` },
  { name: "receipt-long", url: `${baseUrl}/receipts/${of.long.uid}` },
  { name: "receipt-declined", url: `${baseUrl}/receipts/${of.poor.uid}` },
  { name: "receipt-pending", url: `${baseUrl}/receipts/${of.unknown.uid}` },
  { name: "receipt-expired", url: `${baseUrl}/receipts/${of.expired.uid}` },
  { name: "problem-not-found", url: `${baseUrl}/receipts/none` },
  { name: "problem-refused", url: `${of.challenged.redirect_url}/return` }
]

const shots = Effect.gen(function* () {
  const shop = yield* open
  const browser = yield* Effect.acquireRelease(Effect.promise(launch), (started) =>
    Effect.promise(() => started.close())
  )
  for (const language of languages) {
    const pages = pagesOf(shop, yield* transactionsOf(shop, language))
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
