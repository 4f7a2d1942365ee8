/**
 * For apps that receive webhooks: verifies a message, says what it tells, and acts on it once. No dependencies; runs on
 * Node and on edge runtimes.
 */
export { type ReceiverOptions, receiver } from "./internal/receiver/answering.js"
export type * from "./internal/receiver/documents.js"
export type {
  CardEvent,
  SubscriptionEvent,
  Told,
  TransferEvent,
  UnknownEvent,
  WebhookEvent
} from "./internal/receiver/events.js"
export type { Meaning } from "./internal/receiver/means.js"
export type { Message, MessageHeaders } from "./internal/receiver/message.js"
export { isNewer, type Seen, seenInMemory } from "./internal/receiver/seen.js"
export type { Secrets, VerifyOptions } from "./internal/receiver/signature.js"
export { verify } from "./internal/receiver/verify.js"
export { type RefusedCode, WebhookRefused } from "./internal/receiver/webhookRefused.js"
