import { assert, it } from "@effect/vitest"
import * as EntitlementChange from "@florin/core/entitlements/EntitlementChange"
import * as Entitlements from "@florin/core/entitlements/Entitlements"
import { CustomerId, ShopId } from "@florin/core/ids/Ids"
import type { Features } from "@florin/core/plans/Features"

const of = { shop: ShopId.make("shop"), customer: CustomerId.make("cst_0000000000000001") }

it.each<[string, Features, Features, ReadonlyArray<string>, ReadonlyArray<string>]>([
  ["nothing", { seats: 5 }, { seats: 5 }, [], []],
  ["the first features", {}, { export: true, seats: 5 }, ["export", "seats"], []],
  ["the end of all", { export: true, seats: 5 }, {}, [], ["export", "seats"]],
  ["more and less at once", { a: 1, b: 2 }, { a: 2, b: 1 }, ["a"], ["b"]],
  ["a limit that falls away", { seats: 5 }, { seats: true }, ["seats"], []],
  ["a limit that comes", { seats: true }, { seats: 5 }, [], ["seats"]],
  ["a number of 0, which is more than none", {}, { seats: 0 }, ["seats"], []],
  ["a name that objects have of their own", {}, { constructor: 1 } as never, ["constructor"], []]
])("D66: a listener is told of %s", (_, from, features, more, less) => {
  const entitlements = { ...Entitlements.none, features }
  assert.deepStrictEqual(EntitlementChange.make({ ...of, entitlements, from }), {
    ...of,
    features,
    change: { from, more, less }
  })
})
