/** Routes for acquirers, of hosts where one tells outcomes by itself. Source: D53. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { empty, refusals, route } from "./contractParts.js"

/** Where an upstream gateway was told to send its webhooks by versions before 0.2: those of its old transactions. */
export const formerPath = "/upstream/notifications"

const ofGateway = Schema.Struct({
  gatewayId: Schema.String.annotations({ description: "Id of the acquirer, as `gateway_id` of its transactions." })
})

const notification = {
  body: HttpApiSchema.Uint8Array({ contentType: "*/*" }).annotations({
    description: "As the acquirer documents it, up to 256 KiB."
  }),
  answers: [
    HttpApiSchema.Text({ contentType: "text/plain" }).annotations({
      description: "Everything in it is recorded. The body is what the acquirer wants to read, or empty."
    })
  ],
  refused: [
    empty(400, "It is not what the acquirer documents"),
    empty(401, "Its signature is missing, wrong or too old"),
    refusals.missing,
    refusals.tooLarge
  ]
} as const

export const acquirers = HttpApiGroup.make("acquirers")
  .add(
    route("receiveNotification", "POST /acquirers/:gatewayId/notifications", {
      path: ofGateway,
      ...notification,
      says: [
        "What an acquirer tells by itself",
        "For the acquirer, which signs it. What it says is evidence: said twice, late or out of order, it changes nothing wrongly."
      ]
    })
  )
  .add(route("receiveUpstreamNotification", `POST ${formerPath}`, notification))
  .annotateContext(OpenApi.annotations({ title: "Acquirers", description: "For acquirers, which tell outcomes." }))
