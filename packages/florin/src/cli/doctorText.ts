/** The answer of `florin doctor` for people. */
import type { Check, Verdict } from "./doctorRules.js"
import { wrapped } from "./wrapping.js"

const marks: Readonly<Record<Verdict, string>> = { ok: "ok     ", warning: "warning", failure: "FAILURE" }

const indent = " ".repeat(19)

const linesOf = ({ name, says, todo, verdict }: Check): ReadonlyArray<string> => {
  const [first = "", ...rest] = [...wrapped(says, 61), ...(todo === undefined ? [] : wrapped(`→ ${todo}`, 61))]
  return [`${marks[verdict]}  ${name.padEnd(10)}${first}`, ...rest.map((line) => `${indent}${line}`)]
}

/** Fits a terminal of 80 columns. */
export const text = (checks: ReadonlyArray<Check>): string => checks.flatMap(linesOf).join("\n")
