import { createFlorin, type SimulatedFlorin } from "florin"

const { DATABASE = "shop.db", PORT = "3000", SECRET } = process.env
const notificationUrl = `http://127.0.0.1:${PORT}/webhooks`
const webhookSecret = SECRET ?? "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz"

// Once in each process: Next.js evaluates a module again for other routes and after changes, and while it builds.
const kept = globalThis as { florin?: Promise<SimulatedFlorin>; states?: Map<string, string> }
export const states = () => (kept.states ??= new Map())
export const florin = () =>
  (kept.florin ??= createFlorin({
    database: `sqlite:${DATABASE}`,
    sandbox: true,
    baseUrl: `http://127.0.0.1:${PORT}/pay`,
    shops: [{ id: "shop", secretKey: "a-long-random-secret", threeDSecure: true, webhookSecret, notificationUrl }]
  }))
