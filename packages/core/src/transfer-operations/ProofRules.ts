/** The rules of proofs: what a document must be, and when a proof is accepted. */
import type { Amount } from "../money/Amount.js"
import { type FieldError, InvalidRequest, invalid } from "../request/InvalidRequest.js"
import { methodForCurrency, methods, provableMethods } from "../transfers/methods/Methods.js"
import type { Transfer } from "../transfers/Transfer.js"
import type { ProofDocument, ProofRequest } from "../transfers/TransferRequest.js"
import { currencyRefusal, wholeAmountRefusal } from "./TransferRules.js"

/** Source: interface, "Limits | Proof requests per payment". */
export const mostProofs = 3

/** The greatest size of a document, in bytes. Source: D29. */
export const greatestDocument = 5 * 1024 * 1024

const pdf = [0x25, 0x50, 0x44, 0x46, 0x2d]

/** Where the mark of a PDF may stand: banks and scanners write lines of their own before it. Unit: bytes. Source: D29. */
const firstBytes = 1024

/** Whether `%PDF-` stands within the first bytes. */
const isPdf = (content: Uint8Array): boolean => {
  for (let start = content.indexOf(pdf[0]!); start >= 0; start = content.indexOf(pdf[0]!, start + 1)) {
    if (start + pdf.length > firstBytes) return false
    if (pdf.every((byte, index) => content[start + index] === byte)) return true
  }
  return false
}

// A colon is part of a path too: `C:name.pdf`. Line breaks and other controls are in no name.
const hasExtension = /^[^/\\:\p{Cc}]*[^/\\:.\p{Cc}][^/\\:\p{Cc}]*\.[A-Za-z0-9]{1,10}$/u

const at = (member: string, sentence: string): FieldError => ({ path: ["document", member], sentence })

const contentErrors = ({ content, fileSize }: ProofDocument): ReadonlyArray<FieldError> => {
  if (content.length === 0) return [at("content", "can't be blank")]
  if (content.length > greatestDocument) return [at("content", "is too long (maximum is 5 MiB)")]
  return [
    ...(content.length === fileSize ? [] : [at("file_size", "is not the size of the content")]),
    ...(isPdf(content) ? [] : [at("content", "is not a PDF")])
  ]
}

/** The faults of a document that need no checksum. Source: D29. */
export const documentErrors = (document: ProofDocument): ReadonlyArray<FieldError> => [
  ...(document.contentType.toLowerCase() === "application/pdf" ? [] : [at("content_type", "must be application/pdf")]),
  ...(hasExtension.test(document.fileName) ? [] : [at("file_name", "must be a file name with an extension")]),
  ...contentErrors(document)
]

/** The SHA-256 sums that a document may carry, in lower-case hex. Source: D29. */
export interface Checksums {
  readonly ofAmount: string
  readonly ofFile: string
}

const errorsOf = (refused: InvalidRequest | undefined): ReadonlyArray<FieldError> => refused?.errors ?? []

const requestErrors = ({ amount, currency, document }: ProofRequest): ReadonlyArray<FieldError> => {
  const method = methodForCurrency(provableMethods, currency)
  return [
    ...errorsOf(wholeAmountRefusal(method, amount)),
    ...errorsOf(currencyRefusal(method, currency)),
    ...documentErrors(document)
  ]
}

const refusing = (errors: ReadonlyArray<FieldError>): InvalidRequest | undefined =>
  errors.length === 0 ? undefined : new InvalidRequest({ errors: errors as [FieldError] })

/** Refuses a proof for what was sent, before the payment is looked at. */
export const refusal = (request: ProofRequest): InvalidRequest | undefined => refusing(requestErrors(request))

/** The same, once the sums of what was sent are known. */
export const checksumRefusal = (
  { document }: ProofRequest,
  { ofAmount, ofFile }: Checksums
): InvalidRequest | undefined =>
  refusing(document.checksum === ofAmount || document.checksum === ofFile ? [] : [at("checksum", "is wrong")])

/** The text whose SHA-256 is the checksum of an amount. */
export const amountChecksumText = (amount: Amount): string => String(amount)

const provable = Object.entries(methods)
  .flatMap(([name, { isProvable }]) => (isProvable ? [name] : []))
  .join(" or ")

/** Refuses a proof because of its payment's state. Source: interface, "Payment proof"; D29. */
export const paymentStateRefusal = (payment: Transfer): InvalidRequest | undefined => {
  const { method, proof, status, type } = payment
  if (type !== "payment" || !methods[method].isProvable) return invalid([], `Only an ${provable} payment can be proven`)
  if (proof?.status === "pending") return invalid([], "A proof of this payment is being processed")
  if (status !== "failed") return invalid([], "Only a failed payment can be proven")
  return (proof?.count ?? 0) >= mostProofs ? invalid([], `No more than ${mostProofs} proofs are accepted`) : undefined
}
