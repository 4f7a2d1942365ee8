import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createFlorin, type Options, type PagesOptions } from "florin"
import { english, html, type Language } from "florin/pages"
import { afterAll, assert, describe, it } from "vitest"
import { ask, listed, payment } from "./internal/shop.js"

const directory = mkdtempSync(join(tmpdir(), "florin-pages-"))
afterAll(() => rmSync(directory, { recursive: true }))

const baseUrl = "https://shop.example"
const optionsOf = (pages?: PagesOptions): Options => ({
  ...{ database: `sqlite:${join(directory, "a.db")}`, sandbox: true, baseUrl, shops: [listed] },
  ...(pages && { pages })
})

/** A payment in German, and its receipt. */
const paid = async (pages?: PagesOptions) => {
  const florin = await createFlorin(optionsOf(pages))
  try {
    const sent = payment(Math.ceil(Math.random() * 1e9))
    const body = sent.body.replace('"request":{', '"request":{"language":"de-AT",')
    const answer = await ask(florin, new Request(`${baseUrl}/transactions/payments`, { ...sent, body }))
    const { transaction } = (await answer.json()) as { transaction: Record<string, unknown> }
    const receipt = await ask(florin, new Request(String(transaction.receipt_url)))
    return { transaction, policy: receipt.headers.get("content-security-policy") ?? "", page: await receipt.text() }
  } finally {
    await florin.close()
  }
}

const german: Language = {
  ...english,
  ...{ tag: "de", locale: "de-DE" },
  messages: { ...english.messages, successful: "Bezahlt." },
  words: { ...english.words, receipt: "Quittung" }
}

describe("the option pages", () => {
  it("Transaction | gateway: iframe is false, and no page may be framed, unless it says so", async () => {
    const { page, policy, transaction } = await paid()
    assert.deepStrictEqual(transaction.gateway, { iframe: false })
    assert.include(policy, "frame-ancestors 'none'")
    assert.include(page, '<html lang="en"')
  })

  it("Transaction | gateway, friendly_message, language: follow the origins and languages that it names", async () => {
    const framedBy = ["https://a.example", "https://*.b.example:8443"]
    const { page, policy, transaction } = await paid({ framedBy, languages: [german] })
    assert.deepStrictEqual(transaction.gateway, { iframe: true })
    assert.strictEqual(transaction.friendly_message, "Bezahlt.")
    assert.include(policy, "frame-ancestors https://a.example https://*.b.example:8443")
    assert.include(page, '<html lang="de"')
    assert.include(page, "Quittung")
  })

  it("replaces a page", async () => {
    const { page } = await paid({
      replace: {
        receipt: ({ merchant }, { languageOf, layout }) =>
          layout({ language: languageOf("en"), title: "Mine", content: html`<h1>${merchant}!</h1>` })
      }
    })
    assert.include(page, "<h1>shop!</h1>")
  })

  const origins = "pages.framedBy must be a list of origins such as https://shop.example"
  it.each<[PagesOptions, string]>([
    [{ framedBy: ["shop.example"] }, origins],
    [{ framedBy: ["https://shop.example/path"] }, origins],
    [{ framedBy: ["https://shop.example", "https://x; script-src *"] }, origins],
    [{ framedBy: ["*"] }, origins],
    [{ triesPerAddress: 0 }, "pages.triesPerAddress must be a whole number from 1 to 1000000"],
    [{ triesPerPage: 1.5 }, "pages.triesPerPage must be a whole number from 1 to 1000000"],
    [{ proxies: 11 }, "pages.proxies must be a whole number from 0 to 10"],
    [{ styles: "<" }, "pages.styles must be CSS without <"]
  ])("%# is refused with a sentence and without its value", async (pages, sentence) => {
    const refusal = await createFlorin(optionsOf(pages)).then(
      () => "started",
      (error: Error) => error.message
    )
    assert.strictEqual(refusal, sentence)
  })
})
