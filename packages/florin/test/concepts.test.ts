// The samples of the concepts print what they say they print.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { format } from "node:util"
import { afterAll, assert, describe, it, vi } from "vitest"
import { blocks } from "./internal/documents.js"

const samples = blocks.filter(({ file, language }) => file.startsWith("docs/concepts/") && language === "ts").filter(({ text }) => text.includes("console.log("))

// Outside of node_modules, whose files are not compiled.
const desk = mkdtempSync(join(tmpdir(), "florin-concepts-"))
mkdirSync(join(desk, "node_modules"))
symlinkSync(fileURLToPath(new URL("..", import.meta.url)), join(desk, "node_modules", "florin"))
symlinkSync(fileURLToPath(new URL("../node_modules/effect", import.meta.url)), join(desk, "node_modules", "effect"))
afterAll(() => rmSync(desk, { recursive: true }))

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

  it("are there, on every page", () => {
    assert.isAtLeast(new Set(samples.map(({ file }) => file)).size, 9)
  })
})
