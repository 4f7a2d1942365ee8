/** The fields of a customer that a payment page asks for when a merchant wants them. Source: D3. */
import * as Schema from "effect/Schema"
import type { BillingAddress, Customer } from "../party/Buyer.js"

/** By their names on the wire, in the order of the page. */
export const RequestedField = Schema.Literal(
  "email",
  "first_name",
  "last_name",
  "phone",
  "birth_date",
  "address",
  "city",
  "state",
  "zip",
  "country"
)

export type RequestedField = typeof RequestedField.Type

/** What is known of a customer. */
export interface Known {
  readonly customer: typeof Customer.Type
  readonly billingAddress: typeof BillingAddress.Type
}

const knownAs = ({ billingAddress, customer }: Known): Readonly<Record<RequestedField, string | undefined>> => ({
  email: customer.email,
  first_name: billingAddress.firstName,
  last_name: billingAddress.lastName,
  phone: billingAddress.phone,
  birth_date: customer.birthDate,
  address: billingAddress.address,
  city: billingAddress.city,
  state: billingAddress.state,
  zip: billingAddress.zip,
  country: billingAddress.country
})

const hidden = "•••"

const firstOf = (text: string): string => `${[...text.trim()][0] ?? ""}${hidden}`

/** The last part of a host, which names nobody. */
const maskedHost = (host: string): string => `${firstOf(host)}${/\.[^.]+$/.exec(host)?.[0] ?? ""}`

/** So much that whoever it belongs to knows it again, and nobody else reads it. Source: D2. */
export const masked = (field: RequestedField, text: string): string => {
  switch (field) {
    case "email": {
      const at = text.lastIndexOf("@")
      return at < 0 ? hidden : `${firstOf(text.slice(0, at))}@${maskedHost(text.slice(at + 1))}`
    }
    case "phone":
      return `${hidden}${text.replace(/\D/g, "").slice(-2)}`
    case "birth_date":
      return hidden
    // They name nobody.
    case "state":
    case "country":
      return text
    case "first_name":
    case "last_name":
    case "address":
    case "city":
    case "zip":
      return firstOf(text)
  }
}

/** What a page asks for, and what it shows of that. Both texts are masked. */
export interface FieldsToRequest {
  /** To be filled in, or to be corrected. In the order of the page. */
  readonly requestedFields: ReadonlyArray<RequestedField>
  /** Of the asked ones those that are known: left empty, they stay as they are. */
  readonly known: Readonly<Partial<Record<RequestedField, string>>>
  /** Not to be changed by the customer. */
  readonly fixed: Readonly<Partial<Record<RequestedField, string>>>
}

/** What the page of an order asks for: what is known may be corrected there, save what is `readOnly`. Source: D2, D45. */
export const fieldsToRequest = (
  wanted: ReadonlyArray<RequestedField> = [],
  readOnly: ReadonlyArray<RequestedField> = [],
  known?: Known
): FieldsToRequest => {
  const there = known === undefined ? undefined : knownAs(known)
  const shown = RequestedField.literals.filter((field) => wanted.includes(field))
  const isFixed = (field: RequestedField) => readOnly.includes(field) && there?.[field] !== undefined
  const textsOf = (fields: ReadonlyArray<RequestedField>) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const text = there?.[field]
        return text === undefined ? [] : [[field, masked(field, text)] as const]
      })
    )
  const open = shown.filter((field) => !isFixed(field))
  return { requestedFields: open, known: textsOf(open), fixed: textsOf(shown.filter(isFixed)) }
}

/** What is left to ask for. What the merchant has sent already is not asked again, and never shown: D2. */
export const missingFields = (
  wanted: ReadonlyArray<RequestedField> = [],
  known?: Known
): ReadonlyArray<RequestedField> => {
  const there = known === undefined ? undefined : knownAs(known)
  return RequestedField.literals.filter((field) => wanted.includes(field) && there?.[field] === undefined)
}
