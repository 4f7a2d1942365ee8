/** What subscriptions would be charged. Source: D24, D60. */
import { Subscriptions } from "@florin/core/billing/Subscriptions"
import { SubscriptionId } from "@florin/core/ids/Ids"
import { NewPreviewContract } from "@florin/core/subscriptions/SubscriptionRequest"
import * as Effect from "effect/Effect"
import { preview } from "../BillingDocuments.js"
import * as BillingRequests from "../BillingRequests.js"
import * as Samples from "../internal/billingSamples.js"
import { command, read } from "./Operation.js"
import { byId, instantIf } from "./Parts.js"
import { ofBilling } from "./RefusalForm.js"

const shared = {
  ...({ group: "subscriptions", permission: "shop", record: "subscription" } as const),
  ...({ answer: "PreviewDocument", member: "charges" } as const),
  form: ofBilling,
  uses: Subscriptions
}

export const previewOperations = {
  previewSubscription: read({
    ...shared,
    subject: byId(SubscriptionId, "subscription"),
    name: "subscriptions.preview",
    id: "previewSubscription",
    at: "GET /subscriptions/:id/preview",
    title: "What lies ahead of a subscription",
    description:
      "Lists the charges that lie ahead, by the rules that charge, and what a decline or an error would change. Of one that waits for its card, as if the customer paid now.",
    query: { until: instantIf("How far to look. Default: a year.") },
    example: () => ({ answer: Samples.preview() }),
    run: (subscriptions, { id, query, shop }) => Effect.map(subscriptions.preview(shop, id, query), preview)
  }),
  previewNewSubscription: command({
    ...shared,
    isKeyless: true,
    name: "subscriptions.previewNew",
    id: "previewNewSubscription",
    at: "POST /subscriptions/preview",
    title: "What a new subscription would be charged",
    description:
      "Lists what a customer who subscribes to this plan, stored or whole, with these items and this coupon would be charged, by the rules that charge. Nothing is stored, and no coupon is counted.",
    body: { schema: NewPreviewContract, decode: BillingRequests.newPreview },
    example: () => ({ request: Samples.requests.newPreview, answer: Samples.preview() }),
    run: (subscriptions, { request, shop }) => Effect.map(subscriptions.previewNew(shop, request), preview)
  })
}
