import { receiver, seenInMemory } from "florin/receiver"
import { states, webhookSecret } from "#florin"

export const POST = receiver({
  secrets: webhookSecret,
  seen: seenInMemory(),
  handle: (event) => event.type === "subscription" && states().set(event.subject, event.subscription.state)
})
