// A provider's own card fields on the page of an order (D58).
import { assert, describe, it } from "vitest"
import { cardEntryOf, faultOf, fieldsOf, originOf, type ProviderFields } from "../../src/cards/ProviderFields.js"

const fields: ProviderFields = {
  script: "https://js.payrail.example/v1/",
  frames: ["https://js.payrail.example", "https://*.payrail.example"],
  connects: ["https://api.payrail.example:8443"],
  mount: "() => ({})"
}

describe("the fields of a provider (D58)", () => {
  it.each([
    ["as they should be", {}, undefined],
    [
      "of a fake on this machine",
      { script: "http://127.0.0.1:4242/v3/", frames: ["http://localhost:4242"] },
      undefined
    ],
    ["that ask nobody", { connects: [] }, undefined],
    ["with a script over plain http", { script: "http://js.payrail.example/" }, "script"],
    ["with a script of no host", { script: "/v1/" }, "script"],
    ["with a script under a password", { script: "https://a:b@js.payrail.example/" }, "script"],
    ["with a script in the address", { script: "data:text/javascript,1" }, "script"],
    ["without a script", { script: undefined }, "script"],
    ["with more scripts of its own", { scripts: ["https://*.js.payrail.example"] }, undefined],
    ["with scripts of anyone", { scripts: ["https:"] }, "scripts"],
    ["in frames of anyone", { frames: ["*"] }, "frames"],
    ["in frames of any host with https", { frames: ["https:"] }, "frames"],
    ["with a frame that adds to the policy", { frames: ["https://a.example; script-src *"] }, "frames"],
    ["with a frame that is a path", { frames: ["https://a.example/path"] }, "frames"],
    ["without frames", { frames: undefined }, "frames"],
    ["that ask any subdomain of nothing", { connects: ["https://*"] }, "connects"],
    ["that ask inline scripts", { connects: ["'unsafe-inline'"] }, "connects"],
    ["without a function", { mount: "" }, "mount"]
  ])("%s", (_, more, expected) => {
    assert.strictEqual(faultOf({ ...fields, ...more } as ProviderFields), expected)
  })

  it("come from the origin of their script", () => {
    assert.strictEqual(originOf(fields.script), "https://js.payrail.example")
  })
})

describe("the fields that the page of an order shows (D58)", () => {
  const payrail = { provider: "payrail", capabilities: { sources: ["token"] as const }, fields }
  const others = { ...payrail, provider: "another", fields: { ...fields, script: "https://js.another.example/" } }
  const bank = {}

  it.each([
    ["of the only acquirer, which takes tokens", [payrail], "payrail"],
    ["of the first of two", [payrail, others], "payrail"],
    ["of the second, where the first has none", [{ ...others, fields: undefined }, payrail], "payrail"],
    ["none, where they are off", [{ provider: "payrail", capabilities: payrail.capabilities }], undefined],
    ["none, where one acquirer takes card numbers", [payrail, bank], undefined],
    [
      "none, where the acquirer itself takes card numbers too",
      [{ ...payrail, capabilities: { sources: ["card", "token"] as const } }],
      undefined
    ],
    ["none, where the tokens are nobody's", [{ capabilities: payrail.capabilities, fields }], undefined],
    ["none that no page can show", [{ ...payrail, fields: { ...fields, frames: ["*"] } }], undefined],
    ["none without an acquirer", [], undefined]
  ])("%s", (_, acquirers, expected) => {
    assert.strictEqual(fieldsOf(acquirers as never)?.provider, expected)
  })
})

describe("how a page takes a card (D58)", () => {
  const tokens = { provider: "payrail", capabilities: { sources: ["token"] as const } }
  const payrail = { ...tokens, fields }
  const bank = {}

  it.each([
    ["without an acquirer by its number, which is charged by nobody", [], [], "Numbers"],
    ["at a bank by its number", [bank], [bank], "Numbers"],
    ["at a bank by its number, whoever else takes tokens", [payrail, bank], [payrail, bank], "Numbers"],
    ["at a provider of tokens in its fields", [payrail], [payrail], "Fields"],
    ["in the fields of the one that has some", [tokens, payrail], [tokens, payrail], "Fields"],
    ["not at all, where the fields are off", [tokens], [tokens], "Nothing"],
    ["for a test by its number, at the simulated acquirer", [bank], [tokens, bank], "Numbers"],
    ["for a test that nobody simulates not at all, where the real ones take tokens", [], [payrail], "Nothing"],
    ["for a test that nobody simulates by its number, where a real one takes numbers", [], [tokens, bank], "Numbers"]
  ] as const)("%s", (_, eligible, all, expected) => {
    assert.strictEqual(cardEntryOf(eligible, all)._tag, expected)
  })
})
