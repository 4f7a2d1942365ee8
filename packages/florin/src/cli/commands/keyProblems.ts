/** Key ring errors as sentences that say what to do. */
import type { KeyRingError } from "@florin/vault/KeyRingError"

type Reason = KeyRingError["reason"]

const inText: Readonly<Record<Extract<Reason, `${string}-member` | `key-${string}` | "wrong-type">, string>> = {
  "unexpected-member": "has a member that no key ring has",
  "missing-member": "lacks a member",
  "wrong-type": "has a member of the wrong type",
  "key-name": "names a key with other characters than letters, digits, _ and -",
  "key-encoding": "holds a key that is not base64",
  "key-length": "holds a key that is not 32 bytes long",
  "key-changed": "holds another key than before under the same name; put the old one back"
}

const sentenceOf = (reason: Reason, path: string): string => {
  switch (reason) {
    case "not-an-object":
      return "is empty or not a JSON object"
    case "current-not-in-ring":
      return "names a current key that it does not hold"
    case "same-key-twice":
      return "holds one key twice"
    case "not-found":
      return `does not exist; \`florin keys new ${path}\` makes one`
    case "not-a-file":
      return "is not a file"
    case "too-large":
      return "is larger than any key ring"
    case "unreadable":
      return "may not be read by this user"
    case "readable-by-others":
      return `can be read by other users: chmod 600 ${path}`
    case "exists":
      return "exists already; it was left as it is"
    case "busy":
      return `is being changed by another process; if none is at work, remove ${path}.next`
    case "unwritable":
      return "cannot be written; it was left as it was"
    default:
      return inText[reason]
  }
}

/** One sentence that holds nothing of the ring. `path` is absent when the ring was given as text. */
export const problem = ({ keyName, member, reason }: KeyRingError, path: string | undefined): string =>
  `${path ?? "the key ring in it"} ${sentenceOf(reason, path ?? "<file>")}${member === undefined ? "" : ` (${[member, keyName].filter((part) => part !== undefined).join(" ")})`}`
