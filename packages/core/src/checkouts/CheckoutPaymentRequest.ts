/** The request by which an app pays an order, as the page does. Source: D51. */
import * as Schema from "effect/Schema"
import { CreditCard } from "../cards/CardInput.js"
import { CheckoutToken } from "../ids/Ids.js"
import { addressFields, addressProblem, Browser, customerFields } from "../party/Buyer.js"
import { expected } from "../request/Expected.js"
import * as Fields from "../request/Fields.js"
import { payment as meanings } from "./CheckoutFieldDescriptions.js"

const { optional, required } = Fields

// Who the customer is, the shop alone can say: by it saved cards are found. Source: D47.
const { externalId: _, ip: __, ...personal } = customerFields

const Customer = Fields.object({ ...personal, ...addressFields }).pipe(Schema.filter(addressProblem))

/** Only by card: wallets have routes of their own, and transfers the page. */
const Method = Schema.Literal("credit_card").annotations({
  message: () => "is not available",
  ...expected("credit_card")
})

export const CheckoutPaymentRequest = Fields.named(
  "CheckoutPaymentRequest",
  Fields.object({
    token: required(CheckoutToken.annotations({ message: () => "is not found" }), meanings.token),
    paymentMethod: optional(Method, meanings.paymentMethod),
    creditCard: required(CreditCard, meanings.creditCard),
    saveCard: optional(Fields.flag, meanings.saveCard),
    customer: optional(Customer, meanings.customer),
    browser: optional(Browser, meanings.browser)
  })
)

export type CheckoutPaymentRequest = typeof CheckoutPaymentRequest.Type
