// The documents lead to each other: every link of theirs, and the sidebar of the site.
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import * as Links from "../src/Links.js"
import { anchorsOf, relinked, slug } from "../src/Markdown.js"
import * as Navigation from "../src/Navigation.js"
import * as Staging from "../src/Staging.js"
import { gathered } from "../src/StateDiagram.js"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"]
const known = execFileSync("git", listed, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 }).split("\0")
const files = new Set(known.filter((path) => path !== "" && existsSync(join(root, path))))
const read = (path: string) => readFileSync(join(root, path), "utf8")

const above = (path: string): ReadonlyArray<string> => (path === "." ? [] : [path, ...above(dirname(path))])
const paths = new Set([...files].flatMap(above))
const documents = [...files].filter((path) => path.endsWith(".md")).map((path) => ({ path, text: read(path) }))

describe("the documents", () => {
  it("link to files and anchors that are there", () => {
    assert.isAbove(documents.length, 40)
    assert.strictEqual(Links.broken(documents, (path) => paths.has(path)).join("\n"), "")
  })

  it("stand in the sidebar, each once, and the sidebar has no other", () => {
    const pages = Navigation.pagesOf(Navigation.sections).map(({ path }) => `docs/${path}`)
    const inDocs = documents.map(({ path }) => path).filter((path) => path.startsWith("docs/"))
    const without = (some: ReadonlyArray<string>, others: ReadonlyArray<string>) =>
      some.filter((path) => !others.includes(path))
    assert.deepStrictEqual(
      {
        "without a place in the sidebar": without(inDocs, [...pages, "docs/index.md"]),
        "in the sidebar without a file": without(pages, inDocs),
        "twice in the sidebar": pages.filter((path, index) => pages.indexOf(path) !== index)
      },
      {
        "without a place in the sidebar": [],
        "in the sidebar without a file": [],
        "twice in the sidebar": []
      }
    )
  })

  it("are pages of the site, with whatever they link to, and every link leads to one", () => {
    const pages = Staging.pages({ files, read })
    const there = new Set([...pages.map(({ path }) => path), "florin.svg", "logo.svg"])
    const absolute = pages.map(({ path, text }) => ({
      path,
      text: relinked(text, (target) => target.replace(/^\//, ""))
    }))
    const ours = absolute.map(({ path, text }) => ({
      path,
      // Targets begin at the root of the site, so each is looked up from there.
      text: relinked(text, (target) =>
        /^#|^[a-z]+:/i.test(target) ? target : `${"../".repeat(path.split("/").length - 1)}${target}`
      )
    }))
    assert.strictEqual(Links.broken(ours, (path) => there.has(path)).join("\n"), "")
  })
})

describe("a link", () => {
  const page = '# A page\n\n## What a start costs\n\n## Twice\n\n## Twice\n\n<a id="credit_card/exp_month"></a>\n'
  const broken = (link: string) =>
    Links.broken(
      [
        { path: "docs/from.md", text: `See [it](${link}).` },
        { path: "docs/to/page.md", text: page }
      ],
      (path) => ["docs/from.md", "docs/to/page.md", "docs/to", "src/a.ts"].includes(path)
    )

  it.each([
    ...["to/page.md", "to", "to/", "../src/a.ts", "https://example.com/none", "mailto:jane@example.com"],
    ...["to/page.md#a-page", "to/page.md#what-a-start-costs", "to/page.md#twice-1", "to/page.md#credit_card/exp_month"]
  ])("to %s is right", (link) => {
    assert.deepStrictEqual(broken(link), [])
  })

  it.each([
    ["page.md", "is not there"],
    ["../../outside.md", "is not there"],
    ["#here", "has no such anchor"],
    ["to/page.md#what-it-costs", "has no such anchor"],
    ["to/page.md#twice-2", "has no such anchor"]
  ])("to %s %s", (link, says) => {
    assert.deepStrictEqual(broken(link), [`docs/from.md: ${link} ${says}`])
  })

  it("in code is none", () => {
    const text = "`[a](none.md)`\n\n```md\n[b](none.md)\n```\n\n[c](none.md)"
    assert.deepStrictEqual(
      Links.broken([{ path: "a.md", text }], () => false),
      ["a.md: none.md is not there"]
    )
    assert.strictEqual(
      relinked(text, () => "new"),
      text.replace(/none(?=\.md\)$)/, "new").replace(/new\.md/, "new")
    )
  })
})

// As GitHub does it.
describe("the anchor of a heading", () => {
  it.each([
    ["In the process of Florin", "in-the-process-of-florin"],
    ["`F.2011`, and what follows", "f2011-and-what-follows"],
    ["POST /transactions/:uid/recover", "post-transactionsuidrecover"],
    ["3-D Secure: who_pays?", "3-d-secure-who_pays"]
  ])("%s is #%s", (heading, anchor) => {
    assert.deepStrictEqual([...anchorsOf(`## ${heading}`)], [anchor])
  })

  it("keeps letters of every script", () => {
    assert.strictEqual(slug("Оплата картой"), "оплата-картой")
  })
})

describe("a diagram", () => {
  it("of states has one arrow from one to another, with each trigger once, and none to itself", () => {
    const lines = [
      "stateDiagram-v2",
      "  [*] --> open: Opened",
      "  open --> done: Paid [In time]",
      "  open --> done: Paid [Late]"
    ]
    const more = ["  open --> done: Corrected", "  open --> open: NoAnswer", "  done --> [*]"]
    assert.deepStrictEqual(gathered([...lines, ...more].join("\n")).split("\n"), [
      ...["stateDiagram-v2", "  [*] --> open: Opened", "  open --> done: Paid<br/>Corrected", "  done --> [*]"]
    ])
  })

  it("of anything else stays as it is", () => {
    const flow = "flowchart LR\n  a --> a"
    assert.strictEqual(gathered(flow), flow)
  })
})
