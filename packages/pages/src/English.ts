/** English, the language of the pages where no other fits. */
import { english as messages } from "@florin/core/language/CustomerMessages"
import type { Interval } from "@florin/core/time/Interval"
import type { CheckoutWords, Language, PlanWords, TransferWords, Words } from "./Language.js"

type Titles = Words["titles"][keyof Words["titles"]]

const titlesOf = (what: string, successful = `${what} successful`): Titles => ({
  successful,
  failed: `${what} declined`,
  pending: `${what} is being processed`,
  incomplete: `${what} not completed`,
  expired: `${what} expired`
})

/** Twelve months are a year to people, and seven days a week. */
const usual = ({ length, unit }: Interval): readonly [count: number, noun: string] => {
  if (unit === "month" && length % 12 === 0) return [length / 12, "year"]
  if (unit === "day" && length % 7 === 0) return [length / 7, "week"]
  return [length, unit]
}

const span = (interval: Interval): string => {
  const [count, noun] = usual(interval)
  return `${count} ${noun}${count === 1 ? "" : "s"}`
}

const every = (interval: Interval): string => {
  const [count, noun] = usual(interval)
  return count === 1 ? `every ${noun}` : `every ${span(interval)}`
}

const plan: PlanWords = {
  title: "Subscribe",
  lines: {
    now: "Now",
    then: "Then",
    afterTrial: "After the trial",
    ends: "Ends",
    next: "Next payment",
    retry: "Next attempt",
    trialUntil: "Trial until",
    paidUntil: "Paid until"
  },
  paying: (amount, interval) => `${amount} for ${span(interval)}`,
  trial: (amount, interval) => `${amount} for a trial of ${span(interval)}`,
  freeTrial: (interval) => `Free trial of ${span(interval)}`,
  recurring: ({ amount, interval, times }) => {
    if (times === 1) return `${amount} once`
    return `${amount} ${every(interval)}${times === undefined ? "" : `, ${times} times`}`
  },
  charged: (amount, day) => `${amount} on ${day}`,
  untilCancelled: "When you cancel it with the merchant",
  afterLastPayment: "By itself after the last payment",
  afterThisPayment: "By itself; nothing more is charged",
  agreement: ({ charge, isAfterTrial, isEndless, merchant }) =>
    `By continuing you allow ${merchant} to charge this card ${charge}${isAfterTrial ? " after the trial" : ""}${isEndless ? " until you cancel" : ""}.`,
  card: "Your card",
  fields: {
    number: { label: "Card number" },
    expiry: { label: "Expiry date", hint: "MM/YY, as on the card" },
    code: { label: "Security code", hint: "3 or 4 digits on the card" },
    holder: { label: "Name on the card", hint: "If the card shows one" }
  },
  faults: {
    "number-missing": "Enter the card number.",
    "number-wrong": "This card number is not right. Check each digit.",
    "expiry-missing": "Enter the expiry date.",
    "expiry-wrong": "Enter the expiry date as month and year, such as 09/35.",
    expired: "The card has expired. Check the date, or use another card.",
    "code-missing": "Enter the security code.",
    "code-wrong": "The security code has 3 or 4 digits.",
    "holder-wrong": "Enter the name as on the card, up to 35 characters and without a card number.",
    refused: "This payment cannot be accepted. Please contact the merchant."
  },
  details: {
    legend: "Your details",
    fields: {
      email: { label: "Email address" },
      first_name: { label: "First name" },
      last_name: { label: "Last name" },
      phone: { label: "Phone number" },
      birth_date: { label: "Date of birth", hint: "Year, month and day, such as 1990-12-31" },
      address: { label: "Street and house" },
      city: { label: "City" },
      state: { label: "State", hint: "Two letters, in the US and Canada only" },
      zip: { label: "Postal code" },
      country: { label: "Country", hint: "Two letters, such as DE" }
    },
    faults: {
      missing: "Fill in this field.",
      wrong: "Check what you have entered.",
      number: "Do not enter the card number here."
    }
  },
  fault: "Error",
  faulty: {
    title: "Please check your card",
    text: "Nothing was charged. The card number and the security code are not kept: enter them again."
  },
  pay: (amount) => `Pay ${amount}`,
  startTrial: "Start the free trial",
  kept: "The card is kept for the payments of this subscription. The security code is never stored.",
  states: {
    trial: "Your trial has begun",
    active: "Your subscription is active",
    failed_attempt: "The last payment did not go through",
    error: "The last payment did not go through",
    canceled: "The subscription is cancelled",
    expired: "All payments are made"
  },
  nothingMore: "Nothing more is charged.",
  retried: "It will be tried again by itself.",
  paused: "The subscription is paused: nothing is charged until it is resumed.",
  again: "Try again"
}

const checkout: CheckoutWords = {
  titles: { pay: "Pay", keep: "Save your card" },
  method: "How would you like to pay?",
  methods: {
    card: "Card",
    another: "Another card",
    sbp: "Bank app (QR code)",
    sbp_data: "Transfer to a phone number"
  },
  onward: {
    sbp: "On the next page you scan a code or open your bank's app.",
    sbp_data: "On the next page you see where to transfer the amount to."
  },
  ends: (date) => `valid until ${date}`,
  keep: { label: "Save this card for next time", hint: "The security code is never stored." },
  keepCard: "Save card",
  secure: "Your card details go to the payment gateway over an encrypted connection.",
  items: "Your order",
  payBy: "Pay by",
  leave: "Back to the shop without paying",
  declined: {
    title: "The payment did not go through",
    text: "Nothing was charged. Check the details, or try another card."
  },
  ended: {
    expired: { title: "The time to pay is over", text: "Nothing was charged. Go back to the shop to order again." },
    canceled: { title: "The order was cancelled", text: "Nothing was charged." }
  }
}

const transfer: TransferWords = {
  method: "Bank transfer (SBP)",
  lines: { method: "Method", account: "Phone number", reference: "Bank's reference" },
  opening: {
    title: "Your payment is being prepared",
    text: "This takes a moment. Please do not close this page."
  },
  code: {
    title: "Pay in your bank's app",
    text: "Scan this code with your phone's camera or in your bank's app, and confirm the payment there.",
    picture: "QR code of this payment",
    open: "Open your bank's app",
    otherwise: "Or scan this code with another phone."
  },
  account: {
    title: "Transfer to this phone number",
    text: "Make one transfer in your bank's app, with exactly these details and in time.",
    lines: { phone: "Phone number", bank: "Recipient's bank", amount: "Amount", mark: "Comment" },
    markHint: "Enter it in the comment of the transfer, if your bank offers one.",
    copy: "Copy",
    copied: "Copied"
  },
  payBy: "Pay by",
  left: "Time left",
  minutesLeft: (minutes) => (minutes === 1 ? "1 minute left" : `${minutes} minutes left`),
  following: "Keep this page open: it shows when your payment has arrived.",
  over: {
    title: "The time to pay is over",
    text: "Please do not pay any more. If you have paid, wait here: we are asking the bank."
  },
  unpaid: "The time to pay is over",
  proving: "The proof of your payment is being checked. This takes up to two business days."
}

export const english: Language = {
  tag: "en",
  direction: "ltr",
  locale: "en",
  messages,
  words: {
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
    },
    lines: {
      card: "Card",
      created: "Created",
      paid: "Paid",
      approved: "Approved",
      holdReleased: "Hold released",
      refundReason: "Reason",
      approvalCode: "Approval code",
      reference: "Reference"
    },
    receipt: "Receipt",
    showReceipt: "View receipt",
    backToMerchant: "Back to the merchant",
    returning: { text: "You return to the merchant in a few seconds.", stay: "Stay on this page" },
    holdReleased: "The hold was released because its period was over. What was not charged is available again.",
    test: { mark: "TEST", text: "No money moves." },
    challenge: {
      title: "Confirm your payment",
      text: "Your bank asks you to confirm this payment. You return here afterwards.",
      action: "Continue to your bank"
    },
    method: {
      title: "Confirm your payment",
      text: "Your bank checks this browser. This takes a few seconds.",
      action: "Continue"
    },
    waiting: {
      title: "Your payment is being processed",
      text: "This takes a moment. Please do not close this page."
    },
    finished: { title: "Done", text: "This step is finished." },
    plan,
    checkout,
    transfer,
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
    },
    tryAgain: "Try again",
    mail: {
      subject: (merchant, amount) => `Receipt from ${merchant}: ${amount}`,
      greeting: (merchant) => `Your payment to ${merchant} was successful.`,
      amount: "Amount",
      merchant: "Merchant",
      description: "Description",
      statement: "On your card statement",
      automatic: "This mail was sent automatically. Questions about your order are answered by the merchant."
    },
    requestId: "Reference",
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
}
