/**
 * The references that we send and that Adyen reports.
 *
 * A payment's own reference is our key. That of a modification is our key and what it is, because a notification of a
 * modification may carry the payment's reference in its place, and must not be taken for the payment's outcome.
 */
import { AcquirerKey } from "@florin/core/ids/Ids"

/** Whose tokens are taken. */
export const provider = "adyen"

export type ModificationKind = "capture" | "refund" | "void"

/** The reference of a modification. Shape: `<key>.<kind>`; Adyen takes 80 characters. */
export const sentReference = (key: string, kind: ModificationKind): string => `${key}.${kind}`

/** Our key in the reference of a modification of one of these kinds. */
export const keyOfModification = (
  reference: string,
  kinds: ReadonlyArray<ModificationKind>
): AcquirerKey | undefined => {
  const end = reference.lastIndexOf(".")
  const isOurs = end > 0 && kinds.some((kind) => kind === reference.slice(end + 1))
  return isOurs ? AcquirerKey.make(reference.slice(0, end)) : undefined
}

/** Our key in the reference of a payment or a modification. */
export const keyIn = (reference: string): AcquirerKey =>
  keyOfModification(reference, ["capture", "refund", "void"]) ?? AcquirerKey.make(reference)

const pspReference = /^[A-Za-z0-9]{1,64}$/

export const isPspReference = (text: string): boolean => pspReference.test(text)

/** What is reported of a capture: it is refunded by the payment's reference, and told about under its own. */
export const ofCapture = (payment: string, capture: string): string => `${payment}/${capture}`

/** The payment's reference in what was reported of a charge or a capture. */
export const paymentIn = (reported: string | null): string | undefined => {
  const payment = reported?.split("/", 1)[0] ?? ""
  return isPspReference(payment) ? payment : undefined
}
