/**
 * Receives a shop's own webhooks in the process of its gateway, for hosts without Effect. A receiver elsewhere uses
 * `florin/receiver`, which needs neither the gateway nor its database.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { WebhookEvent } from "./events.js"
import type { ReceiverOptions } from "./webHandler.js"

/**
 * Acts on an event. It is called again for an event only if it threw or rejected, or if the process ended before it had
 * ended; never for a state that is older than one it has acted on. Florin waits 15 seconds for it.
 */
export type WebhookHandler = (event: WebhookEvent) => unknown

export type WebhookOptions = Pick<ReceiverOptions<void>, "tolerance" | "bodyLimit" | "onRefused">

/**
 * Answers Florin's requests: 204 when the handler has acted or need not act, 401 or 400 for what is not Florin's, 413 for
 * what is too long; 503 while another process acts on the same subject or this one closes; 500 when the handler failed,
 * which Florin's log tells. After all but 204 Florin sends the event again.
 */
export interface Webhook {
  /** For `node:http` and Express: before its JSON parser, or behind `express.raw({ type: "application/json" })`. */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void
  /** For servers that use the web's `Request` and `Response`, such as Hono and Next.js. */
  readonly fetch: (request: Request) => Promise<Response>
}

/**
 * A receiver of a shop's webhooks. The shop's secret verifies them, as it is at each request; the gateway's database
 * remembers for 30 days what was acted on, for all processes that share it.
 *
 * Errors: throws `OptionRefused`.
 */
export type ReceiveWebhooks = (shop: string, handler: WebhookHandler, options?: WebhookOptions) => Webhook
