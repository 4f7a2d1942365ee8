import type { Checkout } from "@florin/core/checkouts/Checkout"
import type { ProductId, ShopId } from "@florin/core/ids/Ids"
import { type Product, unavailable } from "@florin/core/products/Product"
import type { ProductChangeRequest, ProductRequest } from "@florin/core/products/ProductRequest"
import * as ProductRules from "@florin/core/products/ProductRules"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { assert, describe, it } from "vitest"
import * as Stock from "../../src/checkout-operations/internal/stock.js"

const now = DateTime.unsafeMake("2035-01-31T09:00:00Z")
const later = (seconds: number) => DateTime.add(now, { seconds })

const base = { name: "Poster", description: "A poster", currency: "EUR", amount: 1995 } as ProductRequest

const made = (request: Partial<ProductRequest> = {}): Product =>
  ProductRules.productOf("books" as ShopId, "prd_0123456789abcdef" as ProductId, { ...base, ...request }, now)

const withStock = (left: number | null, reserved = 0): Product => ({ ...made(), stock: { left, reserved } })

describe("a product", () => {
  it.each<readonly [Partial<ProductRequest>, left: number | null, ends: boolean]>([
    [{}, null, false],
    [{ quantity: 3 }, 3, false],
    [{ quantity: 3, infinite: false }, 3, false],
    [{ quantity: 3, infinite: true }, null, false],
    [{ expiredAt: later(60) }, null, true],
    [{ expiredAt: later(60), immortal: false }, null, true],
    [{ expiredAt: later(60), immortal: true }, null, false]
  ])("D51: of %j has %s pieces, and an end: %s", (request, left, ends) => {
    const { expiresAt, stock } = made(request)
    assert.deepStrictEqual(stock, { left, reserved: 0 })
    assert.strictEqual(expiresAt !== null, ends)
  })

  it.each<readonly [left: number | null, seconds: number, why: ReturnType<typeof unavailable>]>([
    [null, 59.999, undefined],
    [null, 60, "over"],
    [1, 59.999, undefined],
    [0, 59.999, "sold-out"],
    [0, 60, "over"]
  ])("D51: with %s pieces, whose time is 60 seconds, is after %s seconds %s", (left, seconds, why) => {
    const product = { ...withStock(left), expiresAt: later(60) }
    assert.strictEqual(unavailable(product, later(seconds)), why)
    assert.strictEqual(Either.isLeft(ProductRules.reserved(product, later(seconds))), why !== undefined)
  })

  it.each<readonly [before: number | null, ProductChangeRequest, after: number | null | "refused"]>([
    [3, { quantity: 5 }, 5],
    [3, { quantity: 0 }, 0],
    [3, { infinite: true }, null],
    [3, { infinite: true, quantity: 5 }, null],
    [3, { infinite: false }, 3],
    [null, { quantity: 5 }, 5],
    [null, { infinite: false, quantity: 5 }, 5],
    [null, { infinite: false }, "refused"],
    [null, { infinite: true }, null]
  ])("D51: with %s pieces, changed by %j, has %s, and what is held stays held", (before, change, after) => {
    const changed = ProductRules.changed(withStock(before, 2), change, later(1))
    const stock = Either.match(changed, { onLeft: () => "refused", onRight: ({ stock }) => stock })
    assert.deepStrictEqual(stock, after === "refused" ? after : { left: after, reserved: 2 })
  })

  it("D51: a change of the price leaves its pieces alone", () => {
    const { amount, stock, version } = Either.getOrThrow(
      ProductRules.changed(withStock(null), { amount: 5 } as ProductChangeRequest, later(1))
    )
    assert.deepStrictEqual({ amount, stock, version }, {
      amount: 5,
      stock: { left: null, reserved: 0 },
      version: 2
    } as never)
  })

  it.each<readonly [end: number | undefined, expected: number]>([
    [undefined, 86_400],
    [86_401, 86_400],
    [86_399, 86_399]
  ])("D51: whose end is after %s seconds gives customers until %s seconds", (end, expected) => {
    const product = { ...made(), expiresAt: end === undefined ? null : later(end) }
    const { order } = ProductRules.orderOf(product, now)
    assert.deepStrictEqual(order.expiredAt, later(expected))
    assert.strictEqual(order.trackingId, product.id)
  })

  it("D51: an order of it says all that the product says", () => {
    const addresses = { notificationUrl: "https://shop.example/hook", successUrl: "https://shop.example/paid" }
    const rest = { language: "de", ...addresses, returnUrl: "https://shop.example/back" } as const
    const additionalData = { meta: { x: 1 } }
    const product = made({ ...rest, additionalData, transactionType: "authorization", test: true, quantity: 2 })
    const { order, settings, ...others } = ProductRules.orderOf(product, now)
    assert.deepStrictEqual<object>(order, {
      ...{ amount: 1995, currency: "EUR", description: "A poster", trackingId: product.id, expiredAt: later(86_400) },
      ...{ items: [{ name: "Poster", amount: 1995 }], additionalData }
    })
    assert.deepStrictEqual<object | undefined>(settings, rest)
    assert.deepStrictEqual<object>(others, { transactionType: "authorization", attempts: 3, test: true })
  })

  it("D51: sends customers back after a decline where it does after an error", () => {
    const { settings } = ProductRules.orderOf(
      made({ failUrl: "https://shop.example/failed", visibleFields: ["email"] }),
      now
    )
    assert.deepStrictEqual(settings, {
      failUrl: "https://shop.example/failed",
      declineUrl: "https://shop.example/failed",
      customerFields: { visible: ["email"] }
    })
  })
})

const selling = (holds: boolean) => ({ product: { id: made().id, holds } }) as Checkout

describe("a piece", () => {
  it.each<
    readonly [
      outcome: "AttemptSucceeded" | "AttemptFailed" | "AttemptUnsettled",
      isTransfer: boolean,
      holds: boolean,
      left: number | null,
      after: readonly [left: number | null, reserved: number, holds: boolean | undefined]
    ]
  >([
    ["AttemptSucceeded", false, true, 0, [0, 0, false]],
    ["AttemptSucceeded", false, true, null, [null, 0, false]],
    // Money that comes after the piece was given back.
    ["AttemptSucceeded", true, false, 2, [1, 1, false]],
    ["AttemptSucceeded", true, false, 0, [0, 1, false]],
    ["AttemptSucceeded", false, false, null, [null, 1, false]],
    ["AttemptFailed", false, true, 0, [1, 0, false]],
    ["AttemptFailed", true, true, 0, [1, 0, false]],
    ["AttemptFailed", false, true, null, [null, 0, false]],
    ["AttemptFailed", false, false, 0, [0, 1, false]],
    ["AttemptUnsettled", false, true, 0, [0, 1, true]],
    ["AttemptUnsettled", true, true, 0, [1, 0, false]]
  ])("D51: after %s (a transfer: %s, held: %s) of %s left becomes %j", (outcome, isTransfer, holds, left, after) => {
    const product = withStock(left, 1)
    const { checkout, writes } = Stock.settled(selling(holds), product, { outcome, isTransfer }, later(1))
    const [write] = writes
    const stock = write?._tag === "ReplaceProduct" ? write.product.stock : product.stock
    assert.deepStrictEqual([stock.left, stock.reserved, checkout.product?.holds], after)
  })

  it("D51: is held by an attempt that is accepted, unless any number can be bought", () => {
    const finite = Either.getOrThrow(Stock.reserved(selling(false), withStock(1), now))
    assert.deepStrictEqual([finite.checkout.product?.holds, finite.writes.length], [true, 1])
    const infinite = Either.getOrThrow(Stock.reserved(selling(false), withStock(null), now))
    assert.deepStrictEqual([infinite.checkout.product?.holds, infinite.writes.length], [false, 0])
  })
})

describe("the law of a product", () => {
  it("D51: what is sold, held and left is never more than what was offered, over any mix of attempts", () => {
    const step = FastCheck.record({
      what: FastCheck.constantFrom("begin", "begin", "succeed", "fail", "unsettle", "late"),
      attempt: FastCheck.nat(9)
    })
    FastCheck.assert(
      FastCheck.property(FastCheck.array(step, { maxLength: 60 }), FastCheck.nat(4), (steps, offered) => {
        let product = withStock(offered)
        let sold = 0
        const attempts: Array<{ checkout: Checkout; state: "under way" | "unsettled" | "over" }> = []
        const end = (index: number, outcome: "AttemptSucceeded" | "AttemptFailed" | "AttemptUnsettled") => {
          const one = attempts[index]!
          const { checkout, writes } = Stock.settled(one.checkout, product, { outcome, isTransfer: false }, now)
          for (const write of writes) if (write._tag === "ReplaceProduct") product = write.product
          attempts[index] = { checkout, state: outcome === "AttemptUnsettled" ? "unsettled" : "over" }
          if (outcome === "AttemptSucceeded") sold += 1
        }
        for (const { attempt, what } of steps) {
          const state = attempts[attempt]?.state
          if (what === "begin") {
            const next = Stock.reserved(selling(false), product, now)
            if (Either.isLeft(next)) continue
            for (const write of next.right.writes) if (write._tag === "ReplaceProduct") product = write.product
            attempts.push({ checkout: next.right.checkout, state: "under way" })
          } else if (what === "late" && state === "unsettled") end(attempt, "AttemptSucceeded")
          else if (state !== "under way") continue
          else if (what === "succeed") end(attempt, "AttemptSucceeded")
          else if (what === "fail") end(attempt, "AttemptFailed")
          else if (what === "unsettle") end(attempt, "AttemptUnsettled")
        }
        const held = attempts.filter(({ state }) => state !== "over").length
        const { left, reserved } = product.stock
        if (left! < 0 || reserved !== held || sold + held + left! !== offered) {
          assert.fail(`${offered} offered, ${sold} sold, ${held} held as ${reserved}, ${left} left`)
        }
      }),
      { numRuns: 1_000 }
    )
  })
})
