/** Why a message was not accepted. */

/**
 * - `no-signature`: a header of the signature is missing or malformed
 * - `wrong-signature`: no signature fits a secret and the body
 * - `expired`: signed too long ago, or too far ahead
 * - `unreadable`: signed, but not a document of Florin's
 * - `too-large`: longer than `receiver` reads
 * - `not-raw`: the host passed a parsed body
 * - `unusable-secret`: a secret of the host's is not one of Florin's
 */
export type RefusedCode =
  | "no-signature"
  | "wrong-signature"
  | "expired"
  | "unreadable"
  | "too-large"
  | "not-raw"
  | "unusable-secret"

/** A message that must not be acted on. The message of the error never contains a value of the request or a secret. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused"
  readonly code: RefusedCode

  constructor(code: RefusedCode, sentence: string) {
    super(sentence)
    this.code = code
  }
}
