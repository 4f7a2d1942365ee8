// Cards as a provider's token, in every request that has a card. Source: D53.
import { assert, describe, it } from "@effect/vitest"
import type { CardInput } from "@florin/core/cards/CardInput"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import * as Requests from "../src/Requests.js"
import { errorsOf } from "./internal/rows.js"
import * as samples from "./internal/samples.js"

const token = { provider: "stripe", value: "pm_secret", customer: "cus_1" }

const { number, exp_month, exp_year, verification_value } = samples.cardData() as Record<string, string>

const charge = (card: object, decode: Requests.Decoder<{ readonly creditCard: CardInput }> = Requests.payment) =>
  decode({ request: { ...samples.charge(), credit_card: card } })

const messages = (card: object, decode = Requests.payment as Requests.Decoder<{ readonly creditCard: CardInput }>) =>
  JSON.stringify(errorsOf(charge(card, decode)))

describe("a provider's token in the place of a card", () => {
  it.each([
    ["authorization", Requests.authorization],
    ["payment", Requests.payment],
    ["tokenization", Requests.tokenization]
  ] as const)("D53: is read in a %s, its value redacted from then on", (_, decode) => {
    const { creditCard: read } = Either.getOrThrow(
      charge({ provider_token: token, holder: "Jane" }, decode as Requests.Decoder<{ readonly creditCard: CardInput }>)
    )
    assert.strictEqual(read._tag, "ProviderToken")
    if (read._tag !== "ProviderToken") return
    const { value, ...others } = read.providerToken
    assert.deepStrictEqual([others, read.holder], [{ provider: "stripe", customer: "cus_1" }, "Jane"])
    assert.strictEqual(Redacted.value(value), "pm_secret")
    assert.notInclude(JSON.stringify(read), "pm_secret")
  })

  it.each<readonly [member: string, value: string | undefined]>([
    ["number", number],
    ["exp_month", exp_month],
    ["exp_year", exp_year],
    ["verification_value", verification_value],
    ["token", "a".repeat(64)]
  ])("D53: beside %s is refused at that member", (member, value) => {
    const sentence = messages({ provider_token: token, [member]: value })
    assert.include(sentence, member)
    assert.include(sentence, "can't be sent together with provider_token")
    assert.notInclude(sentence, "pm_secret")
  })

  it.each<readonly [what: string, sent: object, path: string]>([
    ["without a provider", { value: "pm_secret" }, "provider"],
    ["without a value", { provider: "stripe" }, "value"],
    ["of a provider that is no name", { ...token, provider: "Stripe, Inc." }, "provider"],
    ["of a provider with a long name", { ...token, provider: "s".repeat(41) }, "provider"],
    ["that is blank", { ...token, value: " " }, "value"],
    ["that is too long", { ...token, value: "pm_secret".padEnd(8193, "x") }, "value"],
    ["that is no text", { ...token, value: 17 }, "value"],
    ["that is a card number", { ...token, value: "4242 4242 4242 4242" }, "value"],
    ["that holds a card number", { ...token, value: "pm_secret-4242424242424242" }, "value"],
    ["of a customer that is a card number", { ...token, customer: "4242424242424242" }, "customer"]
  ])("D53: %s is refused, and not repeated", (_, sent, path) => {
    const refused = charge({ provider_token: sent })
    const text = JSON.stringify(errorsOf(refused))
    assert.include(text, path)
    for (const secret of ["pm_secret", "4242"]) assert.notInclude(text, secret)
  })

  it.each<readonly [what: string, value: string]>([
    ["one character", "x"],
    ["as long as they get", "x".repeat(8192)],
    ["a document of encrypted members", JSON.stringify({ encryptedCardNumber: "eyJhbGciOiJSU0EtT0FFUCJ9.x" })],
    ["of digits that read as no card", "1234567890123456"]
  ])("D53: takes a value of %s", (_, value) => {
    assert.isTrue(Either.isRight(charge({ provider_token: { provider: "stripe", value } })))
  })

  it("D53: a tokenization has it in the place of the card data, not of a token", () => {
    const decode = Requests.tokenization as Requests.Decoder<{ readonly creditCard: CardInput }>
    assert.include(messages({ holder: "Jane" }, decode), "number")
    assert.include(messages({ provider_token: token, number, exp_month, exp_year }, decode), "provider_token")
  })
})
