/** Webhooks as the vendor signs them: HMAC-SHA256 of the body in hex, and the header that the account has set. */
import { createHmac } from "node:crypto"

/** A webhook, ready to be sent: to the address that was subscribed, or into a connector by hand. */
export interface SignedNotification {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const signed = (event: object, signatureKey: string, authorization: string): SignedNotification => {
  const body = JSON.stringify(event)
  const signature = createHmac("sha256", signatureKey).update(body, "utf8").digest("hex")
  return { body, headers: { "content-type": "application/json", "cko-signature": signature, authorization } }
}
