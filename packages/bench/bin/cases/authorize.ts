/** An authorization in process, from the body to the committed answer. */
import type * as Layer from "effect/Layer"
import * as Florin from "../florin.js"
import * as HandPostgres from "../hand/postgres.js"
import * as HandSqlite from "../hand/sqlite.js"
import * as Host from "../host.js"
import { measure, warmUp } from "../measure.js"
import { database, newFile } from "../places.js"
import { contest } from "../report.js"

interface Side {
  readonly authorize: (number: number) => Promise<unknown>
}

/** Both sides at a number in flight; each authorizes one order after the other. */
const sides = (name: string, florin: Side, hand: Side, other = "by hand") => {
  const side = (name: string, { authorize }: Side) => {
    let number = 0
    const next = () => authorize(number++)
    return (inFlight: number) => ({ name, work: (count: number) => measure(count, inFlight, next) })
  }
  const both = [side(name, florin), side(other, hand)]
  return (inFlight: number) => both.map((at) => at(inFlight))
}

interface Demands {
  readonly rate: number
  readonly cpu: number
}

/** Each side has a file of its own, and pays for what it has written there. */
const onSqlite = async (
  scale: number,
  filename: string,
  [many, single]: readonly [many: Demands, single: Demands],
  settings?: Layer.Layer<never>
): Promise<string> => {
  const other = newFile()
  const florin = await Florin.start(Florin.sqlite(filename), settings)
  await Florin.prepare(Florin.sqlite(other))
  const hand = HandSqlite.open(other)
  const listener = settings === undefined ? "" : ", with a host's listener"
  const at = sides(`Florin${listener}`, florin, hand)
  const what = (inFlight: number) => `authorize, SQLite FULL, ${inFlight} in flight${listener}`
  const rows = [
    await contest({ what: what(64), ...many, sides: at(64), warmUp: warmUp * scale, count: 4000 * scale }),
    await contest({ what: what(1), ...single, sides: at(1), warmUp: 1000 * scale, count: 1000 * scale })
  ]
  hand.stop()
  return rows.join("\n")
}

export const sqlite = (scale: number): Promise<string> =>
  onSqlite(scale, newFile(), [
    { rate: 2, cpu: 0.85 },
    { rate: 0.7, cpu: 1.65 }
  ])

/** What is demanded without a listener, less a quarter. */
export const sqliteWithListener = (scale: number): Promise<string> => {
  const filename = newFile()
  Host.makeOrders(filename)
  const demands = [
    { rate: 1.5, cpu: 1.06 },
    { rate: 0.525, cpu: 2.06 }
  ] as const
  return onSqlite(scale, filename, demands, Host.listeners)
}

/** What 3-D Secure costs where the customer is asked for nothing: both sides are Florin. */
export const frictionless = async (scale: number): Promise<string> => {
  const secured = await Florin.start(Florin.sqlite(newFile()), Florin.frictionless, Florin.securedShop)
  const plain = await Florin.start(Florin.sqlite(newFile()))
  if (!(await secured.authorize(-1)).includes('"pa_status":"Y"')) throw new Error("There was no 3-D Secure")
  return contest({
    what: "authorize, SQLite FULL, 64 in flight, with 3-D Secure and no challenge",
    sides: sides("with 3-D Secure", secured, plain, "without")(64),
    ...{ rate: 0.67, cpu: 1.5, warmUp: warmUp * scale, count: 4000 * scale }
  })
}

const poolSize = 16
const inFlight = 32

export const postgres = async (scale: number): Promise<string> => {
  const florin = await Florin.start(Florin.postgres(await database(), poolSize))
  const other = await database()
  await Florin.prepare(Florin.postgres(other, poolSize))
  const hand = HandPostgres.open(other, poolSize)
  const report = await contest({
    what: `authorize, PostgreSQL, ${inFlight} in flight`,
    sides: sides("Florin", florin, hand)(inFlight),
    ...{ rate: 1.8, cpu: 0.8, warmUp: warmUp * scale, count: 3000 * scale }
  })
  await hand.stop()
  return report
}
