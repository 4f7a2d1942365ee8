/** The writes of an authorization by hand: better-sqlite3, prepared statements, one commit a step. */
import Sqlite from "better-sqlite3"
import { type Accepted, accepted, settled, statements } from "./rows.js"

export interface ByHand {
  readonly authorize: (number: number) => Promise<string>
  readonly stop: () => void
}

/** `filename` is a database that Florin has made. */
export const open = (filename: string): ByHand => {
  const database = new Sqlite(filename)
  database.pragma("journal_mode = WAL")
  database.pragma("synchronous = FULL")
  const prepared = Object.fromEntries(
    Object.entries(statements).map(([name, text]) => [name, database.prepare(text)])
  ) as Record<keyof typeof statements, Sqlite.Statement>

  const accept = database.transaction((number: number): Accepted => {
    const rows = accepted(number, Date.now())
    if (prepared.findDuplicate.get(...rows.findDuplicate) !== undefined) throw new Error("duplicate")
    prepared.insertTransaction.run(...rows.insertTransaction)
    prepared.insertTrackingId.run(...rows.insertTrackingId)
    prepared.insertHistory.run(...rows.insertHistory)
    prepared.insertJob.run(...rows.insertJob)
    prepared.insertCard.run(...rows.insertCard)
    return rows
  })

  const settle = database.transaction((open: Accepted) => {
    const rows = settled(open, Date.now())
    prepared.finishJob.run(...rows.finishJob)
    prepared.updateTransaction.run(...rows.updateTransaction)
    prepared.insertHistory.run(...rows.insertHistory)
    prepared.insertJob.run(...rows.insertJob)
  })

  return {
    // Between the steps the acquirer is asked: others get their turn.
    authorize: async (number) => {
      const open = accept.immediate(number)
      await undefined
      settle.immediate(open)
      return JSON.stringify({ transaction: { uid: open.uid, status: "successful" } })
    },
    stop: () => database.close()
  }
}
