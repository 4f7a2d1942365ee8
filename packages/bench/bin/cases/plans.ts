/** What a shop's list of plans and one plan cost, by how many there are. */
import { Plans } from "@florin/core/billing/Plans"
import { ShopDirectory } from "@florin/core/shops/Shop"
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import { type Databank, postgres, sqlite } from "../databank.js"
import * as Florin from "../florin.js"
import { measure, warmUp } from "../measure.js"
import { shopId } from "../orders.js"
import { contest } from "../report.js"
import { copyPlan } from "../subscribers.js"

/** How many plans are on a page: so that ten have two. */
const page = 5

const plan = { title: "A plan", currency: "EUR", plan: { amount: 1000, interval: 1, interval_unit: "month" } }

/** A gateway with so many plans, and what a shop asks it for. */
const shopWith = async (bank: Databank, count: number) => {
  const runtime = ManagedRuntime.make(Florin.onDemand(bank.store))
  const shop = Option.getOrThrow(
    await runtime.runPromise(Effect.flatMap(ShopDirectory, (_) => _.find(shopId as never)))
  )
  const { create, find, list } = await runtime.runPromise(Plans)
  const { id } = await runtime.runPromise(Effect.flatMap(BillingRequests.plan(plan), (_) => create(shop, _)))
  await copyPlan(bank, id, count)
  const newest = await runtime.runPromise(list(shop, { limit: 1000 }))
  // Half of them are newer than this one.
  const [{ id: middle } = {}] = await bank.read(
    `SELECT id FROM florin_plans WHERE shop_id = '${shopId}' ORDER BY place DESC, id DESC LIMIT 1 OFFSET ${count / 2 - 1}`
  )
  const sizeOf = async (requested: ReturnType<typeof list>) => {
    const { length } = await runtime.runPromise(requested)
    if (length !== page) throw new Error(`${length} plans on a page`)
  }
  return {
    "the first page": () => sizeOf(list(shop, { limit: page })),
    "a page after half of them": () => sizeOf(list(shop, { limit: page, after: middle as never })),
    "one plan": (index: number) => runtime.runPromise(find(shop, newest[index % newest.length]!.id))
  }
}

const compared = async (make: () => Promise<Databank>, scale: number): Promise<string> => {
  const many = Math.ceil(50_000 * scale) * 2
  const banks = [await make(), await make()]
  const shops = [await shopWith(banks[0]!, many), await shopWith(banks[1]!, 10)]
  const rows: Array<string> = []
  for (const what of ["the first page", "a page after half of them", "one plan"] as const) {
    const sides = [many, 10].map((count, index) => ({
      name: `of ${count.toLocaleString("en")} plans`,
      work: (times: number) => measure(times, 1, shops[index]![what])
    }))
    const amounts = { warmUp: warmUp * scale, count: 4000 * scale, rate: 0.83, cpu: 1.2 }
    rows.push(await contest({ what: `${what}, ${banks[0]!.name}`, sides, ...amounts }))
  }
  return rows.join("\n")
}

export const onSqlite = (scale: number): Promise<string> => compared(sqlite, scale)

export const onPostgres = (scale: number): Promise<string> => compared(postgres, scale)
