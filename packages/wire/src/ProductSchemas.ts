/** The document of a product as a schema, for OpenAPI and for its encoder. Source: D51. */
import { RequestedField } from "@florin/core/customers/RequestedFields"
import { Sale } from "@florin/core/products/Product"
import { product as meanings } from "@florin/core/products/ProductFieldDescriptions"
import { order as orderMeanings } from "@florin/core/request/FieldDescriptions"
import * as Schema from "effect/Schema"
import { integer, members, required, text, timestamp } from "./internal/sectionSchemas.js"

export const ProductDocument = Schema.Struct({
  id: required(Schema.String, "Id of the product."),
  name: required(Schema.String, meanings.name),
  description: required(Schema.String, meanings.description),
  currency: required(Schema.String, orderMeanings.currency),
  amount: required(integer, meanings.amount),
  language: required(text, meanings.language),
  quantity: required(Schema.NullOr(integer), "How many pieces can still be bought; null where any number can."),
  reserved: required(
    integer,
    "How many pieces are held by attempts that are under way, or whose approval can still come out."
  ),
  infinite: required(Schema.Boolean, "Whether any number can be bought."),
  immortal: required(Schema.Boolean, "Whether it is sold without an end."),
  expired_at: required(timestamp, "From when on it is no longer sold; null where it has no end."),
  visible_fields: required(Schema.Array(RequestedField), meanings.visibleFields),
  test: required(Schema.Boolean, meanings.test),
  transaction_type: required(Sale, meanings.transactionType),
  notification_url: required(text, meanings.notificationUrl),
  success_url: required(text, meanings.successUrl),
  fail_url: required(text, meanings.failUrl),
  return_url: required(text, meanings.returnUrl),
  additional_data: required(members, meanings.additionalData),
  created_at: required(timestamp, "When the product was created."),
  updated_at: required(timestamp, "When it was changed last: by the shop, or by a payment."),
  pay_url: required(Schema.String, "Page on which a customer buys a piece."),
  payment_url: required(Schema.String, "The same."),
  confirm_url: required(Schema.String, "The same page under another address.")
}).annotations({ identifier: "ProductDocument" })
