/** Where a page of the console is, behind whatever mount. Source: D73. */
import { assert, describe, it } from "vitest"
import * as Place from "../src/internal/console/place.js"

describe("the place of a page", () => {
  it.each([
    ["/console/", "", "/console/", undefined],
    ["/console", "", "/console/", "/console/"],
    ["/console/payments?q=1", "payments", "/console/", undefined],
    ["/console/payments/", "payments", "/console/", "/console/payments"],
    ["/shop/florin/payments/1#a", "payments/1", "/shop/florin/", undefined],
    ["https://shop.example/florin/payments", "payments", "/florin/", undefined],
    ["/", "", "/", undefined],
    ["/payments", "payments", "/", undefined]
  ])("%j shows %j of the mount at %j, or leads to %j", (target, below, base, elsewhere) => {
    assert.strictEqual(Place.baseOf(target, below), base)
    assert.strictEqual(Place.misplaced(target, below), elsewhere)
  })

  it.each([
    "//evil.example/",
    "///evil.example/",
    "/\\evil.example/",
    "\\\\evil.example/",
    "https://shop.example//evil.example/"
  ])("%j leads to no other host", (target) => {
    const below = Place.belowOf(target.replace("https://shop.example", ""))
    for (const path of [Place.baseOf(target, below), Place.misplaced(target, below) ?? "/"]) {
      assert.strictEqual(new URL(path, "https://shop.example/").host, "shop.example")
    }
  })
})
