/** Why a message was not accepted. */
import { type CodedError, docsOf, type ErrorFields, noFields, sentenceOf, statusOf } from "../faces/errorCodes.js"

/**
 * - `no-signature`: a header of the signature is missing or malformed
 * - `wrong-signature`: no signature fits a secret and the body
 * - `expired`: signed too long ago, or too far ahead
 * - `unreadable`: signed, but not a document of Florin's
 * - `too-large`: longer than `receiver` reads
 * - `not-raw`: the host passed a parsed body
 * - `unusable-secret`: a secret of the host's is not one of Florin's
 * - `unusable-option`: the host passed an option that there is none of, or something else in place of one
 */
export type RefusedCode =
  | "no-signature"
  | "wrong-signature"
  | "expired"
  | "unreadable"
  | "too-large"
  | "not-raw"
  | "unusable-secret"
  | "unusable-option"

/** A message that must not be acted on. The message of the error never contains a value of the request or a secret. */
export class WebhookRefused extends Error implements CodedError {
  override readonly name = "WebhookRefused"
  readonly code: RefusedCode
  readonly fields: ErrorFields = noFields
  readonly docs: string
  readonly status: number

  constructor(code: RefusedCode, specifics: Readonly<Record<string, string | number>> = {}) {
    super(sentenceOf(code, specifics))
    this.code = code
    this.docs = docsOf(code)
    this.status = statusOf(code)
  }
}
