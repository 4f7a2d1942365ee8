import { ShopId } from "@florin/core/ids/Ids"
import {
  type Grants,
  granted,
  noGrants,
  type Role,
  reachesIn,
  roles,
  type VisibleShops,
  visibleAmong,
  visibleShops
} from "@florin/core/people/Role"
import { assert, describe, it } from "vitest"

const [books, other] = [ShopId.make("books"), ShopId.make("other")]

const of = (everywhere: Role | null, shops: Readonly<Record<string, Role>> = {}): Grants => ({ everywhere, shops })

describe("what somebody may do in a shop", () => {
  it.each<readonly [grants: Grants, books: string, other: string]>([
    [of(null), "", ""],
    [of("view"), "view", "view"],
    [of("operate"), "view operate", "view operate"],
    [of("administer"), "view operate administer", "view operate administer"],
    [of(null, { books: "operate" }), "view operate", ""],
    [of("view", { books: "administer" }), "view operate administer", "view"],
    [of("administer", { books: "view" }), "view operate administer", "view operate administer"]
  ])("D74: with %j is in books: %s, in another shop: %s", (grants, inBooks, inOther) => {
    const all = (shop: ShopId) => roles.filter((role) => reachesIn(grants, shop, role)).join(" ")
    assert.deepStrictEqual([all(books), all(other)], [inBooks, inOther])
  })

  it("a shop that is called like a member of every object gives no role", () => {
    for (const name of ["constructor", "toString", "__proto__"]) {
      assert.isFalse(reachesIn(of(null), name as ShopId, "view"))
    }
  })

  it.each<readonly [sight: VisibleShops, shop: ShopId | undefined, seen: VisibleShops]>([
    ["all", undefined, "all"],
    ["all", books, [books]],
    [[books, other], undefined, [books, other]],
    [[books, other], other, [other]],
    [[books], other, []]
  ])("D2: of %j sees, of the shop %s, %j", (sight, shop, seen) => {
    assert.deepStrictEqual(visibleAmong(sight, shop), seen)
  })

  it("is in sight where the role is reached, and a role that is taken away is gone", () => {
    const grants = granted(granted(noGrants, books, "operate"), other, "view")
    assert.deepStrictEqual([visibleShops(grants, "view"), visibleShops(grants, "operate")], [[books, other], [books]])
    assert.deepStrictEqual(visibleShops(granted(grants, "everywhere", "view"), "view"), "all")
    assert.deepStrictEqual(visibleShops(granted(grants, other, null), "view"), [books])
  })
})
