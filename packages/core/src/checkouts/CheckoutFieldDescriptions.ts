/** The meanings of a checkout's fields, which the contract and the editor show. Source: D45. */

export const checkout = {
  transactionType:
    "What each attempt is: payment, authorization, tokenization; charge is a payment whose documents say charge.",
  order: "What is paid.",
  settings: "Where the customer and the webhooks go, and how the page looks.",
  customer: "What is known of the customer. What the page asks for is filled in by it.",
  paymentMethod: "By which methods the order can be paid. Absent: by all that the shop has.",
  version: "Version of the form of the page's address.",
  test: "Whether no real acquirer is reached. Default: false.",
  iframe: "Whether the page is shown in a frame of the shop's page. Default: false.",
  attempts:
    "How many attempts the customer has, 1 to 10. Default: 1. A try that was refused before it was sent counts as none.",
  items: "The lines that the page lists. Their amounts add up to that of the order."
}

export const order = {
  amount:
    "Amount in minor units of the currency. 0 is allowed for a tokenization, and where a card is to be kept by contract: then the card is checked, and nothing is charged.",
  expiredAt: "When the order can be paid no more: ISO 8601 with an offset. Default: 24 hours after its creation.",
  additionalData:
    "Members that answers and webhooks repeat as they were sent; receipt_text and contract have the meaning that they have in a payment."
}

export const settings = {
  successUrl: "URL to which the customer goes after paying.",
  declineUrl: "URL to which the customer goes after a decline without another attempt.",
  failUrl: "URL to which the customer goes after an error, or when the time is over.",
  cancelUrl: "URL to which the customer goes who leaves without paying.",
  returnUrl: "Stands for success_url and decline_url where those are absent.",
  language: "Language of the page and of mails. Default: that of the customer's browser, else en.",
  autoReturn: "After how many seconds the customer is taken back by itself, 0 for at once. Default: only by a button.",
  autoPay: "Whether a saved card is charged without another press. Ignored: no page charges by being opened.",
  buttonText: "Text of the button that pays.",
  buttonNextText: "Text of the button that leads back.",
  customerFields: "What the page asks the customer for.",
  visible: "What the page asks for besides the card. What the shop has sent is shown masked and can be corrected.",
  readOnly: "What of that the shop has sent and the customer can't change. The page shows a masked text.",
  holderReadOnly: "holder, where the customer can't change the name that the shop has sent.",
  hidden: "For older clients: what the page does not show.",
  creditCardFields: "What is known of the card.",
  holder: "Name as on the card.",
  saveCardToggle: "Whether the customer is asked to keep the card.",
  anotherCardToggle: "Whether the customer may enter another card than the saved one. Default: true.",
  display: "Whether it is shown.",
  customerContract: "Whether it is switched on at first.",
  text: "The text beside it.",
  hint: "The text that explains it.",
  style: "Taken from older clients, neither used nor kept: the shop's theme says how the page looks."
}

export const method = {
  types: "credit_card, and the kinds of transfers that the shop has. Absent: all.",
  excludedTypes: "Methods that are left out.",
  excludedBrands: "Brands of cards that are refused.",
  creditCard: "Parameters of cards.",
  token: "Token of a saved card that is offered."
}

export const item = {
  name: "What is bought.",
  quantity: "How many. Default: 1.",
  amount: "Amount of the whole line in minor units."
}

export const payment = {
  token: "Token of the checkout.",
  paymentMethod: "Always credit_card. Default: credit_card.",
  creditCard:
    "Card data, or the token of a saved card that the page offers. exp_date, as MM/YY, may stand for exp_month and exp_year, and save_card may stand in it.",
  saveCard: "Whether the card is kept, where the page asks for it. Default: false.",
  customer: "What the page would ask for. What the shop has sent stays.",
  browser: "The customer's browser, for 3-D Secure 2.0."
}
