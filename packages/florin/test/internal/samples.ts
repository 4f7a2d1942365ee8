/** Programs in documents that say behind each `console.log` what it prints. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { format } from "node:util"
import { afterAll, vi } from "vitest"
import type { Block } from "./documents.js"

export const isSample = ({ language, text }: Block): boolean => language === "ts" && text.includes("console.log(")

/** What the comments behind `console.log` say, in order. */
const promisedBy = (text: string) => [...text.matchAll(/console\.log\(.*\) \/\/ (.+)$/gm)].map(([, line]) => line)

const packages = { florin: "../..", effect: "../../node_modules/effect" }

/** Runs samples of a test file, one after the other, from a folder that goes with it. */
export const sampleRunner = () => {
  // Outside of node_modules, whose files are not compiled.
  const desk = mkdtempSync(join(tmpdir(), "florin-samples-"))
  mkdirSync(join(desk, "node_modules"))
  for (const [name, path] of Object.entries(packages)) {
    symlinkSync(fileURLToPath(new URL(path, import.meta.url)), join(desk, "node_modules", name))
  }
  afterAll(() => rmSync(desk, { recursive: true }))

  return async ({ place, text }: Block) => {
    const file = join(desk, `${place.replaceAll(/[^A-Za-z0-9]/g, "-")}.ts`)
    writeFileSync(file, text)
    const printed: Array<string> = []
    const log = vi.spyOn(console, "log").mockImplementation((...words) => void printed.push(format(...words)))
    try {
      await import(file)
    } finally {
      log.mockRestore()
    }
    return { printed, promised: promisedBy(text) }
  }
}
