/** The documents of shops for the people who keep them, as schemas for OpenAPI. Source: D73. */
import * as Schema from "effect/Schema"
import * as Sections from "./internal/sectionSchemas.js"

const { required, text, timestamp } = Sections

const members = {
  id: required(Schema.String, "Id of the shop."),
  name: required(Schema.String, "As customers read it."),
  from: required(
    Schema.Literal("database", "settings"),
    "settings: it is one of the host's file or options, and is changed there."
  ),
  site: required(text, "The address at which customers know it."),
  notification_url: required(text, "Where webhooks go if a request names no address."),
  public_key: required(text, "Of the key that signs its webhooks: one line of base64, SPKI in DER. null: it has none."),
  created_at: required(timestamp, "When it was made. null: it is one of the settings."),
  disabled: required(Schema.Boolean, "Its secrets let nobody in, and its pages take no payment."),
  former_secret: required(
    text,
    "The secret before its present one is let in: until this instant, or until-retired. null: it has none."
  )
}

export const ShopDocument = Schema.Struct(members).annotations({ identifier: "ShopDocument" })

export const ShopsDocument = Schema.Struct({
  shops: required(Schema.Array(ShopDocument), "Those of the settings first, then those of the database, oldest first.")
}).annotations({ identifier: "ShopsDocument" })

export const ShopSecretsDocument = Schema.Struct({
  ...members,
  secret_key: required(text, "Answered this once. null: the request is a repetition, whose first answer had it."),
  webhook_secret: required(text, "By which receivers check webhooks; answered as secret_key is.")
}).annotations({ identifier: "ShopSecretsDocument" })
