/** Rings, holders and numbers that the tests share. */
import type { CardNumber } from "@florin/core/cards/CardNumber"
import { CardToken, ShopId, TransactionUid } from "@florin/core/ids/Ids"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as KeyRing from "@florin/vault/KeyRing"
import * as Vault from "@florin/vault/Vault"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** 32 bytes that count up from `first`. */
export const bytesFrom = (first: number, length = 32): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (first + index) % 256)

export const base64From = (first: number, length = 32): string =>
  Buffer.from(bytesFrom(first, length)).toString("base64")

const firstByte: Readonly<Record<string, number>> = { k1: 100, k2: 150, k3: 3 }

export const textOf = (current: string, names: ReadonlyArray<string>): Redacted.Redacted<string> => {
  const keys = Object.fromEntries(names.map((name) => [name, base64From(firstByte[name]!)]))
  return Redacted.make(JSON.stringify({ current, keys, stamp: base64From(200) }))
}

export const ringOf = (current: string, names: ReadonlyArray<string>): KeyRing.KeyRing =>
  Either.getOrThrow(KeyRing.fromText(textOf(current, names)))

/** Each call continues counting. Keeps the returned buffers, to check whether they are zeroed. */
export const countingBytes = () => {
  const given: Array<Uint8Array> = []
  let next = 0
  const random = (length: number): Uint8Array => {
    const bytes = bytesFrom(next, length)
    next += length
    given.push(bytes)
    return bytes
  }
  return { given, random }
}

export const shop = ShopId.make("shop_1")
export const token = CardToken.make("ab".repeat(32))
export const holder = { shop, token }

/** The uid of a proof. */
export const proofOf = (index: number): TransactionUid =>
  TransactionUid.make(`01931b7e-0000-7000-8000-${index.toString(16).padStart(12, "0")}`)

export const proof = proofOf(1)

/** The vault reads only the digits. */
export const numberOf = (digits: string): CardNumber => ({
  digits: Redacted.make(digits),
  facts: { brand: null, first1: "0", last4: "0000", bin: "000000", bin8: null }
})

export const vaultOf = (current: string, names: ReadonlyArray<string>) =>
  Vault.layer.pipe(Layer.provide(KeyProvider.layerText(textOf(current, names))), Layer.orDie)
