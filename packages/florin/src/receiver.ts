/**
 * For apps that receive webhooks: verifies a message, says what it tells, and acts on it once. No dependencies; runs on
 * Node and on edge runtimes.
 */

export type * from "./receiver/documents.js"
export type {
  CardEvent,
  CheckoutEvent,
  EntitlementsEvent,
  SubscriptionEvent,
  TransferEvent,
  UnknownEvent,
  WebhookEvent,
  WebhookEventBase
} from "./receiver/events.js"
export type { Meaning } from "./receiver/means.js"
export type { Message, MessageHeaders } from "./receiver/message.js"
export { isNewer, type Seen, seenInMemory } from "./receiver/seen.js"
export type { Secrets, VerifyOptions } from "./receiver/signature.js"
export { verify } from "./receiver/verify.js"
export { type ReceiverOptions, receiver } from "./receiver/webHandler.js"
export { type RefusedCode, WebhookRefused } from "./receiver/webhookRefused.js"
