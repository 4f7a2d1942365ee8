/** The meanings of a product's fields, which the contract and the editor show. Source: D51. */

export const product = {
  name: "Name of the product, as the customer sees it.",
  description: "What the customer pays for.",
  amount: "Price of a piece in minor units of the currency.",
  newAmount:
    "New price of a piece in minor units. A customer who has begun to pay keeps the price that the page has shown.",
  language: "Language of the pages. Default: that of the customer's browser, else en.",
  quantity: "How many pieces can be bought; ignored when infinite is true.",
  newQuantity:
    "How many pieces can be bought from now on, besides those that attempts under way hold. 0: none. Makes infinite false, unless that is sent.",
  infinite: "Whether any number can be bought. Default: true, unless a quantity is sent.",
  newInfinite: "Whether any number can be bought from now on. With false a quantity is needed, unless there is one.",
  immortal: "Whether it is sold without an end. Default: true, unless expired_at is sent.",
  expiredAt: "From when on it is no longer sold: ISO 8601 with an offset; ignored when immortal is true.",
  visibleFields: "What the page asks the customer for besides the card.",
  test: "Whether it is a test product: its payments never reach a real acquirer. Default: false.",
  transactionType: "What each payment is: payment or authorization. Default: payment.",
  notificationUrl: "URL that receives the webhooks of its payments.",
  successUrl: "URL to which the customer goes after paying.",
  failUrl: "URL to which the customer goes after a decline or an error.",
  returnUrl: "Stands for success_url and fail_url where those are absent.",
  additionalData:
    "Members that answers and webhooks repeat as they were sent; receipt_text and contract have the meaning that they have in a payment."
}
