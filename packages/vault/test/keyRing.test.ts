import * as KeyRing from "@florin/vault/KeyRing"
import { KeyRingError } from "@florin/vault/KeyRingError"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { base64From, bytesFrom, ringOf } from "./samples.js"

const k1 = base64From(1)
const k2 = base64From(40)
const stamp = base64From(200)
const good = { current: "k1", keys: { k1 }, stamp }
const without = (member: "current" | "keys" | "stamp") => {
  const { [member]: _, ...rest } = good
  return rest
}
const read = (value: unknown) =>
  KeyRing.fromText(Redacted.make(typeof value === "string" ? value : JSON.stringify(value)))

describe("a ring's text", () => {
  it("gives its keys by name, the current one's name and the stamp key", () => {
    const ring = Either.getOrThrow(read({ current: "k2", keys: { k1, k2 }, stamp }))
    expect(ring.current).toBe("k2")
    expect([...ring.keys].map(([name, key]) => [name, Redacted.value(key)])).toEqual([
      ["k1", bytesFrom(1)],
      ["k2", bytesFrom(40)]
    ])
    expect(Redacted.value(ring.stamp)).toEqual(bytesFrom(200))
  })

  it("is read back as it was written", () => {
    const ring = ringOf("k2", ["k1", "k2"])
    const again = Either.getOrThrow(KeyRing.fromText(KeyRing.toText(ring)))
    expect(Redacted.value(KeyRing.toText(again))).toBe(Redacted.value(KeyRing.toText(ring)))
    expect(Either.isRight(KeyRing.succeed(ring, again))).toBe(true)
  })

  const name64 = `a${"-".repeat(63)}`

  it.each([["a"], ["K_1-x"], ["constructor"], [name64]])("takes the key name %j", (name) => {
    const ring = Either.getOrThrow(read(JSON.stringify({ current: name, keys: { [name]: k1 }, stamp })))
    expect(ring.keys.has(name)).toBe(true)
  })

  const named = (name: string) => `{"current":"k1","keys":{"k1":"${k1}","${name}":"${k2}"},"stamp":"${stamp}"}`

  it.each([
    ["an empty text", "", "not-an-object", undefined],
    ["no JSON", "{", "not-an-object", undefined],
    ["a list", "[]", "not-an-object", undefined],
    ["null", "null", "not-an-object", undefined],
    ["a member too many", { ...good, currant: "k1" }, "unexpected-member", undefined],
    ["no current", without("current"), "missing-member", "current"],
    ["no keys", without("keys"), "missing-member", "keys"],
    ["no stamp", without("stamp"), "missing-member", "stamp"],
    ["a current that is a number", { ...good, current: 1 }, "wrong-type", "current"],
    ["keys that are a text", { ...good, keys: k1 }, "wrong-type", "keys"],
    ["a key that is null", { ...good, keys: { k1: null } }, "wrong-type", "keys"],
    ["a stamp that is a list", { ...good, stamp: [stamp] }, "wrong-type", "stamp"],
    ["a key without a name", named(""), "key-name", "keys"],
    ["a key's name with a digit in front", named("1k"), "key-name", "keys"],
    ["a key's name with a dot", named("k.2"), "key-name", "keys"],
    ["a key's name of 65 characters", named(`${name64}-`), "key-name", "keys"],
    ["a key called __proto__", named("__proto__"), "key-name", "keys"],
    ["a key of 31 bytes", { ...good, keys: { k1: base64From(1, 31) } }, "key-length", "keys"],
    ["a key of 33 bytes", { ...good, keys: { k1: base64From(1, 33) } }, "key-length", "keys"],
    ["an empty key", { ...good, keys: { k1: "" } }, "key-length", "keys"],
    ["a stamp key of 16 bytes", { ...good, stamp: base64From(1, 16) }, "key-length", "stamp"],
    ["a key without padding", { ...good, keys: { k1: k1.slice(0, -1) } }, "key-encoding", "keys"],
    ["a key with a space", { ...good, keys: { k1: ` ${k1}` } }, "key-encoding", "keys"],
    ["a key in base64url", { ...good, keys: { k1: `${"_".repeat(42)}8=` } }, "key-encoding", "keys"],
    ["a key whose unused bits are set", { ...good, keys: { k1: `${"A".repeat(42)}B=` } }, "key-encoding", "keys"],
    ["a key in hex", { ...good, keys: { k1: "0a".repeat(32) } }, "key-length", "keys"],
    ["no key at all", { ...good, keys: {} }, "current-not-in-ring", "current"],
    ["a current that is no key", { ...good, current: "k2" }, "current-not-in-ring", "current"],
    ["a current that every object has", { ...good, current: "toString" }, "current-not-in-ring", "current"],
    ["one key twice", { ...good, keys: { k1, k2: k1 } }, "same-key-twice", "keys"],
    ["the stamp key among the keys", { ...good, stamp: k1 }, "same-key-twice", "stamp"]
  ] as const)("with %s is refused", (_, value, reason, member) => {
    const error = Either.getOrThrow(Either.flip(read(value)))
    expect(error).toEqual(new KeyRingError(member === undefined ? { reason } : { reason, member }))
  })
})

describe("a ring from its parts", () => {
  const ring = ringOf("k1", ["k1"])

  it.each([
    ["a short key", { ...ring, keys: new Map([["k1", Redacted.make(bytesFrom(1, 16))]]) }, "key-length", "keys"],
    ["a short stamp key", { ...ring, stamp: Redacted.make(bytesFrom(1, 31)) }, "key-length", "stamp"],
    ["a name that is none", { ...ring, keys: new Map([["k 1", Redacted.make(bytesFrom(1))]]) }, "key-name", "keys"]
  ] as const)("with %s is refused", (_, parts, reason, member) => {
    expect(KeyRing.make(parts)).toEqual(Either.left(new KeyRingError({ reason, member })))
  })
})

describe("a ring may be followed", () => {
  const old = ringOf("k1", ["k1"])
  const changed = Redacted.make(bytesFrom(77))

  it.each([
    ["by one with a further key", ringOf("k2", ["k1", "k2"]), undefined],
    ["by one without the old key", ringOf("k2", ["k2"]), undefined],
    ["by no other key under an old name", { ...old, keys: new Map([["k1", changed]]) }, "keys"],
    ["by no other stamp key", { ...old, stamp: changed }, "stamp"]
  ] as const)("%s", (_, next, member) => {
    const expected = member === undefined ? Either.right(next) : Either.left({ reason: "key-changed", member })
    const found = Either.mapLeft(KeyRing.succeed(old, next), ({ member, reason }) => ({ reason, member }))
    expect(found).toEqual(expected)
  })

  it("by itself", () => {
    expect(KeyRing.succeed(old, ringOf("k1", ["k1"]))._tag).toBe("Right")
  })
})
