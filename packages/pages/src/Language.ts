/** A language of the customers' pages. One file per language. */
import type { CustomerMessages } from "@florin/core/language/CustomerMessages"
import type { english } from "./English.js"

export type { CardFault } from "@florin/core/language/CardFaults"
export type { DetailFault, Problem } from "./internal/texts.js"

/** Texts of which another language has each one, and no more. */
type Texts<A> = A extends (...parameters: never) => string ? A : { readonly [Name in keyof A]: Texts<A[Name]> }

/** The texts of the pages, apart from the messages about outcomes: those that `english` has, which says what each is. */
export type Words = Texts<typeof english.words>

/** The page on which a customer pays for a plan, and the page about the subscription that follows. */
export type PlanWords = Words["plan"]

/** The page on which a customer pays for an order. */
export type CheckoutWords = Words["checkout"]

/** The page of what is bought by a link. */
export type ProductWords = Words["product"]

/** The pages on which a customer looks after subscriptions. */
export type PortalWords = Words["portal"]

/** The pages on which a customer pays by bank transfer. */
export type TransferWords = Words["transfer"]

/**
 * A language. A value with a text missing does not compile; `english` and `russian` are two to begin from.
 *
 * `tag` answers for its regions too: `de` is shown for `de-AT`.
 */
export interface Language {
  /** BCP 47, such as `de` or `pt-BR`. The value of the pages' `lang`. */
  readonly tag: string
  /** The value of the pages' `dir`. */
  readonly direction: "ltr" | "rtl"
  /** BCP 47. How numbers and dates are written: `de-CH`. */
  readonly locale: string
  /** What became of a payment, and what to do next. Answers' `friendly_message` says the same. */
  readonly messages: CustomerMessages
  /** All texts of the pages but `messages`. */
  readonly words: Words
}
