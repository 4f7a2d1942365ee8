/**
 * The customer's pages. Source: D1, D2, D16.
 */

import { Cards } from "@florin/core/card-operations/Cards"
import { openActionOf } from "@florin/core/cards/AtProvider"
import type { Authentication } from "@florin/core/cards/Authentication"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import type { CustomerAction } from "@florin/core/cards/CustomerAction"
import { given } from "@florin/core/request/Given"
import { NotFound } from "@florin/core/request/InvalidRequest"
import { ofCard, type Transaction } from "@florin/core/transactions/Transaction"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import type { Allowances } from "@florin/pages/Design"
import { script } from "@florin/pages/Script"
import type { TransactionPage } from "@florin/pages/TransactionPage"
import type { Step } from "@florin/pages/Verification"
import { withMembers } from "@florin/wire/ReturnAddress"
import * as Effect from "effect/Effect"
import { HttpSettings } from "../../HttpSettings.js"
import {
  type Exchange,
  formFields,
  type Handler,
  queryFields,
  type Reply,
  rootFrom,
  seeOther
} from "../transport/exchange.js"
import * as TransactionPages from "./transactionPages.js"

/**
 * Sends the customer back with the card's token, which no page shows. The token of a subscription stays here: its
 * customer returns to a page of ours, and addresses of pages stay in histories. Source: D2, D16, D22.
 */
const returning = ({ card, checkout, subscription }: CardTransaction, address: URL): Reply => {
  const isOurs = subscription !== undefined || checkout !== undefined
  const more = card === undefined || isOurs ? {} : { token: card.token }
  return seeOther(withMembers(address.href, more).href)
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

/** What the acquirer wants of its customer. Whoever comes back without having done it goes there by hand. Source: D53. */
const actionStep = (action: CustomerAction, returns: number): Step => {
  const byHand = returns > 0
  return action._tag === "Redirect"
    ? { _tag: "link", url: action.url, byHand }
    : { _tag: "challenge", form: { action: action.url, fields: action.fields }, byHand }
}

/** The step of the customer's browser; none when the transaction has its result. `back`: where it returns. */
const stepOf = (transaction: CardTransaction, back: string): Step | undefined => {
  const { atProvider, authentication, status } = transaction
  if (status !== "pending" && status !== "incomplete") return undefined
  const action = status === "incomplete" ? openActionOf(transaction) : undefined
  if (action !== undefined) return actionStep(action, atProvider?.returns ?? 0)
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

const allowancesOf = (step: Step, isFramed: boolean): Allowances => {
  switch (step._tag) {
    case "challenge": {
      const issuer = leadingTo(step.form.action)
      // In a frame the issuer's page stands in ours, and what comes back does, too.
      const within = ["'self'", ...issuer]
      return { script: true, ...(isFramed ? { forms: within, frames: within } : { forms: issuer }) }
    }
    case "link":
      return { script: true, ...(isFramed ? { frames: ["'self'", ...leadingTo(step.url)] } : {}) }
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

/** The model of a page about a card transaction. */
interface CardPage extends TransactionPage {
  readonly transaction: CardTransaction
  /** From the page to the root of the mount. */
  readonly root: string
  readonly isFramed: boolean
  /** Where the customer comes back from the issuer. */
  readonly back: string
}

/** A customer's steps are those of a card. */
const asCard = (transaction: Transaction): Effect.Effect<CardTransaction, NotFound> => {
  const card = ofCard(transaction)
  return card === undefined ? Effect.fail(new NotFound()) : Effect.succeed(card)
}

/** What is shown of a transaction, from its model. */
const showing = Effect.map(TransactionPages.make, ({ pages, shown, within }) => {
  const result = (model: CardPage): Reply => {
    const { atProvider, authentication, uid } = model.transaction
    const back = TransactionPages.returnUrl(model.transaction)
    // Whoever was sent here to be authenticated, or to the acquirer, goes back to the shop.
    const wasAway = authentication !== undefined || (atProvider?.waitingSince ?? null) !== null
    if (back !== undefined && wasAway) return returning(model.transaction, back)
    const more = back === undefined ? {} : { returnUrl: back.href }
    return shown(pages.result({ ...model, receiptUrl: `${model.root}/receipts/${uid}`, ...more }))
  }

  const stepPage = (
    model: CardPage,
    step: Step,
    framedBy = model.transaction.checkout === undefined ? undefined : within
  ): Reply =>
    shown(pages.verification({ ...model, step, outcome: "pending", script: `${model.root}/assets/verification.js` }), {
      ...allowancesOf(step, model.isFramed),
      ...given({ framedBy })
    })

  const finished = (model: CardPage): Reply => stepPage(model, { _tag: "finished" }, anyPage)

  const verified = (model: CardPage): Reply => {
    const step = stepOf(model.transaction, model.back)
    // Outside of a frame nothing has to be shown on the way.
    if (step?._tag === "link" && !step.byHand && !model.isFramed) return seeOther(step.url)
    return step === undefined ? result(model) : stepPage(model, step)
  }

  /** The method step alone, for a hidden frame of a merchant that drives the steps itself. */
  const identified = (model: CardPage): Reply => {
    const { authentication, status } = model.transaction
    const step = status === "incomplete" && authentication ? methodStep(authentication, model.back) : undefined
    return step === undefined ? finished(model) : stepPage(model, step, anyPage)
  }

  return { finished, verified, identified }
})

export const make = Effect.gen(function* () {
  const { found, modelOf, orMissing, pages, shown } = yield* TransactionPages.make
  const { finished, identified, verified } = yield* showing
  const { returned } = yield* Cards
  const { returnUrl: backOf } = yield* TransactionDocuments
  const { bodyLimit } = yield* HttpSettings

  const foundCard = (exchange: Exchange) => Effect.flatMap(found(exchange), asCard)

  const receipt: Handler = (exchange) =>
    Effect.map(Effect.flatMap(found(exchange), modelOf), (model) => shown(pages.receipt(model))).pipe(
      orMissing(exchange)
    )

  const pageOf = (exchange: Exchange, transaction: CardTransaction) =>
    Effect.map(
      modelOf(transaction),
      (model): CardPage => ({
        ...model,
        root: rootFrom(exchange),
        back: backOf(transaction.uid),
        // In a frame the bank's page comes back to a page of ours, of an order.
        isFramed: transaction.checkout !== undefined && TransactionPages.isFramed(exchange)
      })
    )

  const about =
    (shownTo: (model: CardPage) => Reply): Handler =>
    (exchange) =>
      foundCard(exchange).pipe(
        Effect.flatMap((transaction) => pageOf(exchange, transaction)),
        Effect.map(shownTo),
        orMissing(exchange)
      )

  /** The browser comes with a POST; a GET that can be repeated shows what came of it. */
  const processReturn: Handler = (exchange) =>
    Effect.gen(function* () {
      // Anyone can send a form: that of no transaction is not read.
      const { uid } = yield* foundCard(exchange)
      const fields = yield* formFields(exchange, bodyLimit)
      const { transaction } = yield* returned(uid, { ...queryFields(exchange), ...fields })
      return endsInFrame(fields)
        ? finished(yield* pageOf(exchange, transaction))
        : seeOther(`${rootFrom(exchange)}/process/${uid}`)
    }).pipe(orMissing(exchange))

  /**
   * From the acquirer the browser may come with a GET, which asks there once, whatever it brings. It takes no step of 3-D
   * Secure on: link previews and crawlers come too. Source: D47, D53.
   */
  const processReturned: Handler = (exchange) =>
    Effect.gen(function* () {
      const transaction = yield* foundCard(exchange)
      const { uid } = transaction
      if (openActionOf(transaction) !== undefined) yield* returned(uid, queryFields(exchange))
      return seeOther(`${rootFrom(exchange)}/process/${uid}`)
    }).pipe(orMissing(exchange))

  const verificationScript = TransactionPages.script(script)

  const customers = { process: about(verified), processMethod: about(identified), processReturn, processReturned }
  return { ...customers, receipt, verificationScript }
})
