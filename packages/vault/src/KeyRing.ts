/** The keys of a vault: named key-encrypting keys, one of them current, and a separate stamp key. */
import { timingSafeEqual } from "node:crypto"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { KeyRingError, Member, Reason } from "./KeyRingError.js"

/**
 * The length of every key.
 *
 * Unit: bytes.
 */
export const keyLength = 32

/** A key. Prints as `<redacted>`. */
export type Key = Redacted.Redacted<Uint8Array>

/** A ring validated by `make` or `fromText`. */
export interface KeyRing {
  /** The name of the key that seals new cards. */
  readonly current: string
  /** Key-encrypting keys by name. An old key stays until no card is sealed with it. */
  readonly keys: ReadonlyMap<string, Key>
  /** For stamps only. Never change it in a deployment: equal cards would get different stamps. Source: D14. */
  readonly stamp: Key
}

const Name = Schema.String.pipe(Schema.pattern(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/))

const isCanonical = (text: string): boolean => Buffer.from(text, "base64").toString("base64") === text

const Base64Key = Schema.String.pipe(
  Schema.filter(isCanonical, { message: () => "key-encoding" }),
  Schema.filter((text) => Buffer.byteLength(text, "base64") === keyLength, { message: () => "key-length" })
)

const Text = Schema.parseJson(
  Schema.Struct({ current: Schema.String, keys: Schema.Record({ key: Name, value: Base64Key }), stamp: Base64Key })
)

const decode = Schema.decodeEither(Text, { onExcessProperty: "error" })
const isName = Schema.is(Name)
const isReason = Schema.is(Reason)
const isMember = Schema.is(Member)

const reasonOf = ({ _tag, message, path }: ParseResult.ArrayFormatterIssue): Reason => {
  if (isReason(message)) return message
  if (_tag === "Unexpected") return path.length === 1 ? "unexpected-member" : "key-name"
  if (_tag === "Missing") return "missing-member"
  return path.length === 0 ? "not-an-object" : "wrong-type"
}

const refused = (reason: Reason, member?: Member): KeyRingError =>
  new KeyRingError(member === undefined ? { reason } : { reason, member })

/** Returns only our own reasons and member names, because the parser's messages quote its input. */
const toError = (error: ParseResult.ParseError): KeyRingError => {
  const issue = ParseResult.ArrayFormatter.formatErrorSync(error)[0]!
  const member = issue.path[0]
  return refused(reasonOf(issue), isMember(member) ? member : undefined)
}

const isSame = (one: Key, other: Key): boolean => timingSafeEqual(Redacted.value(one), Redacted.value(other))

/**
 * A ring from its parts, for a host with another source of keys, such as a key management service.
 *
 * Shape: names of 1 to 64 of `A-Z a-z 0-9 _ -` with a letter in front; keys of 32 bytes, all different.
 *
 * Errors: `key-name`, `key-length`, `current-not-in-ring`, `same-key-twice`.
 */
export const make = (parts: KeyRing): Either.Either<KeyRing, KeyRingError> => {
  const keys = [...parts.keys.values()]
  const isWhole = (key: Key) => Redacted.value(key).length === keyLength
  if (![...parts.keys.keys()].every((name) => isName(name))) return Either.left(refused("key-name", "keys"))
  if (!keys.every(isWhole)) return Either.left(refused("key-length", "keys"))
  if (!isWhole(parts.stamp)) return Either.left(refused("key-length", "stamp"))
  if (!parts.keys.has(parts.current)) return Either.left(refused("current-not-in-ring", "current"))
  if (keys.some((key) => isSame(key, parts.stamp))) return Either.left(refused("same-key-twice", "stamp"))
  const twice = keys.some((key, index) => keys.slice(index + 1).some((other) => isSame(key, other)))
  return twice ? Either.left(refused("same-key-twice", "keys")) : Either.right(parts)
}

const toKey = (text: string): Key => Redacted.make(Uint8Array.from(Buffer.from(text, "base64")))

/**
 * Reads a ring.
 *
 * Shape: `{"current":"k2","keys":{"k1":"<base64 of 32 bytes>","k2":"…"},"stamp":"<base64 of 32 bytes>"}`, no other
 * member, canonical base64.
 *
 * Errors: every reason up to `same-key-twice`.
 */
export const fromText = (text: Redacted.Redacted<string>): Either.Either<KeyRing, KeyRingError> =>
  decode(Redacted.value(text)).pipe(
    Either.mapLeft(toError),
    Either.flatMap(({ current, keys, stamp }) =>
      make({
        current,
        keys: new Map(Object.entries(keys).map(([name, key]) => [name, toKey(key)])),
        stamp: toKey(stamp)
      })
    )
  )

const toBase64 = (key: Key): string => Buffer.from(Redacted.value(key)).toString("base64")

/** Encodes a ring in the format of `fromText`. */
export const toText = (ring: KeyRing): Redacted.Redacted<string> => {
  const keys = Object.fromEntries([...ring.keys].map(([name, key]) => [name, toBase64(key)]))
  return Redacted.make(`${JSON.stringify({ current: ring.current, keys, stamp: toBase64(ring.stamp) }, null, 2)}\n`)
}

/**
 * The new ring, if it may replace the old one: keys may be added and removed, but a name must keep its key, and the
 * stamp key must stay the same.
 *
 * Errors: `key-changed`.
 */
export const succeed = (old: KeyRing, next: KeyRing): Either.Either<KeyRing, KeyRingError> => {
  if (!isSame(old.stamp, next.stamp)) return Either.left(refused("key-changed", "stamp"))
  const changed = [...next.keys].some(([name, key]) => {
    const before = old.keys.get(name)
    return before !== undefined && !isSame(before, key)
  })
  return changed ? Either.left(refused("key-changed", "keys")) : Either.right(next)
}
