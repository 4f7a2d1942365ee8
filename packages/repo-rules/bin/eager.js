import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const opening = /^((?:export )?const [\w$]+ = Effect\.gen\()function\*/
const closing = /^\}(?=\))/

/**
 * The emitted text of a module in which each top-level generator of an effect stands in parentheses. V8 takes these for a
 * sign that a function will be called, and compiles it with its module; otherwise it reads past it first, and reads it
 * again when it is called. Almost all of these generators make services, so they run at every start.
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
