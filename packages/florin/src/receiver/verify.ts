/** Verifies and reads in one step. */
import { read, type WebhookEvent } from "./events.js"
import { header, type Message } from "./message.js"
import { checkNames } from "./options.js"
import { type Secrets, type VerifyOptions, verified, verifyNames } from "./signature.js"
import { WebhookRefused } from "./webhookRefused.js"

const signedSequence = /^msg_.+_(\d{1,15})$/

/** The sequence of 0.1 stood in a header, which no signature protects. */
export const hasSignedSequence = (id: string): boolean => signedSequence.test(id)

/** The header is a copy: only the id is signed with the body. Source: D33a. */
const sequenceOf = (id: string, message: Message, { requireSignedSequence = false }: VerifyOptions): string => {
  const signed = signedSequence.exec(id)?.[1]
  if (signed !== undefined) return signed
  if (requireSignedSequence) {
    throw new WebhookRefused("no-signature", { wrong: "has no sequence in its header", header: "webhook-id" })
  }
  return header(message, "florin-sequence", /^\d{1,15}$/)
}

/**
 * Verifies a message and returns what it tells. Several secrets are for the time in which one replaces another.
 *
 * Errors: rejects with `WebhookRefused`.
 *
 * Source: Standard Webhooks 1.0; D33, D33a.
 */
export const verify = async (
  secrets: Secrets,
  message: Message,
  options: VerifyOptions = {}
): Promise<WebhookEvent> => {
  checkNames(verifyNames, options)
  const { body, id } = await verified(secrets, message, options)
  return read(id, sequenceOf(id, message, options), body)
}
