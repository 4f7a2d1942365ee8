/** The documents of shops for the people who keep them, as schemas for OpenAPI. Source: D73. */
import * as Fields from "@florin/core/request/Fields"
import * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"
import * as Sections from "./internal/sectionSchemas.js"
import { settings } from "./ShopSettings.js"

const { required, text, timestamp } = Sections

const {
  name: _,
  notificationPrivateKey: __,
  notificationUrl: ___,
  site: ____,
  webhookSecret: _____,
  ...others
} = settings

/** The settings that a document has where they are not at their default. */
export const OtherSettings = Fields.object(others)

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

const asSent = Schema.make<typeof OtherSettings.Encoded>((OtherSettings.ast as AST.Transformation).from)

const document = <Members extends Schema.Struct.Fields>(members: Members) =>
  Schema.extend(Schema.Struct(members), asSent)

export const ShopDocument = document(members).annotations({ identifier: "ShopDocument" })

export const ShopsDocument = Schema.Struct({
  shops: required(Schema.Array(ShopDocument), "Those of the settings first, then those of the database, oldest first.")
}).annotations({ identifier: "ShopsDocument" })

export const ShopSecretsDocument = document({
  ...members,
  secret_key: required(
    text,
    "Opens the HTTP interface, beside the id. Answered this once. Over HTTP null to a repetition, whose first answer had it."
  ),
  webhook_secret: required(text, "By which receivers check webhooks; answered as secret_key is.")
}).annotations({ identifier: "ShopSecretsDocument" })
