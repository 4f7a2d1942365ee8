/** What merchants see of an answer. Nothing here decides anything. */

import type { ReportedCard } from "@florin/core/cards/Acquirer"
import type { AcquirerReport } from "@florin/core/cards/AcquirerReport"
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { CardBrand } from "@florin/core/cards/CardBrand"
import type { ProviderToken } from "@florin/core/cards/ProviderToken"
import { cardNumberRemovedFromReference, cardNumbersRemovedFromText } from "@florin/core/redaction/Redaction"
import * as Redacted from "effect/Redacted"
import type { Source } from "./documents.js"

/** The vendor's name among providers: whose tokens these are. */
export const provider = "checkout"

/** What was decided, as an answer, an action or a webhook says it. */
export interface Verdict {
  readonly approved: boolean
  readonly code: unknown
  readonly summary: unknown
  readonly authCode: unknown
  readonly processing: { readonly retrieval_reference_number?: unknown } | null | undefined
}

const matching = (value: unknown, shape: RegExp): string | undefined =>
  typeof value === "string" && shape.test(value) ? value : undefined

const text = (value: unknown): string | null => (typeof value === "string" ? cardNumbersRemovedFromText(value) : null)

const number = (value: unknown): string | null =>
  typeof value === "string" ? cardNumberRemovedFromReference(value) : null

/** The result of a check: one or two characters, too short for a security code. */
const result = (value: unknown): string | null => matching(value, /^[A-Za-z0-9]{1,2}$/) ?? null

/** A response code: five characters, as far as one has been seen. */
export const codeOf = ({ code }: Verdict): string | null => matching(code, /^[0-9A-Z]{4,6}$/) ?? null

/** `reference`: what later requests name the operation by. */
export const reportOf = (reference: string, verdict: Verdict, source?: Source | null): AcquirerReport => ({
  ...noReport,
  authCode: number(verdict.authCode),
  bankCode: codeOf(verdict),
  rrn: number(verdict.processing?.retrieval_reference_number),
  refId: reference,
  message: text(verdict.summary),
  avsResult: result(source?.avs_check),
  cvcResult: result(source?.cvv_check)
})

const brands: Readonly<Record<string, CardBrand>> = {
  visa: "visa",
  mastercard: "master",
  maestro: "maestro",
  "american express": "amex",
  amex: "amex",
  discover: "discover",
  "diners club international": "diners",
  "diners club": "diners",
  jcb: "jcb",
  "china union pay": "unionpay",
  unionpay: "unionpay",
  mir: "mir"
}

const brandOf = (scheme: unknown): CardBrand | undefined => {
  const name = typeof scheme === "string" ? scheme.toLowerCase() : ""
  return Object.hasOwn(brands, name) ? brands[name] : undefined
}

const whole = (value: unknown, least: number, most: number): number | undefined =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most ? Number(value) : undefined

const holderOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? cardNumbersRemovedFromText(value) : undefined

type Known<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> }

/** Leaves out what is not known. */
const known = <T extends object>(members: T): Partial<Known<T>> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<Known<T>>

const cardOf = (source: Source): ReportedCard =>
  known({
    brand: brandOf(source.scheme),
    bin: matching(source.bin, /^\d{6,8}$/),
    last4: matching(source.last4, /^\d{4}$/),
    expMonth: whole(source.expiry_month, 1, 12),
    expYear: whole(source.expiry_year, 1000, 9999),
    holder: holderOf(source.name)
  })

/** The card behind a payment, where something is known of it. */
export const reportedCard = (source: Source | null | undefined): { readonly card?: ReportedCard } => {
  const card = source == null ? {} : cardOf(source)
  return Object.keys(card).length === 0 ? {} : { card }
}

const isId = /^[A-Za-z0-9_-]{1,64}$/

/** The instrument that stands for the source from now on, and the customer whom the vendor keeps it for. */
export const reportedToken = (
  source: Source | null | undefined,
  customer: { readonly id?: unknown } | null | undefined
): { readonly token?: ProviderToken } => {
  const value = matching(source?.id, isId)
  const owner = matching(customer?.id, isId)
  if (value === undefined) return {}
  return { token: { provider, value: Redacted.make(value), ...(owner === undefined ? {} : { customer: owner }) } }
}

/** The card network's id of a charge. */
export const reportedNetworkId = (schemeId: unknown): { readonly networkTransactionId?: string } => {
  const id = matching(schemeId, isId)
  return id === undefined ? {} : { networkTransactionId: id }
}
