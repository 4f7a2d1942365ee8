import { ShopId } from "@florin/core/ids/Ids"
import { PersonId } from "@florin/core/people/Actor"
import { allGrants, type Grants, noGrants, type Role } from "@florin/core/people/Role"
import * as PersonRules from "@florin/core/people-operations/PersonRules"
import * as DateTime from "effect/DateTime"
import { assert, describe, it } from "vitest"

const of = (shops: Readonly<Record<string, Role>>, everywhere: Role | null = null): Grants => ({ everywhere, shops })

const books = ShopId.make("books")

describe("who may manage whom", () => {
  const head = of({ books: "administer" })

  it.each<readonly [by: Grants, person: Grants, may: boolean]>([
    [allGrants, allGrants, true],
    [allGrants, noGrants, true],
    [of({}, "operate"), of({ books: "view" }), false],
    [head, of({ books: "operate" }), true],
    [head, of({ books: "administer" }), true],
    [head, of({ books: "view", other: "view" }), false],
    [head, of({}, "view"), false],
    [head, of({ books: "view" }, "administer"), false],
    [head, noGrants, false],
    [of({ books: "operate" }), of({ books: "view" }), false]
  ])("D74: whoever has %j manages whoever has %j: %s", (by, person, may) => {
    assert.strictEqual(PersonRules.mayManage(by, person), may)
  })

  it("nobody gives a role in a place that they do not administer", () => {
    const person = of({ books: "view" })
    const places = ["everywhere", books, ShopId.make("other")] as const
    assert.deepStrictEqual(
      places.map((place) => PersonRules.mayGrant(head, person, place)),
      [false, true, false]
    )
  })

  it("a further role takes away what the administrator of a shop may know, and one in the same place does not", () => {
    const now = DateTime.unsafeMake(0)
    const invited = { ...PersonRules.newPerson(PersonId.make("anna"), of({ books: "view" }), now), password: "hash" }
    const known = { ...invited, isOfShop: true }
    const after = (person: typeof known, place: PersonRules.Place, role: Role | null) =>
      ({ ...person, ...PersonRules.regranted(person, place, role) }).password
    assert.deepStrictEqual(
      [
        after(known, "everywhere", "view"),
        after(known, ShopId.make("other"), "view"),
        after(known, books, "administer"),
        after(known, "everywhere", null),
        after({ ...known, isOfShop: false }, "everywhere", "view")
      ],
      [null, null, "hash", "hash", "hash"]
    )
  })
})
