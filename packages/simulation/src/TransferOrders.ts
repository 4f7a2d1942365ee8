/** What merchants order of a bank. */
import { type TransferOperation, Transfers } from "@florin/core/transfer-operations/Transfers"
import * as Orders from "@florin/testing/parties/Orders"
import type { Random } from "@florin/testing/parties/Random"
import type * as Requests from "@florin/wire/Requests"
import * as TransferRequests from "@florin/wire/TransferRequests"
import * as Effect from "effect/Effect"
import type { Order } from "./Invariants.js"
import { transfersOf } from "./Mirror.js"
import type { Simulation } from "./Simulation.js"

const [second, minute, hour] = [1000, 60_000, 3_600_000] as const

type Key = Parameters<TransferOperation<never>>[2]

const operation =
  <Request>(decode: Requests.Decoder<Request>, of: (transfers: Transfers["Type"]) => TransferOperation<Request>) =>
  (shop: Order["shop"], request: object, key: Key) =>
    Effect.flatMap(Effect.orDie(decode({ request })), (decoded) =>
      Effect.flatMap(Transfers, (transfers) => of(transfers)(shop, decoded, key))
    )

const operations = {
  payment: operation(TransferRequests.payment, ({ pay }) => pay),
  refund: operation(TransferRequests.refund, ({ refund }) => refund),
  payout: operation(TransferRequests.payout, ({ payOut }) => payOut)
}

/** What a merchant may or may not say besides the order. */
const circumstances = (random: Random, now: number): object => {
  const sometimes = (probability: number, members: () => object) => (random.chance(probability) ? members() : {})
  const ends = () => ({ expired_at: new Date(now + random.pick([second, 20 * second, 10 * minute, 2 * hour])) })
  return {
    ...sometimes(0.4, ends),
    ...sometimes(0.1, () => ({ verification_url: "https://merchant.example/verify" })),
    ...sometimes(0.2, () => ({ notification_url: "https://merchant.example/own" }))
  }
}

interface Requested {
  readonly type: keyof typeof operations
  readonly amount: number
  readonly parent?: string
  readonly request: object
}

const requested = ({ mirror, timeline }: Simulation, random: Random): Requested => {
  const paid = transfersOf(mirror).filter(
    ({ document, status }) => document.type === "payment" && status === "successful"
  )
  const type = random.weighted({ payment: 6, payout: 3, refund: paid.length > 0 ? 4 : 0 })
  switch (type) {
    case "payment": {
      const amount = random.pick([60_000, 250_000])
      const more = JSON.parse(JSON.stringify(circumstances(random, timeline.now())))
      return { type, amount, request: Orders.transferPayment(amount, random.pick(["sbp", "sbp_data"]), more) }
    }
    case "payout": {
      const amount = random.pick([500_000, 750_000])
      return { type, amount, request: Orders.transferPayout(amount) }
    }
    case "refund": {
      const { document, uid } = random.pick(paid.slice(-4))
      const whole = document.amount
      // In whole, in part, and more than there is.
      const amount = random.pick([whole, whole, Math.ceil(whole / 2), Math.ceil(whole / 3), whole + 1])
      return { type, amount, parent: uid, request: Orders.transferRefund(uid, amount) }
    }
  }
}

/** An order of some merchant, from what stands in the database. */
export const drawn = (simulation: Simulation, random: Random, count: number): Order => {
  const { mirror, plan } = simulation
  const name = `order-${count}`
  const own = random.pick(plan.shops)
  const { amount, parent, request, type } = requested(simulation, random)
  const key = random.chance(0.6) ? `key-of-${name}` : undefined
  const shop = plan.shops.find(({ id }) => id === mirror.transactions.get(parent ?? "")?.shop) ?? own
  const named = { ...request, tracking_id: name }
  const perform = operations[type](shop, named, key === undefined ? undefined : { key, fingerprint: name })
  return { name, key, shop, parent, type, amount, perform }
}
