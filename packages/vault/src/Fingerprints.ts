/** What a database remembers a key by: enough to know it again, and nothing that helps to guess it. */
import { createHmac } from "node:crypto"
import * as Redacted from "effect/Redacted"
import type { Key, KeyRing } from "./KeyRing.js"

/** Of a key of 256 random bits: whoever could guess the key needs no fingerprint. */
const of = (key: Key): string =>
  createHmac("sha256", Redacted.value(key)).update("florin key fingerprint 1").digest("hex")

/** The fingerprint of each key by its name; that of the stamp key apart, because a key may be called anything. */
export const ofRing = ({ keys, stamp }: KeyRing) => ({
  keys: new Map(Array.from(keys, ([name, key]) => [name, of(key)] as const)),
  stamp: of(stamp)
})
