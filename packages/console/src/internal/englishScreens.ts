/** The texts of each screen. */
export const screens = {
  payments: {
    title: "Payments",
    found: "Found",
    filters: "More filters",
    understood: "Searched for",
    clear: "Clear",
    empty: {
      title: "Nothing fits all of this",
      text: "Take one of the words away, or widen the days. A day is one of your time zone."
    },
    first: {
      title: "No payments yet",
      text: "The first one appears here as soon as a shop sends it."
    },
    fields: {
      uid: "UID",
      tracking_id: "Order (tracking id)",
      reference: "Acquirer's reference",
      email: "Email",
      customer: "Customer id",
      subscription: "Subscription",
      last4: "Last four digits",
      amount: "Amount",
      min_amount: "From amount",
      max_amount: "To amount",
      currency: "Currency",
      from: "From",
      to: "Before",
      status: "Status",
      type: "Type",
      shop: "Shop",
      gateway_id: "Acquirer (number)",
      method: "Method, such as visa",
      code: "Refusal"
    },
    any: "Any"
  },
  story: {
    title: (type: string, amount: string) => `${type} of ${amount}`,
    history: "What happened",
    acquirer: "What the acquirer said",
    card: "Card",
    customer: "Customer",
    order: "Order",
    secure: "3-D Secure",
    route: "Route",
    rules: "Rules that fired",
    noRules: "No rule fired.",
    facts: "What the rules looked at",
    related: "Before and after it",
    parent: "Follows",
    webhooks: "Webhooks",
    noWebhooks: "No webhook was sent: the request named no address, and the shop has none.",
    documents: "Documents",
    receipt: "The customer's receipt",
    more: "Everything else",
    accepted: "accepted",
    attempt: (gateway: string, result: string) => `Acquirer ${gateway}: ${result}`,
    webhook: (status: string, attempts: number, result: string) =>
      `Webhook: ${status}, attempts: ${attempts}, ${result}`,
    results: {
      skipped: "skipped, it was failing",
      passed_on: "could not process it, the next one was asked",
      successful: "approved",
      failed: "declined",
      pending: "not answered yet",
      incomplete: "waits for the customer",
      expired: "expired"
    },
    done: {
      refund: "The refund was carried out. Its outcome stands below.",
      capture: "The capture was carried out. Its outcome stands below.",
      void: "The void was carried out. Its outcome stands below.",
      recover: "The acquirer was asked. This is how the payment stands.",
      renotify: "The newest webhook is being sent again.",
      note: "The reason could not be kept as a note."
    },
    actions: {
      title: "Actions",
      refund: "Refund",
      capture: "Capture",
      void: "Void",
      recover: "Ask the acquirer now",
      renotify: "Send the webhook again",
      left: (amount: string) => `Up to ${amount}`,
      whole: (amount: string) => `All that is left, ${amount}: its acquirer voids no part of it`,
      reason: "Reason",
      go: { refund: "Refund…", capture: "Capture…", void: "Void…" },
      nothing:
        "Nothing can be captured, voided or refunded: it is not successful, it is closed, or all of it is taken.",
      viewer: "Your role looks only."
    },
    happens: {
      refund: (amount: string) =>
        `${amount} goes back to the customer, by the acquirer that charged it. A refund cannot be taken back.`,
      capture: (amount: string) => `${amount} of the held amount is charged.`,
      void: (amount: string) => `${amount} of the held amount is released and can't be charged any more.`
    },
    leaves: {
      refund: (left: string) => `After that ${left} can still be refunded.`,
      capture: (left: string) => `${left} stays held, and can still be captured or voided.`,
      void: (left: string) => `${left} stays held.`
    },
    leavesNothing: {
      refund: "After that nothing can be refunded any more.",
      capture: "Nothing stays held.",
      void: "Nothing stays held."
    },
    released: (left: string) =>
      `Its acquirer takes one capture of an authorization: ${left} is released, and can't be charged any more.`,
    amountFault:
      "Enter an amount such as 12.50, with no more decimals than the currency has, and no more than is left.",
    wholeFault: (left: string) => `Its acquirer voids all that is left, ${left}, and no part of it.`,
    reasonFault: "Say why: the reason is kept with what was done.",
    sure: {
      refund: (amount: string) => `Refund ${amount}`,
      capture: (amount: string) => `Capture ${amount}`,
      void: (amount: string) => `Void ${amount}`
    }
  },
  doubts: {
    title: "In doubt",
    text: "Payments whose outcome nobody knows, and charges that were not taken back yet. The gateway keeps asking; oldest first.",
    empty: { title: "Nothing is in doubt", text: "Every outcome is known. New doubts appear here by themselves." },
    about: { outcome: "Outcome", reversal: "Reversal", contradiction: "Contradiction" },
    /** The button of a contradiction: it was looked into, and leaves the list. */
    settle: "It is settled",
    never: "Nobody asks any more",
    ask: "Ask now"
  },
  declines: {
    title: "Declines",
    text: (attempts: number, declined: number) => `${declined} of ${attempts} charges were declined.`,
    cut: "There were more: only the newest 1,000,000 transactions are counted.",
    empty: { title: "No declines", text: "No charge of this day was declined." },
    ofAll: "of all charges there",
    day: "Day",
    show: "Show",
    list: "Show the failed payments of this day"
  },
  webhooks: {
    title: "Webhooks",
    text: "Webhooks of all shops. Exhausted ones are not tried again unless you send them again.",
    empty: {
      title: "None of this status",
      text: "A webhook is tried for about three days. One that no receiver acknowledged is exhausted, and listed here."
    },
    receivers: "Receivers that do not answer",
    noReceivers: "Every receiver has answered its last webhook.",
    resend: "Send again",
    resendAll: "Send all exhausted ones of a shop again",
    sure: (shop: string) => `Send all exhausted webhooks of ${shop} again`,
    happens:
      "The attempts of each begin anew, for about three days. One is left out where a newer webhook about the same payment was delivered. They stay the same events: a receiver that has acted on one does not act again.",
    sent: "They are being sent again.",
    took: (milliseconds: number) => `after ${milliseconds} ms`,
    results: {
      timeout: "No answer in time",
      "address-refused": "Address is not allowed",
      unresolved: "Name of the host is not known",
      "tls-failed": "No secure connection",
      "connection-failed": "No connection",
      "shop-unknown": "Shop is no longer there"
    } as Readonly<Record<string, string>>
  },
  acquirers: {
    title: "Acquirers",
    text: "As the process that answered this page has measured them in the last minute.",
    empty: { title: "No acquirers", text: "This gateway has none configured." },
    breaker: { closed: "Working", open: "Passed over", half_open: "Being tried" },
    columns: {
      calls: "Calls in a minute",
      failing: "Failing",
      median: "Median",
      p95: "95 %",
      approved: "Approved",
      declined: "Declined",
      failed: "No answer"
    }
  },
  charts: {
    title: "Charts",
    volume: "Successful volume",
    approval: "Approval rate of charges",
    recovered: "Renewals saved by a retry",
    table: "The numbers",
    period: "Period",
    days: (count: number) => `Last ${count} days`,
    cut: "There were more: only the newest 1,000,000 transactions are counted, so the oldest days are incomplete.",
    empty: { title: "Nothing to draw", text: "There were no transactions in these days." },
    charges: "Charges",
    approved: "Approved",
    retries: "Retries",
    saved: "Saved"
  },
  subscriptions: {
    title: "Subscriptions",
    one: "Subscription",
    choose: "Name a shop: subscriptions belong to one.",
    empty: { title: "No subscriptions", text: "This shop has none. A plan's page, or the API, makes the first one." },
    ahead: "What lies ahead",
    noneAhead: "Nothing more is charged.",
    at: "When",
    declined: "If it is declined",
    facts: "How it stands"
  },
  checkouts: {
    title: "Checkouts",
    choose: "Name a shop: checkouts belong to one.",
    empty: { title: "No checkouts", text: "This shop has made none." }
  },
  proofs: {
    title: "Proofs",
    text: "Documents by which merchants prove payments by bank transfer. The oldest first; the merchant waits for your decision.",
    empty: { title: "No proof waits", text: "What merchants send appears here." },
    evidence: "Banks reported otherwise",
    noEvidence: "No bank has contradicted a transfer.",
    open: "Document",
    approve: "Approve…",
    decline: "Decline…",
    happens: {
      approve: (amount: string) =>
        `The payment becomes successful with ${amount}, and the merchant is told so. That cannot be taken back here.`,
      decline: "The payment stays failed, and the merchant is told so. They may send another proof, three in all."
    },
    message: "What the merchant is told",
    sure: { approve: "Approve the proof", decline: "Decline the proof" }
  },
  reconciliation: {
    title: "Reconciliation",
    text: 'Compares the movements that acquirers list with ours, those of yesterday by UTC. It changes nothing, and takes a moment. The command "florin reconcile" compares other days.',
    run: "Compare the books",
    period: "Period:",
    result: (checked: number, differences: number) => `Compared: ${checked}, of which ${differences} differ.`,
    nothing: {
      title: "Nothing was there to compare",
      text: "In this period there was no movement in a book that could be compared."
    },
    none: { title: "The books agree", text: "Every movement is in both." },
    kinds: {
      missing_here: "Only they have it",
      missing_there: "Only we have it",
      other_amount: "Another amount",
      other_state: "A movement of what moved nothing"
    },
    ours: "Ours",
    theirs: "Theirs",
    notCompared: "Not compared",
    reasons: {
      lists_no_movements: "its books cannot be listed",
      unavailable: "it did not answer",
      not_configured: "it is not configured any more"
    }
  },
  settings: {
    title: "Time zone and language",
    text: "Times are shown in this zone, with UTC beside. Kept in this browser only.",
    zone: "Time zone",
    zoneHint: "Such as Europe/Berlin",
    language: "Language",
    save: "Save",
    fault: "There is no such time zone."
  },
  keys: {
    title: "Keys",
    list: "/ search · r refund · c capture · v void · j and k next and previous row · Enter opens"
  }
}
