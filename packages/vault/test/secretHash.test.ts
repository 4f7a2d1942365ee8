import { assert, describe, it } from "@effect/vitest"
import { Entropy } from "@florin/core/ids/Ids"
import * as SecretHash from "@florin/vault/SecretHash"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { countingBytes } from "./samples.js"

const secret = Redacted.make("secret-of-shop")
const known = `sha256$000102030405060708090a0b0c0d0e0f$15eacbc2e8e1dd8f4f4f96ede00782a55f95736d3e4745099da3ba857def69b6`

// Source: D2.
describe("a shop secret", () => {
  it.effect("has the known hash for a known salt", () =>
    Effect.gen(function* () {
      const hash = yield* SecretHash.hash(secret).pipe(Effect.provideService(Entropy, countingBytes().random))
      assert.strictEqual(hash, known)
      assert.isTrue(Schema.is(SecretHash.SecretHash)(hash))
    })
  )

  it.effect("is salted anew each time and verified by each hash", () =>
    Effect.gen(function* () {
      const [one, other] = yield* Effect.all([SecretHash.hash(secret), SecretHash.hash(secret)])
      assert.notStrictEqual(one, other)
      assert.isTrue(SecretHash.verify(secret, Option.some(one)))
      assert.isTrue(SecretHash.verify(secret, Option.some(other)))
    })
  )

  it.each(["", "secret-of-sho", "secret-of-shop ", "Secret-of-shop", "sécret-of-shop"])("is not %j", (wrong) => {
    const hash = Option.some(SecretHash.SecretHash.make(known))
    assert.isFalse(SecretHash.verify(Redacted.make(wrong), hash))
    assert.isTrue(SecretHash.verify(secret, hash))
  })

  it("of a shop that does not exist is never right", () => {
    assert.isFalse(SecretHash.verify(secret, Option.none()))
    assert.isFalse(SecretHash.verify(Redacted.make(""), Option.none()))
    assert.isTrue(Schema.is(SecretHash.SecretHash)(SecretHash.dummy))
  })

  it.each(["", "sha256", known.toUpperCase(), `${known}0`, ` ${known}`, known.replace("sha256", "sha512")])(
    "has no hash like %j, and the refusal does not repeat it",
    (text) => {
      assert.isFalse(Schema.is(SecretHash.SecretHash)(text))
    }
  )
})
