/**
 * The cryptography of signing in: passwords by scrypt, second factors by TOTP (RFC 6238), their secrets sealed with the key
 * ring. Source: D74.
 */
import { createHash, createHmac, scrypt, timingSafeEqual } from "node:crypto"
import { Entropy } from "@florin/core/ids/Ids"
import { PersonId } from "@florin/core/people/Actor"
import { type NewSecondFactor, SignInSecrets } from "@florin/core/people/SignInSecrets"
import { VaultError } from "@florin/core/store/VaultError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { uncommonLength } from "./internal/commonText.js"
import { bound, decrypt, encrypt, nonceLength, scrubbing } from "./internal/sealedBox.js"
import { KeyProvider } from "./KeyProvider.js"

/**
 * What a password hash costs. A hash holds its own, so that a new one leaves old ones valid.
 *
 * - `rounds`: the binary logarithm of scrypt's N
 */
export interface Cost {
  readonly rounds: number
  readonly block: number
  readonly lanes: number
}

/**
 * The cost of new hashes: 32 MiB and about a tenth of a second.
 *
 * Source: OWASP, "Password Storage Cheat Sheet", scrypt.
 */
export class PasswordCost extends Context.Reference<PasswordCost>()("@florin/vault/PasswordCost", {
  defaultValue: (): Cost => ({ rounds: 15, block: 8, lanes: 3 })
}) {}

const form = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([0-9a-f]{32})\$([0-9a-f]{64})$/

const saltLength = 16
const hashLength = 32

const stretched = (password: Redacted.Redacted<string>, salt: Uint8Array, { block, lanes, rounds }: Cost) =>
  Effect.async<Buffer>((resume) => {
    // One text, however it was typed: letters with accents have several encodings.
    const text = Redacted.value(password).normalize("NFKC")
    const options = { N: 2 ** rounds, r: block, p: lanes, maxmem: 256 * 2 ** rounds * block }
    scrypt(text, salt, hashLength, options, (error, hash) => {
      resume(error === null ? Effect.succeed(hash) : Effect.die(error))
    })
  })

interface Stored extends Cost {
  readonly salt: Buffer
  readonly hash: Buffer
}

const storedIn = (text: string): Stored | undefined => {
  const found = form.exec(text)
  if (found === null) return undefined
  const [, rounds, block, lanes, salt = "", hash = ""] = found
  return {
    ...{ rounds: Number(rounds), block: Number(block), lanes: Number(lanes) },
    salt: Buffer.from(salt, "hex"),
    hash: Buffer.from(hash, "hex")
  }
}

/** So many hashes are made at a time: each takes its memory, and a thread of the pool that files and addresses share. */
const atATime = 2

const passwords = Effect.gen(function* () {
  const entropy = yield* Entropy
  const cost = yield* PasswordCost
  const turns = yield* Effect.makeSemaphore(atATime)
  const nobody: Stored = { ...cost, salt: Buffer.alloc(saltLength), hash: Buffer.alloc(hashLength) }

  return {
    hashPassword: (password: Redacted.Redacted<string>) =>
      Effect.suspend(() => {
        const salt = entropy(saltLength)
        const { block, lanes, rounds } = cost
        return Effect.map(
          turns.withPermits(1)(stretched(password, salt, cost)),
          (hash) => `scrypt$${rounds}$${block}$${lanes}$${Buffer.from(salt).toString("hex")}$${hash.toString("hex")}`
        )
      }),
    isPassword: (password: Redacted.Redacted<string>, text: string | null) =>
      Effect.suspend(() => {
        const stored = text === null ? undefined : storedIn(text)
        const { hash, salt, ...cost } = stored ?? nobody
        return Effect.map(turns.withPermits(1)(stretched(password, salt, cost)), (found) => {
          const isEqual = timingSafeEqual(found, hash)
          return isEqual && stored !== undefined
        })
      })
  }
})

const token = /^([A-Za-z0-9_-]{1,64})\.([0-9a-f]{64})$/

const personIn = (text: Redacted.Redacted<string>): PersonId | undefined => {
  const found = token.exec(Redacted.value(text))?.[1]
  return found === undefined ? undefined : PersonId.make(found)
}

const over = /^(.{1,4})\1+$/u

const factsOf = (password: Redacted.Redacted<string>, person: PersonId) => {
  const text = Redacted.value(password)
  return {
    length: Array.from(text).length,
    holdsId: text.toLowerCase().includes(person.toLowerCase()),
    repeats: over.test(text),
    uncommon: uncommonLength(text)
  }
}

const digest = (secret: Redacted.Redacted<string>): string =>
  createHash("sha256").update(Redacted.value(secret), "utf8").digest("hex")

const isSame = (left: string, right: string): boolean =>
  timingSafeEqual(createHash("sha256").update(left).digest(), createHash("sha256").update(right).digest())

const formToken = (session: Redacted.Redacted<string>): string =>
  createHmac("sha256", Redacted.value(session)).update("florin form 1").digest("hex")

const binding = (person: PersonId): Buffer => bound(["florin second factor 1", person])

/** A second factor's secret. Unit: bytes. Source: RFC 4226, section 4, R6. */
const secretLength = 20

/** Loaded with the first code: few processes have people who sign in. */
const totp = Effect.promise(() => import("otpauth"))

const secondFactors = Effect.gen(function* () {
  const entropy = yield* Entropy
  const { ring } = yield* KeyProvider
  // Derived from the stamp key, which never changes: rotated keys leave the ring without a look at people.
  const sealingKey = Effect.map(ring, ({ stamp }) =>
    createHmac("sha256", Redacted.value(stamp)).update("second-factors").digest()
  )
  const open = (person: PersonId, sealed: string) =>
    Effect.flatMap(sealingKey, (key) => {
      const plain = scrubbing(key, () => decrypt(key, Buffer.from(sealed, "base64url"), binding(person)))
      return plain === undefined ? new VaultError({ reason: "altered" }) : Effect.succeed(plain)
    })

  const newSecondFactor = (person: PersonId): Effect.Effect<NewSecondFactor, VaultError> =>
    Effect.gen(function* () {
      const { Secret, TOTP } = yield* totp
      const key = yield* sealingKey
      const bytes = Buffer.from(entropy(secretLength))
      const nonce = entropy(nonceLength)
      return scrubbing(key, () =>
        scrubbing(bytes, () => {
          const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer })
          const uri = new TOTP({ issuer: "Florin", label: person, secret }).toString()
          const box = encrypt(key, nonce, bytes, binding(person))
          return { sealed: box.toString("base64url"), uri: Redacted.make(uri) }
        })
      )
    })

  const stepOf = (person: PersonId, sealed: string, code: Redacted.Redacted<string>, now: number) =>
    Effect.gen(function* () {
      const { Secret, TOTP } = yield* totp
      const bytes = yield* open(person, sealed)
      return scrubbing(bytes, () => {
        const one = new TOTP({ secret: new Secret({ buffer: Uint8Array.from(bytes).buffer }) })
        const delta = one.validate({ token: Redacted.value(code), timestamp: now, window: 1 })
        return delta === null ? undefined : TOTP.counter({ period: one.period, timestamp: now }) + delta
      })
    })

  const hostFormToken = (person: PersonId): Effect.Effect<string, VaultError> =>
    Effect.map(ring, ({ stamp }) => {
      const key = createHmac("sha256", Redacted.value(stamp)).update("host forms").digest()
      return scrubbing(key, () => createHmac("sha256", key).update(person).digest("hex"))
    })

  return { hostFormToken, newSecondFactor, stepOf }
})

export const make = Effect.map(
  Effect.all([passwords, secondFactors]),
  ([ofPasswords, ofSecondFactors]): SignInSecrets["Type"] =>
    SignInSecrets.of({ personIn, factsOf, digest, isSame, formToken, ...ofPasswords, ...ofSecondFactors })
)
