/** Queries and commands of a merchant. Source: D1. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { NotificationId, TransactionUid } from "@florin/core/ids/Ids"
import { NotificationStatus } from "@florin/core/notifications/Notification"
import { expected } from "@florin/core/request/Expected"
import * as Fields from "@florin/core/request/Fields"
import { ExplanationDocument } from "@florin/wire/ExplanationSchema"
import {
  FoundDocument,
  MovementListDocument,
  NotificationListDocument,
  TransactionListDocument
} from "@florin/wire/Schemas"
import * as Schema from "effect/Schema"
import { byUid, getting, posting, refusals } from "./contractParts.js"

const { required } = Fields

const byTrackingId = Schema.Struct({
  id: Schema.String.annotations({ description: "The tracking id, or one of those that it holds." })
})

const said = { message: required(Schema.String, "What was done.") }

const Done = Schema.Struct({
  response: required(Schema.Struct(said), "The outcome of the command.")
}).annotations({ identifier: "DoneDocument" })

const Resent = Schema.Struct({
  response: required(
    Schema.Struct({ ...said, sent: required(Schema.Int, "How many notifications are sent again.") }),
    "The outcome of the command."
  )
}).annotations({ identifier: "ResentDocument" })

/** A GET of a merchant, and of the sandbox. */
export const query = getting(refusals.unauthorized)

const asking = posting(refusals.invalid, refusals.mismatch)

/** A POST of a merchant that creates nothing, and of the sandbox. */
export const command = <const Name extends string, A, I>(
  name: Name,
  path: `/${string}`,
  success: Schema.Schema<A, I>,
  title: string,
  description: string
) => asking(name, path, success, title, description).addError(refusals.unauthorized)

/** Page size of the lists. */
const limit = { least: 1, most: 1000, default: 100 }

const limitNumber = `a whole number from ${limit.least} to ${limit.most}`

const limitSentence = `must be ${limitNumber}`

const howMany = Schema.optionalWith(
  Schema.compose(
    Schema.String.pipe(Schema.pattern(/^[0-9]{1,4}$/, { message: () => limitSentence, ...expected(limitNumber) })),
    Schema.NumberFromString
  ).pipe(
    Schema.filter((value) => (value >= limit.least && value <= limit.most) || limitSentence),
    Schema.annotations({
      jsonSchema: {
        type: "integer",
        minimum: limit.least,
        maximum: limit.most,
        default: limit.default,
        description: "How many are listed."
      }
    })
  ),
  { default: () => limit.default }
)

const instant = (description: string) =>
  Fields.instant.annotations({ description, jsonSchema: { type: "string", format: "date-time", description } })

/** The query of movements, for the contract and for decoding. */
export const movementQuery = Schema.Struct({
  from: instant("The first instant of the period: ISO 8601 with an offset."),
  to: instant("The end of the period, not included: ISO 8601 with an offset."),
  limit: howMany,
  after: Schema.optional(
    TransactionUid.annotations({
      message: () => "is invalid",
      ...expected("the id of a movement"),
      description: "Id of the last one of the page before."
    })
  )
})

export const transactions = HttpApiGroup.make("transactions")
  .add(
    query(
      "find",
      "/transactions/:uid",
      FoundDocument,
      "Status by uid",
      "Answers the transaction as it stands, in the form of the answer that accepted it. A transfer is told by its method_type."
    )
      .setPath(byUid)
      .addError(refusals.notFound)
  )
  .add(
    query(
      "findByTrackingId",
      "/v2/transactions/tracking_id/:id",
      TransactionListDocument,
      "Status by tracking id: the ten newest",
      "Answers an empty list where nothing has the tracking id. Older clients find the newest one, as the answer to a query by uid, at /transactions/tracking_id/{id}."
    ).setPath(byTrackingId)
  )
  .add(
    query(
      "findNewestByTrackingId",
      "/transactions/tracking_id/:id",
      FoundDocument,
      "Status by tracking id: the newest",
      "For older clients. Answers 404 where nothing has the tracking id."
    )
      .setPath(byTrackingId)
      .addError(refusals.notFound)
      // OpenAPI tools report its path as ambiguous with /transactions/{uid}/recover.
      .annotateContext(OpenApi.annotations({ exclude: true }))
  )
  .add(
    query(
      "explain",
      "/transactions/:uid/explanation",
      ExplanationDocument,
      "Why a charge went where it went",
      "The facts that the routing rules looked at, the rules that fired, and the acquirers that were asked."
    )
      .setPath(byUid)
      .addError(refusals.notFound)
  )
  .add(
    command(
      "renotify",
      "/transactions/:uid/renotify",
      Done,
      "Repeat the notification",
      "Sends the newest notification about the transaction again."
    )
      .setPath(byUid)
      .addError(refusals.notFound)
  )
  .add(
    command(
      "recover",
      "/transactions/:uid/recover",
      Done,
      "Ask the acquirer again",
      "Asks the acquirer now what became of a transaction whose outcome is not known."
    )
      .setPath(byUid)
      .addError(refusals.notFound)
  )
  .add(
    query(
      "listMovements",
      "/movements",
      MovementListDocument,
      "List what was moved, oldest first",
      "The transactions that were accepted in a period and have moved money by now, from the gateway's own books, for reconciliation. A page with as many as limit may have a next one, which is asked for with the last id as after."
    )
      .setUrlParams(movementQuery)
      .addError(refusals.invalid)
  )
  .annotateContext(
    OpenApi.annotations({ title: "Transactions", description: "Where a transaction stands, and what to do about it." })
  )

/** The query of notifications, for the contract and for decoding. */
export const notificationQuery = Schema.Struct({
  status: Schema.optional(
    NotificationStatus.annotations({ message: () => "is invalid", description: "Only notifications of this status." })
  ),
  limit: howMany,
  after: Schema.optional(
    NotificationId.annotations({
      message: () => "is invalid",
      ...expected("the id of a notification"),
      description: "Id of the last one of the page before."
    })
  )
})

export const notifications = HttpApiGroup.make("notifications")
  .add(
    query(
      "listNotifications",
      "/notifications",
      NotificationListDocument,
      "List notifications, newest first",
      "The next page is asked for with the last id as after."
    )
      .setUrlParams(notificationQuery)
      .addError(refusals.invalid)
  )
  .add(
    command(
      "resendNotification",
      "/notifications/:id/resend",
      Done,
      "Send a notification again",
      "Begins its attempts anew, unless a newer one about the transaction was delivered."
    )
      .setPath(Schema.Struct({ id: NotificationId.annotations({ description: "Id of the notification." }) }))
      .addError(refusals.notFound)
  )
  .add(
    command(
      "resendExhausted",
      "/notifications/resend",
      Resent,
      "Send all exhausted notifications again",
      "Begins the attempts of every notification anew whose attempts all failed."
    )
  )
  .annotateContext(
    OpenApi.annotations({ title: "Notifications", description: "Webhooks that were sent, and those that were not." })
  )
