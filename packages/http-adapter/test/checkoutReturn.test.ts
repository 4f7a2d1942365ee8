// Where the customer of an order goes in the end.
import type { Checkout } from "@florin/core/checkouts/Checkout"
import type { Transaction } from "@florin/core/transactions/Transaction"
import { returnOf } from "@florin/wire/CheckoutReturn"
import { assert, describe, it } from "vitest"

const of = (name: string) => `https://shop.example/${name}`
const each = {
  successUrl: of("success"),
  declineUrl: of("decline"),
  failUrl: of("fail"),
  cancelUrl: of("cancel"),
  returnUrl: of("return")
}

type Ended = readonly [status: Transaction["status"], reason: Transaction["reason"]]

const pathOf = (state: Checkout["state"], settings: object, ended: Ended | undefined): string | undefined => {
  const checkout = { state, token: "t", details: { settings } } as unknown as Checkout
  const last = ended && { uid: "u" as Transaction["uid"], status: ended[0], reason: ended[1] }
  const url = returnOf({ checkout, last })
  return url === undefined ? undefined : new URL(url).pathname.slice(1)
}

describe("the way back", () => {
  it.each([
    // state, last attempt, each address is set, without its own, with its own alone
    ["open", undefined, "cancel", "return", "cancelUrl"],
    ["open", ["failed", "funds"], "cancel", "return", "cancelUrl"],
    ["paid", ["successful", null], "success", "return", "successUrl"],
    ["failed", ["failed", "funds"], "decline", "return", "declineUrl"],
    ["failed", ["failed", "unspecified"], "decline", "return", "declineUrl"],
    ["failed", ["failed", null], "decline", "return", "declineUrl"],
    ["failed", ["failed", "authentication-failed"], "decline", "return", "declineUrl"],
    ["failed", ["failed", "unpaid"], "decline", "return", "declineUrl"],
    ["failed", ["failed", "acquirer-temporary"], "fail", "return", "failUrl"],
    ["failed", ["failed", "acquirer-permanent"], "fail", "return", "failUrl"],
    ["failed", ["failed", "no-acquirer"], "fail", "return", "failUrl"],
    ["failed", ["failed", "authentication-technical"], "fail", "return", "failUrl"],
    ["failed", ["failed", "no-provider"], "fail", "return", "failUrl"],
    ["failed", ["expired", "order-expired"], "fail", "return", "failUrl"],
    ["failed", ["successful", null], "fail", "return", "failUrl"],
    ["expired", undefined, "fail", "return", "failUrl"],
    ["expired", ["failed", "funds"], "fail", "return", "failUrl"],
    ["canceled", undefined, "cancel", "fail", "cancelUrl"]
  ] as ReadonlyArray<[Checkout["state"], Ended | undefined, string, string, keyof typeof each]>)(
    "D48: of an order that is %s after %j leads to %s_url",
    (state, last, expected, without, own) => {
      assert.strictEqual(pathOf(state, each, last), expected)
      assert.strictEqual(pathOf(state, { ...each, [own]: undefined }, last), without)
      assert.strictEqual(pathOf(state, { [own]: each[own] }, last), expected)
      assert.isUndefined(pathOf(state, {}, last))
    }
  )

  it("D48: is none while an attempt is under way", () => {
    assert.isUndefined(pathOf("paying", each, ["pending", null]))
  })

  it.each([
    ["failUrl", "failed", ["failed", "funds"], "fail"],
    ["declineUrl", "failed", ["failed", "no-acquirer"], "decline"],
    ["declineUrl", "expired", undefined, "decline"]
  ] as const)(
    "D48: leads to %s where it alone is set, of an order that is %s after %j",
    (own, state, last, expected) => {
      assert.strictEqual(pathOf(state, { [own]: each[own] }, last), expected)
    }
  )
})
