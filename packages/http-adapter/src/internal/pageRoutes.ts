/**
 * The customer's pages. Source: D1, D2, D16.
 */

import { Acquirers } from "@florin/core/cards/Acquirer"
import { lastCharge } from "@florin/core/cards/CardChange"
import { Cards } from "@florin/core/cards/Cards"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { NotFound } from "@florin/core/request/InvalidRequest"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { type Authentication, ReturnedFields } from "@florin/core/three-d-secure/Authentication"
import { ofCard, type Transaction } from "@florin/core/transactions/Transaction"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import { Transactions } from "@florin/core/transactions/Transactions"
import type { Allowances } from "@florin/pages/Design"
import { Pages } from "@florin/pages/Pages"
import { script } from "@florin/pages/Script"
import type { TransactionPage } from "@florin/pages/TransactionPage"
import type { Step } from "@florin/pages/Verification"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { HttpSettings } from "../HttpSettings.js"
import {
  type Exchange,
  type Failure,
  formFields,
  type Handler,
  noRoute,
  page,
  type Reply,
  seeOther
} from "./exchange.js"
import * as ProblemPages from "./problemPages.js"
import { uidOf } from "./transactionRoutes.js"

/** Where the customer returns to, with the result added to the URL's own query. */
const returnUrl = ({ details, status, uid }: CardTransaction): URL | undefined => {
  if (details.returnUrl === undefined) return undefined
  const address = new URL(details.returnUrl)
  address.searchParams.set("uid", uid)
  address.searchParams.set("status", status)
  return address
}

/**
 * Sends the customer back with the card's token, which no page shows. The token of a subscription stays here: its
 * customer returns to a page of ours, and addresses of pages stay in histories. Source: D2, D16, D22.
 */
const returning = ({ card, subscription }: CardTransaction, address: URL): Reply => {
  if (card !== undefined && subscription === undefined) address.searchParams.set("token", card.token)
  return seeOther(address.href)
}

/** Whether a transaction moved no money, by the acquirer that was asked last. Source: D39. */
export const simulatedBy = (acquirers: Context.Tag.Service<Acquirers>) => {
  const ids = new Set(acquirers.filter(({ simulated }) => simulated).map(({ gatewayId }) => gatewayId))
  return (transaction: Transaction): boolean => {
    const { gatewayId } = lastCharge(transaction)
    return transaction.test || (gatewayId !== null && ids.has(gatewayId))
  }
}

/** Where forms lead that leave this host: also over the redirects that follow. */
const leadingTo = (url: string): ReadonlyArray<string> => (url.startsWith("http:") ? ["https:", "http:"] : ["https:"])

const challengeStep = (challenge: NonNullable<Authentication["challenge"]>, back: string): Step => {
  const fields =
    challenge.version === 2
      ? { creq: challenge.creq, threeDSSessionData: challenge.sessionData }
      : { PaReq: challenge.paReq, MD: challenge.md, TermUrl: back }
  return { _tag: "challenge", form: { action: challenge.acsUrl, fields } }
}

/** Sent by our own form after the method step, never by the issuer. */
const goesOn = "continue"

const methodStep = ({ method, stage }: Authentication, back: string, more = {}): Step | undefined => {
  if (stage !== "method" || method === null) return undefined
  const fields = { threeDSMethodData: method.data }
  return {
    _tag: "method",
    frame: { action: method.url, fields },
    form: { action: back, fields: { ...fields, ...more } }
  }
}

/** The step of the customer's browser; none when the transaction has its result. `back`: where it returns. */
const stepOf = ({ authentication, status }: CardTransaction, back: string): Step | undefined => {
  if (status !== "pending" && status !== "incomplete") return undefined
  const isOpen = status === "incomplete" && authentication !== undefined
  if (isOpen && authentication.stage === "challenge" && authentication.challenge !== null)
    return challengeStep(authentication.challenge, back)
  return (isOpen ? methodStep(authentication, back, { [goesOn]: "1" }) : undefined) ?? { _tag: "wait" }
}

/**
 * The issuer says in its hidden frame that the method step is over, or the page of the advanced scenario does: nothing
 * follows in that frame.
 */
const endsInFrame = (fields: Readonly<Record<string, string>>): boolean =>
  fields.threeDSMethodData !== undefined &&
  [fields.cres, fields.PaRes, fields[goesOn]].every((field) => field === undefined)

/** Pages of a step show nothing to be clicked on, so any page may frame them. */
const anyPage = ["https:", "http:"]

const allowancesOf = (step: Step): Allowances => {
  switch (step._tag) {
    case "challenge":
      return { script: true, forms: leadingTo(step.form.action) }
    case "method": {
      const issuer = leadingTo(step.frame.action)
      return { script: true, forms: ["'self'", ...issuer], frames: ["'self'", ...issuer] }
    }
    case "wait":
      return { script: true }
    case "finished":
      return {}
  }
}

const decodeReturn = Schema.decodeUnknownOption(ReturnedFields)

/** The model of a page about a card transaction. */
interface CardPage extends TransactionPage {
  readonly transaction: CardTransaction
}

/** What a customer's page is made of. */
const means = Effect.gen(function* () {
  const transactions = yield* Transactions
  const directory = yield* ShopDirectory
  const pages = yield* Pages
  const { framedBy } = yield* HttpSettings
  // A host may provide the acquirers to the gateway only; then `test` alone decides.
  const isSimulated = simulatedBy(Option.getOrElse(yield* Effect.serviceOption(Acquirers), () => []))

  const shown = (body: string, allowances: Allowances = {}): Reply =>
    page(pages.contentSecurityPolicy({ framedBy, ...allowances }), body)

  const modelOf = <Kind extends Transaction>(transaction: Kind) =>
    Effect.map(directory.find(transaction.shop), (shop) => ({
      transaction,
      merchant: Option.match(shop, { onNone: (): string => transaction.shop, onSome: ({ name }) => name }),
      simulated: isSimulated(transaction)
    }))

  const { instead } = yield* ProblemPages.make

  /** Answers 404 with a page. */
  const orMissing =
    ({ incoming, requestId }: Exchange) =>
    <R>(reply: Effect.Effect<Reply, Failure, R>): Effect.Effect<Reply, Failure, R> =>
      Effect.catchIf(
        reply,
        (error) => error._tag === "NotFound",
        () => Effect.succeed(instead(noRoute, incoming, requestId))
      )

  const found = (exchange: Exchange) => Effect.flatMap(uidOf(exchange), transactions.findPublic)
  /** A customer's steps are those of a card. */
  const foundCard = (exchange: Exchange) =>
    Effect.flatMap(found(exchange), (transaction): Effect.Effect<CardTransaction, NotFound> => {
      const card = ofCard(transaction)
      return card === undefined ? Effect.fail(new NotFound()) : Effect.succeed(card)
    })
  return { pages, shown, modelOf, orMissing, found, foundCard }
})

export const make = Effect.gen(function* () {
  const { found, foundCard, modelOf, orMissing, pages, shown } = yield* means
  const { returned } = yield* Cards
  const { returnUrl: backOf } = yield* TransactionDocuments
  const { bodyLimit } = yield* HttpSettings

  const receipt: Handler = (exchange) =>
    Effect.map(Effect.flatMap(found(exchange), modelOf), (model) => shown(pages.receipt(model))).pipe(
      orMissing(exchange)
    )

  const result = (model: CardPage): Reply => {
    const { authentication, uid } = model.transaction
    const back = returnUrl(model.transaction)
    // Whoever was sent here to be authenticated goes back to the shop.
    if (back !== undefined && authentication !== undefined) return returning(model.transaction, back)
    const more = back === undefined ? {} : { returnUrl: back.href }
    return shown(pages.result({ ...model, receiptUrl: `../receipts/${uid}`, ...more }))
  }

  const stepPage = (model: CardPage, step: Step, root: ".." | "../..", framedBy?: ReadonlyArray<string>): Reply =>
    shown(pages.verification({ ...model, step, script: `${root}/assets/verification.js` }), {
      ...allowancesOf(step),
      ...(framedBy === undefined ? {} : { framedBy })
    })

  const finished = (model: CardPage): Reply => stepPage(model, { _tag: "finished" }, "../..", anyPage)

  const verified = (model: CardPage): Reply => {
    const step = stepOf(model.transaction, backOf(model.transaction.uid))
    return step === undefined ? result(model) : stepPage(model, step, "..")
  }

  /** The method step alone, for a hidden frame of a merchant that drives the steps itself. */
  const identified = (model: CardPage): Reply => {
    const { authentication, status, uid } = model.transaction
    const step = status === "incomplete" && authentication ? methodStep(authentication, backOf(uid)) : undefined
    return step === undefined ? finished(model) : stepPage(model, step, "../..", anyPage)
  }

  const process: Handler = (exchange) =>
    Effect.map(Effect.flatMap(foundCard(exchange), modelOf<CardTransaction>), verified).pipe(orMissing(exchange))

  const processMethod: Handler = (exchange) =>
    Effect.map(Effect.flatMap(foundCard(exchange), modelOf<CardTransaction>), identified).pipe(orMissing(exchange))

  /** The browser comes with a POST; a GET that can be repeated shows what came of it. */
  const processReturn: Handler = (exchange) =>
    Effect.gen(function* () {
      const uid = yield* uidOf(exchange)
      const fields = yield* formFields(exchange, bodyLimit)
      const { transaction } = yield* returned(
        uid,
        Option.getOrElse(decodeReturn(fields), () => ({}))
      )
      return endsInFrame(fields) ? finished(yield* modelOf(transaction)) : seeOther(`../${uid}`)
    }).pipe(orMissing(exchange))

  const verificationScript: Handler = () =>
    Effect.succeed({
      status: 200,
      body: script,
      headers: { "content-type": "text/javascript; charset=utf-8", "cache-control": "public, max-age=86400" }
    })

  return { process, processMethod, processReturn, receipt, verificationScript }
})
