/** English texts of the portal, where customers look after their subscriptions. */
import type { SubscriptionState } from "@florin/core/subscriptions/Subscription"

export const portal = {
  title: "Your subscriptions",
  none: "You have no subscriptions.",
  states: {
    redirecting: "Waiting for the first payment",
    trial: "Trial",
    active: "Active",
    failed_attempt: "The last payment did not go through and will be tried again",
    error: "The last payment did not go through and will be tried again",
    failed: "The first payment did not go through",
    canceled: "Cancelled",
    expired: "Ended: all payments are made"
  } satisfies Record<SubscriptionState, string>,
  /** In place of `active`. */
  paused: "Paused: nothing is charged",
  /** The outcome of a charge is not known yet. */
  charging: "A payment is being processed.",
  /** It was cancelled, and ends with the period that is paid. */
  ending: (day: string) => `Ends on ${day}, and does not renew.`,
  /** The same, while the charge is under way that pays the period. */
  endingLater: "Ends with the period that is being paid now.",
  lines: {
    price: "Price",
    content: "Consists of",
    next: "Next payment",
    retry: "Next attempt",
    then: "Then",
    /** For how long each price holds, where it changes. */
    prices: "After the next payment",
    card: "Card",
    nextPlan: "Next plan"
  },
  /** Opens the page on which another card is entered, and so on. The title of the subscription follows each. */
  actions: {
    pay: "Pay",
    card: "Change the card",
    plan: "Change the plan",
    cancel: "Cancel",
    goOn: "Do not cancel"
  },
  cancel: {
    title: "Cancel this subscription?",
    /** It is paid until that day. */
    at: (day: string) => `You have it until ${day}. It does not renew, and until then you can change your mind.`,
    now: "It ends at once, because no period is paid. This cannot be taken back.",
    /** A charge is under way. */
    unknown: "It ends with the period that is being paid now. Until then you can change your mind.",
    action: "Cancel the subscription"
  },
  plan: {
    title: "Choose another plan",
    legend: "Plans",
    /** When the plan begins. */
    at: (day: string) => `The new plan begins on ${day}. Until then nothing changes.`,
    later: "The new plan begins with the next payment. Until then nothing changes.",
    missing: "Choose a plan.",
    action: "Change the plan"
  },
  card: {
    title: "Another card",
    text: "The card is checked, and nothing is charged now. The next payments are made with it.",
    action: "Use this card"
  },
  /** Leads back without a change. */
  back: "Back without a change",
  /** What has just been done, or was not possible. */
  notices: {
    canceled: "The subscription is cancelled.",
    resumed: "The subscription goes on.",
    planned: "The plan is changed.",
    impossible: "This is no longer possible. Nothing was changed.",
    cardKept: "The new card is used from now on.",
    cardChecked: "The new card is still being checked. Until then the present one is used.",
    cardRefused: "The new card was not accepted. The present one is still used."
  },
  payments: {
    title: "Payments",
    none: "There are no payments yet.",
    receipt: "Receipt",
    older: "Older payments",
    newest: "Newest payments"
  },
  /** Until when the link works. */
  until: (time: string) => `You can use this page until ${time}.`,
  ended: {
    title: "This link has ended",
    text: "For your safety it works for 30 minutes only. Go back to the shop and open it again."
  }
}
