/** What becomes of an order, for the page around its frame. Source: D50. */
import type { Outcome } from "@florin/pages/TransactionPage"
import { type Attempted, isError } from "@florin/wire/CheckoutReturn"

/** What the page around a frame is told. Source: D50. */
export const outcomeOf = ({ checkout: { state }, last }: Attempted): Outcome => {
  switch (state) {
    case "open":
    case "paying":
      return "pending"
    case "paid":
      return "successful"
    case "failed":
      return isError(last) ? "error" : "failed"
    case "expired":
    case "canceled":
      return "error"
  }
}
