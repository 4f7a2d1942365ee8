import { createCipheriv, createHash, randomBytes } from "node:crypto"
import { Entropy, ShopId, type TransactionUid } from "@florin/core/ids/Ids"
import { VaultError } from "@florin/core/store/VaultError"
import * as Turn from "@florin/core/time/Turn"
import type { SealedDocument } from "@florin/core/transfers/DocumentVault"
import * as DocumentVault from "@florin/vault/DocumentVault"
import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import { bytesFrom, countingBytes, proof, proofOf, ringOf, shop } from "./samples.js"

const holder = { shop, proof }
const ring = ringOf("k1", ["k1"])
const both = ringOf("k2", ["k1", "k2"])
const random = Entropy.defaultValue()
const text = Buffer.from("%PDF-1.7 a receipt")
const mebibyte = 1024 * 1024
const sealing = (...of: Parameters<typeof DocumentVault.sealing>) => Turn.atOnce(DocumentVault.sealing(...of))
const open = (...of: Parameters<typeof DocumentVault.opening>) => Turn.atOnce(DocumentVault.opening(...of))
const seal = (content: Uint8Array) => Either.getOrThrow(sealing(random, ring, holder, content))
const altered = Either.left(new VaultError({ reason: "altered" }))
const unknownKey = Either.left(new VaultError({ reason: "unknown-key" }))
const noKey = Either.left(new VaultError({ reason: "no-key" }))

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")
const digestOf = (opened: ReturnType<typeof open>) => digest(Either.getOrThrow(opened))

const gcm = (key: Uint8Array, nonce: Uint8Array, plain: Uint8Array, binding: ReadonlyArray<string>, tagLength = 16) => {
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagLength })
  cipher.setAAD(Buffer.from(JSON.stringify(binding)))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** The documented layout, built manually: data key 0…31, then the two nonces. */
const byHand = (content: Uint8Array, tagLength = 16): SealedDocument => {
  const dataKey = bytesFrom(0)
  const wrapped = gcm(bytesFrom(100), bytesFrom(32, 12), dataKey, ["florin document key 1", shop, proof, "k1"])
  const box = gcm(dataKey, bytesFrom(44, 12), content, ["florin document 1", shop, proof], tagLength)
  return { keyId: "k1", wrapped: wrapped.toString("base64url"), content: box }
}

const flipped = (bytes: Uint8Array, bit: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy[bit >> 3]! ^= 1 << (bit & 7)
  return copy
}

describe("a sealed document", () => {
  // The literals were computed with another implementation of AES-GCM.
  it("is the known answer for known keys, nonces and holder", () => {
    const content = "LC0uLzAxMjM0NTY3d61hUE-gyvsWqb2UXoAPcaV-ll_sdGCf9YmCKAg8q_58Kw"
    const known: SealedDocument = {
      keyId: "k1",
      wrapped: "ICEiIyQlJicoKSorWKnAPFPl2jflfG1r17eatFyPBf8UpkyjR_PKetVKASUW93skomXWaxO5g8iUggFN",
      content: Buffer.from(content, "base64url")
    }
    expect(sealing(countingBytes().random, ring, holder, text)).toEqual(Either.right(known))
    expect(byHand(text)).toEqual(known)
    expect(digestOf(open(ring, holder, known))).toBe(digest(text))
  })

  // Around the pieces in which it is encrypted, and the greatest document.
  it.each([0, 1, 15, 16, 17, 65_535, 65_536, 65_537, 131_072, 131_073, 5 * mebibyte])(
    "of %i bytes opens to what was sealed, and takes 28 bytes more, in memory of its own",
    (size) => {
      const content = randomBytes(size)
      const before = digest(content)
      const sealed = seal(content)
      expect(sealed.content.length).toBe(size + 28)
      expect(sealed.content.buffer.byteLength).toBe(size + 28)
      expect(digestOf(open(ring, holder, sealed))).toBe(before)
      expect(digest(content)).toBe(before)
    }
  )

  it("is never the same twice", () => {
    const all = Array.from({ length: 100 }, () => seal(text))
    expect(new Set(all.map(({ content }) => digest(content))).size).toBe(100)
    expect(new Set(all.map(({ wrapped }) => wrapped)).size).toBe(100)
  })

  it("leaves the data key zeroed", () => {
    const { given, random } = countingBytes()
    const sealed = Either.getOrThrow(sealing(random, ring, holder, text))
    expect(given[0]).toEqual(new Uint8Array(32))
    expect(given[1]).toEqual(bytesFrom(32, 12))
    expect(digestOf(open(ring, holder, sealed))).toBe(digest(text))
  })

  it("asks for a current key", () => {
    const empty = { ...ring, current: "k7" }
    const { given, random } = countingBytes()
    expect(sealing(random, empty, holder, text)).toEqual(noKey)
    expect(given[0]).toEqual(new Uint8Array(32))
    expect(DocumentVault.rewrap(random, empty, holder, seal(text))).toEqual(noKey)
  })
})

// Source: reliability, "Vault": AAD binds the purpose, the shop, the proof and the key id.
describe("a sealed document is refused", () => {
  const sealed = seal(text)
  const wrapped = Buffer.from(sealed.wrapped, "base64url")

  it("when any one bit of its content is another", () => {
    for (let bit = 0; bit < sealed.content.length * 8; bit++) {
      const other = { ...sealed, content: flipped(sealed.content, bit) }
      expect(open(ring, holder, other), `bit ${bit}`).toEqual(altered)
    }
  })

  it("when any one bit of its key is another, to open and to re-wrap", () => {
    for (let bit = 0; bit < wrapped.length * 8; bit++) {
      const other = { ...sealed, wrapped: flipped(wrapped, bit).toString("base64url") }
      expect(open(ring, holder, other), `open, bit ${bit}`).toEqual(altered)
      expect(DocumentVault.rewrap(random, both, holder, other), `rewrap, bit ${bit}`).toEqual(altered)
    }
  })

  it("of 5 MiB, when a bit of its nonce, a piece's end, the middle or the tag is another", () => {
    const large = seal(randomBytes(5 * mebibyte))
    for (const byte of [0, 11, 12, 65_547, 65_548, 2.5 * mebibyte, 5 * mebibyte + 11, 5 * mebibyte + 12, -1]) {
      const bit = 8 * (byte < 0 ? large.content.length + byte : byte)
      const other = { ...large, content: flipped(large.content, bit) }
      expect(Either.isLeft(open(ring, holder, other)), `byte ${byte}`).toBe(true)
    }
  })

  it("when its content or its key is cut anywhere, or longer", () => {
    for (let length = 0; length < sealed.content.length; length++) {
      const cut = { ...sealed, content: sealed.content.subarray(0, length) }
      expect(open(ring, holder, cut), `${length} bytes`).toEqual(altered)
    }
    for (let length = 0; length < wrapped.length; length++) {
      const cut = { ...sealed, wrapped: wrapped.subarray(0, length).toString("base64url") }
      expect(open(ring, holder, cut), `${length} bytes of the key`).toEqual(altered)
    }
    const longer = { ...sealed, content: Buffer.concat([sealed.content, Buffer.alloc(1)]) }
    expect(open(ring, holder, longer)).toEqual(altered)
    for (const end of ["A", "AAAA", "=", "\n", " "]) {
      const other = { ...sealed, wrapped: `${sealed.wrapped}${end}` }
      expect(open(ring, holder, other)).toEqual(altered)
    }
  })

  // Source: reliability, "Crypto on Node 20".
  it.each([4, 8, 12, 15])("with a tag of %i bytes", (tagLength) => {
    expect(open(ring, holder, byHand(text, tagLength))).toEqual(altered)
  })

  it.each([
    ["another shop", { shop: ShopId.make("shop_2"), proof }],
    ["another proof", { shop, proof: proofOf(2) }],
    [
      "shop and proof in each other's place",
      { shop: proof as string as ShopId, proof: shop as string as TransactionUid }
    ]
  ])("for %s", (_, other) => {
    expect(open(ring, other, sealed)).toEqual(altered)
    expect(DocumentVault.rewrap(random, both, other, sealed)).toEqual(altered)
  })

  it("under another key's id, also when both names stand for one key", () => {
    expect(open(both, holder, { ...sealed, keyId: "k2" })).toEqual(altered)
    const alias = { ...ring, keys: new Map([...ring.keys, ["k5", ring.keys.get("k1")!]]) }
    expect(open(alias, holder, { ...sealed, keyId: "k5" })).toEqual(altered)
  })

  it.each(["k9", "", "__proto__"])("as of an unknown key under the id %j", (keyId) => {
    expect(open(ring, holder, { ...sealed, keyId })).toEqual(unknownKey)
    expect(DocumentVault.rewrap(random, ring, holder, { ...sealed, keyId })).toEqual(unknownKey)
  })

  it("when its content or its key comes from another document of the same holder", () => {
    const other = seal(Buffer.from("%PDF-1.7 another one"))
    expect(open(ring, holder, { ...sealed, content: other.content })).toEqual(altered)
    expect(open(ring, holder, { ...sealed, wrapped: other.wrapped })).toEqual(altered)
  })

  it("when its wrapped key is a content, and the other way round", () => {
    const asContent = { ...sealed, content: wrapped }
    expect(open(ring, holder, asContent)).toEqual(altered)
    const asKey = { ...sealed, wrapped: Buffer.from(seal(bytesFrom(0)).content).toString("base64url") }
    expect(open(ring, holder, asKey)).toEqual(altered)
  })
})

// Source: reliability, "Vault": rotation re-wraps online.
describe("re-wrapping a document's key", () => {
  const sealed = seal(text)
  const moved = Either.getOrThrow(DocumentVault.rewrap(random, both, holder, sealed))

  it("needs no content and changes all of the wrapped key", () => {
    expect(moved.keyId).toBe("k2")
    expect(Object.keys(moved).sort()).toEqual(["keyId", "wrapped"])
    const same = Array.from(moved.wrapped).filter((character, index) => character === sealed.wrapped[index])
    expect(same.length).toBeLessThan(20)
  })

  it("needs the old key no longer afterwards", () => {
    const document = { ...sealed, ...moved }
    expect(digestOf(open(ringOf("k2", ["k2"]), holder, document))).toBe(digest(text))
    expect(open(ring, holder, document)).toEqual(unknownKey)
  })

  it("gives the same value back when the key is current already", () => {
    expect(Either.getOrThrow(DocumentVault.rewrap(random, ring, holder, sealed))).toBe(sealed)
  })

  it("can be done again and again", () => {
    const third = ringOf("k3", ["k2", "k3"])
    const again = Either.getOrThrow(DocumentVault.rewrap(random, third, holder, moved))
    expect(digestOf(open(third, holder, { ...sealed, ...again }))).toBe(digest(text))
  })
})
