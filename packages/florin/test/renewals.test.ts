// Renewals of a whole shop on the test clock. Source: D59, D61, D63.
import { cards, testFlorin } from "florin/testing"
import { assert, describe, it } from "vitest"

const monthly = {
  title: "Reader",
  currency: "EUR",
  plan: { amount: 1000, interval: 1, intervalUnit: "month" }
} as const

const customer = { email: "jane@example.com", ip: "192.0.2.1" }

describe("renewals", () => {
  it("of one customer at one instant are charged once each, though one of them takes the balance", async () => {
    const florin = await testFlorin({ now: "2027-01-31T10:00:00Z" })
    const { id } = await florin.customers.create(customer)
    const plan = { id: (await florin.plans.create(monthly)).id }
    const made = []
    for (const amount of [1000, 1001, 1002]) {
      const items = [{ id: "a", title: "A", price: { kind: "flat", amount } }] as const
      made.push(await florin.subscriptions.create({ plan, items, customer: { id }, card: cards.approved }))
    }
    await florin.subscriptions.addLine(made[0]!.id, { description: "Sorry", amount: -1500, when: "now" })
    await florin.clock.advance({ months: 3 })
    for (const subscription of made) {
      const { paidBillingCycles, renewAt } = await florin.subscriptions.find(subscription.id)
      assert.deepStrictEqual([paidBillingCycles, renewAt], [4, "2027-05-31T10:00:00.000Z"])
    }
    const charged = florin.ledger.entries.reduce((sum, { amount }) => sum + amount, 0)
    assert.strictEqual(charged, 4 * (1000 + 1001 + 1002) - 1500)
    await florin.close()
  })

  it.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
    "charge a metered item that is called %s",
    async (item) => {
      const florin = await testFlorin({ now: "2027-01-31T10:00:00Z" })
      const { id } = await florin.customers.create(customer)
      const plan = { id: (await florin.plans.create(monthly)).id }
      const items = [{ id: item, title: "Calls", price: { kind: "per_unit", unitAmount: 10, metered: {} } }] as const
      const of = { plan, items, customer: { id }, card: cards.approved }
      const { id: subscription } = await florin.subscriptions.create(of)
      await florin.clock.advance({ days: 1 })
      await florin.subscriptions.recordUsage(subscription, { item, quantity: 7, at: florin.clock.now, key: "k" })
      const used = await florin.subscriptions.usage(subscription)
      assert.deepStrictEqual(used, [{ item, quantity: 7, amount: 70 }])
      await florin.clock.advance({ months: 1 })
      assert.deepStrictEqual(
        florin.ledger.entries.map(({ amount }) => amount),
        [70]
      )
      await florin.close()
    }
  )
})
