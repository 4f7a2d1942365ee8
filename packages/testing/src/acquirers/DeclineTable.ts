/** What the README of a connector says of declines, for the test that compares it with the code. */

/** `51`, or the codes of `20 to 24`. */
const expanded = (part: string): ReadonlyArray<string> => {
  const [, from, to] = /^(\d+) to (\d+)$/.exec(part) ?? []
  if (from === undefined || to === undefined) return /^[0-9A-Z]+$/.test(part) ? [part] : []
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => String(Number(from) + index))
}

/**
 * The codes of each reason in the table below `## Why it declines`. A row has one reason or several, and as many groups of
 * codes: `| `a`, `b` | 1, 2; 3 to 5 |`.
 */
export const declineTable = (readme: string): ReadonlyMap<string, ReadonlyArray<string>> => {
  const [, table = ""] = /## Why it declines\n([\s\S]*?)\n## /.exec(readme) ?? []
  const rows = table.split("\n").filter((line) => line.startsWith("| `"))
  return new Map(
    rows.flatMap((row) => {
      const [, reasons = "", codes = ""] = row.split("|")
      const groups = (codes.split(":")[0] ?? "").split(";")
      return [...reasons.matchAll(/`([a-z-]+)`/g)].map(([, reason = ""], index) => [
        reason,
        (groups[index] ?? "").split(",").flatMap((part) => expanded(part.trim()))
      ])
    })
  )
}
