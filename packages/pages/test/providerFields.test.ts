// The page of an order with a provider's own card fields (D58).
import { createHash } from "node:crypto"
import * as CheckoutRules from "@florin/core/checkouts/CheckoutRules"
import { CheckoutToken, ShopId } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import { checkoutScript } from "@florin/pages/FieldsScript"
import * as Pages from "@florin/pages/Pages"
import * as DateTime from "effect/DateTime"
import { assert, describe, it } from "vitest"

const pages = Pages.Pages.defaultValue()
const now = DateTime.unsafeMake("2026-03-01T12:00:00Z")
const fields = {
  script: "https://js.payrail.example/v1/",
  frames: ["https://js.payrail.example"],
  connects: ["https://api.payrail.example"],
  mount: `async (place) => ({ token: async () => ({ value: "</script><!--" }) })`
}

const page = (language: string, more: object = {}): string => {
  const order = { amount: Amount.make(1995), currency: Currency.make("EUR"), description: "Order 1042" }
  const token = CheckoutToken.make("c".repeat(64))
  const { checkout } = CheckoutRules.created(
    { shop: ShopId.make("books"), token, now },
    { transactionType: "payment", order }
  )
  return pages.checkout({
    ...{
      checkout,
      merchant: "Books",
      language,
      simulated: false,
      now,
      zone: DateTime.zoneMakeOffset(0),
      requestedFields: []
    },
    ...{ methods: ["credit_card"], cardEntry: { _tag: "Fields", provider: "payrail", fields }, ...more }
  })
}

describe("the page of an order with a provider's fields", () => {
  it("D58: has a place for them and for the token, and no field for a number, a date, a code or a name", () => {
    const text = page("en")
    assert.match(
      text,
      /<div id="provider-fields"[^>]* data-script="https:\/\/js\.payrail\.example\/v1\/" data-language="en"/
    )
    assert.include(text, '<input type="hidden" name="provider_token">')
    assert.notMatch(text, /name="(?:number|expiry|code|holder)"/)
    assert.include(text, "This page never sees them.")
    assert.notInclude(text, "stored only encrypted")
  })

  it.each([
    ["en", "turn on JavaScript"],
    ["ru", "включите JavaScript"]
  ])("D58: says without scripts, in %s, what to do", (language, sentence) => {
    const [, reply = ""] = /<noscript><p class="fault">([^<]*)<\/p><\/noscript>/.exec(page(language)) ?? []
    assert.include(reply, sentence)
  })

  it("D58: says at the field that the card did not come", () => {
    const entered = { expiry: "", holder: "", faults: ["token-missing"] }
    const text = page("en", { entered })
    assert.match(text, /<div id="provider-fields"[^>]* aria-invalid="true"/)
    assert.include(text, '<p class="fault" id="provider-fault" role="alert">Enter your card details.</p>')
    assert.include(text, '<a href="#provider-fields">Enter your card details.</a>')
  })

  it("D58: runs one script of ours, which loads the provider's, and ends no element that it stands in", () => {
    const text = page("en")
    assert.deepStrictEqual(text.match(/<script[^>]*>/g), ["<script>"])
    const [, script = ""] = /<script>([\s\S]*)<\/script>/.exec(text) ?? []
    assert.strictEqual(script, checkoutScript(fields))
    assert.doesNotThrow(() => new Function(script))
    assert.notMatch(script, /<\/|<!--/)
    const hash = createHash("sha256").update(script).digest("base64")
    const policy = pages.contentSecurityPolicy({ inline: script, fields, forms: ["'self'"] })
    const directives = policy.split("; ")
    assert.includeMembers(directives, [
      "default-src 'none'",
      `script-src 'sha256-${hash}' https://js.payrail.example`,
      "connect-src 'self' https://api.payrail.example",
      "frame-src https://js.payrail.example",
      "form-action 'self'"
    ])
    assert.notInclude(policy, "unsafe")
  })

  it("D58: allows the provider nothing where its fields are not shown", () => {
    const without = page("en", { cardEntry: undefined })
    assert.notInclude(without, "payrail")
    assert.include(without, 'name="number"')
    const policy = pages.contentSecurityPolicy({ inline: checkoutScript(undefined), forms: ["'self'"] })
    assert.notInclude(policy, "https:")
    assert.notInclude(policy, "frame-src")
  })
})
