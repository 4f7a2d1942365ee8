/** What a shop's list of transactions and each search of it cost, of a million. */
import { ShopId, type TransactionUid } from "@florin/core/ids/Ids"
import type { TransactionFilter } from "@florin/core/transactions/TransactionFilter"
import { type ListOrder, TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as DateTime from "effect/DateTime"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { type Databank, postgres, sqlite } from "../databank.js"
import { quantile } from "../measure.js"
import { shopId } from "../orders.js"
import { single } from "../report.js"
import * as Copies from "../transactions.js"

/** Unit: milliseconds. */
const most = 100

const times = 100

const page = 100

const at = (number: number) => DateTime.unsafeMake(Copies.begin + number * Copies.step)

const day = 86_400_000 / Copies.step

interface Search extends TransactionFilter {
  readonly order?: ListOrder
  readonly after?: TransactionUid
  /** Of all shops. */
  readonly everywhere?: true
}

const uidOf = (number: number) => Copies.uid(number) as TransactionUid

/** Each by a number from 0 on that is less than how many there are. */
const searches: Readonly<Record<string, (number: number) => Search>> = {
  "the newest": () => ({}),
  "a page in the middle": (number) => ({ after: uidOf(number) }),
  "one uid": (number) => ({ uid: uidOf(number) }),
  "a status of many": () => ({ status: "failed" }),
  "a status of few": () => ({ status: "pending" }),
  "a status of none": () => ({ status: "incomplete" }),
  "a type of some": (number) => ({ type: "refund", after: uidOf(number) }),
  "a type and a status": () => ({ type: "payment", status: "expired" }),
  "a tracking id": (number) => ({ trackingId: `order-${number}` }),
  "an acquirer's reference": (number) => ({ reference: `pi_${number}` }),
  "an email": (number) => ({ email: Copies.email(number).toUpperCase() }),
  "a customer": (number) => ({ customer: Copies.customer(number) }),
  "a subscription": (number) => ({ subscription: Copies.subscription(number) }),
  "four last digits": (number) => ({ last4: Copies.last4(number) }),
  "an amount": (number) => ({ amount: Copies.amount(number), currency: "EUR" }),
  "amounts from 10.00 to 10.05": () => ({ minAmount: 1000, maxAmount: 1005 }),
  "amounts from 10.00 on": () => ({ minAmount: 1000 }),
  "a day": (number) => ({ from: at(number), to: at(number + day) }),
  "an email, of a week": (number) => ({ email: Copies.email(number), from: at(number), to: at(number + 7 * day) }),
  "what failed of a day, in dollars": (number) => ({
    status: "failed",
    currency: "USD",
    from: at(number),
    to: at(number + day)
  }),
  "last digits and amounts of what failed": (number) => ({
    last4: Copies.last4(number),
    minAmount: 1000,
    maxAmount: 2000,
    status: "failed"
  }),
  "refunds of 10.00 to 200.00 in dollars": () => ({
    type: "refund",
    minAmount: 1000,
    maxAmount: 20_000,
    currency: "USD"
  }),
  "an acquirer of many": () => ({ gatewayId: 2 }),
  "an acquirer of few": () => ({ gatewayId: 3 }),
  "a method of some": (number) => ({ method: "mir", after: uidOf(number) }),
  "a refusal of some": () => ({ reasons: ["funds"] }),
  "a refusal of few, by acquirer and method": () => ({ reasons: ["fraud-issuer"], gatewayId: 2, method: "visa" }),
  "the oldest of what failed": () => ({ status: "failed", order: "oldest" }),
  "a refusal of few, of all shops": () => ({ reasons: ["fraud-issuer"], everywhere: true }),
  "an email, of all shops": (number) => ({ email: Copies.email(number), everywhere: true }),
  "what is pending, of all shops": () => ({ status: "pending", everywhere: true }),
  "what failed, of all shops": () => ({ status: "failed", everywhere: true })
}

const measured = async (make: () => Promise<Databank>, scale: number): Promise<string> => {
  const bank = await make()
  const count = Math.ceil(1_000_000 * scale)
  const begun = performance.now()
  await Copies.fill(bank, count)
  console.log(`${count} transactions in ${Math.round((performance.now() - begun) / 1000)} s`)
  const runtime = ManagedRuntime.make(bank.store)
  const { newest } = await runtime.runPromise(TransactionStore)
  const lines: Array<string> = []
  for (const [name, search] of Object.entries(searches)) {
    const took: Array<number> = []
    let found = 0
    for (let time = 0; time < times; time++) {
      const { everywhere, ...filter } = search(Math.floor(((time * 0.618) % 1) * count))
      const before = performance.now()
      const all = await runtime.runPromise(
        newest(everywhere === true ? null : ShopId.make(shopId), { ...filter, limit: page })
      )
      took.push(performance.now() - before)
      found += all.length
    }
    const p95 = quantile(took, 0.95)
    const value = `p50 ${quantile(took, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${(found / times).toFixed(1)} found`
    lines.push(
      single(
        `${name}, of ${count.toLocaleString("en")} transactions, ${bank.name}`,
        value,
        `p95 ≤ ${most} ms`,
        p95 <= most
      )
    )
  }
  await runtime.dispose()
  return lines.join("")
}

export const onSqlite = (scale: number): Promise<string> => measured(sqlite, scale)

export const onPostgres = (scale: number): Promise<string> => measured(postgres, scale)
