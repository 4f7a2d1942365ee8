/** Usage as a merchant sends it. Source: D63. */
import * as Schema from "effect/Schema"
import * as FieldDescriptions from "../request/FieldDescriptions.js"
import * as Fields from "../request/Fields.js"
import { mostQuantity } from "./Price.js"

const texts = FieldDescriptions.usage

/** The most events in one request. */
export const mostEvents = 1000

const Key = Fields.matching(/^[!-~]{1,255}$/, "a key of 1 to 255 visible characters")

const ItemName = Fields.matching(/^[A-Za-z0-9_-]{1,64}$/, "an id of 1 to 64 letters, digits, _ and -")

const Quantity = Fields.wholeNumber(-mostQuantity, mostQuantity)

const event = {
  item: Fields.required(ItemName, texts.item),
  quantity: Fields.required(Quantity, texts.quantity),
  at: Fields.optional(Fields.instant, texts.at),
  key: Fields.required(Key, texts.key)
}

const UsageEventRequest = Fields.named("UsageEventRequest", Fields.object(event))

export type UsageEventRequest = typeof UsageEventRequest.Type

const Events = Schema.Array(UsageEventRequest).pipe(
  Schema.filter((events) => events.length > 0 || "can't be blank"),
  Schema.filter((events) => events.length <= mostEvents || `can't have more than ${mostEvents} events`)
)

/** One event, or several, of a subscription. */
export const UsageRequest = Fields.named(
  "UsageRequest",
  Fields.object({
    item: Fields.optional(ItemName, texts.item),
    quantity: Fields.optional(Quantity, texts.quantity),
    at: Fields.optional(Fields.instant, texts.at),
    key: Fields.optional(Key, texts.key),
    events: Fields.optional(Events, texts.events)
  }).pipe(
    Schema.filter(({ at, events, item, key, quantity }) => {
      const one = { item, quantity, key, at }
      const given = Object.entries(one).find(([, value]) => value !== undefined)
      if (events !== undefined) {
        return given === undefined || { path: [given[0]], message: "can't be given together with events" }
      }
      const missing = Object.entries({ item, quantity, key }).find(([, value]) => value === undefined)
      return missing === undefined || { path: [missing[0]], message: "can't be blank" }
    })
  )
)

export type UsageRequest = typeof UsageRequest.Type
