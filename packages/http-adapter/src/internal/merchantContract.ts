/**
 * What a merchant looks at and repeats, and the controls of the sandbox. Source: D1, D38.
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { NotificationId, TransactionUid } from "@florin/core/ids/Ids"
import { NotificationStatus } from "@florin/core/notifications/Notification"
import { NotificationListDocument, TransactionDocument, TransactionListDocument } from "@florin/wire/Schemas"
import * as Schema from "effect/Schema"
import { refusals, repeatable, ShopCredentials, summary } from "./contractParts.js"

const byUid = Schema.Struct({ uid: TransactionUid })
const byTrackingId = Schema.Struct({ id: Schema.String })

const Done = Schema.Struct({ response: Schema.Struct({ message: Schema.String }) }).annotations({
  identifier: "DoneDocument"
})

const query = <const Name extends string, A, I>(
  name: Name,
  path: `/${string}`,
  success: Schema.Schema<A, I>,
  title: string
) =>
  HttpApiEndpoint.get(name, path)
    .addSuccess(success)
    .addError(refusals.unauthorized)
    .addError(refusals.tooMany)
    .addError(refusals.failure)
    .addError(refusals.unavailable)
    .middleware(ShopCredentials)
    .annotateContext(summary(title))

const command = <const Name extends string, A, I>(
  name: Name,
  path: `/${string}`,
  success: Schema.Schema<A, I>,
  title: string
) =>
  HttpApiEndpoint.post(name, path)
    .setHeaders(repeatable)
    .addSuccess(success)
    .addError(refusals.invalid)
    .addError(refusals.unauthorized)
    .addError(refusals.inFlight)
    .addError(refusals.tooLarge)
    .addError(refusals.mediaType)
    .addError(refusals.mismatch)
    .addError(refusals.tooMany)
    .addError(refusals.failure)
    .addError(refusals.unavailable)
    .middleware(ShopCredentials)
    .annotateContext(summary(title))

export const transactions = HttpApiGroup.make("transactions")
  .add(
    query("find", "/transactions/:uid", TransactionDocument, "Status by uid").setPath(byUid).addError(refusals.notFound)
  )
  .add(
    query(
      "findByTrackingId",
      "/v2/transactions/tracking_id/:id",
      TransactionListDocument,
      "Status by tracking id: the ten newest"
    ).setPath(byTrackingId)
  )
  .add(
    query(
      "findNewestByTrackingId",
      "/transactions/tracking_id/:id",
      TransactionDocument,
      "Status by tracking id: the newest"
    )
      .setPath(byTrackingId)
      .addError(refusals.notFound)
  )
  .add(
    command("renotify", "/transactions/:uid/renotify", Done, "Repeat the notification")
      .setPath(byUid)
      .addError(refusals.notFound)
  )
  .add(
    command("recover", "/transactions/:uid/recover", Done, "Ask the acquirer again")
      .setPath(byUid)
      .addError(refusals.notFound)
  )
  .annotateContext(OpenApi.annotations({ title: "Transactions" }))

/** How many notifications a page of the list has. */
const limit = { least: 1, most: 1000, default: 100 }

const limitSentence = `must be a whole number from ${limit.least} to ${limit.most}`

/** The query of the list, as it is documented and as it is read. */
export const notificationQuery = Schema.Struct({
  status: Schema.optional(NotificationStatus.annotations({ message: () => "is invalid" })),
  limit: Schema.optionalWith(
    Schema.compose(
      Schema.String.pipe(Schema.pattern(/^[0-9]{1,4}$/, { message: () => limitSentence })),
      Schema.NumberFromString
    ).pipe(
      Schema.filter((value) => (value >= limit.least && value <= limit.most) || limitSentence),
      Schema.annotations({ jsonSchema: { type: "integer", minimum: limit.least, maximum: limit.most } })
    ),
    { default: () => limit.default }
  ),
  after: Schema.optional(NotificationId.annotations({ message: () => "is invalid" }))
})

export const notifications = HttpApiGroup.make("notifications")
  .add(
    query("listNotifications", "/notifications", NotificationListDocument, "List notifications, newest first")
      .setUrlParams(notificationQuery)
      .addError(refusals.invalid)
  )
  .add(
    command("resendNotification", "/notifications/:id/resend", Done, "Send a notification again")
      .setPath(Schema.Struct({ id: NotificationId }))
      .addError(refusals.notFound)
  )
  .add(
    command(
      "resendExhausted",
      "/notifications/resend",
      Schema.Struct({ response: Schema.Struct({ message: Schema.String, sent: Schema.Int }) }),
      "Send all exhausted notifications again"
    )
  )
  .annotateContext(OpenApi.annotations({ title: "Notifications" }))

const Now = Schema.Struct({
  now: Schema.String,
  follow: Schema.Boolean.annotations({ description: "Whether the clock follows real time" })
})

const Movements = Schema.Struct({
  movements: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      kind: Schema.String,
      amount: Schema.Int,
      currency: Schema.String,
      reference: Schema.String,
      parent: Schema.optional(Schema.String),
      at: Schema.String
    })
  )
})

const Move = Schema.Struct({
  advance: Schema.optional(Schema.String.annotations({ description: "A period, such as P1M" })),
  to: Schema.optional(Schema.String.annotations({ description: "An instant" })),
  follow: Schema.optional(
    Schema.Literal(true).annotations({ description: "Follow real time again, from where the clock stands" })
  )
})

export const sandbox = HttpApiGroup.make("sandbox")
  .add(query("readClock", "/sandbox/clock", Now, "Read the sandbox's clock"))
  .add(
    command(
      "moveClock",
      "/sandbox/clock",
      Schema.Struct({ now: Schema.String, ran: Schema.Int }),
      "Move the sandbox's clock and run what falls due"
    ).setPayload(Move)
  )
  .add(query("ledger", "/sandbox/ledger", Movements, "List what the simulated acquirer and bank hold"))
  .annotateContext(OpenApi.annotations({ title: "Sandbox" }))
