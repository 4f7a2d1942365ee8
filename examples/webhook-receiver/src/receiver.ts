/**
 * A small receiver: verifies every webhook with the `standardwebhooks` package, keeps the newest state per transaction,
 * and prints what it got.
 *
 *   FLORIN_WEBHOOK_SECRET=whsec_… npm run receiver
 */
import { createServer, type IncomingMessage, type Server } from "node:http"
import { Webhook, WebhookVerificationError } from "standardwebhooks"

export interface Received {
  readonly id: string
  readonly sequence: number
  readonly transaction: {
    readonly uid: string
    readonly type: string
    readonly status: string
    readonly amount: number
  }
}

const bodyLimit = 64 * 1024

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > bodyLimit) throw new Error("too large")
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

/** Starts a receiver. `onReceived` hears of every webhook once, whatever is sent twice or late. */
export const receive = (secret: string, onReceived: (received: Received) => void): Server => {
  const webhook = new Webhook(secret)
  const seen = new Set<string>()
  const newest = new Map<string, number>()

  return createServer(async (request, response) => {
    try {
      const body = await read(request)
      const { transaction } = webhook.verify(body, request.headers as Record<string, string>) as Received
      const id = String(request.headers["webhook-id"])
      const sequence = Number(request.headers["florin-sequence"])
      const isNew = !seen.has(id) && sequence > (newest.get(transaction.uid) ?? 0)
      // Acknowledge what is old as well, or it comes again.
      response.writeHead(204).end()
      if (!isNew) return
      seen.add(id)
      newest.set(transaction.uid, sequence)
      onReceived({ id, sequence, transaction })
    } catch (error) {
      response.writeHead(error instanceof WebhookVerificationError ? 401 : 400).end()
    }
  })
}
