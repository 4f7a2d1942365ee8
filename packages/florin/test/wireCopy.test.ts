// What a host says is copied value by value, and says what its JSON would say.
import * as FastCheck from "effect/FastCheck"
import { assert, describe, it } from "vitest"
import { checkoutToWire, snakeCase, subscriptionToWire, toCardWire, toWire } from "../src/faces/camelCase.js"

const viaJson = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (_, one) => (typeof one === "bigint" ? String(one) : one)) ?? "null")

class Counting {
  readonly a = 1
  get b() {
    return 2
  }
}

const date = new Date("2035-03-01T12:00:00Z")

describe("a request on its way to the wire", () => {
  it.each<readonly [string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a text", "a"],
    ["no number", { a: Number.NaN, b: Number.POSITIVE_INFINITY, c: -0 }],
    ["a number too large", { a: 10n ** 30n }],
    ["what is no data", { a: () => 1, b: Symbol("b"), c: undefined, d: [undefined, () => 1, Symbol("d"), null] }],
    ["holes", { a: Object.assign(new Array(3), { 0: 1, 2: 2 }) }],
    ["a date", { a: date, b: [date] }],
    ["a date that is none", { a: new Date(Number.NaN) }],
    ["an object with a JSON of its own", { a: { toJSON: (key: string) => ({ key, b: date }) } }],
    ["a JSON that is none", { a: { toJSON: () => undefined }, b: [{ toJSON: () => undefined }] }],
    ["bytes", { a: new Uint8Array([1, 2]), b: Buffer.from("ab"), c: new DataView(new ArrayBuffer(2)) }],
    ["maps and sets", { a: new Map([["b", 1]]), b: new Set([1]) }],
    ["a class", new Counting()],
    ["a prototype as a member", JSON.parse('{"__proto__":{"a":1},"constructor":{"b":2}}')],
    ["lone surrogates", { a: "\ud800" }]
  ])("of %s is what its JSON says", (_, value) => {
    assert.deepStrictEqual(toWire(value), viaJson(value))
    assert.strictEqual(JSON.stringify(toWire(value)), JSON.stringify(viaJson(value)))
  })

  it("is what its JSON says, whatever it is", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.object({ withBigInt: true, withDate: true, withTypedArray: true }), (value) => {
        const renamed = (one: unknown): unknown => {
          if (Array.isArray(one)) return one.map(renamed)
          if (typeof one !== "object" || one === null) return one
          return Object.fromEntries(Object.entries(one).map(([name, member]) => [snakeCase(name), renamed(member)]))
        }
        assert.strictEqual(JSON.stringify(toWire(value)), JSON.stringify(renamed(viaJson(value))))
      }),
      { numRuns: 300, seed: 7 }
    )
  })

  it.each<readonly [string, unknown, unknown]>([
    ["a card", toCardWire({ card: { expMonth: 1 }, recipientCard: { expYear: 2 } } as object), { credit_card: { exp_month: 1 }, recipient_credit_card: { exp_year: 2 } }], // biome-ignore format: one line a case
    ["what is sent along", subscriptionToWire({ trackingId: "a", additionalData: { ownName: { at: date } } }), { tracking_id: "a", additional_data: { ownName: { at: date.toJSON() } } }], // biome-ignore format: one line a case
    ["a style", checkoutToWire({ settings: { style: { fontSize: 1 }, saveCard: true }, card: {} }), { settings: { style: { fontSize: 1 }, save_card: true }, credit_card: {} }] // biome-ignore format: one line a case
  ])("of %s has the wire's names, and its own where it may", (_, reply, expected) => {
    assert.deepStrictEqual(reply, expected)
  })

  it("is a copy", () => {
    const inner = { a: 1 }
    const copied = subscriptionToWire({ additionalData: inner, list: [inner] }) as Record<string, unknown>
    inner.a = 2
    assert.deepStrictEqual(copied, { additional_data: { a: 1 }, list: [{ a: 1 }] })
  })
})
