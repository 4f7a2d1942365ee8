/** The fields of a customer that a payment page asks for when a merchant wants them. Source: D3. */
import * as Schema from "effect/Schema"
import type { BillingAddress, Customer } from "../party/Buyer.js"

/** By their names on the wire, in the order of the page. */
export const AskedField = Schema.Literal(
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

export type AskedField = typeof AskedField.Type

/** What is known of a customer. */
export interface Known {
  readonly customer: typeof Customer.Type
  readonly billingAddress: typeof BillingAddress.Type
}

const knownAs = ({ billingAddress, customer }: Known): Readonly<Record<AskedField, string | undefined>> => ({
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

/** What is left to ask for. What the merchant has sent already is not asked again, and never shown: D2. */
export const leftToAsk = (wanted: ReadonlyArray<AskedField> = [], known?: Known): ReadonlyArray<AskedField> => {
  const there = known === undefined ? undefined : knownAs(known)
  return AskedField.literals.filter((field) => wanted.includes(field) && there?.[field] === undefined)
}
