/** The customers of a shop, to whom subscriptions belong. */
import * as Schema from "effect/Schema"
import { CustomerId, ShopId } from "../ids/Ids.js"
import { BillingAddress, Customer } from "../party/Buyer.js"

/** A customer as stored. It never changes. */
export const StoredCustomer = Schema.Struct({
  shop: ShopId,
  id: CustomerId,
  customer: Schema.typeSchema(Customer),
  billingAddress: Schema.typeSchema(BillingAddress),
  createdAt: Schema.DateTimeUtc
})

export interface StoredCustomer extends Schema.Schema.Type<typeof StoredCustomer> {}
