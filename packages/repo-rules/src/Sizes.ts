/** How long a file and a function may be. */
import ts from "typescript"
import { type HouseFile, isSource, lineOf, parse, type Rule, type Violation, walk } from "./HouseFile.js"

/** Unit: lines of a file, the last included. */
export const fileLimit = 400

/** Unit: lines from the first to the last of a function, those of functions inside it included. */
export const functionLimit = 70

const linesOf = (file: HouseFile, node: ts.Node): number => {
  const end = parse(file).getLineAndCharacterOfPosition(node.getEnd()).line + 1
  return end - lineOf(file, node) + 1
}

const isFunction = (node: ts.Node): boolean => ts.isFunctionLike(node) && "body" in node && node.body !== undefined

/** Files of at most 400 lines. */
export const fileSizes: Rule = (files) =>
  files.flatMap((file) => {
    const lines = file.text.replace(/\n$/, "").split("\n").length
    return !isSource(file.path) || lines <= fileLimit
      ? []
      : [{ path: file.path, line: 1, what: "file size", says: `${lines} lines; at most ${fileLimit}` }]
  })

/** Functions of at most 70 lines. */
export const functionSizes: Rule = (files) =>
  files
    .filter((file) => isSource(file.path))
    .flatMap((file) => {
      const found: Array<Violation> = []
      walk(file, (node) => {
        const lines = isFunction(node) ? linesOf(file, node) : 0
        if (lines <= functionLimit) return
        const says = `a function of ${lines} lines; at most ${functionLimit}`
        found.push({ path: file.path, line: lineOf(file, node), what: "function size", says })
      })
      return found
    })
