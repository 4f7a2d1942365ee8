import { assert, describe, it } from "@effect/vitest"
import { CustomerId, PlanId, ShopId } from "@florin/core/ids/Ids"
import * as Portal from "@florin/core/portals/Portal"
import type { PortalRequest } from "@florin/core/portals/PortalRequest"
import * as DateTime from "effect/DateTime"
import { at } from "../time/clocks.js"

const now = at("2026-03-20T12:00+01:00")
const shop = ShopId.make("books")
const customer = CustomerId.make("cst_8c7d0e155f1c0b7a")
const plan = PlanId.make("pln_5f1c0b7a9e3d4268")

const opened = (request: Omit<PortalRequest, "returnUrl"> = {}) =>
  Portal.portalOf(shop, customer, { returnUrl: "https://shop.example/кабинет", ...request }, now)

describe("a customer's portal", () => {
  it("D64: lets the customer do all but choose a plan, unless the shop says otherwise", () => {
    assert.deepStrictEqual(opened().features, { cancel: true, card: true, invoices: true, plans: [] })
    const features = { cancel: false, card: false, invoices: false, plans: [plan] }
    assert.deepStrictEqual(opened({ features }).features, features)
    assert.deepStrictEqual(opened({ features: { cancel: false } }).features, { ...opened().features, cancel: false })
  })

  it("D64: opens for 30 minutes, to the millisecond", () => {
    const end = DateTime.add(now, { minutes: 30 })
    assert.isFalse(Portal.isOver(opened(), now))
    assert.isFalse(Portal.isOver(opened(), DateTime.subtract(end, { millis: 1 })))
    assert.isTrue(Portal.isOver(opened(), end))
  })

  it("D64: is read from its text as it was written, in ASCII", () => {
    for (const portal of [opened(), opened({ language: "ru", features: { plans: [plan] } })]) {
      const text = Portal.textOf(portal)
      assert.match(text, /^[\w-]+$/)
      assert.deepStrictEqual(Portal.portalIn(text), portal)
    }
  })

  it.each(["", "e30", "bm8ganNvbg", "!", Portal.textOf(opened()).slice(0, -8)])("D64: is not read from %j", (text) => {
    assert.isUndefined(Portal.portalIn(text))
  })
})

describe("the token of a portal", () => {
  const seal = "0a".repeat(32)

  it("D64: has a text and a seal", () => {
    const parts = { text: Portal.textOf(opened()), seal }
    assert.deepStrictEqual(Portal.partsOf(Portal.tokenOf(parts)), parts)
  })

  it.each([
    ["no seal", "abc"],
    ["an empty seal", "abc."],
    ["a short seal", `abc.${seal.slice(1)}`],
    ["a long seal", `abc.${seal}0`],
    ["a seal in capitals", `abc.${seal.toUpperCase()}`],
    ["no text", `.${seal}`],
    ["two seals", `abc.${seal}.${seal}`],
    ["another alphabet", `ab+c.${seal}`],
    ["a line break", `abc.${seal}\n`],
    ["too much", `${"a".repeat(8001)}.${seal}`]
  ])("D64: is none with %s", (_, token) => {
    assert.isUndefined(Portal.partsOf(token))
  })

  it("D64: seals are the same only in every character", () => {
    assert.isTrue(Portal.sealsEqual(seal, "0a".repeat(32)))
    for (let index = 0; index < seal.length; index++) {
      assert.isFalse(Portal.sealsEqual(seal, `${seal.slice(0, index)}f${seal.slice(index + 1)}`))
    }
    assert.isFalse(Portal.sealsEqual(seal, seal.slice(1)))
    assert.isFalse(Portal.sealsEqual("", "a"))
  })
})
