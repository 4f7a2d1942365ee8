import * as ApprovalSettings from "@florin/settings/ApprovalSettings"
import * as Either from "effect/Either"
import { assert, describe, it } from "vitest"

describe("limits above which a second person approves", () => {
  it("D74: are amounts by currency, of the gateway or of a shop", () => {
    const found = ApprovalSettings.fromText("EUR:100000, RUB:0,books/EUR:5000")
    assert.deepStrictEqual(Either.getOrThrow(found) as unknown, {
      everywhere: { EUR: 100_000, RUB: 0 },
      shops: { books: { EUR: 5000 } }
    })
    const own = Either.getOrThrow(ApprovalSettings.fromEntries([["books/EUR", 1]])) as unknown
    assert.deepStrictEqual(own, { everywhere: undefined, shops: { books: { EUR: 1 } } })
  })

  it.each(["", "EUR", "EUR:", "EUR:-1", "EUR:1.5", "EUR:1:2", "euro:1", "a/b/EUR:1", "no shop/EUR:1", "EUR:1,EUR:2"])(
    "%j is refused, and not repeated",
    (text) => {
      const found = ApprovalSettings.fromText(text)
      assert.isTrue(Either.isLeft(found))
      if (Either.isLeft(found)) assert.match(found.left, /^must say amounts/)
    }
  )
})
