/** Where the customer of an order goes in the end. Source: D48. */
import type { Checkout } from "@florin/core/checkouts/Checkout"
import { given } from "@florin/core/request/Given"
import type { Transaction } from "@florin/core/transactions/Transaction"
import { withMembers } from "./ReturnAddress.js"

/** A checkout, and the transaction of its last attempt. */
export interface Attempted {
  readonly checkout: Checkout
  readonly last: Pick<Transaction, "uid" | "status" | "reason"> | undefined
}

/** Nobody has decided about the card or the account: the payment could not be processed. */
const errors: ReadonlySet<Transaction["reason"]> = new Set<Transaction["reason"]>([
  "acquirer-temporary",
  "acquirer-permanent",
  "issuer-temporary",
  "issuer-permanent",
  "routing-rules",
  "no-acquirer",
  "no-provider",
  "authentication-technical",
  "authentication-unavailable",
  "order-expired"
])

/** An attempt that ended otherwise than by a decline. */
export const isError = (last: Attempted["last"]): boolean => last?.status !== "failed" || errors.has(last.reason)

type Urls = NonNullable<Checkout["details"]["settings"]>

const urlOf = (state: Checkout["state"], urls: Urls, last: Attempted["last"]): string | undefined => {
  const { cancelUrl, declineUrl, failUrl, returnUrl, successUrl } = urls
  const failed = failUrl ?? returnUrl ?? declineUrl
  switch (state) {
    case "open":
      return cancelUrl ?? returnUrl
    case "paying":
      return undefined
    case "paid":
      return successUrl ?? returnUrl
    case "failed":
      return isError(last) ? failed : (declineUrl ?? returnUrl ?? failUrl)
    case "expired":
      return failed
    case "canceled":
      return cancelUrl ?? failed
  }
}

/** The shop's address with what became of the order; nothing where the shop has set none. */
export const returnOf = ({ checkout, last }: Attempted): string | undefined => {
  const url = urlOf(checkout.state, checkout.details.settings ?? {}, last)
  if (url === undefined) return undefined
  const { status = "error", uid } = last ?? {}
  return withMembers(url, { token: checkout.token, ...given({ uid }), status }).href
}
