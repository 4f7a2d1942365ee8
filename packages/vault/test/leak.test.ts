import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { CardVault, SecurityCodes } from "@florin/core/cards/CardVault"
import * as Ids from "@florin/core/ids/Ids"
import { Entropy } from "@florin/core/ids/Ids"
import { DocumentVault } from "@florin/core/transfers/DocumentVault"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as KeyRing from "@florin/vault/KeyRing"
import * as SecretHash from "@florin/vault/SecretHash"
import * as VaultCodes from "@florin/vault/SecurityCodes"
import * as Vault from "@florin/vault/Vault"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as List from "effect/List"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { base64From, bytesFrom, holder, numberOf, proof, ringOf, shop, textOf, token } from "./samples.js"

const digits = "4929713288416505"
const code = "73519264"
const secret = "shop-secret-7f3a19"
const words = "receipt of J. Doe 40817810"

const formsOf = (bytes: Buffer): ReadonlyArray<string> => {
  const hex = bytes.toString("hex")
  const spaced = hex.match(/../g)!.join(" ")
  return [hex, spaced, bytes.toString("base64").slice(0, -2), bytes.toString("base64url").slice(0, -2), bytes.join(",")]
}

const texts = [digits, code, secret, words]
const keys = [100, 150, 200].map((first) => Buffer.from(bytesFrom(first)))

/** For keys also the first eight bytes, because printers truncate. */
const needles = [
  ...texts,
  ...texts.flatMap((text) => formsOf(Buffer.from(text))),
  ...keys.flatMap((key) => [...formsOf(key), ...formsOf(key.subarray(0, 8))])
]

const printersOf = (value: unknown): ReadonlyArray<string> => {
  const options = { context: new Map(), cause: Cause.die(value), spans: List.empty(), annotations: HashMap.empty() }
  const entry = { ...options, date: new Date(0), fiberId: undefined, logLevel: undefined, message: value }
  return [
    String(JSON.stringify(value)),
    `${value}`,
    inspect(value, { depth: 20, showHidden: true, maxArrayLength: null, maxStringLength: null }),
    inspect(value, { depth: 20, customInspect: false, maxArrayLength: null }),
    Cause.pretty(Cause.fail(value), { renderErrorCause: true }),
    inspect(entry, { depth: 20 })
  ]
}

const logged = (value: unknown) => {
  const lines: Array<string> = []
  const into = <A>(logger: Logger.Logger<unknown, A>) =>
    Logger.add(Logger.map(logger, (line) => void lines.push(inspect(line, { depth: 20 }))))
  const loggers = Layer.mergeAll(
    into(Logger.stringLogger),
    into(Logger.logfmtLogger),
    into(Logger.jsonLogger),
    into(Logger.structuredLogger)
  )
  return Effect.log("seen", value).pipe(
    Effect.annotateLogs("value", value),
    Effect.provide(Layer.merge(loggers, Logger.remove(Logger.defaultLogger))),
    Effect.as(lines)
  )
}

/** Printers write lists of numbers over several lines, or with indexes. */
const flat = (text: string): string => text.replaceAll(/\s+|\\?"\d+\\?":/g, "")

const shownBy = Effect.fnUntraced(function* (value: unknown) {
  const shown = [...printersOf(value), ...(yield* logged(value))].join("\n")
  const both = `${shown}\n${flat(shown)}`
  return needles.filter((needle) => both.includes(needle))
})

const ring = ringOf("k2", ["k1", "k2"])
const badRings = [
  `{"current":"k1","keys":{"k1":"${base64From(100)}"`,
  `"${base64From(100)}"`,
  JSON.stringify({ current: base64From(100), keys: { k1: base64From(150) }, stamp: base64From(200) }),
  JSON.stringify({ current: "k1", keys: { [base64From(100)]: base64From(150) }, stamp: base64From(200) }),
  JSON.stringify({ current: "k1", keys: { k1: `${base64From(150)} ` }, stamp: base64From(200) }),
  JSON.stringify({ current: "k1", keys: { k1: base64From(150) }, stamp: base64From(200, 40) }),
  JSON.stringify({ current: "k1", keys: base64From(150), stamp: base64From(200) }),
  JSON.stringify({ current: "k1", keys: { k1: base64From(150) }, stamp: base64From(200), [digits]: base64From(100) }),
  JSON.stringify({ current: "k1", keys: { k1: base64From(150) }, stamp: base64From(150) })
].map((text) => KeyRing.fromText(Redacted.make(text)))

const live = Vault.layer.pipe(
  Layer.provideMerge(KeyProvider.layerText(textOf("k2", ["k1", "k2"]))),
  Layer.merge(Layer.scoped(SecurityCodes, VaultCodes.makeLive))
)

// Source: reliability, promise 7.
describe("nothing that can be printed shows a number, a document, a code, a secret or a key", () => {
  it.effect("not the services, nor what they answer", () =>
    Effect.gen(function* () {
      const vault = yield* CardVault
      const codes = yield* SecurityCodes
      const uid = yield* Ids.newTransactionUid
      const number = numberOf(digits)
      const sealed = yield* vault.seal(shop, token, number)
      const documents = yield* DocumentVault
      codes.keep(shop, uid, { code: Redacted.make(code) })
      const values = [
        yield* KeyProvider.KeyProvider,
        vault,
        codes,
        documents,
        sealed,
        yield* documents.seal(shop, proof, Buffer.from(words)),
        yield* vault.stamp(number),
        yield* vault.open(shop, token, sealed),
        codes.take(uid),
        yield* SecretHash.hash(Redacted.make(secret)),
        yield* Effect.context<CardVault | DocumentVault | SecurityCodes | KeyProvider.KeyProvider>()
      ]
      for (const value of values) assert.deepStrictEqual(yield* shownBy(value), [])
    }).pipe(Effect.provide(live))
  )

  it.effect("not a ring, its text, a holder's sealed number or a refusal", () =>
    Effect.gen(function* () {
      const random = Entropy.defaultValue()
      const sealed = Either.getOrThrow(Vault.seal(random, ring, holder, Redacted.make(digits)))
      const values = [
        ring,
        [...ring.keys],
        KeyRing.toText(ring),
        Vault.open(ring, holder, sealed),
        Vault.open(ring, holder, { ...sealed, sealed: digits }),
        Vault.open(ring, holder, { ...sealed, keyId: digits }),
        KeyRing.succeed(ring, { ...ring, stamp: Redacted.make(bytesFrom(100)) })
      ]
      for (const value of values) assert.deepStrictEqual(yield* shownBy(value), [])
    })
  )

  it.effect("not an error about a ring that was refused", () =>
    Effect.gen(function* () {
      for (const outcome of badRings) {
        assert.isTrue(Either.isLeft(outcome))
        const error = Either.getOrThrow(Either.flip(outcome))
        assert.deepStrictEqual(yield* shownBy(error), [])
        assert.deepStrictEqual(yield* shownBy(error.stack), [])
      }
    })
  )

  it.effect("and the search finds what is shown", () =>
    Effect.gen(function* () {
      for (const value of [
        digits,
        { a: [code] },
        { key: bytesFrom(100) },
        Buffer.from(bytesFrom(200)),
        base64From(150)
      ]) {
        assert.notDeepEqual(yield* shownBy(value), [])
      }
    })
  )
})
