/** Statements of commits: each text is written once, for one row, and its values have names. */

/**
 * A fixed statement with `?` placeholders, in which `{transactions}` is that table of Florin's.
 *
 * - `names`: of the values, in the order of the placeholders
 * - `many`: the form for so many rows. Absent: each row has a statement of its own
 * - `isGuarded`: it must change one row per step, otherwise the commit is stale. The form for many rows fails when it
 *   changes fewer
 * - `key`: the places of the values that identify the changed row. One statement can't hold two rows with equal keys
 * - `unlocked`: the form for databases with concurrent writers, which skips locked rows
 */
export interface Statement<Name extends string = string> {
  readonly operation: string
  readonly text: string
  readonly names: ReadonlyArray<Name>
  readonly many?: (rows: number) => string
  readonly isGuarded?: boolean
  readonly key?: ReadonlyArray<number>
  readonly unlocked?: string
}

/** `[uid]` stands for a value, `[amount:bigint]` for one that is not text. */
const value = /\[(\w+)(?::(\w+))?\]/g

type NamesIn<Text extends string> = Text extends `${string}[${infer Value}]${infer Rest}`
  ? (Value extends `${infer Name}:${string}` ? Name : Value) | NamesIn<Rest>
  : never

/** A statement for one row. */
export const statement = <const Text extends string>(operation: string, text: Text): Statement<NamesIn<Text>> => ({
  operation,
  text: text.replace(value, "?"),
  names: Array.from(text.matchAll(value), ([, name]) => name as NamesIn<Text>)
})

const repeated = (row: string, rows: number): string => Array.from({ length: rows }, () => row).join(", ")

type Listed<Columns extends string> = Columns extends `${infer First}, ${infer Rest}` ? First | Listed<Rest> : Columns

/** Adds a row; its values are named as its columns. `conflict`: what to do where there is one with the `key`. */
export const insert = <const Columns extends string>(
  operation: string,
  table: string,
  columns: Columns,
  { conflict = "", key = [] }: { readonly conflict?: string; readonly key?: ReadonlyArray<Listed<Columns>> } = {}
): Statement<Listed<Columns>> => {
  const names = columns.split(", ") as Array<Listed<Columns>>
  const row = `(${names.map(() => "?").join(", ")})`
  const many = (rows: number): string => `INSERT INTO ${table} (${columns}) VALUES ${repeated(row, rows)}${conflict}`
  return { operation, text: many(1), names, many, key: key.map((name) => names.indexOf(name)) }
}

// A wrong row count divides by zero. The server then skips the rest of the batch, including COMMIT.
const asserted = (change: string, rows: number): string =>
  `WITH changed AS (${change} RETURNING 1) SELECT 1 / (CASE WHEN count(*) = ${rows} THEN 1 ELSE 0 END) FROM changed`

/** Changes or deletes the row that its condition names; the commit is stale if there is none. */
export const guarded = <const Text extends string>(
  operation: string,
  text: Text,
  key: ReadonlyArray<NoInfer<NamesIn<Text>>>
): Statement<NamesIn<Text>> => {
  const one = statement(operation, text)
  const columns = one.names.map((_, place) => `p${place}`)
  const row = Array.from(text.matchAll(value), ([, , type = "text"]) => `?::${type}`).join(", ")
  let place = 0
  const [change, condition] = text.replace(value, () => `v.p${place++}`).split(/\sWHERE\s/)
  const joining = change!.startsWith("DELETE") ? "USING" : "FROM"
  const many = (rows: number): string =>
    `${change} ${joining} (VALUES ${repeated(`(${row})`, rows)}) v (${columns.join(", ")}) WHERE ${condition}`
  return {
    ...one,
    many: (rows) => asserted(many(rows), rows),
    isGuarded: true,
    key: key.map((name) => one.names.indexOf(name))
  }
}
