/** The request that changes what a subscription consists of. Source: D60. */
import * as Schema from "effect/Schema"
import * as FieldDescriptions from "../request/FieldDescriptions.js"
import * as Fields from "../request/Fields.js"
import { ChangeTime, Proration } from "../terms/Change.js"
import { ItemsRequest } from "../terms/ItemRequest.js"
import { mostQuantity } from "../terms/Price.js"
import { OnDecline } from "./Subscription.js"
import { PlanById } from "./SubscriptionRequest.js"

const texts = FieldDescriptions.change

/** Source: D60. */
export const ChangeRequest = Fields.named(
  "ChangeRequest",
  Fields.object({
    items: Fields.optional(ItemsRequest, texts.items),
    plan: Fields.optional(PlanById, texts.plan),
    quantity: Fields.optional(Fields.wholeNumber(1, mostQuantity), texts.quantity),
    when: Fields.optional(Fields.oneOf(...ChangeTime.literals), texts.when),
    proration: Fields.optional(Fields.oneOf(...Proration.literals), texts.proration),
    onDecline: Fields.optional(Fields.oneOf(...OnDecline.literals), texts.onDecline),
    preview: Fields.optional(Fields.flag, texts.preview)
  }).pipe(
    Schema.filter(({ items, plan, quantity }) => {
      if (items === undefined && plan === undefined && quantity === undefined) {
        return { path: ["items"], message: "can't be blank" }
      }
      return items === undefined || quantity === undefined
        ? true
        : { path: ["quantity"], message: "can't be given together with items" }
    }),
    Schema.filter(({ proration, when }) =>
      when === "renewal" && proration !== undefined
        ? { path: ["proration"], message: "can't be given with a change at the renewal" }
        : true
    )
  )
)

export type ChangeRequest = typeof ChangeRequest.Type
