/** The documents of checkouts. Source: D45, D46, D49. */
import { CardBrand } from "@florin/core/cards/CardBrand"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { type Checkout, isFinal } from "@florin/core/checkouts/Checkout"
import type { MethodType } from "@florin/core/checkouts/CheckoutRequest"
import { CheckoutDocuments as CheckoutTexts } from "@florin/core/checkouts/CheckoutStore"
import { given } from "@florin/core/request/Given"
import type { Shop } from "@florin/core/shops/Shop"
import { isTransfer, type Transaction } from "@florin/core/transactions/Transaction"
import * as Context from "effect/Context"
import { returnOf } from "./CheckoutReturn.js"
import type * as Schemas from "./CheckoutSchemas.js"
import { chargeResult, creditCard, message, timestamp, withInterfaceNames } from "./internal/sections.js"
import type { Written } from "./internal/written.js"

/** Settings of the documents. */
export interface Options {
  /** `{api_url}`, with or without a trailing slash. */
  readonly baseUrl: string
}

/** An address under the root of the interface. */
export const under = ({ baseUrl }: Options, path: string): string =>
  `${baseUrl.endsWith("/") ? baseUrl.slice(0, -1) : baseUrl}/${path}`

type Addressed = Pick<Checkout, "token" | "details">

/** Which address the page has: clients of this family build or split it. `header`: `X-Api-Version`. Source: D47. */
export const pageUrl = (
  options: Options,
  { details: { version = "1" }, token }: Addressed,
  header?: string
): string => {
  const place = header === "2" ? "widget/hpp.html" : Number.parseFloat(version) >= 2 ? "v2/checkout" : "checkout"
  return under(options, `${place}?token=${token}`)
}

/** The page that an app watches for: it leads nowhere by itself. Source: D51. */
const appPageUrl = (options: Options, checkout: Addressed): string => `${pageUrl(options, checkout)}&by=app`

type CreatedDocument = Written<typeof Schemas.CreatedCheckoutDocument.Encoded>

type CheckoutDocument = Written<typeof Schemas.CheckoutDocument.Encoded>

const companyOf = ({ name, site }: Shop): CreatedDocument["checkout"]["company"] => ({ name, site: site ?? null })

/** Brands that the order may be paid by. */
const brandsOf = ({ details: { paymentMethod } }: Checkout): CreatedDocument["checkout"]["brands"] => {
  const excluded = paymentMethod?.excludedBrands ?? []
  return CardBrand.literals.filter((brand) => !excluded.includes(brand)).map((name) => ({ name, alternative: false }))
}

const orderOf = ({ details: { order }, expiresAt }: Checkout) => ({
  amount: order.amount,
  currency: order.currency,
  description: order.description,
  tracking_id: order.trackingId ?? null,
  expired_at: timestamp(expiresAt),
  additional_data: order.additionalData ?? {}
})

const listedOrderOf = (checkout: Checkout): CheckoutDocument["checkout"]["order"] => {
  const { items } = checkout.details.order
  const listed = items?.map(({ amount, name, quantity = 1 }) => ({ name, quantity, amount }))
  return { ...orderOf(checkout), ...given({ items: listed }) }
}

const sentences: Readonly<Record<Checkout["state"], string | null>> = {
  open: null,
  paying: null,
  paid: "Successfully processed",
  failed: "No attempt is left.",
  expired: "Token is expired.",
  canceled: "Checkout was canceled."
}

/** Clients that made their shops by number compare numbers. */
const idOf = ({ id }: Shop): string | number => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : id)

type Attempt = NonNullable<CheckoutDocument["checkout"]["gateway_response"]>

type Result = NonNullable<Attempt[keyof Attempt]>

const resultOf = (transaction: Transaction): Result => {
  const { paidAt, status, uid } = transaction
  const none = { auth_code: null, bank_code: null, rrn: null, ref_id: null, billing_descriptor: null }
  const result = isTransfer(transaction)
    ? { ...none, message: message(transaction), gateway_id: transaction.gatewayId }
    : (chargeResult(transaction) as unknown as Result)
  return {
    uid,
    status,
    auth_code: result.auth_code,
    bank_code: result.bank_code,
    rrn: result.rrn,
    ref_id: result.ref_id,
    message: result.message,
    gateway_id: result.gateway_id,
    billing_descriptor: result.billing_descriptor,
    paid_at: timestamp(paidAt)
  }
}

/** What banks and acquirers say is the shop's to know. The customer reads our sentences, and the code on the receipt. */
const resultShown = (transaction: Transaction): Result => ({
  ...resultOf(transaction),
  bank_code: null,
  rrn: null,
  ref_id: null,
  gateway_id: null,
  billing_descriptor: null,
  message: message(transaction)
})

/** What a checkout's documents call a transaction of this type. Source: D45. */
const shownType = ({ transactionType }: Checkout["details"], type: string): keyof Attempt =>
  transactionType === "charge" && type === "payment" ? "charge" : (type as keyof Attempt)

/** A checkout as it is asked for. `last`: the transaction of its last attempt. `isOwn`: the shop asks. */
export interface CheckoutStatus {
  readonly checkout: Checkout
  readonly shop: Shop
  readonly last: Transaction | undefined
  readonly isOwn: boolean
}

/** Where the shop's webhooks go, and the name on the customer's card, are for the shop alone. Source: D46. */
const settingsOf = ({ details: { settings = {} } }: Checkout, isOwn: boolean) => {
  if (isOwn) return withInterfaceNames(settings)
  const { creditCardFields: _, notificationUrl: __, verificationUrl: ___, ...shown } = settings
  return withInterfaceNames(shown)
}

const customerOf = ({ billingAddress, customer }: Checkout, isOwn: boolean) =>
  isOwn ? withInterfaceNames({ ...customer, ...billingAddress }) : {}

/** Source: D45, "Answer 201". */
export const created = (
  options: Options,
  { checkout, shop }: Pick<CheckoutStatus, "checkout" | "shop">,
  header?: string
): CreatedDocument => ({
  checkout: {
    token: checkout.token,
    redirect_url: pageUrl(options, checkout, header),
    url: pageUrl(options, checkout, header),
    brands: brandsOf(checkout),
    company: companyOf(shop),
    description: checkout.details.order.description,
    card_info: null
  }
})

/** Source: D46. */
export const status = (
  { checkout, isOwn, last, shop }: CheckoutStatus,
  types: ReadonlyArray<MethodType>
): CheckoutDocument => {
  const { details, state, token } = checkout
  const isUnpaid = state === "expired" || state === "canceled" || last === undefined
  const order = listedOrderOf(checkout)
  const result = isOwn ? resultOf : resultShown
  return {
    checkout: {
      token,
      state,
      shop_id: idOf(shop),
      transaction_type: details.transactionType,
      order: isOwn ? order : { ...order, tracking_id: null, additional_data: {} },
      settings: settingsOf(checkout, isOwn) as CheckoutDocument["checkout"]["settings"],
      customer: customerOf(checkout, isOwn) as CheckoutDocument["checkout"]["customer"],
      finished: isFinal(checkout),
      expired: state === "expired",
      test: details.test ?? false,
      ...(checkout.paidAmount === undefined ? {} : { paid_amount: checkout.paidAmount }),
      status: isUnpaid ? "error" : last.status,
      message: sentences[state] ?? (last === undefined ? null : message(last)),
      gateway_response: last === undefined ? null : { [shownType(details, last.type)]: result(last) },
      payment_method: { types },
      shop: { id: idOf(shop), name: shop.name, url: shop.site ?? null },
      company: companyOf(shop),
      version: details.version
    }
  }
}

type PaymentDocument = Written<typeof Schemas.CheckoutPaymentDocument.Encoded>

/** What the shop alone needs to charge the card again. */
const paidCard = ({ card }: CardTransaction, isOwn: boolean): PaymentDocument["response"]["credit_card"] => {
  if (card === undefined) return null
  const { bin, brand, exp_month, exp_year, first_1, holder, last_4, stamp, token } = creditCard(card)
  const shown = { holder, brand, last_4, first_1, bin, exp_month, exp_year }
  return isOwn ? { ...shown, stamp, token } : shown
}

/** The attempt that an app has made, with no more of it for a guest than the checkout says. Source: D46, D51. */
export const payment = (
  options: Options,
  { checkout, isOwn, last }: Pick<CheckoutStatus, "checkout" | "isOwn"> & { readonly last: CardTransaction }
): PaymentDocument => {
  const { gateway_id, message, status, uid } = (isOwn ? resultOf : resultShown)(last)
  return {
    response: {
      status,
      message,
      errors: null,
      token: checkout.token,
      transaction_type: checkout.details.transactionType,
      uid,
      url: status === "incomplete" ? under(options, `process/${uid}`) : null,
      result_url: appPageUrl(options, checkout),
      return_url: isFinal(checkout) ? (returnOf({ checkout, last }) ?? null) : null,
      gateway_id,
      finished: isFinal(checkout),
      credit_card: paidCard(last, isOwn)
    }
  }
}

/** Source: D49. */
const unpaid = (checkout: Checkout): Written<typeof Schemas.UnpaidDocument.Encoded> => ({
  token: checkout.token,
  status: "error",
  message: sentences[checkout.state] ?? "",
  ...orderOf(checkout),
  test: checkout.details.test ?? false
})

/** The settings with which documents are made. */
export class CheckoutOptions extends Context.Tag("@florin/wire/CheckoutOptions")<CheckoutOptions, Options>() {}

export const context = (options: Options): Context.Context<CheckoutTexts | CheckoutOptions> =>
  Context.make(CheckoutTexts, {
    encode: (checkout) => JSON.stringify(unpaid(checkout)),
    pageUrl: (checkout) => pageUrl(options, checkout),
    appPageUrl: (checkout) => appPageUrl(options, checkout)
  }).pipe(Context.add(CheckoutOptions, options))
