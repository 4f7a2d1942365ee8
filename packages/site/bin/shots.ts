// npm run docs:shots -- [FOLDER [NAME]]
// Takes pictures of the built site for people to look at: some pages at two widths, light and dark, and a search. Says
// whether a page is wider than its window, asks another host for something, or reports an error. NAME is how the paths of
// the pages begin, as in "guides". Default: all.
import { mkdirSync } from "node:fs"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { launch } from "@florin/http-adapter/testing/browser"
import { serve } from "vitepress"

const folder = resolve(process.env.INIT_CWD ?? ".", process.argv[2] ?? "shots")
const port = 8091
const site = `http://localhost:${port}`
const widths = { narrow: 320, wide: 1280 } as const
const schemes = ["light", "dark"] as const
const paths = [
  ...[
    "index",
    "start",
    "comparison",
    "concepts/payments",
    "guides/embed",
    "guides/three-d-secure",
    "reference/http",
    "reference/http-fields"
  ],
  ...["reference/operations", "reference/events", "reference/errors", "machines/subscription", "architecture"],
  "repository/packages/core/src/cards/ChargeMachine.ts"
].filter((path) => path.startsWith(process.argv[3] ?? ""))

mkdirSync(folder, { recursive: true })
await serve({ root: fileURLToPath(new URL("../", import.meta.url)), port })
const browser = await launch()
const problems: Array<string> = []

for (const [name, width] of Object.entries(widths)) {
  for (const colorScheme of schemes) {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
    const page = await context.newPage()
    const note = (problem: string) =>
      problems.push(`${new URL(page.url()).pathname}, ${name}, ${colorScheme}: ${problem}`)
    page.on("pageerror", (error) => note(error.message))
    page.on("request", (request) => {
      if (!request.url().startsWith(site) && !request.url().startsWith("data:")) note(`asks ${request.url()}`)
    })
    const shoot = (what: string) =>
      page.screenshot({ path: `${folder}/${what}-${name}-${colorScheme}.png`, animations: "disabled" })
    for (const path of paths) {
      await page.goto(`${site}/${path}.html`, { waitUntil: "networkidle" })
      const wider = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
      if (wider !== 0) note(`${wider} pixels wider than the window`)
      await shoot(path.replaceAll("/", "-"))
    }
    await page.goto(`${site}/index.html`, { waitUntil: "networkidle" })
    await page.locator("button.DocSearch-Button").click()
    await page.locator("#localsearch-input").fill("idempotency key")
    await page.locator(".VPLocalSearchBox .result").first().waitFor()
    await shoot("search")
    await context.close()
  }
}

await browser.close()
console.log([...problems, `The pictures are in ${folder}`].join("\n"))
process.exit(problems.length === 0 ? 0 : 1)
