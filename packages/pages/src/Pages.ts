/** The hosted pages and the mails. A host restyles them, replaces texts and whole pages, and adds languages. */

import { type CustomerLanguage, CustomerLanguages } from "@florin/core/language/CustomerMessages"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { checkout, checkoutEnd } from "./CheckoutPage.js"
import * as Design from "./Design.js"
import { identification, issuer } from "./Issuer.js"
import type { Language } from "./Language.js"
import { cardExpiringMail, chargeAheadMail, chargeFailedMail, refundMail, subscriptionEndedMail } from "./MoneyMails.js"
import { newCard } from "./NewCardPage.js"
import { plan } from "./PlanPage.js"
import { portal, portalEnded } from "./PortalPage.js"
import { portalStep } from "./PortalStepPage.js"
import { problem } from "./Problem.js"
import { product } from "./ProductPage.js"
import { receipt } from "./Receipt.js"
import { receiptMail } from "./ReceiptMail.js"
import { result } from "./Result.js"
import { subscription } from "./SubscriptionPage.js"
import type { PageOptionRefused } from "./Theme.js"
import { transfer } from "./TransferPage.js"
import { verification } from "./Verification.js"

/** The pages of this package: from the model of each to HTML, with the design that all share. */
const own = {
  receipt,
  result,
  verification,
  /** Where a customer subscribes. */
  plan,
  /** Where a customer gives a subscription another card. */
  newCard,
  /** Where a customer pays for an order. */
  checkout,
  /** Of an order that can be paid no more. */
  checkoutEnd,
  /** What is bought by a link. */
  product,
  /** What became of it. */
  subscription,
  /** Where a customer looks after subscriptions. */
  portal,
  /** What is done there with one of them. */
  portalStep,
  /** In the place of both when the link has ended. */
  portalEnded,
  /** Where a customer pays by bank transfer. */
  transfer,
  /** The simulated issuer's page; only where the sandbox is on. */
  issuer,
  /** Its page of the method step, which nobody sees. */
  identification,
  problem,
  /** A mail has a subject and a text too. */
  receiptMail,
  chargeAheadMail,
  chargeFailedMail,
  cardExpiringMail,
  subscriptionEndedMail,
  refundMail
}

export type Renderers = Readonly<typeof own>

export interface PageOptions extends Design.DesignOptions {
  /** Whole pages to replace. */
  readonly replace?: Partial<Renderers>
}

/** The pages in use. `contentSecurityPolicy` is sent with a page, by what it needs. */
export type HostedPages = Pick<Design.Design, "contentSecurityPolicy" | "languages"> & {
  readonly [Name in keyof Renderers]: (model: Parameters<Renderers[Name]>[0]) => ReturnType<Renderers[Name]>
}

const withDesign = (design: Design.Design, of: Renderers): HostedPages => ({
  contentSecurityPolicy: design.contentSecurityPolicy,
  languages: design.languages,
  receipt: (model) => of.receipt(model, design),
  result: (model) => of.result(model, design),
  verification: (model) => of.verification(model, design),
  plan: (model) => of.plan(model, design),
  newCard: (model) => of.newCard(model, design),
  checkout: (model) => of.checkout(model, design),
  checkoutEnd: (model) => of.checkoutEnd(model, design),
  product: (model) => of.product(model, design),
  subscription: (model) => of.subscription(model, design),
  portal: (model) => of.portal(model, design),
  portalStep: (model) => of.portalStep(model, design),
  portalEnded: (model) => of.portalEnded(model, design),
  transfer: (model) => of.transfer(model, design),
  issuer: (model) => of.issuer(model, design),
  identification: (model) => of.identification(model, design),
  problem: (model) => of.problem(model, design),
  receiptMail: (model) => of.receiptMail(model, design),
  chargeAheadMail: (model) => of.chargeAheadMail(model, design),
  chargeFailedMail: (model) => of.chargeFailedMail(model, design),
  cardExpiringMail: (model) => of.cardExpiringMail(model, design),
  subscriptionEndedMail: (model) => of.subscriptionEndedMail(model, design),
  refundMail: (model) => of.refundMail(model, design)
})

/** A language as answers are in it. */
const forAnswers = (language: Language): CustomerLanguage => ({ ...language, faults: language.words.plan.faults })

/** The pages with what a host has chosen. */
export const make = ({ replace, ...design }: PageOptions): Either.Either<HostedPages, PageOptionRefused> =>
  Either.map(Design.make(design), (made) => withDesign(made, { ...own, ...replace }))

/**
 * The pages in use.
 *
 * Default: those of this package.
 */
export class Pages extends Context.Reference<Pages>()("@florin/pages/Pages", {
  defaultValue: (): HostedPages => Either.getOrThrow(make({}))
}) {}

/**
 * The pages, and their languages for answers' `friendly_message`.
 *
 * Errors: `PageOptionRefused`.
 */
export const layer = (options: PageOptions): Layer.Layer<never, PageOptionRefused> =>
  Layer.unwrapEffect(
    Either.map(make(options), (pages) =>
      Layer.merge(Layer.succeed(Pages, pages), Layer.succeed(CustomerLanguages, Arr.map(pages.languages, forAnswers)))
    )
  )
