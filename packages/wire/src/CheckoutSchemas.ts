/** The documents of checkouts as schemas, for OpenAPI and for their encoders. Source: D45, D46. */

import { CheckoutState } from "@florin/core/checkouts/Checkout"
import * as CheckoutFieldDescriptions from "@florin/core/checkouts/CheckoutFieldDescriptions"
import { order as orderMeanings } from "@florin/core/request/FieldDescriptions"
import { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import * as Schema from "effect/Schema"
import { CreditCard, integer, members, optional, required, text, timestamp } from "./internal/sectionSchemas.js"

const company = Schema.Struct({
  name: required(Schema.String, "Name of the merchant."),
  site: required(text, "Address of the merchant's site; null where it is not known.")
})

const Brand = Schema.Struct({
  name: required(Schema.String, "Brand, such as visa."),
  alternative: required(Schema.Boolean, "Always false.")
})

/** Source: D45, "Answer 201". */
export const CreatedCheckoutDocument = Schema.Struct({
  checkout: required(
    Schema.Struct({
      token: required(Schema.String, "Token of the checkout: whoever knows it may pay the order."),
      redirect_url: required(Schema.String, "Address of the page on which the customer pays."),
      url: required(Schema.String, "The same."),
      brands: required(Schema.Array(Brand), "Brands of cards that are taken."),
      company: required(company, "The merchant."),
      description: required(Schema.String, orderMeanings.description),
      card_info: required(Schema.Null, "Always null.")
    }),
    "The checkout."
  )
}).annotations({ identifier: "CreatedCheckoutDocument" })

const Order = Schema.Struct({
  amount: required(integer, CheckoutFieldDescriptions.order.amount),
  currency: required(Schema.String, orderMeanings.currency),
  description: required(Schema.String, orderMeanings.description),
  tracking_id: required(text, orderMeanings.trackingId),
  expired_at: required(timestamp, CheckoutFieldDescriptions.order.expiredAt),
  additional_data: required(members, CheckoutFieldDescriptions.order.additionalData)
})

const Item = Schema.Struct({
  name: required(Schema.String, CheckoutFieldDescriptions.item.name),
  quantity: required(integer, CheckoutFieldDescriptions.item.quantity),
  amount: required(integer, CheckoutFieldDescriptions.item.amount)
})

const ListedOrder = Schema.Struct({
  ...Order.fields,
  items: optional(Schema.Array(Item), CheckoutFieldDescriptions.checkout.items)
})

const Result = Schema.Struct({
  uid: required(Schema.String, "UID of the transaction."),
  status: required(TransactionStatus, "Where the transaction stands."),
  auth_code: required(text, "Authorization code of the acquirer."),
  bank_code: required(text, "Response code of the bank."),
  rrn: required(text, "Retrieval reference number of the card network."),
  ref_id: required(text, "Reference of the acquirer."),
  message: required(text, "Message of the acquirer, or ours where it gave none."),
  gateway_id: required(Schema.NullOr(integer), "Id of the acquirer that was asked."),
  billing_descriptor: required(text, "Text on the cardholder's statement."),
  paid_at: required(timestamp, "When it was approved.")
})

/** By the type of its transaction, as this checkout's documents call it. */
const LastAttempt = Schema.Struct({
  payment: optional(Result, "A payment by card or bank transfer."),
  charge: optional(Result, "A payment that this checkout calls charge."),
  authorization: optional(Result, "An authorization."),
  tokenization: optional(Result, "A card that is checked and kept.")
})

const Checkout = Schema.Struct({
  token: required(Schema.String, "Token of the checkout."),
  state: required(
    CheckoutState,
    "Where the order stands: open, paying while an attempt is under way, and in the end paid, failed, expired or canceled."
  ),
  shop_id: required(Schema.Union(Schema.String, integer), "Id of the shop, a number where it consists of digits."),
  transaction_type: required(Schema.String, CheckoutFieldDescriptions.checkout.transactionType),
  order: required(ListedOrder, CheckoutFieldDescriptions.checkout.order),
  settings: required(members, CheckoutFieldDescriptions.checkout.settings),
  customer: required(members, CheckoutFieldDescriptions.checkout.customer),
  finished: required(Schema.Boolean, "Whether the outcome is final."),
  expired: required(Schema.Boolean, "Whether its time is over."),
  test: required(Schema.Boolean, CheckoutFieldDescriptions.checkout.test),
  status: required(
    Schema.Union(TransactionStatus, Schema.Literal("error")),
    "Status of the last attempt; error before any, and when it ended unpaid."
  ),
  message: required(text, "Result in words."),
  paid_amount: optional(
    integer,
    "What was paid, where it is not the order's amount: a bank's customer can transfer any. Unit: minor units."
  ),
  gateway_response: required(
    Schema.NullOr(LastAttempt),
    "The last attempt, by the type of its transaction; null before any."
  ),
  payment_method: required(
    Schema.Struct({ types: required(Schema.Array(Schema.String), CheckoutFieldDescriptions.method.types) }),
    CheckoutFieldDescriptions.checkout.paymentMethod
  ),
  shop: required(
    Schema.Struct({
      id: required(Schema.Union(Schema.String, integer), "Id of the shop."),
      name: required(Schema.String, "Name of the shop."),
      url: required(text, "Address of the shop's site.")
    }),
    "The shop."
  ),
  company: required(company, "The merchant."),
  version: optional(Schema.String, CheckoutFieldDescriptions.checkout.version)
})

/** Source: D46. */
export const CheckoutDocument = Schema.Struct({
  checkout: required(Checkout, "The checkout.")
}).annotations({ identifier: "CheckoutDocument" })

/** Source: D52, `list`. */
export const CheckoutListDocument = Schema.Struct({
  checkouts: required(Schema.Array(Checkout), "The checkouts, newest first.")
}).annotations({ identifier: "CheckoutListDocument" })

/** What is posted about an order that nobody has paid: flat. Source: D49. */
export const UnpaidDocument = Schema.Struct({
  token: required(Schema.String, "Token of the checkout."),
  status: required(Schema.Literal("error"), "Nothing was paid."),
  message: required(Schema.String, "Why it has ended."),
  ...Order.fields,
  test: required(Schema.Boolean, CheckoutFieldDescriptions.checkout.test)
}).annotations({ identifier: "UnpaidCheckoutDocument" })

const PaidCard = Schema.Struct({
  ...CreditCard.pick("holder", "brand", "last_4", "first_1", "bin", "exp_month", "exp_year").fields,
  stamp: optional(Schema.String, "Hash of the card; for the shop alone."),
  token: optional(Schema.String, "Token of the card for later requests; for the shop alone.")
})

/** Source: D51. */
export const CheckoutPaymentDocument = Schema.Struct({
  response: required(
    Schema.Struct({
      status: required(TransactionStatus, "Status of the attempt. incomplete: the customer goes on at url."),
      message: required(text, "Result in words. Null while there is none."),
      errors: required(Schema.Null, "Always null: what is refused is answered with 422."),
      token: required(Schema.String, "Token of the checkout."),
      transaction_type: required(Schema.String, CheckoutFieldDescriptions.checkout.transactionType),
      uid: required(Schema.String, "UID of the transaction."),
      url: required(text, "Where the customer confirms the payment, while it is incomplete; else null."),
      result_url: required(Schema.String, "Page with the result, for which apps watch: it leads nowhere by itself."),
      return_url: required(text, "Where the customer goes back to the shop, once that is known; else null."),
      gateway_id: required(Schema.NullOr(integer), "Id of the acquirer that was asked."),
      finished: required(Schema.Boolean, "Whether the order can be paid no more: it is paid, or no attempt is left."),
      credit_card: required(Schema.NullOr(PaidCard), "The card, without its number.")
    }),
    "The attempt."
  )
}).annotations({ identifier: "CheckoutPaymentDocument" })

const refusal = {
  message: required(Schema.String, "What is wrong, in words."),
  errors: optional(
    Schema.Record({ key: Schema.String, value: Schema.Array(Schema.String) }),
    "Sentences by the dotted name of a member, such as order.amount."
  )
}

/** Both forms of refusals that clients read. Source: D45. */
export const CheckoutErrorDocument = Schema.Struct({
  ...refusal,
  response: required(
    Schema.Struct({ ...refusal, status: optional(Schema.Literal("error"), "Of a payment: nothing was tried.") }),
    "The same."
  )
}).annotations({ identifier: "CheckoutErrorDocument" })
