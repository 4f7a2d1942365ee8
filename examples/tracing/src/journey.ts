/** A shop that takes one authorization over HTTP, and hears of it by a webhook. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as openTelemetry from "@opentelemetry/api"
import { createFlorin, type SimulatedFlorin } from "florin"

const secretKey = "a-long-random-secret"

const card = { number: "4200000000000000", holder: "Jane Doe", exp_month: "12", exp_year: "2035" }
const order = { amount: 1995, currency: "EUR", description: "Order 42", credit_card: card }

/** Resolves when the webhook was delivered and Florin has closed: all spans have ended. */
export const authorizeOnce = async (
  database: string,
  headers: Readonly<Record<string, string>> = {}
): Promise<void> => {
  let florin: SimulatedFlorin | undefined
  let received = (): void => undefined
  const delivered = new Promise<void>((resolve) => {
    received = resolve
  })
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/pay/")) return florin?.handler(request, response)
    request.resume().on("end", () => response.end(received))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const shops = [{ id: "books", secretKey, notificationUrl: `${base}/hook` }]
  florin = await createFlorin({ database, sandbox: true, baseUrl: `${base}/pay`, shops, openTelemetry })

  const authorization = `Basic ${Buffer.from(`books:${secretKey}`).toString("base64")}`
  await fetch(`${base}/pay/transactions/authorizations`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json", ...headers },
    body: JSON.stringify({ request: order })
  })
  await delivered
  await florin.close()
  server.close()
  server.closeAllConnections()
}
