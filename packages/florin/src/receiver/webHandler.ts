/** A handler of web requests that acts on each event once. */
import { bodyOf } from "./body.js"
import type { WebhookEvent } from "./events.js"
import { checkNames, unusable } from "./options.js"
import type { Seen } from "./seen.js"
import { keysOf, type Secrets, type VerifyOptions, verifyNames } from "./signature.js"
import { verify } from "./verify.js"
import { WebhookRefused } from "./webhookRefused.js"

export interface ReceiverOptions<Transaction> extends VerifyOptions {
  /** Verify the messages. */
  readonly secrets: Secrets
  /** Remembers which events were acted on. */
  readonly seen: Seen<Transaction>
  /** Acts on an event, within the transaction of `seen` where it has one. If it throws or rejects, the event comes again. */
  readonly handle: (event: WebhookEvent, transaction: Transaction) => unknown
  /** Hears why a request was refused, for a log. What it throws or rejects with is dropped: the answer stays the same. */
  readonly onRefused?: (refused: WebhookRefused) => unknown
  /** Unit: bytes, inclusive. Default: 1 MiB. */
  readonly bodyLimit?: number
}

const names: Readonly<Record<keyof ReceiverOptions<unknown>, true>> = {
  ...verifyNames,
  secrets: true,
  seen: true,
  handle: true,
  onRefused: true,
  bodyLimit: true
}

/** Anybody can send what is refused: it must neither change the answer nor reject unheard, which ends a process. */
const notifyRefused = async (
  refused: WebhookRefused,
  onRefused: ReceiverOptions<never>["onRefused"]
): Promise<void> => {
  try {
    await onRefused?.(refused)
  } catch {
    // There is nowhere else to report it.
  }
}

/**
 * Answers Florin's requests: 204 when `handle` has acted or need not act, 401 or 400 for what is not Florin's, 413 for
 * what is too long. Rejects with the error of `handle` or `seen`, so that the host's framework logs it and answers 500;
 * Florin then sends the event again. Nothing is answered before `handle` has ended, and Florin waits for 15 seconds.
 *
 * Errors: throws `WebhookRefused` `unusable-secret` or `unusable-option` at once.
 *
 * Source: D33, D34.
 */
export const receiver = <Transaction = void>(
  given: ReceiverOptions<Transaction>
): ((request: Request) => Promise<Response>) => {
  checkNames(names, given)
  const { bodyLimit = 1024 * 1024, handle, onRefused, secrets, seen, ...options } = given
  if (typeof handle !== "function") throw unusable("handle", "must be a function")
  if (typeof seen?.claim !== "function") throw unusable("seen", "must be what has seen events, such as seenInMemory()")
  keysOf(secrets)
  const verified = async (request: Request): Promise<WebhookEvent | WebhookRefused> => {
    try {
      return await verify(secrets, { headers: request.headers, body: await bodyOf(request, bodyLimit) }, options)
    } catch (error) {
      if (error instanceof WebhookRefused) return error
      throw error
    }
  }
  return async (request) => {
    const event = await verified(request)
    if (event instanceof WebhookRefused) {
      const { status } = event
      // The host's mistake, not the sender's.
      if (status === 500) throw event
      void notifyRefused(event, onRefused)
      return new Response(event.message, { status })
    }
    await seen.claim(event, (transaction) => handle(event, transaction))
    return new Response(null, { status: 204 })
  }
}
