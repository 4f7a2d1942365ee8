/** The table of operations. */
import { customerOperations, planOperations, subscriptionOperations } from "./Billing.js"
import { cardOperations } from "./Cards.js"
import { checkoutPaymentOperations } from "./CheckoutPayments.js"
import { checkoutOperations } from "./Checkouts.js"
import { couponOperations } from "./Coupons.js"
import { notificationOperations } from "./Notifications.js"
import type { Group } from "./Operation.js"
import { operatorOperations } from "./Operators.js"
import { overviewOperations } from "./Overview.js"
import { peopleOperations } from "./People.js"
import { previewOperations } from "./Previews.js"
import { productOperations } from "./Products.js"
import { sandboxOperations } from "./Sandbox.js"
import { savedCardOperations } from "./SavedCards.js"
import { shopOperations } from "./Shops.js"
import { transactionOperations } from "./Transactions.js"
import { transferOperations } from "./Transfers.js"
import { usageOperations } from "./Usage.js"

/** What is called of the simulation, where there is one. */
export const sandboxTable = sandboxOperations

/** What the people call who run the gateway, where there are some. */
export const operatorTable = { ...operatorOperations, ...overviewOperations, ...peopleOperations, ...shopOperations }

/** What shops call. */
export const table = {
  ...cardOperations,
  ...savedCardOperations,
  ...checkoutOperations,
  ...checkoutPaymentOperations,
  ...productOperations,
  ...transactionOperations,
  ...notificationOperations,
  ...transferOperations,
  ...planOperations,
  ...customerOperations,
  ...subscriptionOperations,
  ...previewOperations,
  ...usageOperations,
  ...couponOperations
}

/** What a group of operations is about. */
export const groups: Readonly<Record<Group, { readonly title: string; readonly description: string }>> = {
  cards: {
    title: "Card operations",
    description: "What a shop asks for. An answer with 200 says in its status whether the operation was successful."
  },
  savedCards: {
    title: "Saved cards",
    description: "Cards that are kept for later charges: made without a charge, listed by customer, changed, erased."
  },
  checkouts: { title: "Checkouts", description: "A page for one order, on which the customer pays." },
  products: { title: "Products", description: "What customers buy by a link, a piece at a time." },
  transactions: { title: "Transactions", description: "Where a transaction stands, and what to do about it." },
  notifications: { title: "Notifications", description: "Webhooks that were sent, and those that were not." },
  transfers: {
    title: "Instant bank transfers",
    description: "Payments, refunds and payouts through a bank, in roubles; proof and confirmation of payments."
  },
  plans: { title: "Plans", description: "What subscriptions cost, and how often." },
  coupons: { title: "Coupons", description: "What takes something off the charges of subscriptions." },
  customers: { title: "Customers", description: "Who subscribes." },
  subscriptions: { title: "Subscriptions", description: "Customers that are charged again and again." },
  operators: {
    title: "Operators",
    description: "For the people who run the gateway, with credentials of their own: what waits for a decision."
  },
  sandbox: { title: "Sandbox", description: "Controls of the simulation; only where the sandbox is on." }
}
