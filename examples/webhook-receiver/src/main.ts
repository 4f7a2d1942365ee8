import { lineOf, receive } from "./receiver.js"

const secret = process.env.FLORIN_WEBHOOK_SECRET
const port = Number(process.env.RECEIVER_PORT ?? 9090)
if (secret === undefined) {
  console.error("Set FLORIN_WEBHOOK_SECRET to the shop's webhook secret (npm start prints the demo shop's once).")
  process.exit(2)
}

const receiver = receive(secret, (event) => console.log(`verified webhook: ${lineOf(event)}`))
receiver.once("error", ({ code }: NodeJS.ErrnoException) => {
  console.error(
    code === "EADDRINUSE" ? `port ${port} is in use, try RECEIVER_PORT=${port + 1}` : `${code}: port ${port}`
  )
  process.exit(2)
})
receiver.listen(port, "127.0.0.1", () => console.log(`Receiver on http://127.0.0.1:${port}; waiting for webhooks.`))
