/** Where customers go back to. Source: D16, D48. */
import type { Checkout } from "@florin/core/checkouts/Checkout"
import { given } from "@florin/core/request/Given"
import type { Transaction } from "@florin/core/transactions/Transaction"

/**
 * The address with these members added to its query. What it has stays as it was written, which the merchant may have
 * signed; only a member of the same name is replaced. Source: D16.
 */
export const withMembers = (address: string, members: Readonly<Record<string, string>>): URL => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(members)) {
    if (url.searchParams.has(name)) url.searchParams.set(name, value)
    else url.search += `${url.search === "" ? "?" : "&"}${name}=${encodeURIComponent(value)}`
  }
  return url
}

/** Where the customer of a checkout goes in its state; undefined: the shop has said nothing. Source: D48. */
export const returnUrl = (
  { details: { settings = {} }, state, token }: Checkout,
  last: Pick<Transaction, "uid" | "status"> | undefined
): string | undefined => {
  const { cancelUrl, declineUrl, failUrl, returnUrl, successUrl } = settings
  const urls: Readonly<Record<Checkout["state"], string | undefined>> = {
    open: cancelUrl,
    paying: undefined,
    paid: successUrl ?? returnUrl,
    failed: declineUrl ?? returnUrl,
    expired: failUrl ?? returnUrl,
    canceled: cancelUrl ?? failUrl ?? returnUrl
  }
  const url = urls[state]
  if (url === undefined) return undefined
  const { status = "error", uid } = last ?? {}
  return withMembers(url, { token, ...given({ uid }), status }).href
}
