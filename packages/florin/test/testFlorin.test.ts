import { assert, describe, it } from "vitest"
import { cards } from "../src/internal/testing/cards.js"
import { testFlorin } from "../src/testFlorin.js"

describe("a test of a host", () => {
  it("releases what it holds", async () => {
    await using florin = await testFlorin({ migrate: "CREATE TABLE orders (id TEXT PRIMARY KEY, state TEXT)" })
    await florin.authorize({ amount: 3245, trackingId: "o1", card: cards.approved })
    await florin.clock.advance({ days: 7 })
    assert.deepStrictEqual(florin.ledger.kinds, ["authorization", "void"])
    console.log(florin.webhooks, florin.mails)
  })
  it("again", async () => {
    const took = []
    for (let i = 0; i < 5; i++) {
      const begun = performance.now()
      await using florin = await testFlorin({})
      took.push(performance.now() - begun)
      await florin.pay({ amount: 100, card: cards.approved })
    }
    console.log(took)
  })
})
