/** The document of what a customer is entitled to: the body of its webhook. Provided by `wire`. */
import * as Context from "effect/Context"
import type { Entitlements, OfCustomer } from "./Entitlements.js"

export class EntitlementDocuments extends Context.Tag("@florin/core/EntitlementDocuments")<
  EntitlementDocuments,
  {
    /** With the event, as webhooks carry it. */
    readonly encode: (of: OfCustomer, entitlements: Entitlements) => string
  }
>() {}
