/** The page of an order, under three addresses, and how the customer pays on it. Source: D2, D44, D47, D48. */

import type { CardEntry } from "@florin/core/cards/ProviderFields"
import { type CheckoutAttempt, Checkouts } from "@florin/core/checkout-operations/Checkouts"
import type { Checkout } from "@florin/core/checkouts/Checkout"
import type { MethodType } from "@florin/core/checkouts/CheckoutRequest"
import { CheckoutToken } from "@florin/core/ids/Ids"
import * as LanguageTag from "@florin/core/language/LanguageTag"
import { Transactions } from "@florin/core/queries/Transactions"
import { given } from "@florin/core/request/Given"
import { type InvalidRequest, NotFound } from "@florin/core/request/InvalidRequest"
import { ShopDirectory } from "@florin/core/shops/Shop"
import type { CardFault, DetailFault } from "@florin/pages/Language"
import { Pages } from "@florin/pages/Pages"
import type { Details } from "@florin/pages/PlanPage"
import { widgetScript } from "@florin/pages/WidgetScript"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { HttpSettings } from "../../HttpSettings.js"
import * as Merchant from "../routes/merchant.js"
import * as Brake from "../transport/brake.js"
import { type Exchange, type Failure, formFields, type Handler, type Reply, seeOther } from "../transport/exchange.js"
import * as BrowserForm from "./browserForm.js"
import * as CardEntryForm from "./cardEntryForm.js"
import * as CardForm from "./cardForm.js"
import type { Fields, Found } from "./checkoutPages.js"
import * as CheckoutPages from "./checkoutPages.js"
import * as DetailsForm from "./detailsForm.js"
import * as ProblemPages from "./problemPages.js"
import * as ProductPages from "./productPages.js"
import * as SavedCardForm from "./savedCardForm.js"
import * as TransactionPages from "./transactionPages.js"
import * as WidgetOrders from "./widgetOrders.js"

const isToken = Schema.is(CheckoutToken)

const missing = new NotFound()

/** The same page again, by a GET that can be repeated. */
const toPage = ({ token }: Checkout): Reply => seeOther(`?token=${token}`)

/**
 * What limits the tries on its page: an order of the shop's has its own number of attempts. What anyone orders again and
 * again has one limit for all of its orders, or each would bring new tries. Source: D47, D51.
 */
const limitedBy = ({ isByGuest, product, shop, token }: Checkout): string =>
  product?.id ?? (isByGuest === true ? Brake.guestsOf(shop) : token)

/** The name on the card where the shop has said it, and lets nobody change it. */
const withFixedHolder = (fields: Fields, { details: { settings } }: Checkout): Fields => {
  const { holder, readOnly = [] } = settings?.creditCardFields ?? {}
  return holder !== undefined && readOnly.includes("holder") ? { ...fields, holder } : fields
}

/** Left empty, the name is that of the last attempt. */
const withLastHolder = (fields: Fields, found: Found): Fields => {
  const holder = CheckoutPages.lastHolderOf(found)
  return holder === undefined || (fields.holder ?? "").trim() !== "" ? fields : { ...fields, holder }
}

const finding = Effect.gen(function* () {
  const { findPublic } = yield* Checkouts
  const directory = yield* ShopDirectory
  const transactions = yield* Transactions

  return Effect.fnUntraced(function* (token: string | null | undefined) {
    if (!isToken(token)) return yield* missing
    const checkout = yield* findPublic(token)
    const shop = yield* directory.find(checkout.shop)
    if (Option.isNone(shop)) return yield* missing
    const last = checkout.uid === null ? undefined : yield* transactions.findPublic(checkout.uid)
    return { checkout, shop: shop.value, last } satisfies Found
  })
})

/** By what the customer pays: a transfer, or the card that was typed, here or in a provider's fields. */
const methodIn = (
  fields: Fields,
  offered: ReadonlyArray<MethodType>,
  { details: { paymentMethod } }: Checkout,
  entry: CardEntry
): Either.Either<CheckoutAttempt["by"], ReadonlyArray<CardFault>> => {
  const method = offered.find((one) => one === fields.method)
  const saved = method === undefined || method === "credit_card" ? SavedCardForm.read(fields) : undefined
  if (saved !== undefined) return Either.right(saved)
  if (method !== undefined && method !== "credit_card") return Either.right({ _tag: "Transfer", method })
  return CardEntryForm.read(fields, entry, paymentMethod?.excludedBrands)
}

/** The charge of a card that was typed into the form. */
const paying = Effect.gen(function* () {
  const { cardEntry, findPublic, methods, pay } = yield* Checkouts
  const { form } = yield* CheckoutPages.make
  const { languages } = yield* Pages
  const { attempt: braking } = yield* Brake.Brake
  const { gone } = yield* ProductPages.make

  return (exchange: Exchange, found: Found, sent: Fields) => {
    const { checkout, shop } = found
    const fields = withFixedHolder(sent, checkout)
    const { requestedFields: requested, known } = CheckoutPages.requestedFieldsOf(checkout)
    const again = (faults: ReadonlyArray<CardFault>, detailFaults: Details<DetailFault> = {}, status?: number) => {
      const entered = { ...CardForm.entered(fields, faults), details: DetailsForm.entered(fields, requested) }
      return form(exchange, found, { fields, entered: { ...entered, detailFaults } }, status)
    }
    const refused = ({ errors }: InvalidRequest): Effect.Effect<Reply, Failure> => {
      const faults = CardForm.faultsOf(
        errors.map(({ path, sentence }) => ({
          path: path[0] === "credit_card" ? ["card", ...path.slice(1)] : path,
          sentence
        }))
      )
      const details = DetailsForm.faultsOf(errors)
      if (faults.length > 0 || Object.keys(details).length > 0) return again(faults, details)
      // Another tab has begun an attempt, or its time is over; else the shop cannot take this payment.
      return Effect.flatMap(findPublic(checkout.token), ({ state, version }) =>
        state === "open" && version === checkout.version
          ? Effect.flatMap(gone(exchange, checkout), (page) =>
              page === undefined ? again(["refused"]) : Effect.succeed(page)
            )
          : Effect.succeed(toPage(checkout))
      )
    }
    const by = methodIn(withLastHolder(fields, found), methods(checkout), checkout, cardEntry(checkout))
    const details = DetailsForm.read(fields, requested, { known, country: checkout.billingAddress.country })
    if (Either.isLeft(by) || Either.isLeft(details)) {
      return again(Either.isLeft(by) ? by.left : [], Either.isLeft(details) ? details.left : {})
    }
    const attempt = {
      by: by.right,
      after: Number(fields.after),
      keeps: fields.save_card === "1",
      language: LanguageTag.choose(languages, CheckoutPages.languageOf(exchange, checkout)).tag,
      ...given({ browser: BrowserForm.read(fields, exchange.incoming), customer: details.right })
    }
    const work = Merchant.working({ ...exchange, shop }, () => pay(shop, checkout, attempt))
    // A transfer tells nothing of cards.
    const paid =
      by.right._tag === "Transfer"
        ? work
        : braking(exchange, { page: limitedBy(checkout), work, triedBy: Effect.succeed })
    return Effect.matchEffect(paid, {
      onFailure: (error) => (error._tag === "InvalidRequest" ? refused(error) : Effect.fail(error)),
      onSuccess: (done) =>
        done instanceof Brake.Braked
          ? Effect.map(again(["too-many"], {}, 429), Brake.after(done))
          : Effect.succeed(toPage(checkout))
    })
  }
})

export const make = Effect.gen(function* () {
  const find = yield* finding
  const { current } = yield* CheckoutPages.make
  const pay = yield* paying
  const { gone } = yield* ProductPages.make
  const ordered = yield* WidgetOrders.make
  const { bodyLimit } = yield* HttpSettings
  const { orMissing } = yield* ProblemPages.make

  const tokenOf = ({ incoming }: Exchange) => new URLSearchParams(incoming.query).get("token")

  /** Opens nothing, charges nothing: link previews and crawlers come too. */
  const shownPage: Handler = (exchange) =>
    Effect.gen(function* () {
      const found = yield* find(tokenOf(exchange))
      return (yield* gone(exchange, found.checkout)) ?? (yield* current(exchange, found))
    }).pipe(orMissing(exchange))

  /** Our own form says after how many attempts it was shown: one that is older is shown anew. Shop systems post a token alone. */
  const sent: Handler = (exchange) =>
    Effect.gen(function* () {
      const fields = yield* formFields(exchange, bodyLimit)
      if (WidgetOrders.isOrder(fields)) return toPage(yield* ordered(exchange, fields))
      const found = yield* find(tokenOf(exchange) ?? fields.token)
      const { checkout } = found
      if (fields.after !== String(checkout.attempts) || checkout.state !== "open") return toPage(checkout)
      return yield* pay(exchange, found, fields)
    }).pipe(orMissing(exchange))

  return {
    checkoutPage: shownPage,
    checkoutPageV2: shownPage,
    checkoutWidget: shownPage,
    payCheckout: sent,
    payCheckoutV2: sent,
    payCheckoutWidget: sent,
    widgetScript: TransactionPages.script(widgetScript)
  }
})
