/** English, the language of the pages where no other fits. */
import { english as messages } from "@florin/core/language/CustomerMessages"
import type { Language, Words } from "./Language.js"

type Titles = Words["titles"][keyof Words["titles"]]

const titlesOf = (what: string, successful = `${what} successful`): Titles => ({
  successful,
  failed: `${what} declined`,
  pending: `${what} is being processed`,
  incomplete: `${what} not completed`,
  expired: `${what} expired`
})

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
      payout: titlesOf("Payout")
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
