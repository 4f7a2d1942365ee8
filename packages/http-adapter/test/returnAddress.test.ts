import { assert, describe, it } from "vitest"
import { withMembers } from "../src/internal/returnAddress.js"

// Source: D16, `uid`, `status` and `token` are added to the address's own query.
describe("an address to which the customer returns", () => {
  it.each([
    ["no query", "https://shop.example", "https://shop.example/?uid=1&status=failed"],
    ["an empty query", "https://shop.example/?", "https://shop.example/?uid=1&status=failed"],
    ["a query", "https://shop.example/?order=1", "https://shop.example/?order=1&uid=1&status=failed"],
    ["a place in the page", "https://shop.example/#paid", "https://shop.example/?uid=1&status=failed#paid"],
    [
      "a query that another encoding would change",
      "https://shop.example/?name=a%20b~c&flag&sign=%2f%7e",
      "https://shop.example/?name=a%20b~c&flag&sign=%2f%7e&uid=1&status=failed"
    ],
    [
      "members of these names",
      "https://shop.example/?status=successful&uid=7&status=paid",
      "https://shop.example/?status=failed&uid=1"
    ]
  ])("D16: with %s: %s becomes %s", (_, address, expected) => {
    assert.strictEqual(withMembers(address, { uid: "1", status: "failed" }).href, expected)
  })
})
