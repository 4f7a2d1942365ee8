/** The hosted pages and the mails. A host restyles them, replaces texts and whole pages, and adds languages. */

import { CustomerLanguages } from "@florin/core/language/CustomerMessages"
import type { MailContent } from "@florin/core/mail/Mailer"
import * as Context from "effect/Context"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { type CheckoutEndPage, type CheckoutPage, checkout, checkoutEnd } from "./CheckoutPage.js"
import * as Design from "./Design.js"
import { type IdentificationPage, type IssuerPage, identification, issuer } from "./Issuer.js"
import { type PlanPage, plan } from "./PlanPage.js"
import { type ProblemPage, problem } from "./Problem.js"
import { receipt } from "./Receipt.js"
import { type ReceiptMail, receiptMail } from "./ReceiptMail.js"
import { type ResultPage, result } from "./Result.js"
import { type SubscriptionPage, subscription } from "./SubscriptionPage.js"
import type { PageOptionRefused } from "./Theme.js"
import type { TransactionPage } from "./TransactionPage.js"
import { type TransferPage, transfer } from "./TransferPage.js"
import { type VerificationPage, verification } from "./Verification.js"

/** The model of each page. */
interface Models {
  readonly receipt: TransactionPage
  readonly result: ResultPage
  readonly verification: VerificationPage
  /** Where a customer subscribes. */
  readonly plan: PlanPage
  /** Where a customer pays for an order. */
  readonly checkout: CheckoutPage
  /** Of an order that can be paid no more. */
  readonly checkoutEnd: CheckoutEndPage
  /** What became of it. */
  readonly subscription: SubscriptionPage
  /** Where a customer pays by bank transfer. */
  readonly transfer: TransferPage
  /** The simulated issuer's page; only where the sandbox is on. */
  readonly issuer: IssuerPage
  /** Its page of the method step, which nobody sees. */
  readonly identification: IdentificationPage
  readonly problem: ProblemPage
}

/** From the model of each page to HTML, with the design that all share. Mails have a subject and a text too. */
export type Renderers = {
  readonly [Name in keyof Models]: (model: Models[Name], design: Design.Design) => string
} & {
  readonly receiptMail: (model: ReceiptMail, design: Design.Design) => MailContent
}

const own: Renderers = {
  receipt,
  result,
  verification,
  plan,
  checkout,
  checkoutEnd,
  subscription,
  transfer,
  issuer,
  identification,
  problem,
  receiptMail
}

export interface PageOptions extends Design.DesignOptions {
  /** Whole pages to replace. */
  readonly replace?: Partial<Renderers>
}

/** The pages in use. `contentSecurityPolicy` is sent with a page, by what it needs. */
export type HostedPages = Pick<Design.Design, "contentSecurityPolicy" | "languages"> & {
  readonly [Name in keyof Models]: (model: Models[Name]) => string
} & {
  readonly receiptMail: (model: ReceiptMail) => MailContent
}

const withDesign = (design: Design.Design, of: Renderers): HostedPages => ({
  contentSecurityPolicy: design.contentSecurityPolicy,
  languages: design.languages,
  receipt: (model) => of.receipt(model, design),
  result: (model) => of.result(model, design),
  verification: (model) => of.verification(model, design),
  plan: (model) => of.plan(model, design),
  checkout: (model) => of.checkout(model, design),
  checkoutEnd: (model) => of.checkoutEnd(model, design),
  subscription: (model) => of.subscription(model, design),
  transfer: (model) => of.transfer(model, design),
  issuer: (model) => of.issuer(model, design),
  identification: (model) => of.identification(model, design),
  problem: (model) => of.problem(model, design),
  receiptMail: (model) => of.receiptMail(model, design)
})

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
      Layer.merge(Layer.succeed(Pages, pages), Layer.succeed(CustomerLanguages, pages.languages))
    )
  )
