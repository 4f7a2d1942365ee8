import * as RoutingRules from "@florin/core/cards/RoutingRules"
import * as RoutingSettings from "@florin/settings/RoutingSettings"
import * as Either from "effect/Either"
import { assert, describe, it } from "vitest"

const rule = (changes: object = {}) => ({ name: "a", action: { kind: "decline" }, ...changes })
const conditioned = (when: unknown) => [rule({ when })]
const acting = (action: unknown) => [rule({ action })]

const everything = {
  shop: ["books"],
  brand: ["visa", "master"],
  bin_prefix: ["4", "42000000"],
  issuer_country: ["DE"],
  customer_country: ["FR", "BE"],
  ip_country: ["NL"],
  currency: ["EUR"],
  amount: { from: 0, to: 100_000 },
  type: ["payment", "authorization", "tokenization"],
  contract: ["recurring", "oneclick", "credit", "card_on_file"],
  test: false
}

const inCode = {
  ...{ shop: ["books"], brand: ["visa", "master"], binPrefix: ["4", "42000000"], issuerCountry: ["DE"] },
  ...{ customerCountry: ["FR", "BE"], ipCountry: ["NL"], currency: ["EUR"], amount: { from: 0, to: 100_000 } },
  type: ["payment", "authorization", "tokenization"],
  ...{ contract: ["recurring", "oneclick", "credit", "card_on_file"], test: false }
}

describe("routing rules in settings", () => {
  it("D17: have every condition and every action, spelled as in the interface or as in code", () => {
    const actions = [
      { kind: "decline" },
      { kind: "skip-3-d-secure" },
      { kind: "force-3-d-secure" },
      { kind: "acquirers", gateways: [2, 1] }
    ]
    const all = (when: object) => actions.map((action, index) => ({ name: `rule ${index}`, when, action }))
    const expected = Either.right(all(inCode))
    assert.deepStrictEqual<object>(RoutingSettings.fromJson(all(everything)), expected)
    assert.deepStrictEqual<object>(RoutingSettings.fromJson(all(inCode), "camel"), expected)
    assert.sameMembers(Object.keys(inCode), Object.keys(RoutingRules.Conditions.fields))
  })

  it("D17: may be none, and a rule without conditions always matches", () => {
    assert.deepStrictEqual<object>(RoutingSettings.fromJson([]), Either.right([]))
    assert.deepStrictEqual<object>(RoutingSettings.fromJson([rule()]), Either.right([rule({ when: {} })]))
  })

  const secret = "4111111111111111"
  const countries = "must be a list of countries: two capital letters each"
  it.each<[document: unknown, expected: string]>([
    [{}, 'must be a list of rules: [{"name": …, "when": …, "action": …}]'],
    [[secret], "routing[0] must be an object"],
    [[rule(), rule()], "routing[1].name is another rule's name"],
    [[{ action: { kind: "decline" } }], "routing[0].name can't be blank"],
    [[rule({ name: "" })], "routing[0].name must be a text of 1 to 100 characters"],
    [[rule({ name: "x".repeat(101) })], "routing[0].name must be a text of 1 to 100 characters"],
    [[{ name: "a" }], "routing[0].action can't be blank"],
    [[rule({ wen: {} })], "routing[0].wen is unknown; did you mean when?"],
    [[rule({ [secret]: {} })], "routing[0] has a member that is unknown; it has name, when, action"],
    [conditioned(secret), "routing[0].when must be an object"],
    [conditioned([]), "routing[0].when must be an object"],
    [conditioned({ isuer_country: ["DE"] }), "routing[0].when.isuer_country is unknown; did you mean issuer_country?"],
    [conditioned({ issuerCountry: ["DE"] }), "routing[0].when.issuerCountry is unknown; did you mean issuer_country?"],
    [
      conditioned({ weather: ["fine"] }),
      "routing[0].when.weather is unknown; it has shop, brand, bin_prefix, issuer_country, customer_country, ip_country, currency, amount, type, contract, test"
    ],
    [conditioned({ issuer_country: "DE" }), `routing[0].when.issuer_country ${countries}`],
    [conditioned({ issuer_country: [] }), `routing[0].when.issuer_country ${countries}`],
    [conditioned({ ip_country: ["de"] }), `routing[0].when.ip_country ${countries}`],
    [conditioned({ shop: ["a b"] }), "routing[0].when.shop must be a list of shop ids"],
    [
      conditioned({ brand: [secret] }),
      "routing[0].when.brand must be a list of brands: visa, master, maestro, amex, mir, unionpay, jcb, discover, diners or belkart"
    ],
    [conditioned({ bin_prefix: [secret] }), "routing[0].when.bin_prefix must be a list of texts of 1 to 8 digits"],
    [conditioned({ bin_prefix: [4] }), "routing[0].when.bin_prefix must be a list of texts of 1 to 8 digits"],
    [
      conditioned({ currency: ["eur"] }),
      "routing[0].when.currency must be a list of currencies: three capital letters each"
    ],
    [conditioned({ amount: 5 }), "routing[0].when.amount must be an object"],
    [conditioned({ amount: { form: 5 } }), "routing[0].when.amount.form is unknown; it has from, to"],
    [conditioned({ amount: { from: -1 } }), "routing[0].when.amount.from must be an integer from 0, in minor units"],
    [conditioned({ amount: { to: 1.5 } }), "routing[0].when.amount.to must be an integer from 0, in minor units"],
    [conditioned({ amount: { from: 2, to: 1 } }), "routing[0].when.amount.from must not be above to"],
    [
      conditioned({ type: ["refund"] }),
      "routing[0].when.type must be a list of types: authorization, payment or tokenization"
    ],
    [
      conditioned({ contract: ["none"] }),
      "routing[0].when.contract must be a list of contracts: recurring, oneclick, credit or card_on_file"
    ],
    [conditioned({ test: "yes" }), "routing[0].when.test must be true or false"],
    [acting(secret), "routing[0].action must be an object"],
    [acting({}), "routing[0].action.kind can't be blank"],
    [
      acting({ kind: "skip_3_d_secure" }),
      "routing[0].action.kind must be decline, skip-3-d-secure, force-3-d-secure or acquirers"
    ],
    [acting({ kind: "acquirers" }), "routing[0].action.gateways can't be blank"],
    [acting({ kind: "decline", gateways: [1] }), "routing[0].action.gateways is only for the kind acquirers"],
    [acting({ kind: "acquirers", gateways: [] }), "routing[0].action.gateways must be a list of gateway ids"],
    [acting({ kind: "acquirers", gateways: ["1"] }), "routing[0].action.gateways must be a list of gateway ids"],
    [acting({ kind: "acquirers", gateway: [1] }), "routing[0].action.gateway is unknown; did you mean gateways?"]
  ])("%j: %s", (document, expected) => {
    assert.deepStrictEqual<object>(RoutingSettings.fromJson(document), Either.left(expected))
    assert.notInclude(expected, secret)
  })

  it.each([
    [[1, 2], undefined],
    [[1, 2, 3], undefined],
    [[1], "routing[1].action.gateways must be ids of acquirers: they are 1"],
    [[3, 1], "routing[1].action.gateways must be ids of acquirers: they are 3, 1"],
    [[], "routing[1].action.gateways must be ids of acquirers: there is none"]
  ])("D17: that name the gateways 1 and 2, of acquirers %j: %s", (ids, expected) => {
    const rules = Either.getOrThrow(
      RoutingSettings.fromJson([rule(), { name: "b", action: { kind: "acquirers", gateways: [1, 2] } }])
    )
    assert.strictEqual(RoutingSettings.unknownGateway(rules, ids), expected)
  })
})
