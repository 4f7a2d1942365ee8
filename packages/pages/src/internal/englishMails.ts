/** The English texts of mails about money, and of the page that takes another card. */

/** How a subscription ended, as its customer sees it. */
export type Ending = "canceled" | "unpaid" | "period" | "paid"

export const newCard = {
  title: "Use another card",
  /** Name of the line with the card that it replaces. */
  present: "Present card",
  /** The bank has refused the card, or the customer did not confirm it. */
  refused: "The card was not saved. Check the details, or use another card.",
  kept: { title: "The card is saved", text: "The next payments are charged to it." },
  /** The address is too old. */
  over: {
    title: "This link is no longer valid",
    text: "It could be used for seven days. Ask the shop how to give another card."
  },
  /** Under the button. */
  note: "Nothing is charged now. Your bank may ask you to confirm the card. The security code is never stored."
}

export const moneyMails = {
  /** Names of the lines. */
  lines: {
    subscription: "Subscription",
    due: "Day of payment",
    validUntil: "Valid until",
    refunded: "Refunded",
    payment: "Your payment"
  },
  /** Leads to the page of the subscription, and to the one that takes another card. */
  links: { subscription: "View the subscription", card: "Use another card" },
  /** Whom the customer turns to who does not want to pay any more. */
  cancel: "To change or cancel the subscription, turn to the shop before that day.",
  chargeAhead: {
    subject: (merchant: string, amount: string, day: string) => `Payment to ${merchant} on ${day}: ${amount}`,
    renewal: (merchant: string, day: string) => `Your subscription with ${merchant} is renewed on ${day}.`,
    trial: (merchant: string, day: string) =>
      `Your trial with ${merchant} ends on ${day}. The subscription is charged from then on.`
  },
  cardExpiring: {
    subject: (merchant: string) => `Your card expires before the next payment to ${merchant}`,
    lead: (merchant: string, day: string) =>
      `The card of your subscription with ${merchant} expires before the next payment, which is due on ${day}.`,
    note: "Use another card, so that the payment goes through."
  },
  chargeFailed: {
    subject: (merchant: string, amount: string) => `The payment to ${merchant} did not go through: ${amount}`,
    lead: (merchant: string) => `The payment of your subscription with ${merchant} did not go through.`,
    note: "You can give another card until then. It is charged with the next attempt.",
    paused: "The subscription is paused: nothing is charged until it is resumed."
  },
  ended: {
    subject: (merchant: string) => `Your subscription with ${merchant} has ended`,
    leads: {
      canceled: (merchant: string) => `Your subscription with ${merchant} is cancelled.`,
      unpaid: (merchant: string) =>
        `Your subscription with ${merchant} has ended, because its payment did not go through.`,
      period: (merchant: string) => `Your subscription with ${merchant} has ended with the period that was paid.`,
      paid: (merchant: string) => `All payments of your subscription with ${merchant} are made.`
    } satisfies Record<Ending, (merchant: string) => string>
  },
  refund: {
    subject: (merchant: string, amount: string) => `Refund from ${merchant}: ${amount}`,
    lead: (merchant: string) => `${merchant} has given money back to you.`,
    /** When it arrives. */
    note: "Your bank decides when the money shows on your account. It may take some days."
  }
}
