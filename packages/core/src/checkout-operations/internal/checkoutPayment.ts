import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import type { Charge, ChargeKind } from "../../card-operations/ChargeRules.js"
import { type ChargeRefusal, Charges } from "../../card-operations/Charges.js"
import type { CardInput } from "../../cards/CardInput.js"
import type { SavedCard } from "../../cards/CardStore.js"
import type { Checkout } from "../../checkouts/Checkout.js"
import { requestedContracts } from "../../checkouts/CheckoutRequest.js"
import * as CheckoutRules from "../../checkouts/CheckoutRules.js"
import { CheckoutDocuments } from "../../checkouts/CheckoutStore.js"
import * as Reads from "../../commits/Reads.js"
import type { Write } from "../../commits/Write.js"
import { type CustomerDetails, corrected } from "../../customers/CustomerRequest.js"
import { makeNotificationId } from "../../ids/Ids.js"
import type { LinkedTransaction, StartedTransaction } from "../../operations/LinkedTransaction.js"
import type { Browser } from "../../party/Buyer.js"
import type { Product } from "../../products/Product.js"
import { given } from "../../request/Given.js"
import { InvalidRequest, invalid, type NotFound } from "../../request/InvalidRequest.js"
import type { Wanted } from "../../routing/Capabilities.js"
import type { Shop } from "../../shops/Shop.js"
import { StorageError } from "../../store/StorageError.js"
import type { NotInsideTransaction } from "../../store/UnitOfWork.js"
import type { VaultError } from "../../store/VaultError.js"
import type { OrderData } from "../../transaction-base/TransactionBase.js"
import type { Transaction } from "../../transactions/Transaction.js"
import { Transfers } from "../../transfer-operations/Transfers.js"
import type { TransferMethod } from "../../transfers/methods/TransferMethod.js"
import * as CheckoutCards from "../CheckoutCards.js"
import * as CheckoutWriter from "../CheckoutWriter.js"
import * as Stock from "./stock.js"

/** What the customer sends. */
export interface CheckoutAttempt {
  /** A card, or the method by which money is transferred. */
  readonly by: CardInput | { readonly _tag: "Transfer"; readonly method: TransferMethod }
  /** What the page has asked for. */
  readonly customer?: CustomerDetails
  readonly browser?: typeof Browser.Type
  /** The customer wants the card to be kept. */
  readonly keeps?: boolean
  readonly language?: string
  /** An app asks for it, which goes on by itself when it sees the customer on the page of the result. */
  readonly isByApp?: boolean
  /** How many attempts the customer has seen made: a form that was sent before begins nothing. Default: not looked at. */
  readonly after?: number
}

export type Pay = (
  shop: Shop,
  checkout: Checkout,
  attempt: CheckoutAttempt
) => Effect.Effect<Transaction, InvalidRequest | NotFound | NotInsideTransaction | VaultError | StorageError>

/** A card for an amount of 0 is checked and kept. Source: D45. */
const kindOf = ({ order, transactionType }: Checkout["details"]): ChargeKind => {
  if (order.amount === 0) return "tokenization"
  return transactionType === "charge" ? "payment" : transactionType
}

/** What its charge asks of an acquirer, whoever pays. Source: D53. */
export const wantedOf = ({ details }: Checkout): Wanted => ({
  type: kindOf(details),
  currency: details.order.currency,
  contracts: requestedContracts(details.order)
})

/** Its documents and webhooks call its payment as the shop asked for it. Source: D45. */
const shownAs = ({ order, transactionType }: Checkout["details"]): "charge" | undefined =>
  transactionType === "charge" && order.amount > 0 ? "charge" : undefined

const textsOf = (sent: unknown): ReadonlyArray<string> =>
  (Array.isArray(sent) ? sent : [sent]).filter((one): one is string => typeof one === "string")

/** The customer may have the card kept beside what the shop asks for. Source: D19. */
const dataOf = (
  checkout: Checkout,
  shop: Pick<Shop, "forgetGuestCards">,
  { browser, keeps }: CheckoutAttempt
): NonNullable<Charge["additionalData"]> => {
  const { order } = checkout.details
  const contracts = requestedContracts(order)
  const isKept = keeps === true && CheckoutCards.mayKeep(checkout, shop)
  const contract = isKept && !contracts.includes("oneclick") ? [...contracts, "oneclick" as const] : contracts
  const receiptText = textsOf(order.additionalData?.receipt_text)
  return {
    ...(contract.length === 0 ? {} : { contract }),
    ...(receiptText.length === 0 ? {} : { receiptText }),
    ...given({ browser })
  }
}

const isEmpty = (members: object): boolean => Object.keys(members).length === 0

const textOf = (sent: unknown): string | undefined => (typeof sent === "string" && sent !== "" ? sent : undefined)

/** Lists are what PHP writes of an object without members. */
const metaOf = (sent: unknown): OrderData["meta"] =>
  Predicate.isRecord(sent) && !isEmpty(sent) ? (sent as OrderData["meta"]) : undefined

/** What the webhooks of its attempts say of the order again: clients find by it which of theirs it is. Source: D49. */
export const orderDataOf = ({ details: { order } }: Pick<Checkout, "details">): OrderData | undefined => {
  const { integration_data, meta, platform_data } = order.additionalData ?? {}
  const data = given({
    meta: metaOf(meta),
    platformData: textOf(platform_data),
    integrationData: textOf(integration_data)
  })
  return isEmpty(data) ? undefined : data
}

/** The checkout with what the page has asked the customer for. */
const completed = (checkout: Checkout, details: CustomerDetails | undefined): Checkout =>
  details === undefined ? checkout : { ...checkout, ...corrected(checkout, details) }

/** The members that charges and transfers have alike. */
const orderOf = (checkout: Checkout, attempt: CheckoutAttempt, returnUrl: string) => {
  const { billingAddress, customer, details, expiresAt } = checkout
  const { order, settings = {}, test = false } = details
  const language = settings.language ?? attempt.language
  const { notificationUrl, verificationUrl } = settings
  return {
    amount: order.amount,
    currency: order.currency,
    description: order.description,
    expiredAt: expiresAt,
    returnUrl,
    test,
    ...given({ language, trackingId: order.trackingId, notificationUrl, verificationUrl }),
    ...(isEmpty(customer) ? {} : { customer }),
    ...(isEmpty(billingAddress) ? {} : { billingAddress })
  }
}

/** What the attempt charges: all that the shop has said of its order, and what the customer has entered. Source: D45. */
export const chargeOf = (
  shop: Pick<Shop, "forgetGuestCards">,
  checkout: Checkout,
  attempt: CheckoutAttempt,
  card: CardInput,
  returnUrl: string
): Charge => {
  const { dynamicBillingDescriptor, travel } = checkout.details
  const additionalData = dataOf(checkout, shop, attempt)
  return {
    ...orderOf(checkout, attempt, returnUrl),
    creditCard: card,
    ...given({ dynamicBillingDescriptor, travel }),
    ...(isEmpty(additionalData) ? {} : { additionalData })
  }
}

/** Brands that the shop does not take. */
const excluded = ({ details: { paymentMethod } }: Checkout, card: CardInput): InvalidRequest | undefined => {
  const brand = card._tag === "CardData" ? card.number.facts.brand : undefined
  const isExcluded = brand !== undefined && paymentMethod?.excludedBrands?.some((one) => one === brand) === true
  return isExcluded ? invalid(["credit_card", "number"], "is of a brand that is not taken") : undefined
}

/** A token is taken only where its card is among those that are offered. Source: D47. */
const notOffered = (cards: ReadonlyArray<SavedCard>, card: CardInput): InvalidRequest | undefined =>
  card._tag === "CardToken" && !cards.some(({ token }) => token === card.token)
    ? invalid(["credit_card", "token"], "does not exist")
    : undefined

interface Facts {
  readonly checkout: Checkout | undefined
  readonly product?: Product | undefined
}

/** The attempt in the commit that accepts its charge. One that no acquirer takes is over already. */
const attaching =
  (context: CheckoutWriter.Context, { after, customer }: CheckoutAttempt) =>
  (
    { checkout, product }: Facts,
    { createdAt, status, uid }: StartedTransaction
  ): Either.Either<ReadonlyArray<Write>, InvalidRequest> => {
    if (checkout === undefined) return Either.left(invalid([], "Checkout is not found"))
    if (after !== undefined && after !== checkout.attempts) return Either.left(invalid([], "was sent before"))
    const stock = Stock.reserved(checkout, product, createdAt)
    if (Either.isLeft(stock)) return Either.left(stock.left)
    return Either.map(CheckoutRules.begun(completed(checkout, customer), uid, createdAt), (begun) => {
      if (status !== "failed") {
        const { checkout: holding, writes } = stock.right
        const started = { ...begun, checkout: { ...begun.checkout, ...given({ product: holding.product }) } }
        return [...CheckoutWriter.replaced(started, context), ...writes]
      }
      const over = CheckoutRules.settled(begun.checkout, uid, "AttemptFailed", createdAt, { isUnsent: true })
      const ended = over ?? begun
      const transition = { ...ended.transition, from: checkout.state }
      const next = { ...ended.checkout, version: checkout.version + 1 }
      return CheckoutWriter.replaced({ checkout: next, transition, effects: over?.effects ?? [] }, context)
    })
  }

// A charge of a checkout has no idempotency key and no duplicate window of its own.
const refusedAs = (error: ChargeRefusal): Effect.Effect<never, InvalidRequest | VaultError | StorageError> => {
  if (error instanceof StorageError || error instanceof InvalidRequest || error._tag === "VaultError") {
    return Effect.fail(error)
  }
  return Effect.die(error)
}

/** Charges cards and opens transfers for checkouts. */
export const make = Effect.gen(function* () {
  const { charge } = yield* Charges
  const { payFor } = yield* Transfers
  const savedCards = yield* CheckoutCards.make
  const { appPageUrl, encode, pageUrl } = yield* CheckoutDocuments
  const newNotificationId = yield* makeNotificationId

  return Effect.fnUntraced(function* (shop: Shop, checkout: Checkout, attempt: CheckoutAttempt) {
    const clock = yield* Effect.clock
    const now = yield* DateTime.now
    const known = completed(checkout, attempt.customer)
    const product = checkout.product?.id
    const linked: LinkedTransaction<Facts, InvalidRequest> = {
      name: "accept-checkout",
      belongsTo: { checkout: checkout.token, ...given({ orderData: orderDataOf(checkout), product }) },
      load: {
        checkout: Reads.checkout(shop.id, checkout.token, checkout),
        ...(product === undefined ? {} : { product: Reads.product(shop.id, product) })
      },
      attach: attaching({ shop, encode, notification: newNotificationId(now.epochMillis) }, attempt)
    }
    const { by, isByApp = false } = attempt
    const returnUrl = isByApp ? appPageUrl(known) : pageUrl(known)
    if (by._tag === "Transfer") {
      const request = { ...orderOf(known, attempt, returnUrl), method: { type: by.method } }
      return (yield* Effect.catchAll(payFor(shop, request, linked), refusedAs)).transaction
    }
    const cards = by._tag === "CardToken" ? yield* savedCards(shop, checkout) : []
    const refused = notOffered(cards, by) ?? excluded(known, by)
    if (refused !== undefined) return yield* refused
    const ordered = {
      shop,
      kind: kindOf(known.details),
      charge: chargeOf(shop, known, attempt, by, returnUrl),
      clock,
      ...given({ shownAs: shownAs(known.details) }),
      linked: {
        ...linked,
        isUnattended: false,
        isAnonymous: known.isByGuest === true,
        texts: { ...known.details, ...attempt }
      }
    }
    return (yield* Effect.catchAll(charge(ordered), refusedAs)).transaction
  })
})
