/**
 * The meanings of fields that requests and answers share, in the words of the interface. The contract shows them beside
 * each field.
 *
 * Source: interface, "Authorization request"; D9 (answers echo fields under the same name).
 */

export const order = {
  amount: "Amount in minor units of the currency: 3245 means 32.45 EUR.",
  currency: "ISO 4217 alpha-3 code of the currency.",
  description: "Short description of the order.",
  trackingId:
    "The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can use any of them.",
  language: "Language of the customer's pages and mails. Default: en.",
  test: "Whether the transaction is a test, which never reaches a real acquirer. Default: false."
}

export const circumstances = {
  expiredAt: "ISO 8601 instant with an offset. A transaction that is not paid by then gets the status expired.",
  duplicateCheck:
    "Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount and card, or in amount and parent.",
  dynamicBillingDescriptor: "Text for the cardholder's statement, if the acquirer supports it.",
  notificationUrl: "URL that receives the webhook. Its body is the transaction, as in an answer.",
  verificationUrl:
    "URL that receives a verification request before the acquirer is called; its answer can refuse the transaction.",
  returnUrl: "URL to which the customer is redirected after 3-D Secure verification.",
  skipThreeDSecureVerification: "Whether to skip 3-D Secure. Default: false. The shop must be allowed to use the flag.",
  forceThreeDSecureVerification:
    "Whether 3-D Secure is mandatory; overrides skip_three_d_secure_verification. Default: false. The shop must be allowed to use the flag.",
  threeDSecure: "Options of 3-D Secure.",
  advanced: "Whether the advanced 3-D Secure 2.0 scenario is used, in which the merchant drives the steps.",
  additionalData: "Further data of the order, its card and the customer's browser.",
  customer: "The customer. Which members are required depends on the acquirer.",
  billingAddress: "The customer's billing address. Which members are required depends on the acquirer.",
  travel: "Details of the journey being paid for."
}

export const card = {
  holder: "Name as on the card.",
  expMonth: "Month of expiry, 1 to 12.",
  expYear: "Year of expiry, four digits."
}

/** Source: D53. */
export const providerToken = {
  itself: "A token that a provider's own fields or account made, in place of a number, an expiry and a code.",
  provider: "Whose token it is, such as stripe. Only acquirers of this provider are asked.",
  value: "The token, reusable or for one payment. No answer ever has it.",
  customer: "The customer at the provider to whom a reusable token belongs."
}

export const savedCard = {
  contract: "What the card may later be used for.",
  customer: "Whose card it is. Default: nobody's, and it is in no list.",
  token: "Token of a saved card, whose holder, expiry or contracts change. Only without number.",
  createdAt: "When it was kept.",
  listed: "The customer's id in the merchant's system: external_id of customer."
}

export const customer = {
  ip: "IP address of the customer, version 4 or 6.",
  email: "Email address of the customer.",
  deviceId: "Id of the customer's device.",
  birthDate: "Date of birth, YYYY-MM-DD.",
  externalId: "The customer's id in the merchant's system.",
  taxpayerId: "The customer's taxpayer id."
}

/** The meanings of the fields of a billing address. */
export const address = {
  firstName: "First name.",
  lastName: "Last name.",
  country: "ISO 3166-1 alpha-2 code of the country.",
  city: "City.",
  state: "Two-letter code of the state. Allowed only when the country is US or CA.",
  zip: "Postal code. In the US: NNNNN or NNNNN-NNNN.",
  address: "Street and house.",
  phone: "Phone number."
}

export const child = {
  parentUid: "UID of the parent transaction.",
  reason: "The merchant's reason for the refund.",
  trackingId: "The merchant's own id of the transaction. Default: none.",
  documentTrackingId:
    "The merchant's own id of the transaction, of a capture also the authorization's; null where none was sent.",
  captureTrackingId:
    "The merchant's own id of the transaction. Default of a capture: that of the authorization; of a void: none.",
  notificationUrl:
    "URL that receives the webhook of this transaction. Default: that of the shop, whatever that of the parent is.",
  captureNotificationUrl:
    "URL that receives the webhook of this transaction. Default of a capture: that of the authorization; of a void: that of the shop."
}

/** The meanings of the fields of a payout. */
export const payout = {
  recipientCreditCard: "The card that receives the payout.",
  recipient: "The person who receives the payout.",
  recipientBillingAddress: "The recipient's address."
}

/** Source: interface, "Create-plan request body". */
export const plan = {
  test: "Whether it is a test plan: its charges never reach a real acquirer. Default: false.",
  title: "Title of the subscription, as the customer sees it.",
  plan: "What is charged, and how often.",
  amount: "Amount of each charge in minor units of the currency.",
  interval: "How many units lie between two charges.",
  intervalUnit: "Unit of the interval: hour, day or month.",
  trial: "A period before the first full charge.",
  trialAmount: "Amount charged for the trial, in minor units; 0 for a free one. Only together with interval.",
  trialInterval: "How many units the trial lasts. Only together with amount.",
  trialUnit: "Unit of the trial's interval: hour, day or month. Default: hour.",
  asFirstPayment:
    "Whether the payment of the trial counts as the first one, so that a charge that fails after it is retried. Default: false.",
  language: "Language of the payment page. Default: en.",
  infinite: "Whether the number of billing cycles is unlimited. Default: true.",
  billingCycles: "Number of billing cycles; ignored when infinite is true.",
  numberPaymentAttempts: "Failed attempts that are allowed before the subscription is cancelled. Default: 3.",
  preventPaymentsAtNight:
    "Whether payments are processed only between 8:00 and 20:00 in the system time zone. Default: false.",
  lookupKey:
    "The shop's own key of the plan: a plan of this key and these terms that is there already is answered instead of a second one.",
  visibleFields: "What the payment page asks the customer for besides the card.",
  features:
    "What the plan gives to its subscribers, by names of the shop's own: true, or how much as a whole number. At most 50.",
  visibleFieldsWithin: "The same as visible_fields beside plan, where that is absent."
}

/** Source: D66. */
export const entitlements = {
  customer: "Who may use it.",
  id: "Id of the customer who may use it.",
  features: "What all subscriptions of the customer give together: true without a limit, or the sum of their numbers.",
  subscriptions: "What each subscription gives that gives something.",
  given: "What the plan of the subscription gives.",
  until: "When it ends if nothing else happens. Null: it does not end by itself."
}

/** Source: D59. */
export const item = {
  id: "The shop's own id of the item within its subscription.",
  title: "What the customer pays for, as the customer sees it.",
  price: "What a quantity of it costs in each interval.",
  quantity: "How many of it; 0 removes it at the next renewal. Default: 1.",
  kind: "Kind of the price: flat, per_unit, graduated or volume.",
  amount: "Amount of a flat price per interval, in minor units.",
  unitAmount: "Amount of each unit, in minor units. Default in a tier: 0.",
  flatAmount: "Amount charged once if the tier is reached, in minor units. Default: 0.",
  upTo: "Last unit of the tier. Absent in the last one, and only there.",
  tiers: "Tiers of a graduated or volume price, in ascending order.",
  metered: "The quantity is what was used in a cycle, charged when it has ended. Absent: the quantity of the item.",
  aggregation: "What of the usage of a cycle is charged: sum, max or last. Default: sum."
}

/** Source: D60. */
export const change = {
  items: "All items that it consists of from then on; one that is left out ends.",
  plan: "Another plan. Default: the present one.",
  quantity: "Another quantity of its one item, or how many times the amount of the plan. Not together with items.",
  when: "When it changes: now or renewal. Default: now if it costs more over an equal time, else renewal.",
  proration:
    "What a change at once moves: charge charges the difference, credit leaves it to the next charge, none moves nothing. Default: charge.",
  onDecline:
    "What follows if the charge is declined: keep_old changes nothing, apply changes and leaves the difference to the next charge. Default: keep_old.",
  preview: "Whether to say what would happen, and change nothing. Default: false.",
  amount: "What is charged at once, in minor units.",
  gained: "What the customer's balance gains, in minor units.",
  lines: "What the charge consists of, or what the balance gains."
}

/** Source: D60 to D63. */
export const line = {
  kind: "What the line is for: item, usage, proration_credit, proration_charge, one_off, discount or balance.",
  title: "What it is for, as the customer sees it.",
  amount: "Amount in minor units; below 0 for what is taken off. The lines of a charge add up to it.",
  quantity: "How many of the item.",
  item: "Id of the item.",
  coupon: "Code of the coupon.",
  period: "The time that it pays for.",
  from: "When the time begins.",
  to: "When the time ends; that instant belongs to the next one.",
  lines: "What the charge consists of.",
  description: "What it is for, as the customer sees it.",
  signed: "Amount in minor units: above 0 to charge, below 0 to take off.",
  when: "When it is charged: next, with the next charge, or now. Default: next."
}

/** Source: D63. */
export const usage = {
  events: "What was used, at most 1000 events. All are counted, or none.",
  item: "Id of the metered item.",
  quantity: "How much was used; below 0 to correct an earlier event.",
  at: "When it was used, not in the future. Default: now.",
  key: "The shop's own name of the event: one that is sent again counts once.",
  used: "What is charged of it so far: the sum, the largest or the last quantity.",
  amount: "What it would cost now, in minor units."
}

/** Source: D61. */
export const coupon = {
  code: "What customers enter.",
  used: "Code of the coupon. Absent or null: none from now on.",
  redemptions: "How often it was used first.",
  createdAt: "When it was created.",
  percentOff: "Part of the charge that it takes off, in hundredths of a percent: 2500 for 25 %.",
  amountOff: "Amount that it takes off each charge, in minor units.",
  currency: "ISO 4217 alpha-3 code of the currency of amount_off.",
  duration: "For which charges it holds: once, cycles:n or forever. Default: once.",
  maxRedemptions: "How many customers may use it. Default: any number.",
  redeemBy: "Until when it may be used first. Default: for ever.",
  plans: "Ids of the plans that it holds for. Default: all.",
  firstTimeOnly: "Whether it is only for customers who have never paid the shop for a subscription. Default: false."
}

export const subscription = {
  customer: "The customer: the id of a stored one, or the details of a new one.",
  plan: "The plan: the id of a stored one, or a whole new one.",
  card: "Card data or a token. Absent: the customer enters the card on the payment page.",
  trackingId: "The merchant's own id of the subscription.",
  returnUrl: "URL to which the customer is redirected after paying.",
  notificationUrl: "URL that receives the webhooks of the subscription and of its charges.",
  items:
    "What the customer pays for in each interval of the plan, in its currency. Default: the amount of the plan, as one item.",
  nextItems: "The items from the next renewal on, if they were changed.",
  quantity: "How many times the amount of the plan, such as seats. Not together with items.",
  coupon: "Code of a coupon.",
  waiting: "Lines of the next charge.",
  settings: "Settings of the payment page.",
  language: "Language of the page and of mails. Default: that of the plan.",
  customerFields: "Fields of the customer on the payment page.",
  visible: "What the payment page asks the customer for besides the card. Default: visible_fields of the plan.",
  additionalData: "Members that answers and webhooks repeat as they were sent.",
  cancelReason: "Why the subscription is cancelled. Required unless at_period_end is true.",
  atPeriodEnd:
    "Whether it ends with the period that is paid, and can be taken back until then. Default: false, and it ends now."
}

/** Source: D64. */
export const portal = {
  returnUrl: "URL to which the customer goes back, at most 1000 characters.",
  features: "What the customer may do. Default: all but to choose another plan.",
  language: "Language of the portal. Default: that of the customer's browser.",
  cancel: "Whether a subscription can be ended with its period, and that be taken back. Default: true.",
  card: "Whether a subscription can get another card. Default: true.",
  plans: "Ids of the plans that the customer may change to, at most 20. Default: none.",
  invoices: "Whether payments and receipts are shown. Default: true."
}

/** Source: interface, "Payment request additions for method `sbp_data`", "Payment proof request", "Payout request". */
export const transfer = {
  type: "Method: sbp with a QR code, sbp_data with the details of a bank account.",
  channel: "Channel of sbp_data: SBP.",
  method: "How the money is transferred.",
  currency: "ISO 4217 alpha-3 code of the currency: RUB.",
  test: "Whether the transfer is a test, which never reaches a real bank. Default: false.",
  returnUrl: "URL to which the customer is redirected after paying. Required for sbp_data.",
  verificationUrl:
    "URL that receives a verification request before the bank is called; its answer can refuse the transaction.",
  refundAmount: "Amount to refund in minor units. Default: what is left of the payment.",
  accountNumber:
    "Phone number of the recipient in international format, with or without +; parentheses, hyphens and spaces are removed.",
  bankCode: "Id of the recipient's bank.",
  skipDuplicateCheck:
    "Whether a request for the same transaction within the previous 30 seconds is accepted too. Default: false.",
  proofAmount: "Amount of the proof in minor units, without coins: a multiple of 100.",
  document: "Document that proves the payment, each piece of evidence on a page of its own.",
  contentType: "Kind of the file: application/pdf.",
  fileName: "Name of the file, with its extension.",
  fileSize: "Size of the file in bytes, at most 5 MiB.",
  content: "The file in base64.",
  checksum: "SHA-256 of the proof's amount in decimal digits, or of the file; lower-case hex."
}
