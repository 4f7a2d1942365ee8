/** The page of an order in a frame of a shop's page: for browsers, without dependencies. */
export {
  type CheckoutOptions,
  type CheckoutOutcome,
  type MountedCheckout,
  mountCheckout,
  type Place
} from "@florin/pages/CheckoutElement"
