// A key is stored, so that it must not be the number of the card that its request brings. Source: D3, D13.
import { RequestRefused } from "florin"
import { cards, testFlorin } from "florin/testing"
import { assert, it } from "vitest"

const { number } = cards.approved
const monthly = { title: "Reader", currency: "EUR", plan: { amount: 990, interval: 1, intervalUnit: "month" } } as const

it.each(["pay", "authorize", "payOut", "cards.create", "subscriptions.create", "subscriptions.create, with a trial"])(
  "D3: a key that holds the card's number is refused by %s, and not stored",
  async (name) => {
    const florin = await testFlorin()
    const idempotencyKey = `order-${number}`
    const card = cards.approved
    const payout = { amount: 1000, currency: "EUR", description: "Order" } as const
    const order = { ...payout, card }
    const subscribe = async (trial: object) => {
      const { id } = await florin.plans.create({ ...monthly, ...trial })
      return florin.subscriptions.create({ plan: { id }, card }, { idempotencyKey })
    }
    const calls: Readonly<Record<string, () => Promise<unknown>>> = {
      pay: () => florin.pay(order, { idempotencyKey }),
      authorize: () => florin.authorize(order, { idempotencyKey }),
      payOut: () => florin.payOut({ ...payout, recipientCard: card }, { idempotencyKey }),
      "cards.create": () => florin.cards.create(card, { idempotencyKey }),
      "subscriptions.create": () => subscribe({}),
      "subscriptions.create, with a trial": () => subscribe({ trial: { amount: 0, interval: 24 } })
    }
    const error = await calls[name]!().catch((reason: unknown) => reason)
    assert.instanceOf(error, RequestRefused)
    assert.deepStrictEqual(error.fields, { idempotencyKey: ["can't contain the card number"] })
    assert.notInclude(JSON.stringify(florin.query("SELECT * FROM florin_idempotency_keys")), number)
    await florin.close()
  }
)
