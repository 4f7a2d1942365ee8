/** English, the language of the pages where no other fits. The other languages have the same texts. */
import type { RequestedField } from "@florin/core/customers/RequestedFields"
import { english as cardFaults } from "@florin/core/language/CardFaults"
import { english as messages } from "@florin/core/language/CustomerMessages"
import type { SubscriptionState } from "@florin/core/subscriptions/Subscription"
import type { Interval } from "@florin/core/time/Interval"
import type { TransactionType } from "@florin/core/transaction-base/TransactionBase"
import { moneyMails, newCard } from "./internal/englishMails.js"
import { portal } from "./internal/portalEnglish.js"
import {
  type Agreement,
  type CardField,
  type DetailFault,
  type Field,
  type Passage,
  type Problem,
  type Recurring,
  type Titles,
  usual
} from "./internal/texts.js"

const titlesOf = (what: string, successful = `${what} successful`): Titles => ({
  successful,
  failed: `${what} declined`,
  pending: `${what} is being processed`,
  incomplete: `${what} not completed`,
  expired: `${what} expired`
})

const span = (interval: Interval): string => {
  const [count, noun] = usual(interval)
  return `${count} ${noun}${count === 1 ? "" : "s"}`
}

const every = (interval: Interval): string => {
  const [count, noun] = usual(interval)
  return count === 1 ? `every ${noun}` : `every ${span(interval)}`
}

const cardFields: Readonly<Record<CardField, Field>> = {
  number: { label: "Card number" },
  expiry: { label: "Expiry date", hint: "MM/YY, as on the card" },
  code: { label: "Security code", hint: "3 or 4 digits on the card" },
  holder: { label: "Name on the card", hint: "If the card shows one" }
}

const detailFields: Readonly<Record<RequestedField, Field>> = {
  email: { label: "Email address" },
  first_name: { label: "First name" },
  last_name: { label: "Last name" },
  phone: { label: "Phone number" },
  birth_date: { label: "Date of birth" },
  address: { label: "Street and house" },
  city: { label: "City" },
  state: { label: "State", hint: "Two letters, in the US and Canada only" },
  zip: { label: "Postal code" },
  country: { label: "Country" }
}

const plan = {
  title: "Subscribe",
  /** Names of the lines that say what is paid, and when. */
  lines: {
    now: "Now",
    then: "Then",
    afterTrial: "After the trial",
    ends: "Ends",
    next: "Next payment",
    retry: "Next attempt",
    /** What is still owed when it ends. */
    last: "Last payment",
    trialUntil: "Trial until",
    paidUntil: "Paid until"
  },
  /** What is paid now, and for how long: `€10.00 for 1 month`. */
  paying: (amount: string, interval: Interval) => `${amount} for ${span(interval)}`,
  trial: (amount: string, interval: Interval) => `${amount} for a trial of ${span(interval)}`,
  freeTrial: (interval: Interval) => `Free trial of ${span(interval)}`,
  /** `€10.00 every month, 11 times`. */
  recurring: ({ amount, interval, times }: Recurring): string => {
    if (times === 1) return `${amount} once`
    return `${amount} ${every(interval)}${times === undefined ? "" : `, ${times} times`}`
  },
  /** Prices that follow each other: `€5.00 once, then €10.00 every month`. */
  inTurn: (prices: ReadonlyArray<string>) => prices.join(", then "),
  /** Usage is charged beside, and not known yet. */
  plusUsage: (charge: string) => `${charge}, plus what you use`,
  /** A charge and its day. */
  charged: (amount: string, day: string) => `${amount} on ${day}`,
  untilCancelled: "When you cancel it with the shop",
  afterLastPayment: "By itself after the last payment",
  afterThisPayment: "By itself; nothing more is charged",
  agreement: ({ charge, isAfterTrial, isEndless, merchant }: Agreement) =>
    `By continuing you allow ${merchant} to charge this card ${charge}${isAfterTrial ? " after the trial" : ""}${isEndless ? " until you cancel" : ""}.`,
  card: "Your card",
  fields: cardFields,
  /** What is wrong with the card, and what the customer can do. */
  faults: cardFaults,
  /** What else a merchant may want the page to ask for. */
  details: {
    legend: "Your details",
    /** Heads the list of countries, before one is chosen. */
    chooseCountry: "Choose a country",
    /** Beside a field of which the page knows something already: so much of it is shown. */
    kept: (masked: string) => `${masked} is used if you leave this empty.`,
    fields: detailFields,
    faults: {
      missing: "Fill in this field.",
      wrong: "Check what you have entered.",
      number: "Do not enter the card number here."
    } satisfies Record<DetailFault, string>
  },
  /** Before the title of a page with faults. */
  fault: "Error",
  /** The heading of the list of faults, and what the customer types again. */
  faulty: {
    title: "Please check what you entered",
    text: "Nothing was charged. The card number and the security code are not kept: enter them again."
  },
  pay: (amount: string) => `Pay ${amount}`,
  startTrial: "Start the free trial",
  /** Nothing is to be paid now. */
  start: "Subscribe",
  /** What the first payment consists of. */
  bill: {
    /** `Seat × 5`. */
    times: (title: string, quantity: number) => `${title} × ${quantity}`,
    coupon: (code: string) => `Coupon ${code}`,
    balance: "From your balance"
  },
  kept: "The card is kept for the payments of this subscription. The security code is never stored.",
  states: {
    trial: "Your trial has begun",
    active: "Your subscription is active",
    failed_attempt: "The last payment did not go through",
    error: "The last payment did not go through",
    canceled: "The subscription is cancelled",
    expired: "All payments are made"
  } satisfies Record<Exclude<SubscriptionState, "redirecting" | "failed">, string>,
  nothingMore: "Nothing more is charged.",
  /** It ends with its period, which can be taken back until then. */
  takeBack: (merchant: string) => `Until then you can change your mind: ask ${merchant}.`,
  retried: "It will be tried again by itself.",
  paused: "The subscription is paused: nothing is charged until it is resumed.",
  /** The customer begins anew after a failure. */
  again: "Try again"
}

const checkout = {
  /** The title, by what is asked of the customer. */
  titles: { pay: "Pay", keep: "Save your card" },
  /** Name of the choice of a method. */
  method: "How would you like to pay?",
  /** The methods. `another`: a card beside those that are kept. */
  methods: {
    card: "Card",
    another: "Another card",
    sbp: "Bank app (QR code)",
    sbp_data: "Transfer to a phone number"
  },
  /** What follows for who pays by a code, or to a phone number. */
  onward: {
    sbp: "On the next page you scan a code or open your bank's app.",
    sbp_data: "On the next page you see where to transfer the amount to."
  },
  /** When a kept card ends: `12/35`. */
  ends: (date: string) => `valid until ${date}`,
  keep: { label: "Save this card for next time", hint: "The security code is never stored." },
  /** Name of the choice between the cards that are kept and another one. */
  whichCard: "Which card?",
  /** The button once it was pressed. */
  sending: "One moment, please",
  /** The button of an order that keeps a card and charges nothing. */
  keepCard: "Save card",
  /** Under the button, where a card can be paid with. True over plain http, too. */
  secure: "Card numbers are stored only encrypted, security codes never.",
  /** Where a provider's own fields take the card. */
  provider: {
    label: "Card details",
    secure: "Your card details go straight to the payment provider. This page never sees them.",
    /** Scripts are off. */
    noScript: "To pay by card, turn on JavaScript in your browser and load this page again.",
    /** The provider's script did not come. */
    unavailable: "The card fields could not be loaded. Load the page again, or pay in another way.",
    /** The provider has not said what is wrong. */
    wrong: "Check your card details, or use another card.",
    /** Neither our fields nor a provider's can take a new card here. */
    nowhere: "Cards cannot be entered on this page. Ask the shop how you can pay by card."
  },
  items: "Your order",
  payBy: "Pay by",
  /** Leads back to the shop without paying. */
  leave: "Back to the shop without paying",
  /** Closes the page, where it lies over the shop's. */
  close: "Close",
  /** A decline, and that another try is possible. */
  declined: {
    title: "The payment did not go through",
    text: "Nothing was charged. Check the details, or pay in another way.",
    left: (attempts: number) => (attempts === 1 ? "You can try once more." : `You can try ${attempts} more times.`)
  },
  /** The order can be paid no more, and nothing was charged. */
  ended: {
    expired: { title: "The time to pay is over", text: "Nothing was charged. Go back to the shop to order again." },
    canceled: { title: "The order was cancelled", text: "Nothing was charged." }
  }
}

const product = {
  /** The button that leads to the page on which the customer pays. */
  go: "Continue to payment",
  /** Under the button. */
  note: "Nothing is charged yet. You choose how to pay on the next page.",
  /** Nothing can be bought. */
  unavailable: {
    "sold-out": { title: "Sold out", text: "There is nothing left to buy. Nothing was charged." },
    over: { title: "No longer for sale", text: "The time in which this could be bought is over. Nothing was charged." }
  }
}

const transfer = {
  /** How it was paid, on receipts. */
  method: "Bank transfer (SBP)",
  /** Names of a receipt's lines: also where a payout goes to, and the bank's own number of the transfer. */
  lines: { method: "Method", account: "Phone number", reference: "Bank's reference" },
  /** The order is not open yet. */
  opening: {
    title: "Your payment is being prepared",
    text: "This takes a moment. Please do not close this page."
  },
  /** The customer scans a code, or opens it on the phone that shows it. */
  code: {
    title: "Pay in your bank's app",
    text: "Scan this code with your phone's camera or in your bank's app, and confirm the payment there.",
    /** In place of the code, for customers who do not see it. */
    picture: "QR code of this payment",
    open: "Open your bank's app",
    /** Between the button and the code, on phones. */
    otherwise: "Or scan this code with another phone."
  },
  /** The customer transfers to a phone number. */
  account: {
    title: "Transfer to this phone number",
    text: "Make one transfer in your bank's app, with exactly these details and in time.",
    lines: { phone: "Phone number", bank: "Recipient's bank", amount: "Amount", mark: "Comment" },
    /** What to do with the mark. */
    markHint: "Enter it in the comment of the transfer, if your bank offers one.",
    copy: "Copy",
    copied: "Copied"
  },
  /** Before the time until which the customer may pay. */
  payBy: "Pay by",
  /** Before the time that is left. */
  left: "Time left",
  /** Read to those who do not see the time that is left. */
  minutesLeft: (minutes: number) => (minutes === 1 ? "1 minute left" : `${minutes} minutes left`),
  /** The page shows the outcome by itself. */
  following: "Keep this page open: it shows when your payment has arrived.",
  /** The time to pay is over, and the bank has not said yet that nothing was paid. */
  over: {
    title: "The time to pay is over",
    text: "Please do not pay any more. If you have paid, wait here: we are asking the bank."
  },
  /** The headline of a payment that did not arrive in time. */
  unpaid: "The time to pay is over",
  /** Said while the proof of a payment is examined. */
  proving: "The proof of your payment is being checked. This takes up to two business days."
}

const words = {
  /** The headline, by what the transaction is and how it stands: "Payment declined". */
  titles: {
    authorization: titlesOf("Payment", "Payment approved"),
    payment: titlesOf("Payment"),
    tokenization: {
      successful: "Card saved",
      failed: "Card not saved",
      pending: "Card is being saved",
      incomplete: "Card not saved yet",
      expired: "Time to save the card is over"
    },
    capture: titlesOf("Payment"),
    void: titlesOf("Cancellation"),
    refund: titlesOf("Refund"),
    credit: titlesOf("Payout"),
    payout: titlesOf("Payout"),
    proof: titlesOf("Proof of payment")
  } satisfies Record<TransactionType, Titles>,
  /** Names of a receipt's lines. */
  lines: {
    card: "Card",
    created: "Created",
    paid: "Paid",
    /** The instant of an authorization, which pays nothing yet. */
    approved: "Approved",
    holdReleased: "Hold released",
    refundReason: "Reason",
    approvalCode: "Approval code",
    reference: "Reference"
  },
  receipt: "Receipt",
  showReceipt: "View receipt",
  backToMerchant: "Back to the shop",
  /** The page goes back to the merchant by itself, unless the customer stays. */
  returning: { text: "You return to the shop in a few seconds.", stay: "Stay on this page" },
  /** Said on the receipt of a hold whose period ended. */
  holdReleased: "The hold was released because its period was over. What was not charged is available again.",
  /** Marks a transaction that moves no money. */
  test: { mark: "TEST", text: "No money moves." },
  /** The customer goes to the issuer's page. */
  challenge: {
    title: "Confirm your payment",
    text: "Your bank asks you to confirm this payment. You return here afterwards.",
    action: "Continue to your bank",
    /** Opens the bank's page outside of the frame. */
    whole: "Open your bank's page in the whole window"
  },
  /** The issuer identifies the browser. */
  method: {
    title: "Confirm your payment",
    text: "Your bank checks this browser. This takes a few seconds.",
    action: "Continue"
  },
  waiting: {
    title: "Your payment is being processed",
    text: "This takes a moment. Please do not close this page."
  },
  /** The end of a step that a page in a frame has taken. */
  finished: { title: "Done", text: "This step is finished." },
  plan,
  checkout,
  product,
  transfer,
  portal,
  problems: {
    "not-found": {
      title: "Page not found",
      text: "There is nothing at this address. Check that the link is complete."
    },
    refused: {
      title: "This page cannot be opened like that",
      text: "Go back to the shop and follow its link again."
    },
    busy: { title: "One moment, please", text: "This page cannot be shown right now. Try again in a minute." },
    failed: {
      title: "Something went wrong",
      text: "This is our fault, not yours. Try again in a minute: no payment is made twice."
    }
  } satisfies Record<Problem, Passage>,
  tryAgain: "Try again",
  /** The mail with a payment's receipt. */
  mail: {
    /** From the merchant's name and the amount. */
    subject: (merchant: string, amount: string) => `Receipt from ${merchant}: ${amount}`,
    greeting: (merchant: string) => `Your payment to ${merchant} was successful.`,
    amount: "Amount",
    merchant: "Shop",
    description: "Description",
    /** How the payment is named on the customer's card statement. */
    statement: "On your card statement",
    automatic: "This mail was sent automatically. Questions about your order are answered by the shop."
  },
  newCard,
  moneyMails,
  /** Name of the number that identifies a failed request in the log. */
  requestId: "Reference",
  /** The simulated issuer's page; only where the sandbox is on. */
  issuer: {
    title: "Your bank (simulated)",
    note: "This page stands in for a bank's. No money moves.",
    approve: "Confirm",
    others: "Try another outcome",
    decline: "Refuse",
    wrong: "Enter a wrong code",
    cancel: "Cancel",
    wasWrong: "The code was wrong. Try again."
  }
}

export const english = { tag: "en", direction: "ltr" as const, locale: "en", messages, words }
