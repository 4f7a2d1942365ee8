/** The rules of proofs: what a document must be, and when a proof is accepted. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type { Amount } from "../money/Amount.js"
import { type FieldError, InvalidRequest, invalid } from "../request/InvalidRequest.js"
import type { Transfer } from "./Transfer.js"
import type { ProofDocument, ProofRequest } from "./TransferRequest.js"
import { wholeUnit } from "./TransferRules.js"

/** Source: interface, "Limits | Proof requests per payment". */
export const mostProofs = 3

/** The greatest size of a document, in bytes. Source: D29. */
export const greatestDocument = 5 * 1024 * 1024

/**
 * How long after a proof or a confirmation the next one is refused; after exactly this long it is accepted.
 *
 * Source: interface, "Limits | Duplicate-check window of proof and confirm"; D12.
 */
export const window = Duration.seconds(30)

/** Whether an equal request was accepted within the last 30 seconds. */
export const isRepeat = (last: DateTime.Utc | null, now: DateTime.Utc): boolean =>
  last !== null && DateTime.lessThan(now, DateTime.addDuration(last, window))

const paddingOf = (content: string): string => /=*$/.exec(content.slice(-2))?.[0] ?? ""

// The last digits that leave the bits that nothing uses at zero, by the padding behind them.
const lastDigits: Readonly<Record<string, RegExp>> = {
  "": /[A-Za-z0-9+/]$/,
  "=": /[AEIMQUYcgkosw048]$/,
  "==": /[AQgw]$/
}

/** Whether it is base64 as RFC 4648 has it: padded, in one line, and the only text for these bytes. */
const isCanonical = (content: string): boolean => {
  if (content.length % 4 !== 0) return false
  const padding = paddingOf(content)
  const digits = content.slice(0, content.length - padding.length)
  // A search for the first foreign character: it never goes back, however long the text is.
  return !/[^A-Za-z0-9+/]/.test(digits) && lastDigits[padding]!.test(digits.slice(-1))
}

/** The size of what canonical base64 encodes. */
const sizeOf = (content: string): number => (content.length / 4) * 3 - paddingOf(content).length

// `%PDF-` in base64; the last digit also holds two bits of the byte that follows.
const beginsAsPdf = /^JVBERi[0-3]/

// A colon is part of a path too: `C:name.pdf`.
const hasExtension = /^[^/\\:]*[^/\\:.][^/\\:]*\.[A-Za-z0-9]{1,10}$/

const at = (member: string, sentence: string): FieldError => ({ path: ["document", member], sentence })

const contentErrors = ({ content, fileSize }: ProofDocument): ReadonlyArray<FieldError> => {
  if (content === "") return [at("content", "can't be blank")]
  if (content.length > Math.ceil(greatestDocument / 3) * 4) return [at("content", "is too long (maximum is 5 MiB)")]
  if (!isCanonical(content)) {
    return [at("content", "is not base64. Line breaks and spaces are not allowed")]
  }
  const size = sizeOf(content)
  if (size > greatestDocument) return [at("content", "is too long (maximum is 5 MiB)")]
  return [
    ...(size === fileSize ? [] : [at("file_size", "is not the size of the content")]),
    ...(beginsAsPdf.test(content) ? [] : [at("content", "is not a PDF")])
  ]
}

/** The faults of a document that need no checksum. Source: D29. */
export const documentErrors = (document: ProofDocument): ReadonlyArray<FieldError> => [
  ...(document.contentType === "application/pdf" ? [] : [at("content_type", "must be application/pdf")]),
  ...(hasExtension.test(document.fileName) ? [] : [at("file_name", "must be a file name with an extension")]),
  ...contentErrors(document)
]

/** The SHA-256 sums that a document may carry, in lower-case hex. Source: D29. */
export interface Checksums {
  readonly ofAmount: string
  readonly ofFile: string
}

/** Refuses a proof for what was sent, before the payment is looked at. */
export const refusal = (request: ProofRequest, checksums: () => Checksums): InvalidRequest | undefined => {
  const { amount, currency, document } = request
  const errors: Array<FieldError> = []
  if (amount % wholeUnit !== 0) errors.push({ path: ["amount"], sentence: "must be a whole number of roubles" })
  if (currency !== "RUB") errors.push({ path: ["currency"], sentence: "is not supported. Only RUB is" })
  errors.push(...documentErrors(document))
  if (errors.length === 0) {
    const { ofAmount, ofFile } = checksums()
    const { checksum } = document
    if (checksum !== ofAmount && checksum !== ofFile) errors.push(at("checksum", "is wrong"))
  }
  return errors.length === 0 ? undefined : new InvalidRequest({ errors: errors as [FieldError] })
}

/** The text whose SHA-256 is the checksum of an amount. */
export const amountText = (amount: Amount): string => String(amount)

/** Refuses a proof for how its payment stands. Source: interface, "Payment proof"; D29. */
export const standingRefusal = (payment: Transfer): InvalidRequest | undefined => {
  const { method, proof, status, type } = payment
  if (type !== "payment" || method !== "sbp_data") return invalid([], "Only an sbp_data payment can be proven")
  if (proof?.status === "pending") return invalid([], "A proof of this payment is being processed")
  if (status !== "failed") return invalid([], "Only a failed payment can be proven")
  return (proof?.count ?? 0) >= mostProofs ? invalid([], `No more than ${mostProofs} proofs are accepted`) : undefined
}
