/** What commits change, row by row and in order: triggers report it, so what is rolled back is not reported. */
import type { Row } from "@florin/core/store/UnitOfWork"

/** The tables that are watched, and what the checks know of a row, as arguments of `json_object`. */
const watched = {
  transactions: [
    "transactions",
    `'shop', _.shop_id, 'uid', _.uid, 'status', _.status, 'version', _.version, 'fingerprint', _.fingerprint,
     'createdAt', _.created_at, 'document', json(_.document)`
  ],
  transitions: [
    "transaction_history",
    `'uid', _.uid, 'version', _.version, 'at', _.happened_at, 'trigger', _.trigger_name,
     'from', _.from_status, 'to', _.to_status`
  ],
  notifications: [
    "notifications",
    `'id', _.id, 'subject', _.subject, 'sequence', _.sequence, 'url', _.url, 'body', _.body, 'status', _.status,
     'attempts', _.attempts`
  ],
  jobs: [
    "jobs",
    `'shop', _.shop_id, 'kind', _.kind, 'subject', _.subject, 'runAt', _.run_at, 'owner', _.lease_owner,
     'fence', _.fence, 'attempts', _.attempts`
  ],
  workers: ["workers", "'owner', _.owner"],
  keys: [
    "idempotency_keys",
    "'shop', _.shop_id, 'key', _.request_key, 'claimedAt', _.claimed_at, 'answer', _.answer_body"
  ]
} as const

export type Table = keyof typeof watched

/** A row that was inserted, updated (then it is as it became) or deleted (as it was). */
export interface Line {
  readonly what: string
  readonly table: Table
  readonly row: object
}

const triggers = Object.entries(watched).flatMap(([name, [table, members]]) =>
  ["INSERT", "UPDATE", "DELETE"].map(
    (event) => `CREATE TRIGGER watch_${name}_${event} AFTER ${event} ON ${table} BEGIN
      INSERT INTO changes
      VALUES ('${event}', '${name}', json_object(${members.replaceAll("_.", event === "DELETE" ? "OLD." : "NEW.")}));
    END;`
  )
)

/** Has a database report every change from here on. */
export const schema = `CREATE TABLE changes (what, name, cells); ${triggers.join("\n")}`

/** What has changed since it was last taken. */
export const take = (run: (statement: string) => ReadonlyArray<Row>): ReadonlyArray<Line> => {
  const lines = run("SELECT what, name, cells FROM changes ORDER BY rowid").map(({ cells, name, what }) => ({
    ...{ what: String(what), table: name as Table },
    row: JSON.parse(String(cells)) as object
  }))
  run("DELETE FROM changes")
  return lines
}
