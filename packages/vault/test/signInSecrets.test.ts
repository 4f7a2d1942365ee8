import { assert, describe, it } from "@effect/vitest"
import { PersonId } from "@florin/core/people/Actor"
import { VaultError } from "@florin/core/store/VaultError"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as SignInSecrets from "@florin/vault/SignInSecrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Secret, TOTP } from "otpauth"

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")

const keys = KeyProvider.layerText(
  Redacted.make(JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) }))
)

const cheap = Layer.succeed(SignInSecrets.PasswordCost, { rounds: 2, block: 1, lanes: 1 })

const made = Effect.provide(SignInSecrets.make, Layer.merge(keys, cheap))

const anna = PersonId.make("anna")

const secret = (text: string) => Redacted.make(text)

describe("passwords", () => {
  it.effect("D74: are kept as scrypt with a salt and its parameters, and compared with them", () =>
    Effect.gen(function* () {
      const { hashPassword, isPassword } = yield* made
      const [one, other] = [yield* hashPassword(secret("a password")), yield* hashPassword(secret("a password"))]
      assert.match(one, /^scrypt\$2\$1\$1\$[0-9a-f]{32}\$[0-9a-f]{64}$/)
      assert.notStrictEqual(one, other)
      const dearer = yield* Effect.provideService(
        Effect.flatMap(Effect.provide(SignInSecrets.make, keys), (all) => all.hashPassword(secret("a password"))),
        SignInSecrets.PasswordCost,
        { rounds: 3, block: 2, lanes: 1 }
      )
      const compared = [
        one,
        other,
        dearer,
        null,
        "",
        "scrypt$x",
        one.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"))
      ]
      const found = yield* Effect.forEach(compared, (hash) => isPassword(secret("a password"), hash))
      assert.deepStrictEqual(found, [true, true, true, false, false, false, false])
      assert.isFalse(yield* isPassword(secret("a Password"), one))
    })
  )

  it.effect("are one password however an accent is typed", () =>
    Effect.gen(function* () {
      const { hashPassword, isPassword } = yield* made
      assert.isTrue(yield* isPassword(secret("cafe\u0301"), yield* hashPassword(secret("caf\u00e9"))))
    })
  )
})

describe("second factors", () => {
  it.effect("D74: take the code of 30 seconds, and of those before and after, and no other", () =>
    Effect.gen(function* () {
      const { newSecondFactor, stepOf } = yield* made
      const { sealed, uri } = yield* newSecondFactor(anna)
      const base32 = new URL(Redacted.value(uri)).searchParams.get("secret")!
      const totp = new TOTP({ secret: Secret.fromBase32(base32) })
      const now = 1_000_000 * 30_000
      const stepAt = (timestamp: number) => stepOf(anna, sealed, secret(totp.generate({ timestamp })), now)
      const steps = yield* Effect.forEach([-60_000, -30_000, 0, 29_999, 30_000, 60_000], (by) => stepAt(now + by))
      assert.deepStrictEqual(steps, [undefined, 999_999, 1_000_000, 1_000_000, 1_000_001, undefined])
      for (const code of ["", "x", "12345", "1234567"]) {
        assert.isUndefined(yield* stepOf(anna, sealed, secret(code), now))
      }
      assert.notInclude(sealed, base32)
    })
  )

  it.effect("of one person open for no other", () =>
    Effect.gen(function* () {
      const { newSecondFactor, stepOf } = yield* made
      const { sealed } = yield* newSecondFactor(anna)
      const error = yield* Effect.flip(stepOf(PersonId.make("boris"), sealed, secret("123456"), 0))
      assert.deepStrictEqual(error, new VaultError({ reason: "altered" }))
    })
  )
})

describe("tokens", () => {
  it.effect("name their person, and forms of a session are of no other", () =>
    Effect.gen(function* () {
      const { formToken, isSame, personIn } = yield* made
      const token = `anna.${"0".repeat(64)}`
      const others = ["", "anna", `anna.${"0".repeat(63)}`, `an na.${"0".repeat(64)}`, `${token}0`]
      assert.deepStrictEqual(
        [token, ...others].map((one) => personIn(secret(one))),
        [anna, ...others.map(() => undefined)]
      )
      assert.isFalse(isSame(formToken(secret("one")), formToken(secret("other"))))
      assert.isTrue(isSame(formToken(secret("one")), formToken(secret("one"))))
    })
  )
})
