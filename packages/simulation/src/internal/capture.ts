/**
 * What commits change, row by row and in order. Triggers of the connection's own tell it, and it is forgotten where a
 * statement, a savepoint or a transaction is taken back. The gateway's tables stay as they are.
 */
import type Sqlite from "better-sqlite3"

interface Watched {
  readonly table: string
  readonly columns: ReadonlyArray<string>
}

const watched: ReadonlyArray<Watched> = [
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

type Event = "INSERT" | "UPDATE" | "DELETE"

type Cell = string | number | null

/** A row that was inserted, updated (then it is as it became) or deleted (as it was). */
export interface Line {
  readonly what: Event
  readonly in_table: string
  readonly row: Readonly<Record<string, Cell>>
}

const trigger = ({ columns, table }: Watched, event: Event): string => {
  const row = event === "DELETE" ? "OLD" : "NEW"
  return `CREATE TEMP TRIGGER ${table}_${event} AFTER ${event} ON main.${table} BEGIN
    SELECT changed_${table}('${event}', ${columns.map((column) => `${row}.${column}`).join(", ")});
  END;`
}

export interface Capture {
  /** What has changed since it was last taken. */
  readonly take: () => ReadonlyArray<Line>
  /** Runs a statement: what it changed is forgotten where it fails, and with what it takes back. */
  readonly during: <A>(text: string, statement: () => A) => A
}

/** For a connection whose changes are not captured. */
export const none: Capture = { take: () => [], during: (_text, statement) => statement() }

/** What is there to go back to: where the transaction began, and the one savepoint that the gateway has in it. */
const marks = (lines: Array<Line>) => {
  let begun = 0
  let saved = 0
  return (text: string): void => {
    if (text.startsWith("BEGIN")) begun = lines.length
    else if (text.startsWith("SAVEPOINT")) saved = lines.length
    else if (text.startsWith("ROLLBACK TO")) lines.length = saved
    else if (text.startsWith("ROLLBACK")) lines.length = begun
  }
}

/** Has every change of this connection told from here on. */
export const make = (connection: Sqlite.Database): Capture => {
  const lines: Array<Line> = []
  const follow = marks(lines)
  for (const { columns, table } of watched) {
    const tell = (what: Event, ...cells: ReadonlyArray<Cell>): void => {
      const row: Record<string, Cell> = {}
      for (let index = 0; index < columns.length; index++) row[columns[index]!] = cells[index]!
      lines.push({ what, in_table: table, row })
    }
    connection.function(`changed_${table}`, { varargs: true }, tell)
    for (const event of ["INSERT", "UPDATE", "DELETE"] as const) connection.exec(trigger({ columns, table }, event))
  }
  return {
    take: () => lines.splice(0),
    during: (text, statement) => {
      const before = lines.length
      try {
        const result = statement()
        follow(text)
        return result
      } catch (error) {
        lines.length = before
        throw error
      }
    }
  }
}
