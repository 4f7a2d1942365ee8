/** Subscriptions in a store: a few that are really created, and copies of their rows, so that a million takes minutes. */
import { randomBytes } from "node:crypto"
import { Plans } from "@florin/core/billing/Plans"
import { Subscriptions } from "@florin/core/billing/Subscriptions"
import { CardVault } from "@florin/core/cards/CardVault"
import { ShopDirectory } from "@florin/core/shops/Shop"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import * as VirtualClock from "@florin/testing/clock/VirtualClock"
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { type Databank, names } from "./databank.js"
import * as Florin from "./florin.js"
import { card, shopId } from "./orders.js"

/** How often and how much: a number of units of time. */
export interface Rhythm {
  readonly interval: number
  readonly interval_unit: "hour" | "day" | "month"
}

const planOf = (rhythm: Rhythm) => ({ title: "A plan", currency: "EUR", plan: { amount: 1000, ...rhythm } })

/** Subscriptions to a new plan, one begun and paid at each of these instants, in milliseconds since 1970. */
export const subscribe = async (
  bank: Databank,
  rhythm: Rhythm,
  instants: ReadonlyArray<number>
): Promise<ReadonlyArray<Subscription>> => {
  const clock = VirtualClock.make(instants[0]!)
  const runtime = ManagedRuntime.make(Florin.onDemand(bank.store))
  const creating = Effect.gen(function* () {
    const shop = Option.getOrThrow(yield* (yield* ShopDirectory).find(shopId as never))
    const { id } = yield* (yield* Plans).create(shop, yield* BillingRequests.plan(planOf(rhythm)))
    const request = yield* BillingRequests.subscription({ plan: { id }, card })
    const { create } = yield* Subscriptions
    return yield* Effect.forEach(instants, (instant, index) => {
      clock.jumpTo(instant)
      return create(shop, { ...request, trackingId: `member-${id}-${index}` })
    })
  })
  try {
    return await runtime.runPromise(Effect.withClock(creating, clock))
  } finally {
    await runtime.dispose()
  }
}

/** The names under which the rows of a subscription stand. */
interface Names {
  readonly id: string
  readonly token: string
  readonly uid: string
  readonly tracking: string
}

const namesOf = ({ card, id, lastTransaction, trackingId }: Subscription): Names => ({
  id,
  token: card!.token!,
  uid: lastTransaction!.uid,
  tracking: trackingId!
})

const hex = (bytes: number): string => randomBytes(bytes).toString("hex")

/** A transaction's names go on with the instant of their original, as those do that were made with it. */
const newNames = ({ uid }: Names, index: number): Names => ({
  id: `sbs_${hex(8)}`,
  token: hex(32),
  uid: uid.slice(0, 24) + hex(6),
  tracking: `member-copy-${index}`
})

const renamed = (text: string): string =>
  names.reduce((replaced, name) => `replace(${replaced}, n.old_${name}, n.${name})`, text)

/** Where the rows of a subscription stand that has been paid once. */
const tables = {
  florin_cards: "t.token = n.old_token",
  florin_transactions: "t.uid = n.old_uid",
  florin_transaction_history: "t.uid = n.old_uid",
  florin_tracking_ids: "t.tracking_id = n.old_tracking",
  florin_subscriptions: "t.id = n.old_id",
  florin_jobs: "t.kind = 'renew' AND t.subject = n.old_id"
}

const members = ["sealed", ...names, ...names.map((name) => `old_${name}`)]

/** A column of a copy: its original's, with the names replaced. No two transactions are duplicates of each other. */
const copied = ([column, value]: readonly [string, unknown]): string => {
  if (column === "fingerprint") return "n.token"
  // Sealed for the token.
  if (column === "sealed") return "n.sealed"
  // Shorter ones are states and kinds.
  return typeof value === "string" && value.length > 10 ? renamed(`t.${column}`) : `t.${column}`
}

const copying = async (bank: Databank) => {
  const naming = `INSERT INTO new_names (${members.join(", ")})
    SELECT ${members.map((name) => `value ->> '${name}'`).join(", ")} FROM ${bank.each}`
  const statements: Array<string> = []
  for (const [table, where] of Object.entries(tables)) {
    const [example] = await bank.read(`SELECT * FROM ${table} LIMIT 1`)
    const columns = Object.entries(example!)
    // Apart from what is copied, it stays small, and the database need not learn that the other one grows.
    await bank.run(`DROP TABLE IF EXISTS old_${table}`)
    await bank.run(`CREATE TEMP TABLE old_${table} AS SELECT * FROM ${table} WHERE shop_id = '${shopId}'`)
    statements.push(`INSERT INTO ${table} (${columns.map(([column]) => column).join(", ")})
      SELECT ${columns.map(copied).join(", ")}
      FROM new_names n CROSS JOIN old_${table} t WHERE ${where}`)
  }
  return [naming, ...statements] as const
}

/** How many copies one statement makes. */
const atOnce = 2000

/** In how many places of a table those lie that are due together: one for each month of a year in which they began. */
const places = 12

/** Which original each copy is made of, in the order of the rows. */
const orderOf = (originals: number, copies: number): ReadonlyArray<number> =>
  Array.from({ length: places }, (_, place) =>
    Array.from({ length: originals }, (_, original) => {
      const share = Math.floor(copies / originals) + (original < copies % originals ? 1 : 0)
      const here = Math.floor(((place + 1) * share) / places) - Math.floor((place * share) / places)
      return Array<number>(here).fill(original)
    })
  ).flat(2)

/**
 * Copies until there are so many, the originals included, each as often. Those that are due together began at the same
 * time of the same day, each in some month of a year: rows are stored in that order.
 */
export const copy = async (bank: Databank, originals: ReadonlyArray<Subscription>, count: number): Promise<void> => {
  const old = originals.map(namesOf)
  const order = orderOf(old.length, count - old.length)
  const statements = await copying(bank)
  const vault = ManagedRuntime.make(Florin.vault)
  const { seal } = await vault.runPromise(CardVault)
  const number = { digits: Redacted.make(card.number) }
  const sealed = (token: string) => Effect.runSync(seal(shopId as never, token as never, number as never)).sealed
  for (let made = old.length; made < count; made += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - made) }, (_, index) => {
      const original = old[order[made - old.length + index]!]!
      const renamed = Object.entries(original).map(([name, value]) => [`old_${name}`, value])
      const own = newNames(original, made + index)
      return { ...own, sealed: sealed(own.token), ...Object.fromEntries(renamed) }
    })
    await bank.write(statements, JSON.stringify(some))
  }
  await vault.dispose()
  await bank.settle()
}

/** Copies a plan until there are so many, each made after the one before. */
export const copyPlan = async (bank: Databank, id: string, count: number): Promise<void> => {
  const statement = `INSERT INTO florin_plans (shop_id, id, place, document)
    SELECT t.shop_id, n.value ->> 'id', t.place + CAST(n.value ->> 'later' AS BIGINT),
      replace(t.document, t.id, n.value ->> 'id')
    FROM ${bank.each} n CROSS JOIN florin_plans t WHERE t.shop_id = '${shopId}' AND t.id = '${id}'`
  for (let made = 1; made < count; made += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - made) }, (_, index) => ({
      id: `pln_${hex(8)}`,
      later: made + index
    }))
    await bank.write([statement], JSON.stringify(some))
  }
  await bank.settle()
}
