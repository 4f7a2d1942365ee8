/**
 * For apps that receive webhooks: verifies a message and says what it tells. No dependencies; runs on Node and on edge
 * runtimes.
 */
import { read, type WebhookEvent } from "./internal/receiver/events.js"
import { header, type Message } from "./internal/receiver/message.js"
import { type Secrets, type VerifyOptions, verified } from "./internal/receiver/signature.js"

export type * from "./internal/receiver/documents.js"
export type {
  CardEvent,
  SubscriptionEvent,
  Told,
  TransferEvent,
  UnknownEvent,
  WebhookEvent
} from "./internal/receiver/events.js"
export type { Message, MessageHeaders } from "./internal/receiver/message.js"
export type { Secrets, VerifyOptions } from "./internal/receiver/signature.js"
export { type RefusedCode, WebhookRefused } from "./internal/receiver/webhookRefused.js"

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
