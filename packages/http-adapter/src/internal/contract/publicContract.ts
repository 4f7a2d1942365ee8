/**
 * Routes without shop credentials: customers' pages, the contract itself, health, webhooks of an upstream gateway.
 * Source: D1, D2.
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { TransactionStatus } from "@florin/core/envelope/Envelope"
import * as Fields from "@florin/core/request/Fields"
import * as Schema from "effect/Schema"
import * as UpstreamRoutes from "../../UpstreamRoutes.js"
import { billingRefusal, byUid, missing, page, refusals, summary } from "./contractParts.js"

const empty = (status: number, description: string) => HttpApiSchema.Empty(status).annotations({ description })

const { required } = Fields

const ofPlan = Schema.Struct({ id: Schema.String.annotations({ description: "Id of the plan." }) })

const ofSubscription = Schema.Struct({
  subscription: Schema.optional(
    Schema.String.annotations({ description: "Id of the subscription. Default: that of this browser, or a new one." })
  )
})

/** Left out of the document: parts of pages, and what only a browser sends. */
const unlisted = OpenApi.annotations({ exclude: true })

const unlistedText = <const Name extends string>(name: Name, path: `/${string}`, contentType: string) =>
  HttpApiEndpoint.get(name, path)
    .addSuccess(HttpApiSchema.Text({ contentType }))
    .addError(refusals.tooMany)
    .addError(refusals.failure)
    .addError(refusals.unavailable)
    .annotateContext(unlisted)

/** What the page of a bank transfer asks for, to follow it. */
const Standing = Schema.Struct({
  status: required(TransactionStatus, "The status of the payment."),
  version: required(Schema.Int, "Increases by one with every change.")
}).annotations({ identifier: "TransferStanding" })

export const pages = HttpApiGroup.make("pages")
  .add(
    HttpApiEndpoint.get("process", "/process/:uid")
      .setPath(byUid)
      .addSuccess(page("The next step, or the result"))
      .addSuccess(empty(303, "The customer goes back to the shop"))
      .addError(missing)
      .addError(refusals.tooMany)
      .addError(refusals.failure)
      .addError(refusals.unavailable)
      .annotateContext(
        summary(
          "Page of a transaction",
          "Where the customer is redirected: through 3-D Secure if it is needed, and back to the shop."
        )
      )
  )
  .add(
    HttpApiEndpoint.post("processReturn", "/process/:uid/return")
      .setPath(byUid)
      .addSuccess(page("The method step is over; for its frame"))
      .addSuccess(empty(303, "The customer goes to the transaction's page"))
      .addError(refusals.badForm)
      .addError(missing)
      .addError(refusals.tooLarge)
      .addError(refusals.mediaType)
      .addError(refusals.tooMany)
      .addError(refusals.failure)
      .addError(refusals.unavailable)
      .annotateContext(unlisted)
  )
  .add(
    HttpApiEndpoint.get("processMethod", "/process/:uid/method")
      .setPath(byUid)
      .addSuccess(page("The method step, or that it is over"))
      .addError(missing)
      .addError(refusals.tooMany)
      .addError(refusals.failure)
      .addError(refusals.unavailable)
      .annotateContext(
        summary(
          "Method step of the advanced scenario",
          "For a hidden frame of a merchant that drives 3-D Secure itself: shows the issuer's page and ends the step."
        )
      )
  )
  .add(unlistedText("verificationScript", "/assets/verification.js", "text/javascript"))
  .add(
    HttpApiEndpoint.get("planPage", "/plans/:id/pay")
      .setPath(ofPlan)
      .setUrlParams(ofSubscription)
      .addSuccess(page("The card form, the wait for an outcome, or the result"))
      .addSuccess(empty(303, "The same page, with an id for the subscription; or the way to the issuer"))
      .addError(missing)
      .addError(refusals.tooMany)
      .addError(refusals.failure)
      .addError(refusals.unavailable)
      .annotateContext(
        summary(
          "Page of a plan",
          "Where a customer subscribes. A POST of customer and return_url, in JSON or by a form, redirects to the page for that customer."
        )
      )
  )
  // Only redirects and refuses: readers of OpenAPI ask for an answer of success.
  .add(
    HttpApiEndpoint.post("payForPlan", "/plans/:id/pay")
      .setPath(ofPlan)
      .addSuccess(empty(303, "The customer goes on to the page"))
      .addError(billingRefusal(400))
      .addError(billingRefusal(404))
      .addError(refusals.tooLarge)
      .addError(refusals.mediaType)
      .addError(billingRefusal(422))
      .addError(refusals.tooMany)
      .addError(refusals.failure)
      .addError(refusals.unavailable)
      .annotateContext(unlisted)
  )
  .add(unlistedText("cardScript", "/assets/card.js", "text/javascript"))
  .add(
    HttpApiEndpoint.get("receipt", "/receipts/:uid")
      .setPath(byUid)
      .addSuccess(page("The receipt"))
      .addError(missing)
      .addError(refusals.tooMany)
      .addError(refusals.failure)
      .addError(refusals.unavailable)
      .annotateContext(
        summary("Receipt page", "The customer's receipt, with the brand and last four digits of the card.")
      )
  )
  .add(
    HttpApiEndpoint.get("transferPage", "/transfers/:uid")
      .setPath(byUid)
      .addSuccess(page("How to pay, the wait for the payment, or its result"))
      .addError(missing)
      .addError(refusals.tooMany)
      .addError(refusals.failure)
      .addError(refusals.unavailable)
      .annotateContext(
        summary(
          "Page of a payment by bank transfer",
          "Where the customer pays by QR code or to a phone number, sees the result, and goes back to the shop."
        )
      )
  )
  .add(
    HttpApiEndpoint.get("transferStatus", "/transfers/:uid/status")
      .setPath(byUid)
      .addSuccess(Standing)
      .addError(refusals.tooMany)
      .addError(refusals.failure)
      .addError(refusals.unavailable)
      .annotateContext(unlisted)
  )
  .add(unlistedText("transferScript", "/assets/transfer.js", "text/javascript"))
  .annotateContext(
    OpenApi.annotations({
      title: "Pages",
      description: "For the customer's browser. The UID in the address is all that is needed to see a page."
    })
  )

const Health = Schema.Struct({
  status: required(Schema.Literal("ok"), "Always ok; what is not well is answered with 503.")
}).annotations({ identifier: "HealthDocument" })

const Contract = Schema.Struct({
  openapi: required(Schema.String, "Version of OpenAPI that the document follows.")
}).annotations({ identifier: "OpenApiDocument" })

export const service = HttpApiGroup.make("service")
  .add(
    HttpApiEndpoint.get("start", "/")
      .addSuccess(empty(302, "The page is at docs"))
      .addError(refusals.tooMany)
      .addError(refusals.failure)
      .addError(refusals.unavailable)
      .annotateContext(unlisted)
  )
  .add(
    HttpApiEndpoint.get("openapi", "/openapi.json")
      .addSuccess(Contract)
      .addError(refusals.tooMany)
      .addError(refusals.failure)
      .addError(refusals.unavailable)
      .annotateContext(summary("The contract as an OpenAPI document", "OpenAPI 3.1, with the routes of this host."))
  )
  .add(
    HttpApiEndpoint.get("docs", "/docs")
      .addSuccess(page("The page"))
      .addError(refusals.tooMany)
      .addError(refusals.failure)
      .addError(refusals.unavailable)
      .annotateContext(summary("The contract as a page", "Every route with its fields and an example."))
  )
  .add(unlistedText("docsScript", "/docs/reference.js", "text/javascript"))
  .add(unlistedText("docsStyle", "/docs/reference.css", "text/css"))
  .add(
    HttpApiEndpoint.get("live", "/health/live")
      .addSuccess(Health)
      .addError(refusals.headerTooLarge)
      .annotateContext(summary("Health: the process is up", "Answered also when all places are taken."))
  )
  .add(
    HttpApiEndpoint.get("ready", "/health/ready")
      .addSuccess(Health)
      .addError(refusals.headerTooLarge)
      .addError(refusals.unavailable)
      .annotateContext(
        summary("Health: requests can be served", "503 when the store is out of reach or the process stops.")
      )
  )
  .annotateContext(OpenApi.annotations({ title: "Service", description: "The contract itself, and health." }))

/** The only part of a webhook that is read. */
const Hint = Schema.Struct({
  transaction: required(
    Schema.Struct({ tracking_id: required(Schema.String, "The key under which that gateway was asked.") }),
    "The transaction at that gateway; the rest of it is not read."
  )
}).annotations({ identifier: "UpstreamNotification" })

export const upstream = HttpApiGroup.make("upstream")
  .add(
    HttpApiEndpoint.post("receiveNotification", UpstreamRoutes.path)
      .setPayload(Hint)
      .addSuccess(empty(200, "It was received"))
      .addError(empty(400, "It is no document of a transaction"))
      .addError(empty(401, "It does not come from that gateway"))
      .addError(refusals.tooLarge)
      .addError(refusals.mediaType)
      .addError(refusals.tooMany)
      .addError(refusals.failure)
      .addError(empty(503, "It shall come again"))
      .annotateContext(
        summary(
          "Webhook of the gateway that charges our cards",
          "Authenticated as that gateway does it: by its signature, or by HTTP Basic with our shop id and key there."
        )
      )
  )
  .annotateContext(OpenApi.annotations({ title: "Upstream", description: "For the gateway that charges our cards." }))
