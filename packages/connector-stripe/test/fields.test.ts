// Stripe's own card fields on the page of an order (D58).
import { faultOf, fieldsOf } from "@florin/core/cards/ProviderFields"
import { assert, describe, it } from "vitest"
import { type Options, stripe } from "../src/Stripe.js"

const made = (more: Partial<Options> = {}) => stripe({ apiKey: "sk_test_1", publishableKey: "pk_test_1", ...more })

describe("the card fields of Stripe", () => {
  it("D58: are off, unless the connector is told the key of the page", () => {
    assert.isUndefined(stripe({ apiKey: "sk_test_1" }).fields)
  })

  it("D58: come from Stripe, and the page may load from Stripe alone", () => {
    const { fields } = made()
    assert.isDefined(fields)
    assert.isUndefined(faultOf(fields))
    const { connects = [], frames, mount, script, scripts = [] } = fields
    assert.strictEqual(script, "https://js.stripe.com/v3/")
    for (const origin of [...scripts, ...frames, ...connects])
      assert.match(origin, /^https:\/\/(?:\*\.)?[a-z.]+stripe\.com$/)
    assert.include(mount, '"pk_test_1"')
    assert.doesNotThrow(() => new Function(`return (${mount})`))
  })

  it("D58: come from the fake where the connector speaks to one", () => {
    const { fields } = made({ baseUrl: "http://127.0.0.1:4242" })
    assert.strictEqual(fields?.script, "http://127.0.0.1:4242/v3/")
    assert.deepStrictEqual([fields?.frames, fields?.connects], [["http://127.0.0.1:4242"], ["http://127.0.0.1:4242"]])
  })

  it.each([
    ["tokens only", {}, "stripe"],
    ["card numbers too", { sources: ["card", "token"] as const }, undefined]
  ])("D58: are shown where the account takes %s", (_, more, expected) => {
    assert.strictEqual(fieldsOf([made(more)])?.provider, expected)
  })

  it.each(["sk_test_1", "", "pk_other_1", "pk_test_</script> "])(
    "D58: are refused under the key %j",
    (publishableKey) => {
      assert.throws(() => made({ publishableKey }), "publishableKey must begin with pk_test_ or pk_live_")
    }
  )
})
