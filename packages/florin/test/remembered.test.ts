// A host asks for a shop with each request: the second time costs nothing, in every face.
import { createFlorin } from "florin"
import { Florin } from "florin/effect"
import { testFlorin } from "florin/testing"
import { afterAll, assert, describe, it } from "vitest"
import { mostShops, remembered } from "../src/faces/remembered.js"
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

describe("what is remembered", () => {
  /** Asks for ids one after the other, and says which were made. */
  const asked = (most: number, ids: string) => {
    const made: Array<string> = []
    const of = remembered((id) => {
      made.push(id)
      return { id }
    }, most)
    for (const id of ids) assert.strictEqual(of(id).id, id)
    return made.join("")
  }

  it.each([
    [3, "aaa", "a"],
    [3, "abcabc", "abc"],
    // One that is known is no reason to forget, at the limit either.
    [3, "abccba", "abc"],
    // The fourth begins anew.
    [3, "abcdabcd", "abcdabcd"],
    [3, "abcdad", "abcda"],
    [1, "aabb", "ab"]
  ])("of %s at most, of %s, makes %s", (most, ids, expected) => {
    assert.strictEqual(asked(most, ids), expected)
  })

  it("is ten thousand shops", () => {
    assert.strictEqual(mostShops, 10_000)
  })
})
