/** The requests that create and change a product. Unknown members are ignored. Source: D51. */
import * as Schema from "effect/Schema"
import { RequestedField } from "../customers/RequestedFields.js"
import { PositiveAmount } from "../money/Amount.js"
import { Currency } from "../money/Currency.js"
import { Language } from "../party/Language.js"
import { expected } from "../request/Expected.js"
import { order as orderMeanings } from "../request/FieldDescriptions.js"
import * as Fields from "../request/Fields.js"
import { Sale } from "./Product.js"
import { product as meanings } from "./ProductFieldDescriptions.js"

const { optional, required } = Fields

/** The most pieces of a product. */
export const mostPieces = 1_000_000_000

const pieces = (least: number) => Fields.wholeNumber(least, mostPieces)

const transactionType = Sale.annotations({
  message: () => "is invalid",
  ...expected("payment or authorization")
})

/** What a shop sends to sell something by a link. */
export const ProductRequest = Fields.named(
  "ProductRequest",
  Fields.object({
    name: required(Fields.requiredText(255), meanings.name),
    description: required(Fields.requiredText(255), meanings.description),
    currency: required(Currency, orderMeanings.currency),
    amount: required(Fields.orDigits(PositiveAmount), meanings.amount),
    language: optional(Language, meanings.language),
    quantity: optional(pieces(1), meanings.quantity),
    infinite: optional(Fields.flag, meanings.infinite),
    immortal: optional(Fields.flag, meanings.immortal),
    expiredAt: optional(Fields.instant, meanings.expiredAt),
    visibleFields: optional(Fields.words(RequestedField.literals), meanings.visibleFields),
    test: optional(Fields.flag, meanings.test),
    transactionType: optional(transactionType, meanings.transactionType),
    notificationUrl: optional(Fields.url, meanings.notificationUrl),
    successUrl: optional(Fields.url, meanings.successUrl),
    failUrl: optional(Fields.url, meanings.failUrl),
    returnUrl: optional(Fields.url, meanings.returnUrl),
    additionalData: optional(Fields.anyObject, meanings.additionalData)
  }).pipe(
    Schema.filter(({ expiredAt, immortal, infinite, quantity }) => {
      if (infinite === false && quantity === undefined) return { path: ["quantity"], message: "can't be blank" }
      return immortal === false && expiredAt === undefined ? { path: ["expired_at"], message: "can't be blank" } : true
    })
  )
)

export type ProductRequest = typeof ProductRequest.Type

/** What of a product can be changed. What is absent stays. */
export const ProductChangeRequest = Fields.named(
  "ProductChangeRequest",
  Fields.object({
    amount: optional(Fields.orDigits(PositiveAmount), meanings.newAmount),
    infinite: optional(Fields.flag, meanings.newInfinite),
    quantity: optional(pieces(0), meanings.newQuantity)
  })
)

export type ProductChangeRequest = typeof ProductChangeRequest.Type
