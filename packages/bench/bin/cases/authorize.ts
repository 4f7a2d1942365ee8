/** An authorization in process, from the body to the committed answer. */
import { join } from "node:path"
import * as Florin from "../florin.js"
import * as HandPostgres from "../hand/postgres.js"
import * as HandSqlite from "../hand/sqlite.js"
import { inTurns, measure } from "../measure.js"
import { database, directory } from "../places.js"
import { compared } from "../report.js"

const perRound = 1_000_000

interface Authorizer {
  readonly authorize: (number: number) => Promise<unknown>
}

const side = (name: string, inFlight: number, count: number, { authorize }: Authorizer) => ({
  name,
  round: (round: number) => measure(count, inFlight, (index) => authorize((round + inFlight) * perRound + index))
})

const pair = async (
  what: string,
  wanted: number,
  inFlight: number,
  count: number,
  florin: Authorizer,
  hand: Authorizer
) => {
  const [own, other] = await inTurns(3, [
    side("Florin", inFlight, count, florin),
    side("by hand", inFlight, count, hand)
  ])
  return compared({ what, florin: own!, others: [["the same writes by hand", other!]], wanted })
}

/** Enough for the compiler to have seen everything. */
const warmUp = async ({ authorize }: Authorizer, scale: number) => {
  await measure(Math.ceil(2000 * scale), 64, (index) => authorize(900 * perRound + index))
}

export const sqlite = async (scale: number): Promise<string> => {
  const filename = join(directory(), "bench.db")
  const florin = await Florin.start(Florin.sqlite(filename))
  const hand = HandSqlite.open(filename)
  await warmUp(florin, scale)
  const many = await pair("Authorize in process, SQLite, 64 in flight", 1.5, 64, Math.ceil(2000 * scale), florin, hand)
  const single = await pair("Authorize in process, SQLite, 1 in flight", 0.5, 1, Math.ceil(500 * scale), florin, hand)
  hand.stop()
  await florin.stop()
  return `${many}\n${single}`
}

const poolSize = 16

export const postgres = async (scale: number): Promise<string> => {
  const address = await database()
  const florin = await Florin.start(Florin.postgres(address, poolSize))
  const hand = HandPostgres.open(address, poolSize)
  await warmUp(florin, scale)
  const report = await pair(
    "Authorize in process, PostgreSQL, 32 in flight",
    0.8,
    32,
    Math.ceil(2000 * scale),
    florin,
    hand
  )
  await hand.stop()
  await florin.stop()
  return report
}
