/** The store of checkouts, and their documents. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { CheckoutToken, ShopId } from "../ids/Ids.js"
import type { PublicRecords } from "../store/Records.js"
import type { StorageError } from "../store/StorageError.js"
import type { Checkout } from "./Checkout.js"

export class CheckoutStore extends Context.Tag("@florin/core/CheckoutStore")<
  CheckoutStore,
  PublicRecords<Checkout, CheckoutToken> & {
    /** The one that a repeated request created before, by the random part that its key stands for. */
    readonly findByReference: (shop: ShopId, reference: string) => Effect.Effect<Option.Option<Checkout>, StorageError>
  }
>() {}

/** The document of a checkout: the text of its webhook. Provided by `wire`. */
export class CheckoutDocuments extends Context.Tag("@florin/core/CheckoutDocuments")<
  CheckoutDocuments,
  {
    /** As the webhook about an order that nobody has paid carries it. Source: D49. */
    readonly encode: (checkout: Checkout) => string
    /** The page on which the customer pays, and sees the result. Source: D47. */
    readonly pageUrl: (checkout: Pick<Checkout, "token" | "details">) => string
    /** The same page for the customer of an app, who stays there until the app goes on. Source: D51. */
    readonly appPageUrl: (checkout: Pick<Checkout, "token" | "details">) => string
  }
>() {}
