/** The store of customers. Customers are written once and never changed. */
import * as Context from "effect/Context"
import type { CustomerId } from "../ids/Ids.js"
import type { Records } from "../store/Records.js"
import type { StoredCustomer } from "./StoredCustomer.js"

export class CustomerStore extends Context.Tag("@florin/core/CustomerStore")<
  CustomerStore,
  Records<StoredCustomer, CustomerId>
>() {}
