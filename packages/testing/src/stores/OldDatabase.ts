/** A database as 0.1.0 left it behind. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as DateTime from "effect/DateTime"

/** The databases of which there is one. */
export type Product = "sqlite" | "postgres"

const fixture = (name: Product | "rows"): string =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/0.1.0.${name}.sql`, import.meta.url)), "utf8")

/**
 * The statements that make the database: its tables as 0.1.0 made them, its rows, and which migrations it has had. They
 * lie beside the sources and are not published.
 */
export const sql = (product: Product): string => fixture(product) + fixture("rows")

/** A row as its statement spells it. */
export type OldRow = Readonly<Record<string, string | number | null>>

const valuesOf = (line: string): ReadonlyArray<string | number | null> =>
  Array.from(line.matchAll(/'((?:[^']|'')*)'|-?\d+|NULL/g), ([spelled, quoted]) => {
    if (quoted !== undefined) return quoted.replaceAll("''", "'")
    return spelled === "NULL" ? null : Number(spelled)
  })

/** The rows of a table, the same in every product. The statements hold one on each line. */
export const rowsOf = (table: string): ReadonlyArray<OldRow> => {
  const found = new RegExp(`^INSERT INTO ${table} \\((.+)\\) VALUES\\n((?:\\(.*\\)[,;]\\n)+)`, "m").exec(
    fixture("rows")
  )
  const [, columns = "", lines = ""] = found ?? []
  return lines
    .trimEnd()
    .split("\n")
    .map((line) => {
      const values = valuesOf(line)
      return Object.fromEntries(columns.split(", ").map((name, place) => [name, values[place]!]))
    })
}

/** When the last process that used the database died: until then, and no longer, it had said to be alive. */
export const diedAt: DateTime.Utc = DateTime.unsafeMake(1_775_552_405_000)
