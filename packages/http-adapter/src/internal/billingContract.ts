/** Plans, customers and subscriptions in the contract. Source: D1, D21, D23. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Fields from "@florin/core/request/Fields"
import { pageLimit } from "@florin/core/store/Records"
import {
  CustomerDocument,
  PlanDocument,
  PreviewDocument,
  requests,
  SubscriptionDocument
} from "@florin/wire/BillingSchemas"
import * as Schema from "effect/Schema"
import { billingRefusal, getting, pageOf, posting } from "./contractParts.js"

/** The query of the lists. Source: D21. */
export const pageQuery = pageOf(pageLimit)

/** The query of the list of plans. Source: D21. */
export const planQuery = Schema.Struct({
  ...pageQuery.fields,
  lookup_key: Schema.optional(
    Schema.String.annotations({ description: "The shop's own key of a plan: only that plan is listed." })
  )
})

const until = Schema.optionalWith(
  Fields.instant.annotations({
    jsonSchema: { type: "string", format: "date-time", description: "How far to look. Default: a year." }
  }),
  { exact: true }
)

export const previewQuery = Schema.Struct({ until })

export const planPreviewQuery = Schema.Struct({
  until,
  start: Schema.optionalWith(
    Fields.instant.annotations({
      jsonSchema: { type: "string", format: "date-time", description: "When the customer subscribes. Default: now." }
    }),
    { exact: true }
  )
})

const invalid = billingRefusal(422)
const unauthorized = billingRefusal(401)
const notFound = billingRefusal(404)
const malformed = billingRefusal(400)

const byId = (noun: string) => Schema.Struct({ id: Schema.String.annotations({ description: `Id of the ${noun}.` }) })

// New annotations drop the identifier; without it the document would inline the schema in every answer.
const created = <A, I>(schema: Schema.Schema<A, I>, identifier: string) =>
  schema.annotations({ identifier, ...HttpApiSchema.annotations({ status: 201 }) })

const query = getting(unauthorized)
const post = posting(malformed, invalid)

export const plans = HttpApiGroup.make("plans")
  .add(
    // Credentials are refused with 422 here. Source: interface, "Authentication | Plan operations".
    post(
      "createPlan",
      "/plans",
      created(PlanDocument, "PlanDocument"),
      "Create a plan",
      "A plan says how often and how much a customer is charged. It never changes. 200: the plan of this lookup_key was there already, with these terms."
    )
      .addSuccess(PlanDocument.annotations({ identifier: "PlanDocument" }), { status: 200 })
      .setPayload(requests.plan)
  )
  .add(
    query("listPlans", "/plans", Schema.Array(PlanDocument), "List plans", "Newest first. Link leads to the next page.")
      .setUrlParams(planQuery)
      .addError(invalid)
  )
  .add(
    query("findPlan", "/plans/:id", PlanDocument, "Get a plan", "Answers the plan as it was created.")
      .setPath(byId("plan"))
      .addError(notFound)
  )
  .add(
    query(
      "previewPlan",
      "/plans/:id/preview",
      PreviewDocument,
      "What a plan would charge",
      "Lists what a customer who subscribes at start would be charged, by the rules that charge."
    )
      .setPath(byId("plan"))
      .setUrlParams(planPreviewQuery)
      .addError(invalid)
      .addError(notFound)
  )
  .annotateContext(OpenApi.annotations({ title: "Plans", description: "What subscriptions cost, and how often." }))

export const customers = HttpApiGroup.make("customers")
  .add(
    post(
      "createCustomer",
      "/customers",
      created(CustomerDocument, "CustomerDocument"),
      "Create a customer",
      "A customer may have any number of subscriptions."
    )
      .setPayload(requests.customer)
      .addError(unauthorized)
  )
  .add(
    query(
      "listCustomers",
      "/customers",
      Schema.Array(CustomerDocument),
      "List customers",
      "Newest first. Link leads to the next page."
    )
      .setUrlParams(pageQuery)
      .addError(invalid)
  )
  .add(
    query("findCustomer", "/customers/:id", CustomerDocument, "Get a customer", "Answers the customer as created.")
      .setPath(byId("customer"))
      .addError(notFound)
  )
  .annotateContext(OpenApi.annotations({ title: "Customers", description: "Who subscribes." }))

const command = <const Name extends string>(name: Name, action: string, title: string, description: string) =>
  post(name, `/subscriptions/:id/${action}`, SubscriptionDocument, title, description)
    .setPath(byId("subscription"))
    .addError(unauthorized)
    .addError(notFound)

const commands = {
  cancel: command(
    "cancelSubscription",
    "cancel",
    "Cancel a subscription",
    "Nothing is charged from then on. What is cancelled cannot be resumed."
  ).setPayload(requests.cancel),
  pause: command(
    "pauseSubscription",
    "pause",
    "Pause a subscription",
    "Nothing is charged until it is resumed; cycles that go by meanwhile are not charged afterwards."
  ),
  resume: command("resumeSubscription", "resume", "Resume a subscription", "Charges go on with the next cycle."),
  card: command(
    "changeCard",
    "card",
    "Change the card",
    "Checks the card with an amount of 0, through 3-D Secure where it is needed, and charges it from then on."
  ).setPayload(requests.card),
  plan: command("changePlan", "plan", "Change the plan", "Charges by another plan from the next cycle on.").setPayload(
    requests.planChange
  ),
  charge: command(
    "chargeSubscription",
    "charge",
    "Charge now",
    "After a failed charge: tries again now, without waiting for the retry."
  )
}

export const subscriptions = HttpApiGroup.make("subscriptions")
  .add(
    post(
      "createSubscription",
      "/subscriptions",
      created(SubscriptionDocument, "SubscriptionDocument"),
      "Create a subscription",
      "With a card it is charged at once; without one the customer pays on the page at redirect_url."
    )
      .setPayload(requests.subscription)
      .addError(unauthorized)
  )
  .add(
    query(
      "listSubscriptions",
      "/subscriptions",
      Schema.Array(SubscriptionDocument),
      "List subscriptions",
      "Newest first. Link leads to the next page."
    )
      .setUrlParams(pageQuery)
      .addError(invalid)
  )
  .add(
    query(
      "findSubscription",
      "/subscriptions/:id",
      SubscriptionDocument,
      "Get a subscription",
      "Answers the subscription as it stands."
    )
      .setPath(byId("subscription"))
      .addError(notFound)
  )
  .add(
    query(
      "previewSubscription",
      "/subscriptions/:id/preview",
      PreviewDocument,
      "What lies ahead of a subscription",
      "Lists the charges that lie ahead, by the rules that charge, and what a decline or an error would change."
    )
      .setPath(byId("subscription"))
      .setUrlParams(previewQuery)
      .addError(invalid)
      .addError(notFound)
  )
  .add(commands.cancel)
  .add(commands.pause)
  .add(commands.resume)
  .add(commands.card)
  .add(commands.plan)
  .add(commands.charge)
  .annotateContext(
    OpenApi.annotations({ title: "Subscriptions", description: "Customers that are charged again and again." })
  )
