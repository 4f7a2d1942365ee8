/** The rules of products, and of how many pieces are left. Pure. Source: D51. */
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import type { CheckoutRequest } from "../checkouts/CheckoutRequest.js"
import { defaultLifetime } from "../checkouts/CheckoutRules.js"
import type { ProductId, ShopId } from "../ids/Ids.js"
import { given } from "../request/Given.js"
import { type InvalidRequest, invalid } from "../request/InvalidRequest.js"
import { type Product, type Stock, type Unavailable, unavailable } from "./Product.js"
import type { ProductChangeRequest, ProductRequest } from "./ProductRequest.js"

/** How many attempts a customer has who has begun to pay. */
export const attempts = 3

const isInfinite = ({ infinite, quantity }: ProductRequest): boolean => infinite ?? quantity === undefined

/** The product of a request, with every default. */
export const productOf = (shop: ShopId, id: ProductId, request: ProductRequest, now: DateTime.Utc): Product => {
  const { expiredAt, immortal = expiredAt === undefined, language, quantity = null } = request
  const { additionalData, failUrl, notificationUrl, returnUrl, successUrl } = request
  return {
    shop,
    id,
    name: request.name,
    description: request.description,
    currency: request.currency,
    amount: request.amount,
    stock: { left: isInfinite(request) ? null : quantity, reserved: 0 },
    expiresAt: immortal ? null : (expiredAt ?? null),
    sale: request.transactionType ?? "payment",
    test: request.test ?? false,
    visibleFields: request.visibleFields ?? [],
    ...given({ language, notificationUrl, successUrl, failUrl, returnUrl, additionalData }),
    createdAt: now,
    updatedAt: now,
    version: 1
  }
}

const next = (product: Product, members: Partial<Product>, now: DateTime.Utc): Product => ({
  ...product,
  ...members,
  updatedAt: now,
  version: product.version + 1
})

/** The product as the shop changes it. What attempts hold stays reserved. */
export const changed = (
  product: Product,
  { amount = product.amount, infinite, quantity }: ProductChangeRequest,
  now: DateTime.Utc
): Either.Either<Product, InvalidRequest> => {
  const { left, reserved } = product.stock
  const stays = quantity === undefined && left === null
  if (infinite ?? stays) return Either.right(next(product, { amount, stock: { left: null, reserved } }, now))
  if (stays) return Either.left(invalid("quantity", "can't be blank"))
  return Either.right(next(product, { amount, stock: { left: quantity ?? left, reserved } }, now))
}

const sentences: Readonly<Record<Unavailable, string>> = {
  "sold-out": "Product is sold out",
  over: "Product is no longer sold"
}

/** Why a product can't be bought now, as a refusal. */
export const refusal = (product: Product, now: DateTime.Utc): InvalidRequest | undefined => {
  const why = unavailable(product, now)
  return why && invalid([], sentences[why])
}

/** What an attempt does to a product; undefined: nothing is written. */
export interface ReservationChange {
  readonly product: Product | undefined
  readonly holds: boolean
}

/** An attempt begins: it holds a piece, unless any number can be bought. Refused where none is left. */
export const reserved = (product: Product, now: DateTime.Utc): Either.Either<ReservationChange, InvalidRequest> => {
  const refused = refusal(product, now)
  if (refused !== undefined) return Either.left(refused)
  const { left, reserved } = product.stock
  if (left === null) return Either.right({ product: undefined, holds: false })
  return Either.right({
    product: next(product, { stock: { left: left - 1, reserved: reserved + 1 } }, now),
    holds: true
  })
}

/** An attempt ended unpaid, and no money can move by it any more: the piece that it held can be bought again. */
export const returned = (product: Product, now: DateTime.Utc): Product => {
  const { left, reserved } = product.stock
  return next(product, { stock: { left: left === null ? null : left + 1, reserved: reserved - 1 } }, now)
}

const soldFrom = ({ left, reserved }: Stock, holds: boolean): Stock | undefined => {
  if (holds) return { left, reserved: reserved - 1 }
  return left === null || left === 0 ? undefined : { left: left - 1, reserved }
}

/**
 * A piece is paid. `holds`: the attempt held it. Money that comes after a piece was given back takes one that is left;
 * undefined: none is, or any number can be bought, and nothing changes.
 */
export const sold = (product: Product, holds: boolean, now: DateTime.Utc): Product | undefined => {
  const stock = soldFrom(product.stock, holds)
  return stock && next(product, { stock }, now)
}

const settingsOf = ({ failUrl, language, notificationUrl, returnUrl, successUrl, visibleFields }: Product) => ({
  ...given({ language, notificationUrl, successUrl, failUrl, declineUrl: failUrl, returnUrl }),
  ...(visibleFields.length === 0 ? {} : { customerFields: { visible: visibleFields } })
})

/**
 * The order of a customer who buys a piece. It can be paid as long as an order usually can, and not after the product's
 * own end. Webhooks say by their `tracking_id` which product was paid.
 */
export const orderOf = (product: Product, now: DateTime.Utc): CheckoutRequest => {
  const { additionalData, amount, currency, description, expiresAt, id, name, sale, test } = product
  const usual = DateTime.addDuration(now, defaultLifetime)
  return {
    transactionType: sale,
    order: {
      amount,
      currency,
      description,
      trackingId: id,
      expiredAt: expiresAt === null ? usual : DateTime.min(expiresAt, usual),
      items: [{ name, amount }],
      ...given({ additionalData })
    },
    settings: settingsOf(product),
    attempts,
    test
  }
}
