/** English, the language of the console where no other fits. The other languages have the same texts. */
import { codes } from "./internal/englishCodes.js"
import { people } from "./internal/englishPeople.js"
import { screens } from "./internal/englishScreens.js"
import { shops } from "./internal/englishShops.js"

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

export const english = {
  tag: "en",
  product: "Florin console",
  skip: "Skip to the content",
  menu: "Menu",
  search: {
    label: "Find a payment",
    placeholder: "Email, last four, amount, uid, order, day…",
    button: "Search",
    hint: "Press / from anywhere. Words together narrow the search: jane@example.com tuesday 19.95 eur"
  },
  nav: {
    "": "Payments",
    doubts: "In doubt",
    declines: "Declines",
    webhooks: "Webhooks",
    acquirers: "Acquirers",
    charts: "Charts",
    subscriptions: "Subscriptions",
    checkouts: "Checkouts",
    proofs: "Proofs",
    reconciliation: "Reconciliation",
    shops: "Shops",
    people: "People",
    approvals: "Approvals",
    audit: "Audit",
    settings: "Time zone"
  },
  groups: { money: "Money", health: "Health", billing: "Billing", people: "People" },
  signedInAs: (id: string) => `Signed in as ${id}`,
  signOut: "Sign out",
  status: {
    successful: "Successful",
    failed: "Failed",
    pending: "Pending",
    incomplete: "Incomplete",
    expired: "Expired"
  },
  types: {
    authorization: "Authorization",
    payment: "Payment",
    charge: "Payment",
    tokenization: "Tokenization",
    capture: "Capture",
    void: "Void",
    refund: "Refund",
    credit: "Credit",
    payout: "Payout",
    proof: "Proof"
  },
  webhookStatus: {
    waiting: "Waiting",
    delivered: "Delivered",
    superseded: "Superseded",
    stopped: "Stopped by the receiver",
    exhausted: "Exhausted"
  },
  columns: {
    created: "Created",
    amount: "Amount",
    status: "Status",
    type: "Type",
    customer: "Customer",
    card: "Card",
    shop: "Shop",
    acquirer: "Acquirer",
    order: "Order",
    reason: "Reason",
    count: "Count",
    share: "Share",
    method: "Method",
    since: "Since",
    about: "About",
    attempts: "Attempts",
    next: "Asked next",
    renews: "Next charge",
    payBy: "Could be paid until",
    ends: "Ends",
    receiver: "Receiver",
    result: "Last result",
    updated: "Updated",
    what: "What",
    day: "Day",
    currency: "Currency",
    rate: "Approved",
    state: "State",
    plan: "Plan",
    uid: "UID"
  },
  test: "Test",
  copy: (what: string) => `Copy ${what}`,
  copied: "Copied",
  none: "None",
  unknown: "Unknown",
  ago: (text: string) => `${text} ago`,
  spans: {
    seconds: (count: number) => plural(count, "second"),
    minutes: (count: number) => plural(count, "minute"),
    hours: (count: number) => plural(count, "hour"),
    days: (count: number) => plural(count, "day")
  },
  pages: {
    older: "Older",
    newest: "Newest",
    newer: "Newer",
    oldest: "Oldest",
    oldestFirst: "oldest first",
    newestFirst: "newest first",
    shown: (count: number) => `${count} shown`
  },
  live: {
    newer: (count: number) => `${count} new`,
    changed: "This payment has changed",
    list: "This list has changed",
    reload: "Show"
  },
  confirm: { back: "Back", happens: "What will happen", reason: "Reason", amount: "Amount", shop: "Shop" },
  problems: {
    title: {
      notFound: "There is no such record",
      forbidden: "Your role does not allow this",
      refused: "This was not done",
      failed: "This could not be shown",
      signedOut: "You are signed out"
    },
    text: {
      notFound: "It may belong to a shop in which you have no role, or the address is incomplete.",
      forbidden: "Ask somebody who administers the shop. The attempt is in the audit.",
      refused: "The gateway refused it. Nothing was changed.",
      failed:
        "The database or an acquirer cannot be reached now. Nothing was changed. Load the page again in a moment.",
      signedOut: "Open the link that you were given, or sign in again.",
      form: "The form was not sent from this page. Open the page again and repeat it."
    }
  },
  shopUnknown: "There is no shop of this id, or you have no role in it.",
  waits: {
    title: "A second person has to approve this",
    text: "It is above the limit for one person, so nothing was done yet. Once somebody has approved it, carry it out among the approvals, within 24 hours from now.",
    link: "Approvals"
  },
  none_there: {
    disputes: "Disputes and payouts are not in Florin yet: your acquirer's own pages have them.",
    story: "Not shown yet: ledger entries.",
    shops: 'Not here yet: the other settings of a shop. The command "florin shops update" changes them.',
    passkeys: "Passkeys are not available yet."
  },
  codes,
  ...people,
  ...screens,
  ...shops
}
