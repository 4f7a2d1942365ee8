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

/** What ends the tour, as a sentence. */
class Ended extends Error {}

interface Transaction {
  readonly uid: string
  readonly status: string
  readonly message: string
}

const authorization = `Basic ${Buffer.from(shop).toString("base64")}`

const ask = async (path: string, request: object): Promise<Response> => {
  try {
    return await fetch(`${url}/transactions/${path}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
      body: JSON.stringify({ request })
    })
  } catch {
    throw new Ended(`No server answers on ${url}. Start one with npm start, or name another in FLORIN_URL.`)
  }
}

const post = async (path: string, request: object): Promise<Transaction> => {
  const response = await ask(path, request)
  if (response.status === 401) throw new Ended(`${url} does not know this shop: is FLORIN_SHOP that of this server?`)
  const answer = (await response.json().catch(() => ({}))) as {
    transaction?: Transaction
    response?: { message: string }
  }
  if (answer.transaction === undefined) {
    throw new Ended(`${url} answered ${response.status}: ${answer.response?.message ?? "is it a Florin server?"}`)
  }
  const { message, status, uid } = answer.transaction
  console.log(`${path.padEnd(15)} ${status}  ${uid}  ${message}`)
  return answer.transaction
}

const charges = async (notificationUrl: string): Promise<ReadonlyArray<Transaction>> => {
  const authorization = await post("authorizations", {
    amount: 1290,
    currency: "EUR",
    description: "Tour",
    tracking_id: `tour-${Date.now()}`,
    notification_url: notificationUrl,
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
  const refund = await post("refunds", {
    parent_uid: capture.uid,
    amount: 1290,
    reason: "Tour ends",
    notification_url: notificationUrl // a capture has that of its authorization, a refund does not
  })
  return [authorization, capture, refund]
}

const tour = async (): Promise<void> => {
  const received = new Map<string, string>()
  const receiver = receive(secret, (event) => {
    if (event.type !== "card") return
    const { status, type, uid } = event.transaction
    console.log(`webhook         ${status}  ${uid}  ${type}, signature verified`)
    received.set(uid, status)
  }).listen(0, "127.0.0.1")
  await once(receiver, "listening")
  const { port } = receiver.address() as AddressInfo

  const expected = await charges(`http://127.0.0.1:${port}/webhooks`)
  const deadline = Date.now() + 10_000
  while (expected.some(({ uid }) => !received.has(uid)) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const missing = expected.filter(({ status, uid }) => received.get(uid) !== status)
  if (missing.length > 0) {
    throw new Ended(`${missing.length} of 3 webhooks did not arrive. Is FLORIN_WEBHOOK_SECRET that of the same shop?`)
  }
  console.log("Authorized, captured, refunded; every webhook arrived and its signature was verified.")
}

tour().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Ended ? error.message : error)
    process.exit(1)
  }
)
