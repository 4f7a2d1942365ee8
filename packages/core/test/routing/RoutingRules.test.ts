import * as RoutingRules from "@florin/core/cards/RoutingRules"
import { ShopId } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import * as Routing from "@florin/core/routing/Routing"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"

const facts: RoutingRules.RoutingFacts = {
  shop: ShopId.make("shop"),
  type: "payment",
  amount: Amount.make(1000),
  currency: "EUR",
  brand: "visa",
  bin: "42000000",
  issuerCountry: "DE",
  customerCountry: "FR",
  ipCountry: "NL",
  contracts: ["recurring"],
  test: false
}

const unknown: RoutingRules.RoutingFacts = {
  ...facts,
  brand: null,
  issuerCountry: null,
  customerCountry: null,
  ipCountry: null
}

const decode = Schema.decodeUnknownSync(Schema.Array(RoutingRules.Rule))

// Source: D17, the conditions; both sides of each boundary.
describe("a condition", () => {
  it.each([
    ["none", {}, true],
    ["shop", { shop: ["other", "shop"] }, true],
    ["another shop", { shop: ["other"] }, false],
    ["brand", { brand: ["master", "visa"] }, true],
    ["another brand", { brand: ["master"] }, false],
    ["bin prefix", { binPrefix: ["4200"] }, true],
    ["all eight digits", { binPrefix: ["42000000"] }, true],
    ["another bin prefix", { binPrefix: ["4201", "5"] }, false],
    ["issuer country", { issuerCountry: ["DE"] }, true],
    ["another issuer country", { issuerCountry: ["US"] }, false],
    ["customer country", { customerCountry: ["FR"] }, true],
    ["another customer country", { customerCountry: ["DE"] }, false],
    ["ip country", { ipCountry: ["NL"] }, true],
    ["another ip country", { ipCountry: ["FR"] }, false],
    ["currency", { currency: ["EUR"] }, true],
    ["another currency", { currency: ["USD"] }, false],
    ["from exactly this amount", { amount: { from: 1000 } }, true],
    ["from one more", { amount: { from: 1001 } }, false],
    ["to exactly this amount", { amount: { to: 1000 } }, true],
    ["to one less", { amount: { to: 999 } }, false],
    ["type", { type: ["payment"] }, true],
    ["another type", { type: ["authorization", "tokenization"] }, false],
    ["contract", { contract: ["credit", "recurring"] }, true],
    ["another contract", { contract: ["credit"] }, false],
    ["no test", { test: false }, true],
    ["a test", { test: true }, false],
    ["all that hold", { brand: ["visa"], currency: ["EUR"] }, true],
    ["one that does not hold among others", { brand: ["visa"], currency: ["USD"] }, false]
  ])("D17: %s: %j: %s", (_, when, expected) => {
    const [rule] = decode([{ name: "rule", when, action: { kind: "decline" } }])
    assert.strictEqual(RoutingRules.matches(rule!.when, facts), expected)
  })

  it.each(["brand", "issuerCountry", "customerCountry", "ipCountry"])("D17: on an unknown %s does not hold", (name) => {
    const when = { [name]: name === "brand" ? ["visa"] : ["DE", "FR", "NL"] }
    const [rule] = decode([{ name: "rule", when, action: { kind: "decline" } }])
    assert.isTrue(RoutingRules.matches(rule!.when, facts))
    assert.isFalse(RoutingRules.matches(rule!.when, unknown))
  })
})

describe("rules", () => {
  const rule = (name: string, action: object, when: object = {}) => ({ name, action, when })
  const decided = (...rules: ReadonlyArray<object>) => {
    const { decision, ...rest } = Routing.decide(decode(rules), facts)
    return { ...rest, fired: decision?.rules.map(({ name }) => name) }
  }

  // Source: D17: the first match of each kind of action wins.
  it.each([
    { of: "none", rules: [], expected: { status: "skipped", gateways: null, fired: undefined } },
    {
      of: "one that does not match",
      rules: [rule("a", { kind: "decline" }, { test: true })],
      expected: { status: "successful", gateways: null, fired: [] }
    },
    {
      of: "one that declines",
      rules: [rule("a", { kind: "decline" })],
      expected: { status: "failed", gateways: null, fired: ["a"] }
    },
    {
      of: "two orders",
      rules: [rule("a", { kind: "acquirers", gateways: [2, 1] }), rule("b", { kind: "acquirers", gateways: [3] })],
      expected: { status: "successful", gateways: [2, 1], fired: ["a"] }
    },
    {
      of: "skip before force",
      rules: [rule("a", { kind: "skip-3-d-secure" }), rule("b", { kind: "force-3-d-secure" })],
      expected: { status: "successful", gateways: null, threeDSecure: "skip", fired: ["a"] }
    },
    {
      of: "each kind",
      rules: [
        rule("a", { kind: "force-3-d-secure" }),
        rule("b", { kind: "acquirers", gateways: [7] }),
        rule("c", { kind: "decline" }, { currency: ["USD"] })
      ],
      expected: { status: "successful", gateways: [7], threeDSecure: "force", fired: ["a", "b"] }
    }
  ] as const)("D17: $of", ({ expected, rules }) => {
    assert.deepStrictEqual<object>(decided(...rules), expected)
  })

  it("D17: keep the facts that they looked at", () => {
    const { decision } = Routing.decide(decode([rule("a", { kind: "decline" })]), facts)
    assert.deepStrictEqual(decision?.facts, facts)
  })

  it.each([
    ["an unknown action", [rule("a", { kind: "perhaps" })]],
    ["no acquirers", [rule("a", { kind: "acquirers", gateways: [] })]],
    ["a prefix of nine digits", [rule("a", { kind: "decline" }, { binPrefix: ["123456789"] })]],
    ["a country in small letters", [rule("a", { kind: "decline" }, { ipCountry: ["de"] })]],
    ["no name", [rule("", { kind: "decline" })]]
  ])("are refused with %s", (_, rules) => {
    assert.throws(() => decode(rules))
  })
})
