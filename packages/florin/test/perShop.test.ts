// A host asks for a shop with each request: the second time costs nothing, in every face.
import { createFlorin } from "florin"
import { Florin } from "florin/effect"
import { testFlorin } from "florin/testing"
import { afterAll, assert, describe, it } from "vitest"
import { mostShops, perShop } from "../src/faces/perShop.js"
import { listed, shops } from "./internal/shop.js"

const made = shops()
afterAll(made.remove)

describe("a shop that was asked for", () => {
  it("is the same one the next time, of createFlorin, of florin/effect and of testFlorin", async () => {
    const { database, directory } = await made.on("SQLite")
    const keys = `${directory}/keys.json`
    const florin = await createFlorin({ database, keys, sandbox: true, baseUrl: "https://a.example", shops: [listed] })
    await using tested = await testFlorin()
    for (const shop of [florin.shop, Florin.shop, tested.shop]) {
      assert.strictEqual(shop("shop"), shop("shop"))
      assert.notStrictEqual(shop("shop"), shop("other") as never)
    }
    await florin.close()
  })
})

it("has room for ten thousand shops", () => {
  const requested: Array<string> = []
  const of = perShop((id) => {
    requested.push(id)
    return { id }
  })
  for (let index = 0; index < mostShops; index++) of(`${index}`)
  of("0")
  assert.deepStrictEqual([mostShops, requested.length], [10_000, 10_000])
  of("one more")
  of("0")
  assert.strictEqual(requested.length, 10_002)
})
