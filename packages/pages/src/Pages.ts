/** The hosted pages. A host replaces them with functions of its own. */
import * as Context from "effect/Context"
import { type IssuerPage, issuer } from "./Issuer.js"
import { type Allowances, contentSecurityPolicy, type PageLanguage } from "./Layout.js"
import { notFound } from "./NotFound.js"
import { receipt, type TransactionPage } from "./Receipt.js"
import { type ResultPage, result } from "./Result.js"
import { type VerificationPage, verification } from "./Verification.js"

/** Renderers from page models to HTML. `contentSecurityPolicy` is sent with a page, by what it needs. */
export interface HostedPages {
  readonly contentSecurityPolicy: (allowances: Allowances) => string
  readonly receipt: (model: TransactionPage) => string
  readonly result: (model: ResultPage) => string
  readonly verification: (model: VerificationPage) => string
  /** The simulated issuer's page; only where the sandbox is on. */
  readonly issuer: (model: IssuerPage) => string
  readonly notFound: (model: { readonly language: PageLanguage }) => string
}

/**
 * The pages in use.
 *
 * Default: those of this package.
 */
export class Pages extends Context.Reference<Pages>()("@florin/pages/Pages", {
  defaultValue: (): HostedPages => ({
    contentSecurityPolicy,
    receipt,
    result,
    verification,
    issuer,
    notFound
  })
}) {}
