import { createCipheriv } from "node:crypto"
import { CardToken, Entropy, ShopId } from "@florin/core/ids/Ids"
import { VaultError } from "@florin/core/store/VaultError"
import * as Vault from "@florin/vault/Vault"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { bytesFrom, countingBytes, holder, ringOf, shop, token } from "./samples.js"

const visa = "4242424242424242"
const ring = ringOf("k1", ["k1"])
const both = ringOf("k2", ["k1", "k2"])
const random = Entropy.defaultValue()
const seal = (digits: string, use = ring) => Either.getOrThrow(Vault.seal(random, use, holder, Redacted.make(digits)))
const altered = Either.left(new VaultError({ reason: "altered" }))
const unknownKey = Either.left(new VaultError({ reason: "unknown-key" }))
const opened = (result: ReturnType<typeof Vault.open>) => Redacted.value(Either.getOrThrow(result))

const gcm = (key: Uint8Array, nonce: Uint8Array, plain: Uint8Array, binding: ReadonlyArray<string>, tagLength = 16) => {
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagLength })
  cipher.setAAD(Buffer.from(JSON.stringify(binding)))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** The documented layout, built manually: data key 0…31, then the two nonces. */
const byHand = (tagLength = 16) => {
  const dataKey = bytesFrom(0)
  const box = gcm(dataKey, bytesFrom(32, 12), Buffer.from(visa), ["florin card number 1", shop, token, "k1"], tagLength)
  const body = Buffer.concat([Buffer.from([2]), Buffer.from("k1"), box])
  const binding = ["florin data key 1", shop, token, "k1", body.toString("base64url")]
  const wrapped = gcm(bytesFrom(100), bytesFrom(44, 12), dataKey, binding)
  return Buffer.concat([Buffer.from([1]), wrapped, body]).toString("base64url")
}

describe("a sealed number", () => {
  // The literal was computed with another implementation of AES-GCM.
  it("is the known answer for known keys, nonces and holder", () => {
    const known =
      "ASwtLi8wMTIzNDU2Ny7_zrP3th5X2PqUL__906UCd96L_K_5IgEmOBR265CcV-RnM7B42sBTqH0rjJFJbQJrMSAhIiMkJSYnKCkqK-YIkkJYqi48" +
      "Lk52_PUqwMvKOqjEg9aZQLfpLij--au_"
    const sealed = Vault.seal(countingBytes().random, ring, holder, Redacted.make(visa))
    expect(sealed).toEqual(Either.right({ keyId: "k1", sealed: known }))
    expect(byHand()).toBe(known)
    expect(opened(Vault.open(ring, holder, { keyId: "k1", sealed: known }))).toBe(visa)
  })

  it("opens to what was sealed, whatever its 12 to 19 digits", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.stringMatching(/^[0-9]{12,19}$/), (digits) => {
        const sealed = seal(digits)
        expect(opened(Vault.open(ring, holder, sealed))).toBe(digits)
        const moved = Either.getOrThrow(Vault.rewrap(random, both, holder, sealed))
        expect(opened(Vault.open(both, holder, moved))).toBe(digits)
      }),
      { numRuns: 1000 }
    )
  })

  it("is never the same twice", () => {
    expect(new Set(Array.from({ length: 100 }, () => seal(visa).sealed)).size).toBe(100)
  })

  it("leaves the data key zeroed", () => {
    const { given, random } = countingBytes()
    const sealed = Either.getOrThrow(Vault.seal(random, ring, holder, Redacted.make(visa)))
    expect(given[0]).toEqual(new Uint8Array(32))
    expect(given[1]).toEqual(bytesFrom(32, 12))
    expect(opened(Vault.open(ring, holder, sealed))).toBe(visa)
  })

  it("asks for a current key", () => {
    const empty = { ...ring, current: "k7" }
    const noKey = Either.left(new VaultError({ reason: "no-key" }))
    expect(Vault.seal(random, empty, holder, Redacted.make(visa))).toEqual(noKey)
    expect(Vault.rewrap(random, empty, holder, seal(visa))).toEqual(noKey)
  })
})

// Source: reliability, "Vault": AAD binds shop, token and key id.
describe("a sealed number is refused", () => {
  const sealed = seal(visa)
  const bytes = Buffer.from(sealed.sealed, "base64url")

  it("when any one bit of it is another, to open and to re-wrap", () => {
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const copy = Buffer.from(bytes)
      copy[bit >> 3]! ^= 1 << (bit & 7)
      const other = { keyId: "k1", sealed: copy.toString("base64url") }
      expect(Vault.open(ring, holder, other), `open, bit ${bit}`).toEqual(altered)
      expect(Vault.rewrap(random, both, holder, other), `rewrap, bit ${bit}`).toEqual(altered)
    }
  })

  it("when any one character of its text is another", () => {
    for (let index = 0; index < sealed.sealed.length; index++) {
      for (const character of ["A", "B", "_", "=", "+", " ", "é"]) {
        if (sealed.sealed[index] === character) continue
        const text = sealed.sealed.slice(0, index) + character + sealed.sealed.slice(index + 1)
        expect(Vault.open(ring, holder, { keyId: "k1", sealed: text }), `${index} ${character}`).toEqual(altered)
      }
    }
  })

  it("when it is cut anywhere, or longer", () => {
    for (let length = 0; length < bytes.length; length++) {
      const cut = { keyId: "k1", sealed: bytes.subarray(0, length).toString("base64url") }
      expect(Vault.open(ring, holder, cut), `${length} bytes`).toEqual(altered)
    }
    const longer = [`${sealed.sealed}A`, `${sealed.sealed}AAAA`, `${sealed.sealed}=`, `${sealed.sealed}\n`]
    for (const text of longer) expect(Vault.open(ring, holder, { keyId: "k1", sealed: text })).toEqual(altered)
  })

  // Source: reliability, "Crypto on Node 20".
  it.each([4, 8, 12, 15])("with a tag of %i bytes", (tagLength) => {
    expect(Vault.open(ring, holder, { keyId: "k1", sealed: byHand(tagLength) })).toEqual(altered)
  })

  it.each([
    ["another shop", { shop: ShopId.make("shop_2"), token }],
    ["another token", { shop, token: CardToken.make("ac".repeat(32)) }],
    ["shop and token in each other's place", { shop: token as string as ShopId, token: shop as string as CardToken }]
  ])("for %s", (_, other) => {
    expect(Vault.open(ring, other, sealed)).toEqual(altered)
    expect(Vault.rewrap(random, both, other, sealed)).toEqual(altered)
  })

  it("under another key's id, also when both names stand for one key", () => {
    expect(Vault.open(both, holder, { ...sealed, keyId: "k2" })).toEqual(altered)
    const alias = { ...ring, keys: new Map([...ring.keys, ["k5", ring.keys.get("k1")!]]) }
    expect(Vault.open(alias, holder, { ...sealed, keyId: "k5" })).toEqual(altered)
  })

  it.each(["k9", "", "__proto__"])("as of an unknown key under the id %j", (keyId) => {
    expect(Vault.open(ring, holder, { ...sealed, keyId })).toEqual(unknownKey)
    expect(Vault.rewrap(random, ring, holder, { ...sealed, keyId })).toEqual(unknownKey)
  })

  it("when the number's box comes from another card of the same holder", () => {
    const other = Buffer.from(seal("5555555555554444").sealed, "base64url")
    const mixed = Buffer.concat([bytes.subarray(0, 61), other.subarray(61)]).toString("base64url")
    expect(Vault.open(ring, holder, { keyId: "k1", sealed: mixed })).toEqual(altered)
  })
})

// Source: reliability, "Vault": rotation re-wraps online.
describe("re-wrapping", () => {
  const sealed = seal(visa)
  const moved = Either.getOrThrow(Vault.rewrap(random, both, holder, sealed))
  const bodyOf = (text: string) => Buffer.from(text, "base64url").subarray(61).toString("hex")

  it("leaves the number's box as it is and changes all of the data key's", () => {
    expect(moved.keyId).toBe("k2")
    expect(bodyOf(moved.sealed)).toBe(bodyOf(sealed.sealed))
    expect(moved.sealed.slice(2, 80)).not.toBe(sealed.sealed.slice(2, 80))
  })

  it("needs the old key no longer afterwards", () => {
    expect(opened(Vault.open(ringOf("k2", ["k2"]), holder, moved))).toBe(visa)
    expect(Vault.open(ring, holder, moved)).toEqual(unknownKey)
  })

  it("gives the same value back when the key is current already", () => {
    expect(Either.getOrThrow(Vault.rewrap(random, ring, holder, sealed))).toBe(sealed)
  })

  it("can be done again and again", () => {
    const third = ringOf("k3", ["k2", "k3"])
    const again = Either.getOrThrow(Vault.rewrap(random, third, holder, moved))
    expect(opened(Vault.open(third, holder, again))).toBe(visa)
    expect(bodyOf(again.sealed)).toBe(bodyOf(sealed.sealed))
  })
})
