/** The webhooks of the fake, signed as Stripe signs. */
import { createHmac } from "node:crypto"
import { request } from "node:http"
import * as Effect from "effect/Effect"

/** A request to the webhook endpoint. */
export interface Webhook {
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** `at` in seconds since 1970. */
export const signatureHeader = (secret: string, body: string, at: number): string =>
  `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`

export const signed = (secret: string, event: { readonly type: string }, at: number): Webhook => {
  const body = JSON.stringify(event)
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "user-agent": "Stripe/1.0 (fake)",
    "stripe-signature": signatureHeader(secret, body, at)
  }
  return { type: event.type, headers, body }
}

/** Sends a webhook and waits for the status of the answer; 0 where there is none. */
export const deliver = (url: string, { body, headers }: Webhook): Effect.Effect<number> =>
  Effect.async((resume) => {
    const sending = request(url, { method: "POST", headers }, (response) => {
      response.resume()
      resume(Effect.succeed(response.statusCode ?? 0))
    })
    sending.once("error", () => resume(Effect.succeed(0)))
    sending.end(body)
    return Effect.sync(() => sending.destroy())
  })
