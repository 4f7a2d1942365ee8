/** What Stripe reports of a charge: to merchants, and of the card behind a token. */
import type { ReportedCard } from "@florin/core/cards/Acquirer"
import { type AcquirerReport, noReport } from "@florin/core/cards/AcquirerReport"
import type { CardBrand } from "@florin/core/cards/CardBrand"
import type { Charge, StripeError } from "./documents.js"
import { code, label, sentence } from "./texts.js"

const brands: Readonly<Record<string, CardBrand>> = {
  amex: "amex",
  diners: "diners",
  discover: "discover",
  jcb: "jcb",
  mastercard: "master",
  unionpay: "unionpay",
  visa: "visa"
}

interface Facts {
  readonly brand?: string | null | undefined
  readonly last4?: string | null | undefined
  readonly exp_month?: number | null | undefined
  readonly exp_year?: number | null | undefined
  readonly iin?: string | null | undefined
}

/** A card, as far as Stripe says what it is. */
export const cardOf = (facts: Facts | null | undefined, name: string | null | undefined): ReportedCard | undefined => {
  if (facts === null || facts === undefined) return undefined
  const { brand, exp_month: expMonth, exp_year: expYear, iin, last4 } = facts
  const known = Object.hasOwn(brands, brand ?? "") ? brands[brand ?? ""] : undefined
  const holder = label(name)
  return {
    ...(known === undefined ? {} : { brand: known }),
    ...(typeof iin === "string" && /^\d{6,8}$/.test(iin) ? { bin: iin } : {}),
    ...(typeof last4 === "string" && /^\d{4}$/.test(last4) ? { last4 } : {}),
    ...(typeof expMonth === "number" ? { expMonth } : {}),
    ...(typeof expYear === "number" ? { expYear } : {}),
    ...(holder === null ? {} : { holder })
  }
}

/** Source: D18. `pass`, `fail`, `unavailable` and `unchecked` of address and postal code, as the networks' letter. */
const avsOf = (line: string | null | undefined, postal: string | null | undefined): string | null => {
  if ((line ?? null) === null && (postal ?? null) === null) return null
  if (line === "pass") return postal === "pass" ? "Y" : "A"
  if (postal === "pass") return "Z"
  return line === "fail" || postal === "fail" ? "N" : "U"
}

const cvcLetters: Readonly<Record<string, string>> = { pass: "M", fail: "N", unchecked: "P", unavailable: "U" }

const cvcOf = (check: string | null | undefined): string | null =>
  Object.hasOwn(cvcLetters, check ?? "") ? (cvcLetters[check ?? ""] ?? null) : null

/** Of an operation that has no more to say than its reference. */
export const referring = (refId: string): AcquirerReport => ({ ...noReport, refId })

/** Of an approved charge. */
export const approved = (refId: string, charge: Charge | undefined): AcquirerReport => {
  const card = charge?.payment_method_details?.card
  const checks = card?.checks
  return {
    ...referring(refId),
    authCode: code(card?.authorization_code ?? charge?.authorization_code),
    billingDescriptor: label(charge?.calculated_statement_descriptor),
    avsResult: avsOf(checks?.address_line1_check, checks?.address_postal_code_check),
    cvcResult: cvcOf(checks?.cvc_check)
  }
}

/** Of what was declined. Null where Stripe has made nothing that could be referred to. */
export const declined = (refId: string | null, error: StripeError): AcquirerReport => ({
  ...noReport,
  refId,
  bankCode: code(error.network_decline_code),
  message: sentence(error.message)
})
