// Source: D60, D61. What is counted and what is charged stays right, whoever comes at the same time.
import { assert, describe, it } from "@effect/vitest"
import * as PostgresServer from "@florin/crash-tests/PostgresServer"
import * as Orders from "@florin/testing/parties/Orders"
import * as Effect from "effect/Effect"
import { gateway } from "./internal/gateway.js"

const stores = [
  { on: "one SQLite file", open: Effect.succeed(undefined) },
  { on: "one PostgreSQL database", open: Effect.map(PostgresServer.make({ fsync: "off" }), ({ store }) => store) }
]

const writers = 32

/** How often the coupon may be used first. */
const most = 5

const plan = { title: "Monthly", currency: "EUR", plan: { amount: 1000, interval: 1, interval_unit: "month" } }

const person = { email: "jane@shop.example", ip: "203.0.113.7" }

const all = { concurrency: "unbounded" } as const

interface Answered {
  readonly id?: string
  readonly state?: string
  readonly errors?: unknown
}

describe.each(stores)("two processes and 32 writers on $on", ({ open }) => {
  it.scopedLive(
    "use a coupon no more often than it may be used, and charge what the quantity comes to in the end",
    () =>
      Effect.gen(function* () {
        const { environment, merchant: first } = yield* gateway({ store: yield* open, patience: "60 seconds" })
        const other = yield* environment.start()
        const second = environment.merchant(Effect.orDie(other.url), { name: "other", patience: "60 seconds" })
        yield* other.url
        const each = <A>(work: (merchant: typeof first, index: number) => Effect.Effect<A>) =>
          Effect.forEach(
            Array.from({ length: writers }, (_, index) => index),
            (index) => work(index % 2 === 0 ? first : second, index),
            all
          )
        const amounts = (intent: string) =>
          environment.acquirer
            .entries()
            .filter((entry) => entry.intent === intent && entry.kind === "payment" && entry.declined === undefined)
            .map(({ amount }) => amount)

        yield* first.post("/coupons", { code: "FEW", percent_off: 2500, duration: "forever", max_redemptions: most })
        const begun = yield* each((merchant) =>
          merchant.post("/subscriptions", { plan, card: Orders.card, coupon: "FEW", tracking_id: "with-coupon" })
        )
        const made = (begun as ReadonlyArray<Answered>).filter(({ state }) => state === "active")
        assert.strictEqual(made.length, most)
        assert.include(JSON.stringify(begun.find((one) => (one as Answered).errors !== undefined)), "used up")
        assert.deepStrictEqual(amounts("with-coupon"), Array(most).fill(750))
        const { redemptions } = (yield* first.read("/coupons/FEW")) as { readonly redemptions: number }
        assert.strictEqual(redemptions, most)

        const customer = (yield* first.post("/customers", person)) as { readonly id: string }
        const { id } = (yield* first.post("/subscriptions", {
          ...{ plan, card: Orders.card, quantity: 1, tracking_id: "with-seats" },
          customer: { id: customer.id }
        })) as { readonly id: string }
        yield* each((merchant, index) =>
          merchant.post(`/subscriptions/${id}/change`, { quantity: 1 + ((index * 7) % writers), when: "now" })
        )
        const statuses = [...first.posts(), ...second.posts()].filter(({ path }) => path.endsWith("/change"))
        assert.strictEqual(statuses.length, writers)
        const accepted = statuses.filter(({ status }) => status === 200)
        assert.isAbove(accepted.length, 0)
        // Others were refused, because it changed all the time.
        assert.deepStrictEqual(
          [...new Set(statuses.map(({ status }) => status))].filter((one) => one !== 200 && one !== 422),
          []
        )
        const stands = Effect.gen(function* () {
          const { items } = (yield* first.read(`/subscriptions/${id}`)) as {
            readonly items: ReadonlyArray<{ readonly quantity: number }>
          }
          const { balances } = (yield* first.read(`/customers/${customer.id}/account`)) as {
            readonly balances: ReadonlyArray<{ readonly amount: number }>
          }
          const balance = balances.reduce((sum, { amount }) => sum + amount, 0)
          const charged = amounts("with-seats").reduce((sum, amount) => sum + amount, 0)
          // On one day: each change is of the whole period.
          return { paid: charged - balance, due: items[0]!.quantity * 1000 }
        })
        // The last changes may be under way.
        const rest = Effect.repeat(Effect.delay(stands, "200 millis"), { until: ({ due, paid }) => due === paid })
        const { due, paid } = yield* Effect.orElse(Effect.timeout(rest, "30 seconds"), () => stands)
        assert.strictEqual(paid, due)
      }),
    240_000
  )
})
