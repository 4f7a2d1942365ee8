/** The hosted pages. A host replaces them with functions of its own. */
import * as Context from "effect/Context"
import { contentSecurityPolicy, type PageLanguage } from "./Layout.js"
import { notFound } from "./NotFound.js"
import { receipt, type TransactionPage } from "./Receipt.js"
import { type ResultPage, result } from "./Result.js"

/** Renderers from page models to HTML. `contentSecurityPolicy` is sent with every page. */
export interface HostedPages {
  readonly contentSecurityPolicy: string
  readonly receipt: (model: TransactionPage) => string
  readonly result: (model: ResultPage) => string
  readonly notFound: (model: { readonly language: PageLanguage }) => string
}

/**
 * The pages in use.
 *
 * Default: those of this package.
 */
export class Pages extends Context.Reference<Pages>()("@florin/pages/Pages", {
  defaultValue: (): HostedPages => ({ contentSecurityPolicy, receipt, result, notFound })
}) {}
