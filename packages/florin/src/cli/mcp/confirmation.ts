/**
 * The second step of a write. The first call answers with a word that holds when it was given and is bound to the tool and
 * its arguments by a key of this process, so nothing is kept between the two. It is the idempotency key as well: a second
 * call that is repeated is carried out once.
 */
import { createHmac, timingSafeEqual } from "node:crypto"

/** For how long a word is good. Unit: milliseconds. */
export const validFor = 10 * 60_000

export interface Confirmation {
  /** `nonce`: 16 hexadecimal digits that no other word has. */
  readonly give: (nonce: string, at: number, call: string) => string
  readonly isRight: (word: string, at: number, call: string) => boolean
}

const form = /^([0-9a-f]{16})-(\d{1,16})-[0-9a-f]{32}$/

export const make = (key: Uint8Array): Confirmation => {
  const give = (nonce: string, at: number, call: string): string => {
    const head = `${nonce}-${at}`
    return `${head}-${createHmac("sha256", key).update(`${head}\n${call}`).digest("hex").slice(0, 32)}`
  }
  return {
    give,
    isRight: (word, at, call) => {
      const [, nonce = "", given = ""] = form.exec(word) ?? []
      const expected = Buffer.from(give(nonce, Number(given), call))
      const isSame = expected.length === word.length && timingSafeEqual(expected, Buffer.from(word))
      return isSame && Number(given) <= at && at < Number(given) + validFor
    }
  }
}
