import { withMembers } from "@florin/wire/ReturnAddress"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { rootFrom } from "../src/internal/transport/exchange.js"

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

describe("the way from a page to the root of the mount", () => {
  it.each([
    ["/docs", "/docs", "."],
    ["/docs", "/docs/", ".."],
    ["/docs", "/docs?at=/", "."],
    ["/docs", "/docs/?at=x", ".."],
    ["/process/1", "/process/1", ".."],
    ["/process/1", "/pay/process/1/", "../.."],
    ["/process/1", "https://pay.example/process/1/#x", "../.."],
    ["/process/1/return", "/process/1/return", "../.."],
    ["/process/1/return", "/process/1/return/", "../../.."]
  ])("D3: of %s, asked for as %s, is %s", (path, target, expected) => {
    const incoming = { target, path, query: "", method: "GET", header: () => undefined, body: () => Effect.never }
    assert.strictEqual(rootFrom({ incoming, path }), expected)
  })
})
