import { constants, generateKeyPairSync, type KeyObject, publicEncrypt } from "node:crypto"
import * as EncryptedFields from "@florin/vault/EncryptedFields"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"

const pair = (modulusLength: number) => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength })
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString()
  return { publicKey, secret: Redacted.make(pem) }
}

const { publicKey, secret } = pair(2048)
const other = pair(2048)

const encrypt = (text: string, key: KeyObject = publicKey): Buffer =>
  publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text))

const unpadded = (bytes: Uint8Array): Buffer =>
  publicEncrypt({ key: publicKey, padding: constants.RSA_NO_PADDING }, bytes)

const field = (message: Buffer): string => `${EncryptedFields.prefix}${message.toString("base64")}`

const openOne = (sent: unknown, key: typeof secret | undefined = secret): string =>
  EncryptedFields.open(key, { number: sent }).number!

/** A message that begins with these bytes, goes on with padding, and ends with 42. */
const block = (...bytes: ReadonlyArray<number>) => {
  const whole = Buffer.alloc(256, 7)
  whole.set(bytes)
  whole.set([0, 0x34, 0x32], 253)
  return field(unpadded(whole))
}

describe("an encrypted field", () => {
  it.each([
    ["a number", "4200000000000000"],
    ["a name in UTF-8", "Дж. Доу"],
    ["nothing", ""],
    ["as much as fits", "x".repeat(245)]
  ])("D51: that holds %s is opened", (_, text) => {
    assert.strictEqual(openOne(field(encrypt(text))), text)
  })

  it("D51: is opened with a key of another length", () => {
    const shorter = pair(1024)
    assert.strictEqual(openOne(field(encrypt("123", shorter.publicKey)), shorter.secret), "123")
  })

  it("D51: is opened where eight bytes of padding are its least", () => {
    assert.strictEqual(openOne(block(0, 2)), "42")
    assert.strictEqual(openOne(block(0, 2, 7, 7, 7, 7, 7, 7, 7, 7, 0)).length, 245)
  })

  const altered = () => {
    const message = encrypt("4200000000000000")
    message[100]! ^= 1
    return field(message)
  }

  it.each<readonly [why: string, sent: () => unknown]>([
    ["was altered", altered],
    ["was encrypted under another key", () => field(encrypt("4200000000000000", other.publicKey))],
    ["has seven bytes of padding", () => block(0, 2, 7, 7, 7, 7, 7, 7, 7, 0)],
    ["is of another type", () => block(0, 1)],
    ["does not begin with zero", () => block(1, 2)],
    ["has no end of its padding", () => field(unpadded(Buffer.alloc(256, 7).fill(0, 0, 1).fill(2, 1, 2)))],
    ["is above the modulus", () => field(Buffer.alloc(256, 255))],
    ["is too short", () => field(Buffer.alloc(255, 1))],
    ["is too long", () => field(Buffer.alloc(257, 1))],
    ["has no prefix", () => encrypt("4200000000000000").toString("base64")],
    ["is no base64", () => `${EncryptedFields.prefix}not base64!`],
    ["is in clear", () => "4200000000000000"],
    ["is a number", () => 4200000000000000],
    ["is an object", () => ({})]
  ])("D51: that %s is some text, the same each time, and no card number", (_, sent) => {
    const message = sent()
    const first = openOne(message)
    assert.strictEqual(openOne(message), first)
    assert.notMatch(first, /^[0-9]{1,19}$/)
    assert.isAtMost(first.length, 245)
  })

  it("D51: of what is padded wrongly nobody tells the length: it differs as that of messages does", () => {
    const lengths = new Set(Array.from({ length: 24 }, (_, index) => openOne(block(1, 2, index + 1)).length))
    assert.isAbove(lengths.size, 12)
  })

  it("D51: of a shop without a key is not opened", () => {
    assert.strictEqual(EncryptedFields.open(undefined, { number: field(encrypt("1")) }).number, EncryptedFields.prefix)
    const curve = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey
    const pem = Redacted.make(curve.export({ type: "pkcs8", format: "pem" }).toString())
    assert.strictEqual(openOne(field(encrypt("1")), pem), EncryptedFields.prefix)
  })

  it("D51: agrees with the padding that the platform adds, whatever it adds", () => {
    for (let index = 0; index < 40; index++) {
      const text = String(index).repeat(1 + (index % 19))
      assert.strictEqual(openOne(field(encrypt(text))), text)
    }
  })
})
