import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Redacted from "effect/Redacted"
import * as OptionKinds from "../src/OptionKinds.js"
import { unknownIn } from "../src/OptionNames.js"
import { fits, sealed } from "../src/SecretOption.js"

const names = { apiKey: true, name: true } as const
const there = "there are apiKey, name"

const isNone = (setting: string) => ({ setting, expected: `is not an option: ${there}` })
const hasOne = (setting: string) => ({ setting, expected: `has a member that is no option: ${there}` })

describe("The name of an option", () => {
  it.each([
    [{}, undefined],
    [{ apiKey: 1, name: undefined }, undefined],
    [{ apikey: 1 }, isNone("apikey")],
    [{ apiKey: 1, nam: undefined }, isNone("nam")],
    [{ constructor: 1 }, isNone("constructor")],
    [JSON.parse('{"__proto__":1}'), isNone("__proto__")],
    [{ ["n".repeat(40)]: 1 }, isNone("n".repeat(40))],
    [{ ["n".repeat(41)]: 1 }, hasOne("options")],
    [{ "": 1 }, hasOne("options")],
    [{ "name ": 1 }, hasOne("options")],
    [{ "name\n": 1 }, hasOne("options")],
    [{ "sk-hidden": 1 }, hasOne("options")]
  ])("in %j that there is none of: %j", (given, mistake) => {
    assert.deepStrictEqual(unknownIn(names, given), mistake)
  })

  it("is said with that of the option in which it stands", () => {
    assert.deepStrictEqual(unknownIn(names, { nam: 1 }, "webhooks"), isNone("webhooks.nam"))
    assert.deepStrictEqual(unknownIn(names, { "sk-hidden": 1 }, "webhooks"), hasOne("webhooks"))
  })
})

const { callLimit: limit, connections: whole } = OptionKinds.usual
const pem = "-----BEGIN CERTIFICATE-----"

describe("An option", () => {
  it.each<readonly [kind: string, OptionKinds.Kind, fit: ReadonlyArray<unknown>, unfit: ReadonlyArray<unknown>]>([
    ["a whole number", whole, [1, 5], [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "5", 5n, null]],
    [
      "a duration above 0",
      limit,
      [1, 0.5, 5n, [1, 0], "25 seconds", Duration.seconds(25)],
      [0, -1, Number.NaN, Number.POSITIVE_INFINITY, "25 secnds", "25", "0 seconds", Duration.infinity, {}, null, true]
    ],
    [
      "a duration",
      OptionKinds.duration,
      [0, 1, "0 seconds", Duration.zero],
      [-1, Number.NaN, Number.POSITIVE_INFINITY, "soon", Duration.infinity, {}, null]
    ],
    ["a text", OptionKinds.text, ["a"], ["", 5, null, ["a"]]],
    ["a flag", OptionKinds.flag, [true, false], ["true", "false", 0, 1, null]],
    ["a word", OptionKinds.word("one", "two"), ["one", "two"], ["three", "", ["one"], null]],
    ["of a shape", OptionKinds.shaped(/^a+$/, "must be a"), ["a", "aa"], ["b", ["a"], null]],
    [
      "sources",
      OptionKinds.sources,
      [["card"], ["token"], ["token", "card"]],
      ["card", [], ["cards"], ["card", 1], [["card"]], null]
    ],
    [
      "certificates",
      OptionKinds.certificates,
      [[], [pem], [pem, Buffer.from(pem)]],
      [pem, Buffer.from(pem), ["ca.pem"], [pem, ""], [5], null]
    ]
  ])("that is %s", (_, kind, fit, unfit) => {
    const mistakeOf = (option: unknown) => OptionKinds.mistakeIn({ option: kind }, { option })
    for (const value of [undefined, ...fit]) assert.isUndefined(mistakeOf(value))
    for (const value of unfit) assert.deepStrictEqual(mistakeOf(value), { setting: "option", expected: kind[1] })
  })

  it.each([undefined, null, "sk_test_hidden", 5, [], () => undefined])("is looked for in no %j", (options) => {
    const expected = "must be an object with apiKey, name"
    assert.deepStrictEqual(OptionKinds.mistakeIn(names, options), { setting: "options", expected })
    assert.deepStrictEqual(OptionKinds.mistakeIn(names, options, "webhooks"), { setting: "webhooks", expected })
  })

  it("that is undefined takes the place of no default, and null does", () => {
    const options: object = { name: undefined, connections: null }
    assert.deepStrictEqual({ name: "Bank", connections: 5, ...OptionKinds.present(options) } as object, {
      name: "Bank",
      connections: null
    })
  })
})

const wiped = Redacted.make("key")
Redacted.unsafeWipe(wiped)

describe("A secret", () => {
  it.each<readonly [secret: unknown, doesFit: boolean]>([
    ["key", true],
    [Redacted.make("key"), true],
    ["keys", false],
    [undefined, false],
    [null, false],
    [{}, false],
    [["key"], false],
    [{ toString: () => "key" }, false],
    [Redacted.make(["key"]), false],
    [wiped, false]
  ])("%j fits its shape: %s", (secret, doesFit) => {
    assert.strictEqual(fits(sealed(secret as string), /^key$/), doesFit)
  })
})
