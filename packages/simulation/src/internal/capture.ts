/**
 * What commits change, row by row and in order. Triggers of the connection's own write it down, so what is rolled back
 * is not in it, and the gateway's tables stay as they are.
 */

interface Watched {
  readonly table: string
  readonly columns: ReadonlyArray<string>
}

/** `a` to `h` of a line are these columns of the row. */
export const watched: ReadonlyArray<Watched> = [
  { table: "transactions", columns: ["shop_id", "uid", "status", "version", "fingerprint", "created_at", "document"] },
  {
    table: "transaction_history",
    columns: ["uid", "version", "happened_at", "trigger_name", "from_status", "to_status"]
  },
  {
    table: "notifications",
    columns: ["subject", "id", "sequence", "url", "body", "status", "attempts", "last_result"]
  },
  { table: "jobs", columns: ["shop_id", "kind", "subject", "run_at", "lease_owner", "fence", "attempts"] },
  { table: "workers", columns: ["owner", "heartbeats"] },
  { table: "idempotency_keys", columns: ["shop_id", "request_key", "claimed_at", "answer_body"] }
]

const places = ["a", "b", "c", "d", "e", "f", "g", "h"] as const

const trigger = ({ columns, table }: Watched, event: "INSERT" | "UPDATE" | "DELETE"): string => {
  const row = event === "DELETE" ? "OLD" : "NEW"
  return `CREATE TEMP TRIGGER ${table}_${event} AFTER ${event} ON main.${table} BEGIN
    INSERT INTO changes (what, in_table, ${places.slice(0, columns.length).join(", ")})
    VALUES ('${event}', '${table}', ${columns.map((column) => `${row}.${column}`).join(", ")});
  END;`
}

export const statements: string = [
  `CREATE TEMP TABLE changes (id INTEGER PRIMARY KEY, what TEXT, in_table TEXT, ${places.join(", ")});`,
  ...watched.flatMap((table) => (["INSERT", "UPDATE", "DELETE"] as const).map((event) => trigger(table, event)))
].join("\n")

/** A row that was inserted, updated (then it is as it became) or deleted (as it was). */
export interface Line {
  readonly what: "INSERT" | "UPDATE" | "DELETE"
  readonly in_table: string
  readonly row: Readonly<Record<string, string | number | null>>
}

const columnsOf = new Map(watched.map(({ columns, table }) => [table, columns]))

/** A line with the names of its table's columns. */
export const lineOf = (raw: Readonly<Record<string, string | number | null>>): Line => {
  const table = String(raw.in_table)
  const columns = columnsOf.get(table) ?? []
  return {
    what: raw.what as Line["what"],
    in_table: table,
    row: Object.fromEntries(columns.map((column, index) => [column, raw[places[index]!] ?? null]))
  }
}
