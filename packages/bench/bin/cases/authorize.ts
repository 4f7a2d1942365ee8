/** An authorization in process, from the body to the committed answer. */
import { join } from "node:path"
import type * as Layer from "effect/Layer"
import * as Florin from "../florin.js"
import * as HandPostgres from "../hand/postgres.js"
import * as HandSqlite from "../hand/sqlite.js"
import * as Host from "../host.js"
import { inTurns, measure, type Side, warmUp } from "../measure.js"
import { database, directory } from "../places.js"
import { type Compared, compared } from "../report.js"

interface Authorizer {
  readonly name: string
  /** Authorizes the next order. */
  readonly authorize: () => Promise<unknown>
}

const authorizer = (name: string, authorize: (number: number) => Promise<unknown>): Authorizer => {
  let number = 0
  return { name, authorize: () => authorize(number++) }
}

interface Row extends Pick<Compared, "what" | "rate" | "cpu"> {
  readonly inFlight: number
  readonly warmUp: number
  readonly count: number
}

const run = async (
  { count, inFlight, warmUp, ...row }: Row,
  authorizers: ReadonlyArray<Authorizer>
): Promise<string> => {
  for (const { authorize } of authorizers) await measure(warmUp, inFlight, authorize)
  const side = ({ authorize, name }: Authorizer): Side => ({ name, round: () => measure(count, inFlight, authorize) })
  return compared({ ...row, sides: await inTurns(authorizers.map(side)) })
}

interface Demands {
  readonly rate: number
  readonly cpu: number
}

/** Each side has a file of its own, and pays for what it has written there. */
const onSqlite = async (
  scale: number,
  name: string,
  filename: string,
  settings: Layer.Layer<never> | undefined,
  [many, single]: readonly [many: Demands, single: Demands]
): Promise<string> => {
  const florin = await Florin.start(Florin.sqlite(filename), settings)
  const other = join(directory(), "hand.db")
  await Florin.prepare(Florin.sqlite(other))
  const hand = HandSqlite.open(other)
  const sides = [authorizer(name, florin.authorize), authorizer("by hand", hand.authorize)]
  const rows: ReadonlyArray<Row> = [
    { what: "64 in flight", ...many, inFlight: 64, warmUp: warmUp * scale, count: 4000 * scale },
    { what: "1 in flight", ...single, inFlight: 1, warmUp: 1000 * scale, count: 1000 * scale }
  ]
  const texts: Array<string> = []
  for (const row of rows) {
    const sized = { ...row, warmUp: Math.ceil(row.warmUp), count: Math.ceil(row.count) }
    texts.push(
      await run({ ...sized, what: `authorize, SQLite FULL, ${row.what}${name.slice("Florin".length)}` }, sides)
    )
  }
  hand.stop()
  await florin.stop()
  return texts.join("\n")
}

export const sqlite = (scale: number): Promise<string> =>
  onSqlite(scale, "Florin", join(directory(), "florin.db"), undefined, [
    { rate: 2, cpu: 0.85 },
    { rate: 0.7, cpu: 1.65 }
  ])

/** What is demanded without a listener, less a quarter. */
export const sqliteWithListener = (scale: number): Promise<string> => {
  const filename = join(directory(), "florin.db")
  Host.makeOrders(filename)
  return onSqlite(scale, "Florin, with a host's listener", filename, Host.listeners, [
    { rate: 1.5, cpu: 1.06 },
    { rate: 0.525, cpu: 2.06 }
  ])
}

const poolSize = 16

export const postgres = async (scale: number): Promise<string> => {
  const florin = await Florin.start(Florin.postgres(await database(), poolSize))
  const other = await database()
  await Florin.prepare(Florin.postgres(other, poolSize))
  const hand = HandPostgres.open(other, poolSize)
  const row = {
    what: "authorize, PostgreSQL, 32 in flight",
    rate: 1.8,
    cpu: 0.8,
    inFlight: 32,
    warmUp: Math.ceil(warmUp * scale),
    count: Math.ceil(3000 * scale)
  }
  const report = await run(row, [authorizer("Florin", florin.authorize), authorizer("by hand", hand.authorize)])
  await hand.stop()
  await florin.stop()
  return report
}
