// A step of packing: see `eager`.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

// One with parameters makes a service if its name says so.
const opening = /^((?:export )?const (?:[\w$]+ = Effect\.gen|(?:make|open)[\w$]* = Effect\.fnUntraced)\()function\*/
const closing = /^\}(?=[,)])/

/**
 * The emitted text of a module in which each top-level generator that makes a service stands in parentheses. V8 takes these
 * for a sign that a function will be called, and compiles it with its module; otherwise it reads past it first, and reads
 * it again when it is called. Services are made at every start, and almost every generator without parameters makes one.
 */
export const eager = (text) => {
  let isOpen = false
  const lines = text.split("\n").map((line) => {
    if (isOpen && closing.test(line)) {
      isOpen = false
      return line.replace(closing, "})")
    }
    if (!opening.test(line)) return line
    if (isOpen) throw new Error("A generator does not end where its statement does")
    isOpen = true
    return line.replace(opening, "$1(function*")
  })
  if (isOpen) throw new Error("A generator does not end")
  return lines.join("\n")
}

/** Rewrites the modules in a folder. */
export const makeEager = (folder) => {
  for (const { name, parentPath } of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!name.endsWith(".js")) continue
    const path = join(parentPath, name)
    const text = readFileSync(path, "utf8")
    const rewritten = eager(text)
    if (rewritten !== text) writeFileSync(path, rewritten)
  }
}
