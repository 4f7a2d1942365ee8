/** Errors about a key ring, without any of its names or keys. */
import * as Schema from "effect/Schema"

/** The code of each reason: what a host does is the same for several. */
const codes = {
  "not-an-object": "malformed",
  "unexpected-member": "malformed",
  "missing-member": "malformed",
  "wrong-type": "malformed",
  "key-name": "malformed",
  "key-encoding": "malformed",
  "key-length": "malformed",
  "current-not-in-ring": "malformed",
  "same-key-twice": "malformed",
  "key-changed": "changed",
  "not-found": "missing",
  "not-a-file": "unreadable",
  "too-large": "unreadable",
  unreadable: "unreadable",
  "readable-by-others": "readable-by-others",
  exists: "exists",
  busy: "busy",
  unwritable: "unwritable"
} as const

/**
 * Why a key ring was refused.
 *
 * - `not-an-object`: the text is not a JSON object
 * - `unexpected-member`, `missing-member`, `wrong-type`: its members are not `current`, `keys` and `stamp`
 * - `key-name`: a name is not 1 to 64 of `A-Z a-z 0-9 _ -` with a letter in front
 * - `key-encoding`: a key is not canonical base64
 * - `key-length`: a key is not 32 bytes long
 * - `current-not-in-ring`: `current` names no key of the ring
 * - `same-key-twice`: two names have the same key, or a key equals the stamp key
 * - `key-changed`: a name, or the stamp, has another key than the ring in use
 * - `not-found`, `not-a-file`, `too-large`, `unreadable`: the file cannot be read
 * - `readable-by-others`: the file's mode lets others in; it has to be 0600 or less
 * - `exists`: there is a file already; it was left as it is
 * - `busy`: the ring is being changed by another process, or a change was killed and left its `.next` file behind
 * - `unwritable`: the file cannot be written; it was left as it was
 */
export const Reason = Schema.Literal(...(Object.keys(codes) as [Reason, ...Array<Reason>]))

export type Reason = keyof typeof codes

/** The members of a ring's text. */
export const Member = Schema.Literal("current", "keys", "stamp")

export type Member = typeof Member.Type

/** A refused key ring. It names the faulty member, never its value. */
export class KeyRingError extends Schema.TaggedError<KeyRingError>("@florin/vault/KeyRingError")("KeyRingError", {
  reason: Reason,
  member: Schema.optional(Member),
  /** The name of the key at fault. */
  keyName: Schema.optional(Schema.String)
}) {
  get code() {
    return `key-ring-${codes[this.reason]}` as const
  }

  override get message(): string {
    const where = [this.member, this.keyName].filter((part) => part !== undefined).join(" ")
    return `Key ring: ${this.reason}${where === "" ? "" : ` (${where})`}`
  }
}
