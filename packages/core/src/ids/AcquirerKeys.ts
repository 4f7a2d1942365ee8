/** The keys of attempts: `<uid>`, and of those that follow it `<uid>:charge-2`, `<uid>:reverse`, `<uid>:reverse-2`. */
import type { TransactionUid } from "./Ids.js"

const shape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?::(?:charge|reverse)(?:-[1-9]\d{0,3})?)?$/

/** The transaction that a key would be of. Undefined: no key of ours, as other systems have them at the same provider. */
export const uidIn = (key: string): TransactionUid | undefined => shape.exec(key)?.[1] as TransactionUid | undefined
