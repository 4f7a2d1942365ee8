// Payments that clients of this family know as charges. Source: D51.
import { documentedFetch } from "@florin/http-adapter/testing/documented"
import { cards, testFlorin } from "florin/testing"
import { assert, it } from "vitest"

interface Answer {
  readonly transaction: Readonly<Record<string, unknown>> & { readonly charge: { readonly status: string } }
}

it("D51: a charge of a saved card is a payment whose documents say charge, wherever they are", async () => {
  await using florin = await testFlorin()
  const { verificationValue: _, ...card } = cards.approved
  const { token } = await florin.cards.create(card)
  const request = {
    ...{ amount: 1995, currency: "EUR", description: "Order 42", tracking_id: "order-42", credit_card: { token } },
    notification_url: "https://shop.example/hook"
  }
  const headers = { authorization: florin.authorization, "content-type": "application/json", "idempotency-key": "one" }
  const ask = async (): Promise<Answer> => {
    const url = "https://shop.example/pay/services/credit_cards/charges"
    const answer = await documentedFetch(
      florin.fetch,
      "/pay"
    )(new Request(url, { method: "POST", headers, body: JSON.stringify({ request }) }))
    assert.strictEqual(answer.status, 200)
    return answer.json() as Promise<Answer>
  }
  const first = await ask()
  const { charge, type, uid } = first.transaction
  assert.deepStrictEqual([type, charge.status, "payment" in first.transaction], ["charge", "successful", false])
  assert.deepStrictEqual(await ask(), first)
  assert.deepStrictEqual(florin.ledger.kinds, ["payment"])
  const [found] = await florin.transactions.findByTrackingId("order-42")
  assert.deepInclude(found, { uid, type: "charge" } as never)
  const event = florin.webhooks.at(-1)
  if (event?.type !== "card") return assert.fail()
  assert.deepStrictEqual([event.means, event.transaction.type], ["paid", "charge"])
  // It is refunded as a payment is.
  const refund = await florin.refund({ parentUid: String(uid), amount: 1995 })
  assert.strictEqual(refund.status, "successful")
})
