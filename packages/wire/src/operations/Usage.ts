/** What is used of subscriptions. Source: D63. */
import { Usages } from "@florin/core/billing/Usages"
import { SubscriptionId } from "@florin/core/ids/Ids"
import { UsageRequest } from "@florin/core/terms/UsageRequest"
import * as Effect from "effect/Effect"
import * as BillingRequests from "../BillingRequests.js"
import * as Samples from "../internal/billingSamples.js"
import { usage } from "../internal/termsSections.js"
import { command, read } from "./Operation.js"
import { byId } from "./Parts.js"
import { ofBilling } from "./RefusalForm.js"

const shared = {
  ...({ group: "subscriptions", permission: "shop", record: "subscription" } as const),
  form: ofBilling,
  uses: Usages,
  subject: byId(SubscriptionId, "subscription")
}

export const usageOperations = {
  recordUsage: command({
    ...shared,
    answer: "UsageDocument",
    name: "subscriptions.recordUsage",
    id: "recordUsage",
    at: "POST /subscriptions/:id/usage",
    title: "Count usage",
    description:
      "What was used of metered items, one event or several: each counts once by its key, however often it is sent. The renewal that ends the cycle charges it; what comes later belongs to the next one.",
    body: { schema: UsageRequest, decode: BillingRequests.usage },
    example: () => ({ request: Samples.requests.usage, answer: Samples.usage() }),
    run: ({ record }, { id, request, shop }) => Effect.map(record(shop, id, request), usage),
    done: ({ find }, { id, shop }) => Effect.map(find(shop, id), usage)
  }),
  findUsage: read({
    ...shared,
    name: "subscriptions.usage",
    id: "findUsage",
    at: "GET /subscriptions/:id/usage",
    title: "What is used",
    description: "What is used of each metered item in the present cycle, and what it would cost now.",
    answer: "UsageDocument",
    member: "items",
    example: () => ({ answer: Samples.usage() }),
    run: ({ find }, { id, shop }) => Effect.map(find(shop, id), usage)
  })
}
