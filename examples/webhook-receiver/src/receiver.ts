/**
 * A small receiver: verifies every webhook, acts on each new state once, and prints what it got.
 *
 *   FLORIN_WEBHOOK_SECRET=whsec_… npm run receiver
 */
import { createServer, type Server } from "node:http"
import { Readable } from "node:stream"
import { receiver, seenInMemory, type WebhookEvent } from "florin/receiver"

/** Starts a receiver. `onEvent` hears of every state once, whatever is sent twice or late; if it fails, again. */
export const receive = (secrets: string | ReadonlyArray<string>, onEvent: (event: WebhookEvent) => unknown): Server => {
  const answer = receiver({ secrets, seen: seenInMemory(), handle: onEvent })

  return createServer(async (request, response) => {
    const headers = request.headers as Record<string, string>
    const init = { method: "POST", headers, body: Readable.toWeb(request), duplex: "half" } as RequestInit
    try {
      const { status } = await answer(new Request("http://localhost/webhooks", init))
      response.writeHead(status).end()
    } catch (error) {
      console.error(error)
      response.writeHead(500).end()
    }
  })
}

/** An event in a line. */
export const lineOf = (event: WebhookEvent): string => {
  switch (event.type) {
    case "card":
    case "transfer": {
      const { amount, status, type, uid } = event.transaction
      return `${type} ${uid} is ${status}, amount ${amount}`
    }
    case "subscription":
      return `${event.event} ${event.subject} is ${event.subscription.state}`
    case "entitlements":
      return `customer ${event.subject} may use ${Object.keys(event.entitlements.features).join(", ") || "nothing"}`
    case "checkout":
      return `checkout ${event.subject} is unpaid: ${event.checkout.message}`
    case "unknown":
      return `unknown ${event.subject}`
  }
}
