// The guide's requests are sent to a running server, and its answers compared.
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { assertShown, byKind } from "./internal/answers.js"
import { type Block, blocks, commandsOf } from "./internal/documents.js"
import { directory, receiver, root, type Server, start } from "./internal/server.js"
import { here, shell } from "./internal/shell.js"

const file = "docs/guides/three-d-secure.md"
const guide = blocks.filter((block) => block.file === file)
const text = readFileSync(join(root, file), "utf8")

const isShops = ({ language, text }: Block) => language === "json" && text.startsWith("[")
const shops = guide.find(isShops)?.text ?? ""
const credentials = /FLORIN_SHOP=(\S+)/.exec(text)?.[1] ?? ""

const cwd = directory()
let server: Server & { readonly shop: string }
let webhooks: Awaited<ReturnType<typeof receiver>>

const begin = async () => {
  server = await start(cwd, { FLORIN_SHOPS: "shops.json", FLORIN_BASE_URL: here }, credentials)
}

beforeAll(async () => {
  webhooks = await receiver()
  writeFileSync(join(cwd, "shops.json"), shops, { mode: 0o600 })
  await begin()
})
afterAll(async () => {
  await server.stop()
  webhooks.close()
  rmSync(cwd, { recursive: true })
})

/** What the commands so far have learned: `<uid>`, `<creq>` and others stand for it. */
const known = new Map<string, string>()
/** The transactions of the document, and those of this run. */
const uids = new Map<string, string>()

const learnFromJson = (answer: string): void => {
  const { transaction } = JSON.parse(answer) as { readonly transaction?: Record<string, unknown> }
  const members = [transaction, transaction?.credit_card, transaction?.three_d_secure_verification]
  for (const [name, value] of members.flatMap((section) => Object.entries(section ?? {}))) {
    if (typeof value === "string") known.set(name, value)
  }
}

/** Of the first form, which confirms. */
const learnFromPage = (answer: string): void => {
  const form = /<form .*?<\/form>/s.exec(answer)?.[0] ?? ""
  for (const [, name = "", value = ""] of form.matchAll(/name="(\w+)" value="([^"]*)"/g)) known.set(name, value)
}

const filled = (command: string): string =>
  command
    .replaceAll(here, server.url)
    .replaceAll("http://127.0.0.1:9090/webhooks", webhooks.url)
    .replaceAll(/<(\w+)>/g, (_, name: string) => {
      assert.isTrue(known.has(name), `nothing has said what <${name}> is`)
      return known.get(name) ?? ""
    })

const run = (command: string): string => {
  const answer = shell(cwd, filled(command), { FLORIN_SHOP: server.shop })
  if (answer.startsWith("{")) learnFromJson(answer)
  else learnFromPage(answer)
  return answer
}

const sent = async (): Promise<string> => {
  const body = await vi.waitFor(() => {
    assert.isNotEmpty(webhooks.received)
    return webhooks.received[0] ?? ""
  }, 5000)
  // Headers come before it.
  return body.slice(body.indexOf('{"transaction"'))
}

let answer = ""

/** What is no request: how to start, and forms for a browser. */
const isAside = (block: Block) =>
  isShops(block) ||
  block.language === "html" ||
  (block.heading === "Start a server" && /^(?:FLORIN_\w+=\S+ npm |export )/.test(block.text))

const restart = async (): Promise<void> => {
  assert.strictEqual(await server.stop(), 0)
  await begin()
}

describe("the 3-D Secure guide", () => {
  it.each(guide.filter((block) => !isAside(block)))("is right at $place", async (block) => {
    const { heading, language, text } = block
    if (text.endsWith(" npm start")) await restart()
    else if (language === "sh") for (const command of commandsOf(block)) answer = run(command)
    else if (language === "json") {
      const reply = heading === "The webhook" ? await sent() : answer
      assertShown(JSON.parse(text), JSON.parse(reply), uids)
    } else {
      const lines = answer.split("\r\n").map(byKind)
      for (const line of text.split("\n")) assert.include(lines, line)
    }
  })

  const section = text.slice(text.indexOf("### Test cards"), text.indexOf("## The webhook"))
  const rows = [...section.matchAll(/^\| `(\d+)` \|.*$/gm)].map(([row, number = ""]) => ({
    number,
    shown: row
      .split("|")
      .slice(3, 7)
      .map((cell) => cell.replaceAll("`", "").trim())
  }))

  it.each(rows)("is right about the test card $number", async ({ number, shown }) => {
    const credit_card = { number, holder: "Jane Doe", exp_month: "12", exp_year: "2035" }
    const request = { amount: 100, currency: "EUR", description: "A test card", credit_card }
    const { transaction } = (await (await server.post("/transactions/authorizations", { request })).json()) as {
      readonly transaction: Record<string, string> & { readonly three_d_secure_verification: Record<string, string> }
    }
    const { code, status, three_d_secure_verification: verification } = transaction
    assert.deepStrictEqual([status, code, verification.pa_status ?? "", verification.eci ?? ""], shown)
  })

  it("tells of every test card with 3-D Secure, and of one without", () => {
    assert.strictEqual(rows.length, 13)
  })
})
