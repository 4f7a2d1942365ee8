/** The code in the documents of this repository. */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./server.js"

export interface Block {
  /** The document and the line on which the block begins: `README.md:43`. */
  readonly place: string
  readonly file: string
  readonly heading: string
  readonly language: string
  readonly text: string
}

const fence = /^( *)```(\w*)$/

/** Every fenced block of a document, in order. */
export const blocksOf = (file: string, document: string): ReadonlyArray<Block> => {
  const blocks: Array<Block> = []
  let heading = ""
  let open: { readonly at: number; readonly indent: string; readonly language: string } | undefined
  let lines: Array<string> = []
  for (const [index, line] of document.split("\n").entries()) {
    const [, indent = "", language = ""] = fence.exec(line) ?? []
    if (!fence.test(line)) {
      if (open !== undefined) lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line)
      else heading = /^#+ (.+)$/.exec(line)?.[1] ?? heading
    } else if (open === undefined) {
      open = { at: index + 1, indent, language }
      lines = []
    } else {
      blocks.push({ place: `${file}:${open.at}`, file, heading, language: open.language, text: lines.join("\n") })
      open = undefined
    }
  }
  if (open !== undefined) throw new Error(`${file}:${open.at} has no end`)
  return blocks
}

const tracked = ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"]

// While a merge is not concluded, a file in conflict is listed more than once.
const files = new Set(execFileSync("git", tracked, { cwd: root, encoding: "utf8" }).trim().split("\n"))

/** Of all documents. */
export const blocks: ReadonlyArray<Block> = [...files].flatMap((file) =>
  blocksOf(file, readFileSync(join(root, file), "utf8"))
)

/** A program that serves until it is ended, and is tried with the commands below it. */
export const isProgram = ({ language, text }: Block): boolean => language === "ts" && /\.listen\(8080\b/.test(text)

/** The commands of a block, each with the lines that belong to it. */
export const commandsOf = ({ text }: Block): ReadonlyArray<string> => {
  const commands: Array<string> = []
  let command = ""
  for (const line of text.split("\n")) {
    command = command === "" ? line : `${command}\n${line}`
    const quotes = command.replaceAll(/\\'|"[^"'\n]*"/g, "").split("'").length - 1
    if (line.endsWith("\\") || quotes % 2 === 1) continue
    if (command.trim() !== "") commands.push(command.replace(/ {2,}#.*$/, "").trim())
    command = ""
  }
  return commands
}
