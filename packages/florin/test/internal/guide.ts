// The requests of a guide are sent to a running server, and its answers compared.
import { rmSync } from "node:fs"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { assertShown } from "./answers.js"
import { type Block, blocks, commandsOf } from "./documents.js"
import { directory, type Server, start } from "./server.js"
import { here, shell } from "./shell.js"

/** What an answer teaches: the name that stands for an id in later requests, and the id. */
export type Learned = Readonly<Record<string, string | undefined>>

export interface Guide {
  readonly about: string
  readonly file: string
  readonly learn: (answer: unknown) => Learned
  /** More answers are shown than this. */
  readonly answers: number
  /** Variables of the server and of the terminal beside it. Default: none. */
  readonly around?: (cwd: string) => Record<"server" | "terminal", Record<string, string>>
  /** Headings that are not tried. Default: `Start a server`. */
  readonly untried?: ReadonlyArray<string>
}

/** Guides let minutes pass, and speak of the day before: it is the same one from their beginning to their end. */
const anHourLater = `curl -u "$FLORIN_SHOP" ${here}/sandbox/clock -H 'Content-Type: application/json' -d '{"advance":"PT1H"}'`

/** `<name>` in a request stands for the id that was learned last under that name. */
export const tryGuide = ({ about, answers, around, file, learn, untried = ["Start a server"] }: Guide): void => {
  const guide = blocks.filter((block) => block.file === file && !untried.includes(block.heading))
  const cwd = directory()
  const { server: settings, terminal } = around?.(cwd) ?? { server: {}, terminal: {} }
  const known = new Map<string, string>()
  /** The ids of the document, and those of this run. */
  const ids = new Map<string, string>()
  let server: Server & { readonly shop: string }
  let answer = ""

  beforeAll(async () => {
    server = await start(cwd, { FLORIN_BASE_URL: here, ...settings })
    if (new Date().getUTCHours() === 23) shell(cwd, filled(anHourLater), { FLORIN_SHOP: server.shop })
  })
  afterAll(async () => {
    await server.stop()
    rmSync(cwd, { recursive: true })
  })

  const filled = (command: string): string =>
    command.replaceAll(here, server.url).replaceAll(/<(\w+)>/g, (_, name: string) => {
      assert.isTrue(known.has(name), `nothing has said what <${name}> is`)
      return known.get(name) ?? ""
    })

  const run = (block: Block): void => {
    for (const command of commandsOf(block)) {
      const reply = shell(cwd, filled(command), { FLORIN_SHOP: server.shop, ...terminal })
      // A command that saves a file says nothing.
      if (reply === "") continue
      answer = reply
      for (const [name, id] of Object.entries(learn(JSON.parse(answer)))) if (id !== undefined) known.set(name, id)
    }
  }

  describe(about, () => {
    it.each(guide)("is right at $place", (block) => {
      if (block.language === "sh") run(block)
      else assertShown(JSON.parse(block.text), JSON.parse(answer), ids)
    })

    it("shows requests and answers", () => {
      assert.isAbove(guide.filter(({ language }) => language === "json").length, answers)
    })
  })
}
