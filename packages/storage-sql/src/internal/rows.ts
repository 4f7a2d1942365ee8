import { Transition } from "@florin/core/envelope/Envelope"
import { ShopId } from "@florin/core/ids/Ids"
import { Notification } from "@florin/core/notifications/Notification"
import * as Schema from "effect/Schema"

/** An integer. Some drivers return big integers as text. */
export const Whole = Schema.transform(Schema.Union(Schema.Number, Schema.String), Schema.Int, {
  strict: true,
  decode: Number,
  encode: (number) => number
})

export const Instant = Schema.compose(Whole, Schema.DateTimeUtcFromNumber)

/** A member stored in a column of another name. */
export const from = <A, I, R>(schema: Schema.Schema<A, I, R>, column: string) =>
  Schema.propertySignature(schema).pipe(Schema.fromKey(column))

/** A notification's row. */
export const NotificationRow = Schema.Struct({
  ...Notification.fields,
  shop: from(ShopId, "shop_id"),
  sequence: Whole,
  attempts: Whole,
  lastResult: from(Notification.fields.lastResult, "last_result"),
  createdAt: from(Instant, "created_at"),
  updatedAt: from(Instant, "updated_at")
})

/** A row of a transaction's history. */
export const TransitionRow = Schema.Struct({
  ...Transition.fields,
  version: Whole,
  at: from(Instant, "happened_at"),
  trigger: from(Schema.String, "trigger_name"),
  from: from(Schema.String, "from_status"),
  to: from(Schema.String, "to_status")
})
