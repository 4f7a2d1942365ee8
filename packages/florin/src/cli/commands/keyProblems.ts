/** Key ring errors as sentences that say what to do. */
import type { KeyRingError } from "@florin/vault/KeyRingError"

type Reason = KeyRingError["reason"]

/** What is said of a ring, with `{path}` where its file is named. */
const sentences: Readonly<Record<Reason, string>> = {
  "not-an-object": "is empty or not a JSON object",
  "unexpected-member": "has a member that no key ring has",
  "missing-member": "lacks a member",
  "wrong-type": "has a member of the wrong type",
  "key-name": "names a key with other characters than letters, digits, _ and -",
  "key-encoding": "holds a key that is not base64",
  "key-length": "holds a key that is not 32 bytes long",
  "key-changed": "holds another key than before under the same name; put the old one back",
  "current-not-in-ring": "names a current key that it does not hold",
  "same-key-twice": "holds one key twice",
  "not-found": "does not exist; `florin keys new {path}` makes one",
  "not-a-file": "is not a file",
  "too-large": "is larger than any key ring",
  unreadable: "may not be read by this user",
  "readable-by-others": "can be read by other users: chmod 600 {path}",
  exists: "exists already; it was left as it is",
  busy: "is being changed by another process; if none is at work, remove {path}.next",
  unwritable: "cannot be written; it was left as it was"
}

/** One sentence that holds nothing of the ring. `path` is absent when the ring was given as text. */
export const problem = ({ keyName, member, reason }: KeyRingError, path: string | undefined): string => {
  const sentence = sentences[reason].replace("{path}", () => path ?? "<file>")
  const place = [member, keyName].filter((part) => part !== undefined).join(" ")
  return `${path ?? "the key ring in it"} ${sentence}${member === undefined ? "" : ` (${place})`}`
}
