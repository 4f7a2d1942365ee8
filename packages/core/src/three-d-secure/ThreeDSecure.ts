/** Whether a charge goes through 3-D Secure. */
import * as Context from "effect/Context"
import type { Shop } from "../shops/Shop.js"

/** The request's wish. */
export interface ThreeDSecureWish {
  readonly skip: boolean
  readonly force: boolean
}

/**
 * - `not-used`: this gateway has no 3-D Secure server
 * - `not-needed`: the charge goes straight to the acquirer
 * - `needed`: the customer is authenticated first
 */
export type ThreeDSecureDecision = "not-used" | "not-needed" | "needed"

/** Default: not used. */
export class ThreeDSecure extends Context.Reference<ThreeDSecure>()("@florin/core/ThreeDSecure", {
  defaultValue: ():
    | {
        readonly decide: (shop: Shop, wish: ThreeDSecureWish) => ThreeDSecureDecision
      }
    | undefined => undefined
}) {}
