// Every page that a customer can see, from a gateway with the sandbox.
import { Pages } from "@florin/pages/Pages"
import * as Effect from "effect/Effect"
import type { Page } from "playwright-core"
import type { PayingShop } from "./payingShop.js"

export interface Sample {
  readonly name: string
  /** Where the page is, or the page itself where only a failure shows it. */
  readonly url?: string
  readonly html?: string
  /** The buttons that are pressed first, by their place on each page. */
  readonly press?: ReadonlyArray<number>
}

/** Opens it. The browser runs no script of ours, so that the page stays as the customer first sees it. */
export const show = async (page: Page, { html, press = [], url }: Sample): Promise<void> => {
  if (url === undefined) await page.setContent(html ?? "")
  else await page.goto(url)
  for (const place of press) await page.getByRole("button").nth(place).click()
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

const { problem } = Pages.defaultValue()
const failing = (kind: "busy" | "failed", language: string) =>
  problem({ problem: kind, language, requestId: "8f14e45fceea167a5a36dedd", passes: true })

/** Every page of customers in that language. */
export const make = Effect.fnUntraced(function* (shop: PayingShop, language: string) {
  const of = yield* transactionsOf(shop, language)
  const { baseUrl } = shop
  const samples: ReadonlyArray<Sample> = [
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
    { name: "problem-refused", url: `${of.challenged.redirect_url}/return` },
    { name: "problem-busy", html: failing("busy", language) },
    { name: "problem-failed", html: failing("failed", language) }
  ]
  return samples
})
