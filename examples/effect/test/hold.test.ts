import { HostSql } from "florin/effect"
import { cards, testFlorin } from "florin/testing"
import { expect, it } from "vitest"
import { cancelLapsed, table } from "../src/orders.js"

it("cancels an order whose hold lapses", async () => {
  await using florin = await testFlorin({ migrate: table, listeners: HostSql.listener(cancelLapsed) })
  florin.execute("INSERT INTO orders VALUES ('42', 'held')")
  await florin.authorize({ amount: 1995, trackingId: "42", card: cards.approved })
  await florin.clock.advance({ days: 6 })
  expect(florin.query("SELECT state FROM orders")).toEqual([{ state: "held" }])
  await florin.clock.advance({ days: 1 })
  expect(florin.query("SELECT state FROM orders")).toEqual([{ state: "cancelled" }])
})
