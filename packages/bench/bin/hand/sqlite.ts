/** The writes of an authorization by hand: better-sqlite3, prepared statements, one commit a step. */
import Sqlite from "better-sqlite3"
import { type Accepted, accepting, eachStatement, type Run, settling } from "./rows.js"

/** `filename` is a database that Florin has made. */
export const open = (filename: string) => {
  const database = new Sqlite(filename)
  database.pragma("journal_mode = WAL")
  database.pragma("synchronous = FULL")
  const prepared = eachStatement((text) => database.prepare<Array<unknown>>(text))
  const write = ([name, values]: Run) => prepared[name].run(...values)

  const accept = database.transaction((number: number): Accepted => {
    const accepted = accepting(number, Date.now())
    const [name, values] = accepted.duplicate
    if (prepared[name].get(...values) !== undefined) throw new Error("duplicate")
    for (const one of accepted.writes) write(one)
    return accepted
  })

  const settle = database.transaction((accepted: Accepted) => {
    for (const one of settling(accepted, Date.now())) write(one)
  })

  return {
    // Between the steps the acquirer is asked: others get their turn.
    authorize: async (number: number): Promise<string> => {
      const accepted = accept.immediate(number)
      await undefined
      settle.immediate(accepted)
      return JSON.stringify({ transaction: { uid: accepted.uid, status: "successful" } })
    },
    /** So many authorizations in one commit, from the order of this number on. */
    fill: database.transaction((first: number, count: number) => {
      for (let number = first; number < first + count; number++) settle(accept(number))
    }),
    stop: () => database.close()
  }
}
