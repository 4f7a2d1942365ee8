/** The page of an order, under three addresses, and how the customer pays on it. Source: D2, D44, D47, D48. */

import { type CheckoutAttempt, Checkouts } from "@florin/core/checkout-operations/Checkouts"
import { type Checkout, isFinal, isOver } from "@florin/core/checkouts/Checkout"
import type { MethodType } from "@florin/core/checkouts/CheckoutRequest"
import { leftToAsk } from "@florin/core/customers/AskedFields"
import { CheckoutToken } from "@florin/core/ids/Ids"
import { Transactions } from "@florin/core/queries/Transactions"
import { given } from "@florin/core/request/Given"
import { type InvalidRequest, NotFound } from "@florin/core/request/InvalidRequest"
import { type Shop, ShopDirectory } from "@florin/core/shops/Shop"
import { isTransfer, type Transaction } from "@florin/core/transactions/Transaction"
import type { CheckoutEndPage, CheckoutPage } from "@florin/pages/CheckoutPage"
import type { CardFault, DetailFault } from "@florin/pages/Language"
import type { Details } from "@florin/pages/PlanPage"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { HttpSettings } from "../../HttpSettings.js"
import * as Merchant from "../routes/merchant.js"
import * as Brake from "../transport/brake.js"
import {
  type Exchange,
  type Failure,
  formFields,
  type Handler,
  type Reply,
  rootFrom,
  seeOther
} from "../transport/exchange.js"
import * as CardForm from "./cardForm.js"
import * as DetailsForm from "./detailsForm.js"
import * as ProblemPages from "./problemPages.js"
import * as ProductPages from "./productPages.js"
import { withMembers } from "./returnAddress.js"
import * as TransactionPages from "./transactionPages.js"

type Fields = Readonly<Record<string, string>>

/** A checkout, by the shop that it belongs to, and the transaction of its last attempt. */
interface Found {
  readonly checkout: Checkout
  readonly shop: Shop
  readonly last: Transaction | undefined
}

const isToken = Schema.is(CheckoutToken)

const missing = new NotFound()

/** The same page again, by a GET that can be repeated. */
const toPage = ({ token }: Checkout): Reply => seeOther(`?token=${token}`)

const languageOf = ({ incoming }: Exchange, { details: { settings } }: Checkout): string =>
  settings?.language ?? incoming.header("accept-language") ?? "en"

/** Where the customer goes in the end. Source: D48. */
const backOf = ({ checkout, last }: Found): string | undefined => {
  const { settings = {} } = checkout.details
  const { cancelUrl, declineUrl, failUrl, returnUrl, successUrl } = settings
  const urls: Readonly<Record<Checkout["state"], string | undefined>> = {
    open: cancelUrl,
    paying: undefined,
    paid: successUrl ?? returnUrl,
    failed: declineUrl ?? returnUrl,
    expired: failUrl ?? returnUrl,
    canceled: cancelUrl ?? failUrl ?? returnUrl
  }
  const url = urls[checkout.state]
  if (url === undefined) return undefined
  const { status = "error", uid } = last ?? {}
  return withMembers(url, { token: checkout.token, ...given({ uid }), status }).href
}

const askedOf = ({ billingAddress, customer, details: { settings } }: Checkout) =>
  leftToAsk(settings?.customerFields?.visible, { billingAddress, customer })

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

const showing = Effect.gen(function* () {
  const { allSimulated, isSimulated, modelOf, pages, shown } = yield* TransactionPages.make
  const { methods } = yield* Checkouts

  const form = Effect.fnUntraced(function* (
    exchange: Exchange,
    found: Found,
    more: Pick<CheckoutPage, "entered" | "chosen"> = {},
    status = 200
  ) {
    const { checkout, last, shop } = found
    const { settings = {}, test = false } = checkout.details
    const { display = false, customerContract = false } = settings.saveCardToggle ?? {}
    const body = pages.checkout({
      checkout,
      merchant: shop.name,
      language: languageOf(exchange, checkout),
      simulated: test || allSimulated,
      methods: methods(checkout),
      asked: askedOf(checkout),
      now: yield* DateTime.now,
      zone: DateTime.zoneMakeOffset(0),
      script: `${rootFrom(exchange)}/assets/card.js`,
      ...given({ leaveUrl: backOf(found) }),
      ...(display ? { keeps: customerContract } : {}),
      ...(last === undefined || more.entered !== undefined ? {} : { declined: last }),
      ...more
    })
    return { ...shown(body, { script: true, forms: ["'self'"] }), status }
  })

  const waiting = Effect.fnUntraced(function* (exchange: Exchange, transaction: Transaction) {
    const root = rootFrom(exchange)
    if (isTransfer(transaction)) return seeOther(`${root}/transfers/${transaction.uid}`)
    if (transaction.status === "incomplete") return seeOther(`${root}/process/${transaction.uid}`)
    const model = yield* modelOf(transaction)
    const script = `${root}/assets/verification.js`
    return shown(pages.verification({ ...model, script, step: { _tag: "wait" } }), { script: true })
  })

  /** The order can be paid no more; no attempt has charged anything. */
  const end = (exchange: Exchange, found: Found, ended: CheckoutEndPage["ended"]): Reply => {
    const { checkout, shop } = found
    const language = languageOf(exchange, checkout)
    const { test = false } = checkout.details
    const returnUrl = backOf({ ...found, checkout: { ...checkout, state: ended } })
    return shown(
      pages.checkoutEnd({
        ...{ checkout, ended, merchant: shop.name, language, simulated: test || allSimulated },
        ...given({ returnUrl })
      })
    )
  }

  const result = Effect.fnUntraced(function* (exchange: Exchange, found: Found, last: Transaction) {
    const back = backOf(found)
    const model = { ...(yield* modelOf(last)), simulated: isSimulated(last) }
    const root = rootFrom(exchange)
    const seconds = found.checkout.details.settings?.autoReturn
    const onward = seconds === undefined ? undefined : { script: `${root}/assets/transfer.js`, seconds }
    const receiptUrl = `${root}/receipts/${last.uid}`
    return shown(pages.result({ ...model, receiptUrl, ...given({ returnUrl: back, onward }) }), {
      script: back !== undefined && onward !== undefined
    })
  })

  const current = Effect.fnUntraced(function* (exchange: Exchange, found: Found) {
    const { checkout, last } = found
    const { state } = checkout
    if (state === "expired" || state === "canceled") return end(exchange, found, state)
    if (isFinal(checkout) && last !== undefined) return yield* result(exchange, found, last)
    if (state === "paying" && last !== undefined) return yield* waiting(exchange, last)
    // The job that ends it may not have run yet.
    return isOver(checkout, yield* DateTime.now) ? end(exchange, found, "expired") : yield* form(exchange, found)
  })

  return { form, current }
})

/** By what the customer pays: a transfer, or the card that was typed. */
const methodIn = (
  fields: Fields,
  offered: ReadonlyArray<MethodType>
): Either.Either<CheckoutAttempt["by"], ReadonlyArray<CardFault>> => {
  const method = offered.find((one) => one === fields.method)
  return method === undefined || method === "credit_card"
    ? CardForm.read(fields)
    : Either.right({ _tag: "Transfer", method })
}

/** The charge of a card that was typed into the form. */
const paying = Effect.gen(function* () {
  const { findPublic, methods, pay } = yield* Checkouts
  const { form } = yield* showing
  const { attempt: braking } = yield* Brake.Brake
  const transactions = yield* Transactions
  const { gone } = yield* ProductPages.make

  const outcomeOf = ({ state, uid }: Checkout) =>
    uid === null || state === "paid"
      ? Effect.succeed(Brake.outcomeOf(uid === null ? undefined : "successful"))
      : Effect.map(transactions.findPublic(uid), ({ status }) => Brake.outcomeOf(status))

  return (exchange: Exchange, found: Found, fields: Fields) => {
    const { checkout, shop } = found
    const request = askedOf(checkout)
    const again = (faults: ReadonlyArray<CardFault>, detailFaults: Details<DetailFault> = {}, status?: number) => {
      const entered = { ...CardForm.entered(fields, faults), details: DetailsForm.entered(fields, request) }
      return form(exchange, found, { entered: { ...entered, detailFaults } }, status)
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
    const by = methodIn(fields, methods(checkout))
    const details = DetailsForm.read(fields, request, checkout.billingAddress.country)
    if (Either.isLeft(by) || Either.isLeft(details)) {
      return again(Either.isLeft(by) ? by.left : [], Either.isLeft(details) ? details.left : {})
    }
    const attempt = {
      by: by.right,
      after: Number(fields.after),
      keeps: fields.keep === "1",
      ...(details.right === undefined ? {} : { customer: details.right })
    }
    const work = Merchant.working({ ...exchange, shop }, () => pay(shop, checkout, attempt))
    // A transfer tells nothing of cards. The order has its own number of attempts.
    const paid = by.right._tag === "Transfer" ? work : braking(exchange, { page: checkout.token, work, outcomeOf })
    return Effect.matchEffect(paid, {
      onFailure: (error) => (error._tag === "InvalidRequest" ? refused(error) : Effect.fail(error)),
      onSuccess: (done) =>
        done instanceof Brake.Braked
          ? Effect.map(again(["too-many"], {}, 429), Brake.after(done))
          : Effect.succeed(toPage(done))
    })
  }
})

export const make = Effect.gen(function* () {
  const find = yield* finding
  const { current } = yield* showing
  const pay = yield* paying
  const { gone } = yield* ProductPages.make
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
    payCheckoutWidget: sent
  }
})
