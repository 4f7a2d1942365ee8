/** One HTTP call to a provider, and what became of it. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** A provider's address, and the key with which it knows us. */
export interface Provider {
  readonly url: string
  readonly apiKey: Redacted.Redacted<string>
}

/**
 * - `Answered`: the provider has said something
 * - `NotSent`: there was no connection, so no byte of the request left this process
 * - `Unknown`: the request may have arrived, and may have been processed
 */
export type Reply =
  | { readonly _tag: "Answered"; readonly status: number; readonly body: unknown }
  | { readonly _tag: "NotSent" }
  | { readonly _tag: "Unknown" }

// The only errors after which nothing can have been sent: no name, no route, no listener.
const unconnected = ["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "UND_ERR_CONNECT_TIMEOUT"]

const failedReply = (error: unknown): Reply => {
  const cause = error instanceof Error ? (error.cause as { readonly code?: string } | undefined) : undefined
  return unconnected.includes(cause?.code ?? "") ? { _tag: "NotSent" } : { _tag: "Unknown" }
}

const unknown: Reply = { _tag: "Unknown" }

/** A call. `key` makes it idempotent at the provider. */
export interface Call {
  readonly method: "GET" | "POST" | "PUT"
  readonly path: string
  readonly key?: string
  readonly body?: object
}

/** Below the gateway's own limit of 20 s for 3-D Secure and 30 s for acquirers, so that this one applies first. */
const limit = "15 seconds"

/** Sends a call. Never fails: whatever goes wrong is one of the three outcomes. */
export const exchange =
  ({ apiKey, url }: Provider) =>
  ({ body, key, method, path }: Call): Effect.Effect<Reply> =>
    Effect.tryPromise({
      try: async (signal): Promise<Reply> => {
        const headers = new Headers({
          authorization: `Bearer ${Redacted.value(apiKey)}`,
          "content-type": "application/json"
        })
        if (key !== undefined) headers.set("idempotency-key", key)
        const text = body === undefined ? null : JSON.stringify(body)
        const response = await fetch(`${url}${path}`, { method, headers, body: text, signal, redirect: "error" })
        return { _tag: "Answered", status: response.status, body: await response.json() }
      },
      catch: failedReply
    }).pipe(Effect.merge, Effect.timeoutTo({ duration: limit, onSuccess: (reply) => reply, onTimeout: () => unknown }))
