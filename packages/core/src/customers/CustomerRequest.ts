/** The request that creates a customer: one flat object of the customer's own members and the billing address. */
import * as Schema from "effect/Schema"
import { addressFields, addressProblem, customerFields } from "../party/Buyer.js"
import * as FieldDescriptions from "../request/FieldDescriptions.js"
import * as Fields from "../request/Fields.js"
import { given } from "../request/Given.js"
import type { Known } from "./RequestedFields.js"

const { email: _, ip: __, ...others } = customerFields

/** Source: shapes, "Plan, customer, subscription". */
export const CustomerRequest = Fields.named(
  "CustomerRequest",
  Fields.object({
    email: Fields.required(Fields.email, FieldDescriptions.customer.email),
    ip: Fields.required(Fields.ipAddress, FieldDescriptions.customer.ip),
    ...others,
    ...addressFields
  }).pipe(Schema.filter(addressProblem))
)

export type CustomerRequest = typeof CustomerRequest.Type

/** The details of a customer that come with a subscription: the same members, none required. */
export const CustomerDetails = Fields.named(
  "CustomerDetails",
  Fields.object({ ...customerFields, ...addressFields }).pipe(Schema.filter(addressProblem))
)

export type CustomerDetails = typeof CustomerDetails.Type

/** Who a customer is, and where the bills go. */
export const partyOf = ({
  birthDate,
  deviceId,
  email,
  externalId,
  ip,
  taxpayerId,
  ...billingAddress
}: CustomerDetails): Known => ({
  customer: given({ ip, email, deviceId, birthDate, externalId, taxpayerId }),
  billingAddress
})

/** Who a customer is, by what was known and what came later. A state belongs to its country: elsewhere it is gone. */
export const corrected = (known: Known, details: CustomerDetails): Known => {
  const { billingAddress, customer } = partyOf(details)
  const { state: _, ...elsewhere } = known.billingAddress
  const { country } = billingAddress
  const hasMoved = country !== undefined && country !== known.billingAddress.country
  return {
    customer: { ...known.customer, ...customer },
    billingAddress: { ...(hasMoved ? elsewhere : known.billingAddress), ...billingAddress }
  }
}
