/**
 * A tour: authorizes a test card, captures, refunds, and waits for the webhooks of all three.
 *
 *   FLORIN_SHOP=demo:<secret> FLORIN_WEBHOOK_SECRET=whsec_… npm run tour
 */
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { receive } from "./receiver.js"

const { FLORIN_SHOP: shop, FLORIN_WEBHOOK_SECRET: secret, FLORIN_URL: url = "http://127.0.0.1:8080" } = process.env
if (shop === undefined || secret === undefined) {
  console.error("Set FLORIN_SHOP to <id>:<secret> and FLORIN_WEBHOOK_SECRET; npm start prints both for the demo shop.")
  process.exit(2)
}

interface Transaction {
  readonly uid: string
  readonly status: string
  readonly message: string
}

const post = async (path: string, request: object): Promise<Transaction> => {
  const response = await fetch(`${url}/transactions/${path}`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(shop).toString("base64")}`,
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID()
    },
    body: JSON.stringify({ request })
  })
  const answer = (await response.json()) as { transaction?: Transaction; response?: { message: string } }
  if (answer.transaction === undefined) throw new Error(`${response.status}: ${answer.response?.message}`)
  const { message, status, uid } = answer.transaction
  console.log(`${path.padEnd(15)} ${status}  ${uid}  ${message}`)
  return answer.transaction
}

const received = new Map<string, string>()
const receiver = receive(secret, ({ transaction: { status, type, uid } }) => {
  console.log(`webhook         ${status}  ${uid}  ${type}, signature verified`)
  received.set(uid, status)
}).listen(0, "127.0.0.1")
await once(receiver, "listening")
const { port } = receiver.address() as AddressInfo

const authorization = await post("authorizations", {
  amount: 1290,
  currency: "EUR",
  description: "Tour",
  tracking_id: `tour-${Date.now()}`,
  notification_url: `http://127.0.0.1:${port}/webhooks`,
  duplicate_check: false,
  credit_card: {
    number: "4200000000000000",
    verification_value: "123",
    holder: "Jane Doe",
    exp_month: "12",
    exp_year: String(new Date().getFullYear() + 1)
  }
})
const capture = await post("captures", { parent_uid: authorization.uid, amount: 1290 })
const refund = await post("refunds", { parent_uid: capture.uid, amount: 1290, reason: "Tour ends" })

const expected = [authorization, capture, refund]
const deadline = Date.now() + 10_000
while (expected.some(({ uid }) => !received.has(uid)) && Date.now() < deadline) {
  await new Promise((resolve) => setTimeout(resolve, 50))
}
receiver.close()
receiver.closeAllConnections()
const missing = expected.filter(({ status, uid }) => received.get(uid) !== status)
if (missing.length > 0) {
  console.error(`${missing.length} of 3 webhooks did not arrive.`)
  process.exit(1)
}
console.log("Authorized, captured, refunded; every webhook arrived and its signature was verified.")
