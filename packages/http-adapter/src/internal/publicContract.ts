/**
 * Routes without a shop's credentials: the customer's pages, the contract itself, health, webhooks of another gateway.
 * Source: D1, D2.
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { TransactionUid } from "@florin/core/ids/Ids"
import * as Schema from "effect/Schema"
import * as UpstreamRoutes from "../UpstreamRoutes.js"
import { page, refusals, summary } from "./contractParts.js"

const byUid = Schema.Struct({ uid: TransactionUid })

const missing = HttpApiSchema.Text({ contentType: "text/html" }).annotations({
  description: "There is no such page",
  ...HttpApiSchema.annotations({ status: 404 })
})

export const pages = HttpApiGroup.make("pages")
  .add(
    HttpApiEndpoint.get("process", "/process/:uid")
      .setPath(byUid)
      .addSuccess(page("The result"))
      .addError(missing)
      .annotateContext(summary("Result page of a transaction"))
  )
  .add(
    HttpApiEndpoint.post("processReturn", "/process/:uid/return")
      .setPath(byUid)
      .addSuccess(page("The result"))
      .addError(missing)
      .annotateContext(summary("Result page after a verification"))
  )
  .add(
    HttpApiEndpoint.get("receipt", "/receipts/:uid")
      .setPath(byUid)
      .addSuccess(page("The receipt"))
      .addError(missing)
      .annotateContext(summary("Receipt page"))
  )
  .annotateContext(OpenApi.annotations({ title: "Pages", description: "For the customer's browser." }))

const Health = Schema.Struct({ status: Schema.Literal("ok") })

export const service = HttpApiGroup.make("service")
  .add(
    HttpApiEndpoint.get("openapi", "/openapi.json")
      .addSuccess(Schema.Struct({ openapi: Schema.String }).annotations({ description: "OpenAPI 3.1" }))
      .annotateContext(summary("The contract as an OpenAPI document"))
  )
  .add(
    HttpApiEndpoint.get("docs", "/docs")
      .addSuccess(page("This page"))
      .annotateContext(summary("The contract as a page"))
  )
  .add(
    HttpApiEndpoint.get("live", "/health/live").addSuccess(Health).annotateContext(summary("Health: the process is up"))
  )
  .add(
    HttpApiEndpoint.get("ready", "/health/ready")
      .addSuccess(Health)
      .addError(refusals.unavailable)
      .annotateContext(summary("Health: requests can be served"))
  )
  .annotateContext(OpenApi.annotations({ title: "Service" }))

const empty = (status: number, description: string) => HttpApiSchema.Empty(status).annotations({ description })

/** Of a webhook only this is read. */
const Hint = Schema.Struct({ transaction: Schema.Struct({ tracking_id: Schema.String }) })

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
