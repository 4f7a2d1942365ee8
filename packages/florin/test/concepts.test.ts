// The pages about concepts: their samples print what they say they print, their machines are the ones that run.
import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { blocks } from "./internal/documents.js"
import { isSample, sampleRunner } from "./internal/samples.js"

const pages = blocks.filter(({ file }) => file.startsWith("docs/concepts/"))
const samples = pages.filter(isSample)
const run = sampleRunner()

describe("the samples of the concepts", () => {
  it.each(samples)("print what they say: $place", async (sample) => {
    const { printed, promised } = await run(sample)
    assert.isNotEmpty(printed)
    assert.deepStrictEqual(printed, promised)
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
