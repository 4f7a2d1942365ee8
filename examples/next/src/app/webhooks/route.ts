import type { WebhookEvent } from "florin"
import { florin, states } from "#florin"

const hear = (event: WebhookEvent) =>
  event.type === "subscription" && states().set(event.subject, event.subscription.state)

export const POST = async (request: Request) => (await florin()).webhook("shop", hear).fetch(request)
