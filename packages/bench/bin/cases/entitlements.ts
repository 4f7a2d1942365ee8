/** What it costs a host to ask whether a customer may use a feature, while other customers have theirs. */
import { createFlorin } from "florin"
import { atOnce, ring } from "../florin.js"
import { median, rounds, timed } from "../measure.js"
import { card, secret, shopId } from "../orders.js"
import { atEnd, newFile } from "../places.js"
import { single } from "../report.js"

/** The CPU of a question. Unit: microseconds. */
const demanded = 50

const plan = {
  title: "Team",
  currency: "EUR",
  plan: { amount: 4900, interval: 1, intervalUnit: "month" },
  features: { export: true, seats: 5 }
} as const

const person = { email: "jane@customer.example", ip: "203.0.113.7" }

/** A shop whose customers have three subscriptions each. */
const opened = async (customers: number) => {
  const florin = await createFlorin({
    database: `sqlite:${newFile()}`,
    keys: ring,
    acquirers: [atOnce],
    baseUrl: "https://pay.example",
    shops: [{ id: shopId, secretKey: secret }]
  })
  atEnd(florin.close)
  const shop = florin.shop(shopId)
  const { id } = await shop.plans.create(plan)
  const { number, verification_value: verificationValue, holder, exp_month: expMonth, exp_year: expYear } = card
  const charged = { number, verificationValue, holder, expMonth, expYear }
  const made: Array<string> = []
  for (let count = 0; count < customers; count++) {
    const customer = await shop.customers.create(person)
    const one = { plan: { id }, customer: { id: customer.id }, card: charged }
    for (let index = 0; index < 3; index++) await shop.subscriptions.create(one)
    made.push(customer.id)
  }
  return { shop, made }
}

export const entitlements = async (scale: number): Promise<string> => {
  const { made, shop } = await opened(Math.ceil(100 * scale))
  const count = Math.ceil(20_000 * scale)
  const asking = async () => {
    for (let index = 0; index < count; index++) {
      if (!(await shop.can(made[index % made.length]!, "export"))) throw new Error("It was answered no")
    }
  }
  await asking()
  const seen: Array<number> = []
  for (let round = 0; round < rounds; round++) seen.push((await timed(count, asking)).cpu)
  const cpu = median(seen)
  const what = "may a customer with three subscriptions use a feature, in process, SQLite, one after the other"
  return single(what, `${cpu.toFixed(1)} µs of CPU`, `≤ ${demanded} µs`, cpu <= demanded)
}
