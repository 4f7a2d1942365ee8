/**
 * Which credentials were right lately. It decides where a request waits, never whether it is let in: every request is
 * authenticated by the shop directory, so that a changed secret counts at once.
 */
import { hash } from "node:crypto"
import { Entropy } from "@florin/core/ids/Entropy"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"

export interface Seen {
  readonly has: (digest: string) => boolean
  readonly add: (digest: string) => void
  readonly remove: (digest: string) => void
  /** Of the header as it was sent, under a secret of this process: it says nothing to who reads the memory later. */
  readonly digest: (header: string) => string
}

/** More shops than this at a time wait among the strangers now and then. */
const kept = 10_000

export const make: Effect.Effect<Seen> = Effect.map(Entropy, (entropy) => {
  const salt = Encoding.encodeHex(entropy(32))
  const digests = new Set<string>()
  return {
    has: (digest) => digests.has(digest),
    add: (digest) => {
      if (digests.has(digest)) return
      // The one that has been known for longest goes.
      if (digests.size === kept) digests.delete(digests.values().next().value as string)
      digests.add(digest)
    },
    remove: (digest) => {
      digests.delete(digest)
    },
    digest: (header) => hash("sha256", `${salt}${header}`, "base64")
  }
})
