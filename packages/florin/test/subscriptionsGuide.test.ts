// The guide's requests are sent to a running server, and its answers compared.
import { rmSync } from "node:fs"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { assertShown } from "./internal/answers.js"
import { type Block, blocks, commandsOf } from "./internal/documents.js"
import { directory, type Server, start } from "./internal/server.js"
import { here, shell } from "./internal/shell.js"

const file = "docs/guides/subscriptions.md"
const guide = blocks.filter((block) => block.file === file && block.heading !== "Start a server")

const cwd = directory()
let server: Server & { readonly shop: string }

beforeAll(async () => {
  server = await start(cwd, { FLORIN_BASE_URL: here })
})
afterAll(async () => {
  await server.stop()
  rmSync(cwd, { recursive: true })
})

/** `<plan>` and `<subscription>` stand for what was made last. */
const known = new Map<string, string>()
/** The ids of the document, and those of this run. */
const ids = new Map<string, string>()

const filled = (command: string): string =>
  command.replaceAll(here, server.url).replaceAll(/<(\w+)>/g, (_, name: string) => {
    assert.isTrue(known.has(name), `nothing has said what <${name}> is`)
    return known.get(name) ?? ""
  })

const learn = (answer: string): void => {
  const { id } = JSON.parse(answer) as { readonly id?: string }
  if (id?.startsWith("pln_")) known.set("plan", id)
  if (id?.startsWith("sbs_")) known.set("subscription", id)
}

let answer = ""

const run = (block: Block): void => {
  for (const command of commandsOf(block)) {
    answer = shell(cwd, filled(command), { FLORIN_SHOP: server.shop })
    learn(answer)
  }
}

describe("the guide to subscriptions", () => {
  it.each(guide)("is right at $place", (block) => {
    if (block.language === "sh") run(block)
    else assertShown(JSON.parse(block.text), JSON.parse(answer), ids)
  })

  it("shows requests and answers", () => {
    assert.isAbove(guide.filter(({ language }) => language === "json").length, 7)
  })
})
