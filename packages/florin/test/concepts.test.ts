// The pages about concepts: their samples print what they say they print, their machines are the ones that run.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { format } from "node:util"
import { afterAll, assert, describe, it, vi } from "vitest"
import { blocks } from "./internal/documents.js"

const pages = blocks.filter(({ file }) => file.startsWith("docs/concepts/"))
const samples = pages.filter(({ language, text }) => language === "ts" && text.includes("console.log("))

// Outside of node_modules, whose files are not compiled.
const desk = mkdtempSync(join(tmpdir(), "florin-concepts-"))
mkdirSync(join(desk, "node_modules"))
const packages = { florin: "..", effect: "../node_modules/effect" }
for (const [name, path] of Object.entries(packages)) {
  symlinkSync(fileURLToPath(new URL(path, import.meta.url)), join(desk, "node_modules", name))
}
afterAll(() => rmSync(desk, { recursive: true }))

/** What the comments behind `console.log` say, in order. */
const promised = (text: string) => [...text.matchAll(/console\.log\(.*\) \/\/ (.+)$/gm)].map(([, line]) => line)

describe("the samples of the concepts", () => {
  it.each(samples)("print what they say: $place", async ({ place, text }) => {
    const file = join(desk, `${place.replaceAll(/[^A-Za-z0-9]/g, "-")}.ts`)
    writeFileSync(file, text)
    const lines: Array<string> = []
    const log = vi.spyOn(console, "log").mockImplementation((...words) => void lines.push(format(...words)))
    try {
      await import(file)
    } finally {
      log.mockRestore()
    }
    assert.isNotEmpty(lines)
    assert.deepStrictEqual(lines, promised(text))
  })

  it("are on every page", () => {
    assert.lengthOf(new Set(samples.map(({ file }) => file)), 10)
  })
})

const read = (path: string) => readFileSync(new URL(`../../../docs/${path}`, import.meta.url), "utf8")

const machines = readdirSync(new URL("../../../docs/machines", import.meta.url))

/** The cells of each row of a machine's table. */
const rowsOf = (document: string) =>
  [...document.matchAll(/^\| (\S.*) \|$/gm)].map(([, row = ""]) => row.split(" | ").map((cell) => cell.trim()))

describe("the machines of the concepts", () => {
  it("are all of them, by name", () => {
    const named = [...read("concepts/machines.md").matchAll(/^\| \[(.+?)\]\(\.\.\/machines\/(.+?)\)/gm)]
    const titles = machines.map((file) => [file, read(`machines/${file}`).split("\n")[0]?.slice(2).toLowerCase()])
    assert.sameDeepMembers(
      named.map(([, name, file]) => [file, name?.toLowerCase()]),
      titles
    )
  })

  it("have the rows that are explained", () => {
    const charge = rowsOf(read("machines/card-transaction.md"))
    const explained = rowsOf(read("concepts/machines.md")).filter(([state]) => state === "pending")
    assert.lengthOf(explained, 2)
    for (const row of explained) assert.deepInclude(charge, row)
  })

  it.each([
    ["payments.md", "card-transaction.md"],
    ["webhooks.md", "notification.md"]
  ])("have the steps that %s draws", (page, machine) => {
    const steps = rowsOf(read(`machines/${machine}`)).map(([state, trigger, , next]) => `${state} ${trigger} ${next}`)
    const drawn = pages.find(({ file, language }) => language === "mermaid" && file.endsWith(page))?.text ?? ""
    const edges = [...drawn.matchAll(/^ {2}(\S+) --> (\S+): (.+)$/gm)].flatMap(
      ([, from = "", to = "", triggers = ""]) =>
        triggers.split(", ").map((trigger) => `${from.replace("[*]", "none")} ${trigger} ${to}`)
    )
    assert.isAtLeast(edges.length, 6)
    assert.includeMembers(steps, edges)
  })
})
