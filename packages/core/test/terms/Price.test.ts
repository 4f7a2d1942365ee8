/** What quantities cost, and items as merchants send them. Source: D59. */
import { assert, describe, it } from "@effect/vitest"
import { ItemsRequest, itemOf } from "@florin/core/terms/ItemRequest"
import { amountOf, type FixedPrice } from "@florin/core/terms/Price"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { flat, money, seats } from "./given.js"

const tiered = (kind: "graduated" | "volume"): FixedPrice => ({
  kind,
  tiers: [
    { upTo: 5, unitAmount: money(100), flatAmount: money(0) },
    { upTo: 10, unitAmount: money(80), flatAmount: money(50) },
    { upTo: null, unitAmount: money(60), flatAmount: money(0) }
  ]
})

const fixed = (price: ReturnType<typeof flat>): FixedPrice => price as FixedPrice

describe("The amount of a quantity", () => {
  it.each<[string, FixedPrice, number, bigint]>([
    ["flat, whatever the quantity", fixed(flat(900)), 7, 900n],
    ["flat, but nothing for none", fixed(flat(900)), 0, 0n],
    ["each unit", fixed(seats(900)), 7, 6300n],
    ["none below 0", fixed(seats(900)), -1, 0n],
    ["exact beyond 2^53", fixed(seats(Number.MAX_SAFE_INTEGER)), 3, 27021597764222973n],
    ["graduated, no unit", tiered("graduated"), 0, 0n],
    ["graduated, the last unit of the first tier", tiered("graduated"), 5, 500n],
    ["graduated, the first unit of the second tier and its flat amount", tiered("graduated"), 6, 630n],
    ["graduated, the last unit of the second tier", tiered("graduated"), 10, 950n],
    ["graduated, the first unit of the last tier", tiered("graduated"), 11, 1010n],
    ["volume, the last unit of the first tier", tiered("volume"), 5, 500n],
    ["volume, the first unit of the second tier: all at its price", tiered("volume"), 6, 530n],
    ["volume, the first unit of the last tier", tiered("volume"), 11, 660n]
  ])("%s", (_, price, quantity, amount) => {
    assert.strictEqual(amountOf(price, quantity), amount)
  })
})

const decode = Schema.decodeUnknownEither(ItemsRequest, { errors: "all" })

const faults = (body: unknown): ReadonlyArray<string> =>
  Either.match(decode(body), {
    onRight: () => [],
    onLeft: (error) =>
      ParseResult.ArrayFormatter.formatErrorSync(error).map(({ message, path }) =>
        `${path.join(".")} ${message}`.trim()
      )
  })

const sent = (price: unknown, more: object = {}) => [{ id: "a", title: "A", price, ...more }]
const step = (up_to?: number) => ({ ...(up_to === undefined ? {} : { up_to }), unit_amount: 1 })

describe("Items of a request", () => {
  it.each<[string, unknown, ReadonlyArray<string>]>([
    ["a flat one", sent({ kind: "flat", amount: 100 }), []],
    ["none", [], ["can't be blank"]],
    [
      "twenty-one",
      Array.from({ length: 21 }, (_, i) => ({ ...sent({ kind: "flat", amount: 1 })[0], id: `i${i}` })),
      ["can't have more than 20 items"]
    ],
    [
      "two of one id",
      [...sent({ kind: "flat", amount: 1 }), ...sent({ kind: "flat", amount: 1 })],
      ["1.id must differ from those of the other items"]
    ],
    ["a flat one without an amount", sent({ kind: "flat" }), ["0.price.amount can't be blank"]],
    ["another kind", sent({ kind: "4200000000000000" }), ["0.price.kind is invalid"]],
    [
      "tiers without an end",
      sent({ kind: "volume", tiers: [step(5), step(9)] }),
      ["0.price.tiers.1.up_to must be absent in the last tier"]
    ],
    [
      "tiers that do not ascend",
      sent({ kind: "volume", tiers: [step(5), step(5), step()] }),
      ["0.price.tiers.1.up_to must be greater than that of the tier before"]
    ],
    ["no tiers", sent({ kind: "graduated", tiers: [] }), ["0.price.tiers can't be blank"]],
    [
      "a quantity below 0",
      sent({ kind: "flat", amount: 1 }, { quantity: -1 }),
      ["0.quantity must be a whole number from 0 to 1000000000"]
    ]
  ])("%s", (_, body, expected) => {
    assert.deepStrictEqual(faults(body), expected)
  })

  it("become items with every default", () => {
    const price = { kind: "graduated", tiers: [step(5), { flat_amount: 7 }], metered: {} }
    const [item] = Either.getOrThrow(decode(sent(price))).map(itemOf)
    assert.deepStrictEqual(JSON.parse(JSON.stringify(item)), {
      id: "a",
      title: "A",
      quantity: 1,
      price: {
        kind: "metered",
        aggregation: "sum",
        price: {
          kind: "graduated",
          tiers: [
            { upTo: 5, unitAmount: 1, flatAmount: 0 },
            { upTo: null, unitAmount: 0, flatAmount: 7 }
          ]
        }
      }
    })
  })
})
