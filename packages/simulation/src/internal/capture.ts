/**
 * What commits change, row by row and in order. Triggers of the connection's own report it, and it is forgotten where a
 * statement, a savepoint or a transaction is taken back. The gateway's tables stay as they are.
 */
import type Sqlite from "better-sqlite3"

/** The columns that are looked at, by the names that the checks have for them. */
const watched = {
  transactions: {
    table: "transactions",
    columns: "shop_id shop, uid, status, version, fingerprint, created_at createdAt, document"
  },
  transitions: {
    table: "transaction_history",
    columns: `uid, version, happened_at at, trigger_name "trigger", from_status "from", to_status "to"`
  },
  notifications: { table: "notifications", columns: "id, subject, sequence, url, body, status, attempts" },
  jobs: {
    table: "jobs",
    columns: "shop_id shop, kind, subject, run_at runAt, lease_owner owner, fence, attempts"
  },
  workers: { table: "workers", columns: "owner" },
  keys: {
    table: "idempotency_keys",
    columns: "shop_id shop, request_key key, claimed_at claimedAt, answer_body answer"
  }
} as const

export type Table = keyof typeof watched

type Event = "INSERT" | "UPDATE" | "DELETE"

type Cell = string | number | null

/** A row that was inserted, updated (then it is as it became) or deleted (as it was). */
export interface Line {
  readonly what: Event
  readonly table: Table
  readonly row: Readonly<Record<string, Cell>>
}

const columnsOf = (table: Table) =>
  watched[table].columns.split(", ").map((column) => {
    const [name = "", alias = name] = column.replaceAll('"', "").split(" ")
    return { name, alias }
  })

const trigger = (table: Table, event: Event): string => {
  const cells = columnsOf(table).map(({ name }) => `${event === "DELETE" ? "OLD" : "NEW"}.${name}`)
  return `CREATE TEMP TRIGGER ${table}_${event} AFTER ${event} ON main.${watched[table].table} BEGIN
    SELECT changed_${table}('${event}', ${cells.join(", ")});
  END;`
}

export interface Capture {
  /** What has changed since it was last taken. */
  readonly take: () => ReadonlyArray<Line>
  /** Runs a statement: what it changed is forgotten where it fails, and with what it takes back. */
  readonly during: <A>(text: string, statement: () => A) => A
}

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

/** Reports every change of this connection from here on. */
export const make = (connection: Sqlite.Database): Capture => {
  const lines: Array<Line> = []
  const follow = marks(lines)
  for (const table of Object.keys(watched) as ReadonlyArray<Table>) {
    const names = columnsOf(table).map(({ alias }) => alias)
    connection.function(`changed_${table}`, { varargs: true }, (what: Event, ...cells: ReadonlyArray<Cell>): void => {
      const row: Record<string, Cell> = {}
      for (let index = 0; index < names.length; index++) row[names[index]!] = cells[index]!
      lines.push({ what, table, row })
    })
    for (const event of ["INSERT", "UPDATE", "DELETE"] as const) connection.exec(trigger(table, event))
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
