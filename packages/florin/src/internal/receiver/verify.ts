/** Verifies and reads in one step. */
import { read, type WebhookEvent } from "./events.js"
import { header, type Message } from "./message.js"
import { type Secrets, type VerifyOptions, verified } from "./signature.js"

/**
 * Verifies a message and returns what it tells. Several secrets are for the time in which one replaces another.
 *
 * Errors: rejects with `WebhookRefused`.
 *
 * Source: Standard Webhooks 1.0; D33.
 */
export const verify = async (
  secrets: Secrets,
  message: Message,
  options: VerifyOptions = {}
): Promise<WebhookEvent> => {
  const { body, id } = await verified(secrets, message, options)
  return read(id, header(message, "florin-sequence", /^\d{1,15}$/), body)
}
